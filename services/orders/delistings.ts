/**
 * Orders in tickers that left the market: no price will ever fill them. A source that is down, slow or wrong for an
 * afternoon ends none: it has to say for a day, hour by hour, that it does not list the ticker.
 */
import type { Sql } from '#db/client.ts';
import { forgetListed, noteUnlisted, tradersWaiting } from '#db/queries/orders/engine.ts';
import { type Market, MarketUnavailableError } from '#market/market.ts';
import { ageOf, quotesNow } from '../market/quotes.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import type { OrderEngine } from './engine.ts';
import type { OrderDesk } from './orders.ts';

/** Looks in a row, at least an hour apart, that have to say so. */
const LOOKS = 24;
/** Between two sessions no price is older than this, ms: only a ticker with an older one is asked about. */
const QUIET_MS = 4 * 86_400_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'isListed' | 'now' | 'capabilities'>;
  seasons: Pick<Seasons, 'current'>;
  orders: Pick<OrderDesk, 'endDelisted'>;
  orderEngine: Pick<OrderEngine, 'symbols'>;
  log: Pick<Log, 'warn'>;
};

export function createDelistings({ sql, market, seasons, orders, orderEngine, log }: Deps) {
  /** @throws MarketUnavailableError when the source is away: then nothing is known about any ticker */
  async function unlisted(symbols: readonly string[]): Promise<string[]> {
    const quotes = await quotesNow(market, symbols);
    const found: string[] = [];
    for (const symbol of symbols) {
      const asOfMs = quotes.get(symbol)?.asOfMs ?? null;
      const isQuoted = asOfMs !== null && ageOf(market, asOfMs) < QUIET_MS;
      if (!isQuoted && !(await market.isListed(symbol))) found.push(symbol);
    }
    return found;
  }

  async function cancel(symbol: string): Promise<void> {
    const season = seasons.current();
    if (!season || season.endedAt !== null) return;
    const traders = await tradersWaiting(sql, season.id, symbol);
    if (traders.length > 0)
      log.warn({ symbol, traders: traders.length }, 'orders in a ticker that left the market are cancelled');
    for (const id of traders)
      await orders.endDelisted(id, symbol).catch((error: unknown) => {
        // the next look tries again; one account keeps no other from its end
        log.warn({ err: error, symbol, userId: id }, 'orders in a ticker that left the market still wait');
      });
  }

  /** One look, by the process that matches orders: hourly. */
  return async function look(): Promise<void> {
    const symbols = orderEngine.symbols();
    if (!symbols) return;
    try {
      const gone = await unlisted(symbols);
      await forgetListed(sql, gone);
      for (const symbol of gone) if ((await noteUnlisted(sql, symbol)) >= LOOKS) await cancel(symbol);
    } catch (error) {
      if (!(error instanceof MarketUnavailableError)) throw error;
    }
  };
}
