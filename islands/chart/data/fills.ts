import type { Fill } from '#components/chart/types.ts';
import { type Answer, call } from '#core/contract/call.ts';
import { patientFetch } from '../../_state/patient-fetch.ts';

type FillRow = Pick<
  Answer<'GET /api/all-trades/:id'>[number],
  'symbol' | 'is_short' | 'buy_price' | 'sell_price' | 'open_position_timestamp' | 'close_position_timestamp'
>;

/** The newest fetch of the user's trades. */
let trades: { version: number; rows: Promise<readonly FillRow[]> } | undefined;

/**
 * Returns the user's entries and exits in a ticker; none when they cannot be fetched.
 * @param version counts the user's fills on this page: callers with the same version share one fetch
 */
export async function loadFills(userId: number, symbol: string, version = 0): Promise<Fill[]> {
  if (trades?.version !== version) trades = { version, rows: fetchTrades(userId) };
  return fillsOf(await trades.rows, symbol);
}

async function fetchTrades(userId: number): Promise<readonly FillRow[]> {
  try {
    return await call(
      'GET /api/all-trades/:id',
      { query: {}, params: { id: userId } },
      { fetch: patientFetch },
    );
  } catch {
    // no answer: no fills
    trades = undefined;
    return [];
  }
}

/** Returns the entries and exits of one ticker; the slices of a position share their entry. */
export function fillsOf(rows: readonly FillRow[], symbol: string): Fill[] {
  const fills = new Map<string, Fill>();
  const add = (kind: Fill['kind'], direction: Fill['direction'], when: string, price: string | null) => {
    const fill = { kind, direction, time: Date.parse(when) / 1000, price: Number(price) };
    if (Number.isFinite(fill.time) && fill.price > 0) fills.set(`${kind}${when}${price}`, fill);
  };
  for (const row of rows) {
    if (row.symbol !== symbol) continue;
    const opened = row.is_short ? 'down' : 'up';
    const closed = row.is_short ? 'up' : 'down';
    add('entry', opened, row.open_position_timestamp, row.buy_price);
    if (row.close_position_timestamp) add('exit', closed, row.close_position_timestamp, row.sell_price);
  }
  return [...fills.values()];
}
