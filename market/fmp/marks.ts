/** Prices of many symbols: requests made in one turn of the event loop go to the provider together. */
import { MarketUnavailableError } from '../market.ts';
import type { Store } from '../provider/store.ts';
import type { Time } from '../provider/time.ts';
import { batchCalls, type FmpCall } from './api.ts';
import { type FmpClient, listOf, noData } from './client.ts';
import { type QuoteRow, readQuote } from './rows.ts';

const MOST_IN_A_BATCH = 100;
const SHARED = 'marks';

type Waiting = { resolve(row: QuoteRow | null): void; reject(error: unknown): void };

/** @param deps.freshMs how long an answer to another process may be used here @returns a function that loads one symbol */
export function createMarkLoader(deps: {
  client: FmpClient;
  store: Store | null;
  time: Time;
  freshMs: number;
  warn(sentence: string): void;
  loadOne(symbol: string): Promise<QuoteRow | null>;
}): (symbol: string) => Promise<QuoteRow | null> {
  const { client, store, time, freshMs, warn, loadOne } = deps;
  let waiting = new Map<string, Waiting>();
  /** Ways of asking for many at once that were refused. */
  let refused = 0;

  async function askMany(symbols: readonly string[]): Promise<Map<string, QuoteRow>> {
    const calls: FmpCall[] = batchCalls(await client.generation(), symbols);
    while (refused < calls.length) {
      try {
        const rows = listOf(await client.ask(calls[refused]!, ''), noData('', 'shape'));
        const row = rows.map(readQuote).filter((each) => each !== null);
        if (row.length === 0 && rows.length > 0) throw noData('', 'shape');
        return new Map(row.map((each) => [each.symbol, each]));
      } catch (error) {
        if (!(error instanceof MarketUnavailableError) || error.trouble !== 'refused') throw error;
        warn(`FMP refuses ${calls[refused]!.path.split('/').slice(0, 4).join('/')} with this key.`);
        refused++;
      }
    }
    const found = await Promise.allSettled(symbols.map(loadOne));
    if (found.every((each) => each.status === 'rejected')) throw (found[0] as PromiseRejectedResult).reason;
    return new Map(
      found.flatMap((each) =>
        each.status === 'fulfilled' && each.value ? [[each.value.symbol, each.value] as const] : [],
      ),
    );
  }

  /** Prices that other processes stored, with when they were received (epoch ms). */
  async function sharedMarks(): Promise<Record<string, { row: QuoteRow | null; at: number }>> {
    try {
      return JSON.parse((await store?.read(SHARED)) ?? '{}');
    } catch {
      return {};
    }
  }

  /** Asks for all that piled up within one turn of the event loop. */
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    const symbols = [...batch.keys()];
    const known = store ? await sharedMarks() : {};
    const isFresh = (symbol: string) =>
      known[symbol] !== undefined && time.now() - known[symbol].at < freshMs;
    for (const symbol of symbols.filter(isFresh)) batch.get(symbol)!.resolve(known[symbol]!.row);
    const missing = symbols.filter((symbol) => !isFresh(symbol));
    for (let i = 0; i < missing.length; i += MOST_IN_A_BATCH) {
      const chunk = missing.slice(i, i + MOST_IN_A_BATCH);
      try {
        const found =
          chunk.length === 1 ? new Map([[chunk[0]!, await loadOne(chunk[0]!)]]) : await askMany(chunk);
        for (const symbol of chunk) {
          const row = found.get(symbol) ?? null;
          known[symbol] = { row, at: time.now() };
          batch.get(symbol)!.resolve(row);
        }
      } catch (error) {
        for (const symbol of chunk) batch.get(symbol)!.reject(error);
      }
    }
    if (!store || missing.length === 0) return;
    const young = Object.entries(known).filter(([, { at }]) => time.now() - at < freshMs);
    await store.write(SHARED, JSON.stringify(Object.fromEntries(young)), freshMs);
  }

  return function load(symbol) {
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) queueMicrotask(() => void flush());
      waiting.set(symbol, { resolve, reject });
    });
  };
}
