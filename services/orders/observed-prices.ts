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

/** Of the past prices of a symbol the highest and the lowest since any moment: what later ones went beyond is forgotten. */

/** A price of the past. `at`: epoch ms of the market's clock */
type PastPrice = { at: number; price: PriceE4 };

export class Extremes {
  /** Each is higher than all after it. */
  readonly #highs: PastPrice[] = [];
  /** Each is lower than all after it. */
  readonly #lows: PastPrice[] = [];

  /** Later than all that were taken in before. */
  add(seen: PastPrice): void {
    while (this.#highs.length > 0 && this.#highs.at(-1)!.price <= seen.price) this.#highs.pop();
    while (this.#lows.length > 0 && this.#lows.at(-1)!.price >= seen.price) this.#lows.pop();
    this.#highs.push(seen);
    this.#lows.push(seen);
  }

  /** Stored prices later than `ms`, oldest first; the highest and the lowest are always among them. */
  after(ms: number): PastPrice[] {
    const all = new Map([...this.#highs, ...this.#lows].map((seen) => [seen.at, seen]));
    return [...all.values()].filter(({ at }) => at > ms).sort((a, b) => a.at - b.at);
  }
}

/** What a process knows of prices it received: the newest one by one, of all before them the highest and the lowest. */

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

/** Prices of a feed that tells none twice: what this process received while it matched orders, for as long as it is of use. */

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

  /** Takes a price in as an event of now, unless it is old or no newer than the last. */
  function note({ symbol, price, tsMs }: Trade): void {
    const before = last(symbol);
    if ((before && tsMs <= before.asOfMs) || ageOf(market, tsMs) > settings.quoteMaxAgeMs) return;
    const at = Math.max(market.now(), (before?.at ?? 0) + 1);
    add(symbol, { at, price: readPrice(price), asOfMs: tsMs });
  }

  return {
    /** Listens to these symbols and no others, and takes in what came, once it is known to be of no split. */
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
            market.subscribe([symbol], (trade) => void received.push(trade)),
          );
      for (const trade of received.splice(0)) {
        const { symbol, price, tsMs } = trade;
        const quote = {
          symbol,
          price: writePrice(readPrice(price)),
          asOfMs: tsMs,
          prevClose: price,
          source: market.source,
        };
        if ((await priceCheck.sound(sql, new Map([[symbol, quote]]))).size > 0) note(trade);
      }
    },
    path: (symbol: string, afterMs: number, upToMs: number): Stretch[] =>
      after(symbol, afterMs)
        .filter(({ at }) => at <= upToMs)
        .map(({ at, price }) => ({ fromMs: at, from: price, toMs: at, to: price })),
    /** Where the price of an instant came from. */
    quoted(symbol: string, at: number) {
      const asOfMs = find(symbol, at)?.asOfMs ?? at;
      return {
        asOfMs,
        ageMs: Math.max(0, Math.round((at - asOfMs) / market.capabilities.speed)),
        source: market.source,
      };
    },
    begin,
    store,
    /** Reads the prices that the listening process has stored, unless this process is the one. */
    async recall(): Promise<void> {
      if (watched.size === 0) await begin();
    },
    /** Listens to nothing any more. */
    rest(): void {
      for (const leave of watched.values()) leave();
      watched.clear();
      received.length = 0;
    },
  };
}
