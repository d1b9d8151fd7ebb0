/**
 * Records the prices of a feed that sends each price once. The matching process stores the prices that trailing stops
 * still need.
 */
import { readPrice, writePrice } from '#core/money/money.ts';
import { type PriceE4, priceE4 } from '#core/money/units.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Sql } from '#db/client.ts';
import { readExtremes, saveExtremes, trailingSymbols } from '#db/queries/orders/engine.ts';
import type { Fence } from '#db/queries/platform/leases.ts';
import type { Market, Trade } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import { ageOf } from '../market/quotes.ts';
import type { Settings } from '../platform/settings.ts';

/** `at`: epoch ms of the market's clock. */
type PastPrice = { at: number; price: PriceE4 };

/** Finds a symbol's highest and lowest price since a past instant. Keeps only prices that can still be an extreme. */
export class Extremes {
  /** Oldest first; each price is higher than all later ones. */
  readonly #highs: PastPrice[] = [];
  /** Oldest first; each price is lower than all later ones. */
  readonly #lows: PastPrice[] = [];

  /** Adds a price, which must be later than all stored ones. */
  add(next: PastPrice): void {
    while (this.#highs.length > 0 && this.#highs.at(-1)!.price <= next.price) this.#highs.pop();
    while (this.#lows.length > 0 && this.#lows.at(-1)!.price >= next.price) this.#lows.pop();
    this.#highs.push(next);
    this.#lows.push(next);
  }

  /** Returns the kept prices later than `ms`, oldest first. They include the highest and the lowest since `ms`. */
  after(ms: number): PastPrice[] {
    const all = new Map([...this.#highs, ...this.#lows].map((past) => [past.at, past]));
    return [...all.values()].filter(({ at }) => at > ms).sort((a, b) => a.at - b.at);
  }
}

/** How long every price stays in memory, market ms: long enough to settle accounts after a pass has matched them. */
const REMEMBERED_MS = 60_000;
/** Interval of storing trail extremes, ms. */
const STORE_MS = 10_000;

type Received = { at: number; price: PriceE4; asOfMs: number };

export function createMemory(sql: Sql) {
  const memories = new Map<string, { newest: Received[]; extremes: Extremes }>();
  const unstored = new Set<string>();
  let storedAt = Number.NEGATIVE_INFINITY;

  function after(symbol: string, ms: number): PastPrice[] {
    const memory = memories.get(symbol);
    if (!memory) return [];
    const since = memory.newest[0]?.at ?? Number.POSITIVE_INFINITY;
    const old = ms < since ? memory.extremes.after(ms).filter(({ at }) => at < since) : [];
    return [...old, ...memory.newest.filter(({ at }) => at > ms)];
  }

  return {
    /** Adds a price, which must be later than all stored ones of its symbol. */
    add(symbol: string, received: Received): void {
      const { newest = [], extremes = new Extremes() } = memories.get(symbol) ?? {};
      extremes.add(received);
      const remembered = newest.filter(({ at }) => at > received.at - REMEMBERED_MS);
      memories.set(symbol, { newest: [...remembered, received], extremes });
      unstored.add(symbol);
    },
    last: (symbol: string): Received | undefined => memories.get(symbol)?.newest.at(-1),
    find: (symbol: string, receivedAt: number): Received | undefined =>
      memories.get(symbol)?.newest.find((each) => each.at === receivedAt),
    after,
    /** Loads the extremes that other processes stored. */
    async begin(): Promise<void> {
      memories.clear();
      for (const { symbol, prices } of await readExtremes(sql)) {
        const extremes = new Extremes();
        for (const [at, price] of prices) extremes.add({ at, price: priceE4(BigInt(price)) });
        memories.set(symbol, { newest: [], extremes });
      }
    },
    /** Stores the extremes that trailing stops need, at most every STORE_MS. @param isLast stores at once */
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

export type Observer = ReturnType<typeof createObserver>;

export function createObserver(deps: {
  sql: Sql;
  market: Pick<Market, 'now' | 'capabilities' | 'source' | 'subscribe'>;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  priceCheck: PriceCheck;
}) {
  const { sql, market, settings, priceCheck } = deps;
  const { add, last, find, after, begin, store } = createMemory(sql);
  const received: Trade[] = [];
  const watched = new Map<string, () => void>();

  /**
   * Records a price, unless it is stale or not newer than the symbol's previous price. Dates the receipt one
   * millisecond ahead, because a pass may have matched the present millisecond already, and no pass matches it twice.
   */
  function note({ symbol, price, tsMs }: Trade): void {
    const previous = last(symbol);
    if ((previous && tsMs <= previous.asOfMs) || ageOf(market, tsMs) > settings.quoteMaxAgeMs) return;
    const receivedAt = Math.max(market.now(), previous?.at ?? 0) + 1;
    add(symbol, { at: receivedAt, price: readPrice(price), asOfMs: tsMs });
  }

  return {
    /** Subscribes to exactly these symbols, and records their prices after the split check. */
    async watch(symbols: Iterable<string>): Promise<void> {
      const subscriptions = new Set(symbols);
      for (const [symbol, leave] of watched)
        if (!subscriptions.has(symbol)) {
          leave();
          watched.delete(symbol);
        }
      for (const symbol of subscriptions)
        if (!watched.has(symbol))
          watched.set(
            symbol,
            market.subscribe([symbol], (trade) => {
              received.push(trade);
            }),
          );
      for (let trade = received[0]; trade; trade = received[0]) {
        const { symbol, price, tsMs } = trade;
        const quote = {
          symbol,
          price: writePrice(readPrice(price)),
          asOfMs: tsMs,
          prevClose: price,
          source: market.source,
        };
        const isSound = (await priceCheck.sound(sql, new Map([[symbol, quote]]))).size > 0;
        // removed only now: the check throws without the database, and the next call must check this price again
        received.shift();
        if (isSound) note(trade);
      }
    },
    path: (symbol: string, afterMs: number, upToMs: number): Stretch[] =>
      after(symbol, afterMs)
        .filter(({ at }) => at <= upToMs)
        .map(({ at, price }) => ({ fromMs: at, from: price, toMs: at, to: price })),
    /**
     * Returns the time, age (wall-clock ms) and source of the price received at an instant. Without such a price the
     * time is the instant itself.
     */
    quoted(symbol: string, fireMs: number) {
      const asOfMs = find(symbol, fireMs)?.asOfMs ?? fireMs;
      return {
        asOfMs,
        ageMs: Math.max(0, Math.round((fireMs - asOfMs) / market.capabilities.speed)),
        source: market.source,
      };
    },
    begin,
    store,
    /** Loads the prices that the matching process stored, except in that process, which has them in memory. */
    async recall(): Promise<void> {
      if (watched.size === 0) await begin();
    },
    rest(): void {
      for (const leave of watched.values()) leave();
      watched.clear();
      received.length = 0;
    },
  };
}
