import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';
import { EQUITY_COLUMNS, equityRows } from '#services/leagues/game-files.ts';

/** The equity of the members in a private game's table as CSV, by day and now: for owner, helpers and site admins. */
export default handle(endpoints.leagueEquity, async ({ params, user, services }) => {
  const { leagues, sql, clock } = services;
  const { league } = await leagues.openRoster(params.id, user);
  const roster = await leagues.roster(league, user);
  const rows = equityRows(sql, { id: league.id, isOwnGame: league.game !== null }, roster, clock.now());
  return await csvAnswer(`paperpit-league-${league.id}-equity`, EQUITY_COLUMNS, rows);
});
