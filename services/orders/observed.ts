/** Prices of a feed that tells none twice: what this process received while it matched orders, for as long as it is of use. */
import { readPrice, writePrice } from '#core/money/money.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Sql } from '#db/client.ts';
import type { Market, Trade } from '#market/market.ts';
import type { PriceCheck } from '../market/price-check.ts';
import { ageOf } from '../market/quotes.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { createMemory } from './memory.ts';

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
