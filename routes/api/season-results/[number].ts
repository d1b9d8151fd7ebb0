import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/contract/errors.ts';
import { resultRows } from '#db/queries/season/results.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/csv.ts';

const COLUMNS = ['place', 'username', 'rank', 'equity', 'realised_pnl', 'trades', 'disqualified'];
const ALL = 2_147_483_647;

/** The final table of a season as CSV. */
export default handle(endpoints.seasonResults, async ({ params, services: { sql, reads } }) => {
  const season = await seasonByNumber(sql, params.number);
  if (!season?.endedAt) throw fail('NOT_FOUND');
  const rows = await reads.ofSeason(season, (from) => resultRows(from, season.id, 1, ALL));
  return csvAnswer(
    `paperpit-season-${season.number}`,
    COLUMNS,
    rows.map((r) => [
      r.ranked ? r.place : null,
      r.username,
      r.rank,
      r.equity,
      r.realised,
      r.trades,
      r.disqualified,
    ]),
  );
});
