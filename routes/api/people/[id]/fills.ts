import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { inBatches } from '#db/batches.ts';
import type { Sql } from '#db/client.ts';
import { findPerson } from '#db/queries/account/people.ts';
import { listFills, type SeasonFillRow } from '#db/queries/trading/trades.ts';
import { handle } from '#framework/endpoint.ts';
import { csvAnswer } from '#framework/http/response.ts';

const COLUMNS = ['filled_at', 'season', 'symbol', 'action', 'quantity', 'price', 'cash_delta', 'reason'];
/** The number of fills that one query reads. */
const BATCH = 1_000;

/** All fills of a person as CSV, newest first. */
export default handle(endpoints.personFills, async ({ services: { sql }, params }) => {
  if (!(await findPerson(sql, params.id))) throw fail('NOT_FOUND');
  return await csvAnswer(`paperpit-fills-${params.id}`, COLUMNS, rowsOf(sql, params.id));
});

async function* rowsOf(sql: Sql, userId: number) {
  const read = (last: SeasonFillRow | null) => listFills(sql, userId, BATCH, last);
  for await (const fills of inBatches(BATCH, read))
    yield fills.map((fill) => [
      fill.at.toISOString(),
      fill.season,
      fill.symbol,
      fill.action,
      fill.quantity,
      fill.price,
      fill.cashDelta,
      fill.reason,
    ]);
}
