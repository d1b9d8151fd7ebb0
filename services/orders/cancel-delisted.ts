/**
 * Cancels orders in delisted tickers, which no price will ever fill. An outage of the source cancels no order: 24
 * hourly checks must miss the ticker in the source's list.
 */
import { gameOf } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import { openGames } from '#db/queries/leagues/games.ts';
import { forgetListed, noteUnlisted, tradersWaiting } from '#db/queries/orders/engine.ts';
import { type Market, MarketUnavailableError } from '#market/market.ts';
import { ageOf, quotesNow } from '../market/quotes.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import type { OrderService } from './change-orders.ts';
import type { OrderEngine } from './match-orders.ts';

/** Checks in a row, at least an hour apart, that must miss the ticker. */
const LOOKS = 24;
/** A ticker with a price younger than this counts as listed without a check, ms. */
const QUIET_MS = 4 * 86_400_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'isListed' | 'now' | 'capabilities'>;
  seasons: Pick<Seasons, 'current'>;
  orders: Pick<OrderService, 'endDelisted'>;
  orderEngine: Pick<OrderEngine, 'symbols'>;
  log: Pick<Log, 'warn'>;
};

export function createDelistings({ sql, market, seasons, orders, orderEngine, log }: Deps) {
  async function unlisted(symbols: readonly string[]): Promise<string[]> {
    const quotes = await quotesNow(market, symbols);
    const missing: string[] = [];
    for (const symbol of symbols) {
      const asOfMs = quotes.get(symbol)?.asOfMs ?? null;
      const isQuoted = asOfMs !== null && ageOf(market, asOfMs) < QUIET_MS;
      if (!isQuoted && !(await market.isListed(symbol))) missing.push(symbol);
    }
    return missing;
  }

  async function cancel(symbol: string): Promise<void> {
    const season = seasons.current();
    for (const id of await openGames(sql, season?.endedAt === null && season)) await cancelIn(id, symbol);
  }

  async function cancelIn(seasonId: number, symbol: string): Promise<void> {
    const traders = await tradersWaiting(sql, seasonId, symbol);
    if (traders.length > 0)
      log.warn({ symbol, traders: traders.length }, 'orders in a ticker that left the market are cancelled');
    for (const id of traders)
      await orders.endDelisted(id, symbol, gameOf(seasonId)).catch((error: unknown) => {
        // the next check tries again, and the other accounts continue
        log.warn({ err: error, symbol, userId: id }, 'orders in a ticker that left the market still wait');
      });
  }

  /** Checks once, if this process matches orders; called hourly. */
  return async function look(): Promise<void> {
    const symbols = orderEngine.symbols();
    if (!symbols) return;
    try {
      const unlistedSymbols = await unlisted(symbols);
      await forgetListed(sql, unlistedSymbols);
      for (const symbol of unlistedSymbols)
        if ((await noteUnlisted(sql, symbol)) >= LOOKS) await cancel(symbol);
    } catch (error) {
      if (!(error instanceof MarketUnavailableError)) throw error;
    }
  };
}
