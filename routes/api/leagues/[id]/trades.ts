import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';
import { TRADE_COLUMNS, tradeRows } from '#services/leagues/game-files.ts';

/** The fills of the members in a private game's table as CSV, oldest first: for owner, helpers and site admins. */
export default handle(endpoints.leagueTrades, async ({ params, user, services: { leagues, sql } }) => {
  const { league } = await leagues.openRoster(params.id, user);
  const rows = tradeRows(sql, league.game?.seasonId, await leagues.roster(league, user));
  return await csvAnswer(`paperpit-league-${league.id}-trades`, TRADE_COLUMNS, rows);
});
