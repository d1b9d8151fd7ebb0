/** Prices of a feed that tells none twice: what this process received while it matched orders, for as long as it is of use. */
import { readPrice, writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { Sql } from '#db/client.ts';
import type { Market, Trade } from '#market/market.ts';
import type { PriceCheck } from '../market-split/price-check.ts';
import type { Settings } from '../platform/settings.ts';
import { ageOf } from '../trading/quotes.ts';

export type Observer = ReturnType<typeof createObserver>;

/** Prices are matched within moments; later ones of the same trader's account find them here. */
const REMEMBERED_MS = 60_000;

type Seen = { at: number; price: PriceE4; asOfMs: number };

export function createObserver(deps: {
  sql: Sql;
  market: Pick<Market, 'now' | 'capabilities' | 'source' | 'subscribe'>;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  priceCheck: PriceCheck;
}) {
  const { sql, market, settings, priceCheck } = deps;
  const seen = new Map<string, Seen[]>();
  const received: Trade[] = [];
  const watched = new Map<string, () => void>();

  /** Takes a price in as an event of now, unless it is old or no newer than the last. */
  function note({ symbol, price, tsMs }: Trade): void {
    const own = seen.get(symbol) ?? [];
    const last = own.at(-1);
    if ((last && tsMs <= last.asOfMs) || ageOf(market, tsMs) > settings.quoteMaxAgeMs) return;
    const at = Math.max(market.now(), (last?.at ?? 0) + 1);
    seen.set(symbol, [
      ...own.filter((each) => each.at > at - REMEMBERED_MS),
      { at, price: readPrice(price), asOfMs: tsMs },
    ]);
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
      (seen.get(symbol) ?? [])
        .filter(({ at }) => at > afterMs && at <= upToMs)
        .map(({ at, price }) => ({ fromMs: at, from: price, toMs: at, to: price })),
    /** Where the price of an instant came from. */
    quoted(symbol: string, at: number) {
      const found = seen.get(symbol)?.find((each) => each.at === at);
      const asOfMs = found?.asOfMs ?? at;
      return {
        asOfMs,
        ageMs: Math.max(0, Math.round((at - asOfMs) / market.capabilities.speed)),
        source: market.source,
      };
    },
    /** Forgets what was seen before. */
    began: () => seen.clear(),
    stop(): void {
      for (const leave of watched.values()) leave();
      watched.clear();
    },
  };
}
