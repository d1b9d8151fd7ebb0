import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { resultRows } from '#db/queries/season/results.ts';
import { type SeasonRow, seasonByNumber } from '#db/queries/season/seasons.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';
import type { Services } from '#services/services.ts';

const COLUMNS = ['place', 'username', 'rank', 'equity', 'realised_pnl', 'trades', 'disqualified'];
/** Traders read at a time. */
const BATCH = 1_000;

/** The final table of a season as CSV. */
export default handle(endpoints.seasonResults, async ({ params, services }) => {
  const season = await seasonByNumber(services.sql, params.number);
  if (!season?.endedAt) throw fail('NOT_FOUND');
  return await csvAnswer(`paperpit-season-${season.number}`, COLUMNS, rowsOf(services, season));
});

async function* rowsOf({ reads }: Pick<Services, 'reads'>, season: SeasonRow) {
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
    ]);
    if (results.length < BATCH) return;
  }
}
