import type { SplitInEffect } from '#components/chart/panel.ts';
import type { Fill } from '#components/chart/types.ts';
import { type Answer, call } from '#core/contract/call.ts';
import { hasPageData } from '#framework/browser/host.ts';
import { holdingsNow } from '../../_live/holdings.ts';
import { pageGame } from '../../_state/game.ts';
import { patientFetch } from '../../_state/patient-fetch.ts';
import { CHART_PAGE, readChartPage } from './page.ts';

type FillRow = Pick<
  Answer<'GET /api/all-trades/:id'>[number],
  'symbol' | 'is_short' | 'buy_price' | 'sell_price' | 'open_position_timestamp' | 'close_position_timestamp'
>;

/** The newest fetch of the user's trades, and of splits by ticker. */
let trades:
  | {
      version: number;
      rows: Promise<readonly FillRow[]>;
      splits: Map<string, Promise<readonly SplitInEffect[]>>;
    }
  | undefined;
/** The number of fetches of the trades. Only the first fetch may use the splits in the page data. */
let fetches = 0;

/**
 * Returns the cash, dollars: a number that differs after each fill. The positions may be the same after two fills, which
 * opened and closed one between two refreshes.
 */
export const fillVersion = (): number => Number(holdingsNow().cash);

/**
 * Returns the user's entries and exits in a ticker; none when they cannot be fetched.
 * @param version `fillVersion()` at the time of the call: calls with the same version share one fetch
 */
export async function loadFills(userId: number, symbol: string, version: number): Promise<Fill[]> {
  if (trades?.version !== version) {
    fetches += 1;
    trades = { version, rows: fetchTrades(userId), splits: new Map() };
  }
  const { rows: fetched, splits } = trades;
  const rows = (await fetched).filter((row) => row.symbol === symbol);
  if (rows.length === 0) return [];
  if (!splits.has(symbol)) {
    const pageSplits = fetches === 1 ? splitsOnPage(symbol) : null;
    splits.set(symbol, pageSplits ? Promise.resolve(pageSplits) : fetchSplits(symbol));
  }
  return fillsOf(rows, await splits.get(symbol)!);
}

async function fetchTrades(userId: number): Promise<readonly FillRow[]> {
  try {
    return await call(
      'GET /api/all-trades/:id',
      { query: pageGame(), params: { id: userId } },
      { fetch: patientFetch },
    );
  } catch {
    trades = undefined;
    return [];
  }
}

/** Returns the splits in the page data; null for another ticker, or when the server did not know them. */
function splitsOnPage(symbol: string): readonly SplitInEffect[] | null {
  const start = hasPageData(CHART_PAGE) ? readChartPage().start : null;
  return start?.symbol === symbol ? start.splits : null;
}

async function fetchSplits(symbol: string): Promise<readonly SplitInEffect[]> {
  try {
    return await call('GET /api/splits', { query: { symbol } }, { fetch: patientFetch });
  } catch {
    return [];
  }
}

/**
 * Returns the entries and exits of one ticker; the slices of a position share their entry. The bars before a split are
 * adjusted to new shares, so the prices of a slice that was closed before the split are converted too.
 */
export function fillsOf(rows: readonly FillRow[], splits: readonly SplitInEffect[] = []): Fill[] {
  const fills = new Map<string, Fill>();
  for (const row of rows) {
    const opened = row.is_short ? 'down' : 'up';
    const closed = row.is_short ? 'up' : 'down';
    const closedAt = row.close_position_timestamp;
    const factor = closedAt ? factorSince(Date.parse(closedAt) / 1000, splits) : 1;
    const add = (kind: Fill['kind'], direction: Fill['direction'], when: string, price: string | null) => {
      const adjusted = factor === 1 ? Number(price) : Math.round(Number(price) * factor * 1e4) / 1e4;
      const fill = { kind, direction, time: Date.parse(when) / 1000, price: adjusted };
      if (Number.isFinite(fill.time) && fill.price > 0) fills.set(`${kind}${when} ${adjusted}`, fill);
    };
    add('entry', opened, row.open_position_timestamp, row.buy_price);
    if (closedAt) add('exit', closed, closedAt, row.sell_price);
  }
  return [...fills.values()];
}

/** Returns the factor from a price per old share to one per current share. @param since time of the price, epoch s */
const factorSince = (since: number, splits: readonly SplitInEffect[]): number =>
  splits
    .filter(({ effectiveAt }) => effectiveAt > since)
    .reduce((factor, { numerator, denominator }) => (factor * denominator) / numerator, 1);
