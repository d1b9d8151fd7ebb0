/** What a process knows of prices it received: the newest one by one, of all before them the highest and the lowest. */
import { type PriceE4, priceE4 } from '#core/money/units.ts';
import type { Sql } from '#db/client.ts';
import { readExtremes, saveExtremes, trailingSymbols } from '#db/queries/orders/engine.ts';
import type { Fence } from '#db/queries/platform/leases.ts';
import { Extremes, type PastPrice } from './extremes.ts';

/** Prices are matched within moments; later ones of the same trader's account find them here. Market ms. */
const REMEMBERED_MS = 60_000;
/** What trailing stops are measured from is stored this often, ms. */
const STORE_MS = 10_000;

type Received = { at: number; price: PriceE4; asOfMs: number };

export function createMemory(sql: Sql) {
  const memories = new Map<string, { newest: Received[]; extremes: Extremes }>();
  /** Symbols with prices that are not stored. */
  const unstored = new Set<string>();
  let storedAt = Number.NEGATIVE_INFINITY;

  function after(symbol: string, ms: number): PastPrice[] {
    const own = memories.get(symbol);
    if (!own) return [];
    const since = own.newest[0]?.at ?? Number.POSITIVE_INFINITY;
    const old = ms < since ? own.extremes.after(ms).filter(({ at }) => at < since) : [];
    return [...old, ...own.newest.filter(({ at }) => at > ms)];
  }

  return {
    /** A price later than all of its symbol before. */
    add(symbol: string, received: Received): void {
      const { newest = [], extremes = new Extremes() } = memories.get(symbol) ?? {};
      extremes.add(received);
      const remembered = newest.filter(({ at }) => at > received.at - REMEMBERED_MS);
      memories.set(symbol, { newest: [...remembered, received], extremes });
      unstored.add(symbol);
    },
    last: (symbol: string): Received | undefined => memories.get(symbol)?.newest.at(-1),
    /** The price that was received at an instant. */
    find: (symbol: string, at: number): Received | undefined =>
      memories.get(symbol)?.newest.find((each) => each.at === at),
    /** Prices later than an instant (epoch ms of the market's clock), oldest first. */
    after,
    /** Goes on from what is stored of prices that others received. */
    async begin(): Promise<void> {
      memories.clear();
      for (const { symbol, prices } of await readExtremes(sql)) {
        const extremes = new Extremes();
        for (const [at, price] of prices) extremes.add({ at, price: priceE4(BigInt(price)) });
        memories.set(symbol, { newest: [], extremes });
      }
    },
    /** Stores what trailing stops are measured from, now and then. @param isLast at once */
    async store(fence: Fence, isLast = false): Promise<void> {
      if (unstored.size === 0 || (!isLast && performance.now() < storedAt + STORE_MS)) return;
      storedAt = performance.now();
      const followed = await trailingSymbols(sql);
      const pending = [...unstored];
      unstored.clear();
      const extremes = pending.flatMap((symbol) => {
        const since = followed.get(symbol);
        if (since === undefined) return [];
        return [
          {
            symbol,
            prices: after(symbol, since).map(({ at, price }): [number, string] => [at, String(price)]),
          },
        ];
      });
      try {
        if (extremes.length > 0) await saveExtremes(sql, fence, extremes);
      } catch (error) {
        for (const symbol of pending) unstored.add(symbol);
        throw error;
      }
    },
  };
}
