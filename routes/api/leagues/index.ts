import { endpoints } from '#core/contract/endpoints.ts';
import { LEAGUE_FIELDS, LeagueFields } from '#core/contract/leagues.ts';
import { isLinkOpen, leaguePhase } from '#core/leagues/leagues.ts';
import { findLeague } from '#db/queries/leagues/leagues.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';

export default handle(
  endpoints.addLeague,
  // the body as sent: a refused form shows it again
  { back: '/leagues/new', fields: LEAGUE_FIELDS, rawBody: true },
  async ({ body, request, user, services, reply }) => {
    const { intent, ...fields } = LeagueFields.parse(body);
    const key = keyOfRequest(request, intent);
    const { answer, replayed } = await services.leagues.start(user, fields, { key, body });
    const league = await findLeague(services.sql, answer.id);
    const isOpen = league && isLinkOpen(league, leaguePhase(league, services.seasons.current()));
    const form = {
      to: `/leagues/${answer.id}`,
      flash: successText(isOpen ? 'leagues:started' : 'leagues:startedClosed'),
    };
    return reply.ok(answer, { status: 201, headers: replayHeaders(replayed), form });
  },
);
