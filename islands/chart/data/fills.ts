import type { Fill } from '#components/chart/types.ts';
import { patientFetch } from '../../_state/patientFetch.ts';

type Row = {
  symbol: string;
  is_short: boolean;
  buy_price: unknown;
  sell_price: unknown;
  open_position_timestamp: string;
  close_position_timestamp: string | null;
};

/** The trades of the user the page is drawn for, until there are newer ones. */
let trades: { version: number; rows: Promise<unknown> } | undefined;

/**
 * The user's own entries and exits in a ticker, none when they cannot be fetched.
 * @param version counts the user's fills on this page: all who ask for the same one share an answer
 */
export async function loadFills(userId: number, symbol: string, version = 0): Promise<Fill[]> {
  if (trades?.version !== version) trades = { version, rows: fetchTrades(userId) };
  return fillsOf(await trades.rows, symbol);
}

async function fetchTrades(userId: number): Promise<unknown> {
  try {
    const headers = { accept: 'application/json' };
    const response = await patientFetch(`/api/all-trades/${userId}`, { headers, credentials: 'include' });
    if (response.ok) return await response.json();
  } catch {
    // no answer: no fills
  }
  trades = undefined;
  return [];
}

/** Entries and exits of one ticker; slices of one position share their entry. */
export function fillsOf(rows: unknown, symbol: string): Fill[] {
  if (!Array.isArray(rows)) return [];
  const fills = new Map<string, Fill>();
  const add = (kind: Fill['kind'], direction: Fill['direction'], at: string, price: unknown) => {
    const fill = { kind, direction, time: Date.parse(at) / 1000, price: Number(price) };
    if (Number.isFinite(fill.time) && fill.price > 0) fills.set(`${kind}${at}${price}`, fill);
  };
  for (const row of rows as Row[]) {
    if (row.symbol !== symbol) continue;
    const opened = row.is_short ? 'down' : 'up';
    const closed = row.is_short ? 'up' : 'down';
    add('entry', opened, row.open_position_timestamp, row.buy_price);
    if (row.close_position_timestamp) add('exit', closed, row.close_position_timestamp, row.sell_price);
  }
  return [...fills.values()];
}
