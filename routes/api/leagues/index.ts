import { endpoints } from '#core/contract/endpoints.ts';
import { LEAGUE_FIELDS, LeagueFields } from '#core/contract/leagues.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

export default handle(
  endpoints.addLeague,
  // the body as sent: a refused form shows it again
  { back: '/leagues/new', fields: LEAGUE_FIELDS, rawBody: true },
  async ({ body, user, services, reply }) => {
    const added = await services.leagues.start(user, LeagueFields.parse(body));
    const form = { to: `/leagues/${added.id}`, flash: successText('leagues:started') };
    return reply.ok(added, { status: 201, form });
  },
);
