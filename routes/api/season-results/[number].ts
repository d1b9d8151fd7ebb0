import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { resultRows } from '#db/queries/season/results.ts';
import { type SeasonRow, seasonByNumber } from '#db/queries/season/seasons.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';
import { seasonReview } from '#services/prizes/deal.ts';
import type { Services } from '#services/services.ts';

const COLUMNS = ['place', 'username', 'rank', 'equity', 'realised_pnl', 'trades', 'disqualified', 'result'];
/** The number of traders that one query reads. */
const BATCH = 1_000;

/** The final table of a season as CSV. */
export default handle(endpoints.seasonResults, async ({ params, services }) => {
  const season = await seasonByNumber(services.sql, params.number);
  if (!season?.endedAt) throw fail('NOT_FOUND');
  const result = resultOf(season);
  const name = `paperpit-season-${season.number}${result === 'final' ? '' : `-${result}`}`;
  return await csvAnswer(name, COLUMNS, rowsOf(services, season, result));
});

/** Returns how final the table is, for a column and the file's name. */
function resultOf(season: SeasonRow): 'provisional' | 'final' | 'corrected' {
  const { state, correctedAt } = seasonReview(season);
  if (state === 'provisional') return 'provisional';
  return correctedAt ? 'corrected' : 'final';
}

async function* rowsOf({ reads }: Pick<Services, 'reads'>, season: SeasonRow, result: string) {
  for (let from = 1; ; from += BATCH) {
    const results = await reads.ofSeason(season, (sql) => resultRows(sql, season.id, from, BATCH));
    yield results.map((r) => [
      r.ranked ? r.place : null,
      r.username,
      r.rank,
      r.equity,
      r.realised,
      r.trades,
      r.disqualified,
      result,
    ]);
    if (results.length < BATCH) return;
  }
}
