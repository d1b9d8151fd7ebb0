import { endpoints } from '#core/contract/endpoints.ts';
import { LEAGUE_FIELDS, LeagueFields } from '#core/contract/leagues.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { readLeagueTable } from '#services/leagues/league-view.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default methods(
  handle(endpoints.leagueTable, async ({ params, user, services, reply }) =>
    reply.ok(await readLeagueTable(services, params.id, user)),
  ),
  // a refused form returns to its page with its values
  handle(endpoints.changeLeague, { fields: LEAGUE_FIELDS, rawBody: true }, async (call) => {
    const { services, user, params, body } = call;
    await services.leagues.change(user, params.id, LeagueFields.parse(body));
    return acknowledge(call, 'leagues:changed', `/leagues/${params.id}?tab=rules`);
  }),
);
