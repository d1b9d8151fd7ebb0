/** Looks after the margin of practice accounts, which no ranking pass values. */
import { readPrice } from '#core/money/money.ts';
import { valueAccount } from '#core/trading/portfolio.ts';
import type { Sql } from '#db/client.ts';
import { practiceAtRisk } from '#db/queries/season/practice.ts';
import { readHoldingsOf } from '#db/queries/trading/portfolio.ts';
import type { Market } from '#market/market.ts';
import { quotesNow } from '../market/quotes.ts';
import type { OrderEngine } from '../orders/match-orders.ts';
import type { Log } from '../platform/log.ts';
import type { Trading } from '../trading/trading.ts';

/** Interval of looks, ms. */
const EVERY_MS = 5_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'path'>;
  trading: Pick<Trading, 'forceCovers'>;
  orderEngine: Pick<OrderEngine, 'symbols'>;
  log: Pick<Log, 'warn'>;
};

export function createPracticeMargin({ sql, market, trading, orderEngine, log }: Deps) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  /** Covers the shorts of practice accounts whose margin is too low. @returns how many accounts were covered */
  async function check(): Promise<number> {
    const ids = await practiceAtRisk(sql);
    if (ids.length === 0) return 0;
    const holdings = await readHoldingsOf(sql, ids, 'practice');
    const positionsOf = new Map(
      [...holdings].map(([id, { open }]) => [id, open.map(({ position }) => position)]),
    );
    const symbols = new Set([...positionsOf.values()].flat().map(({ symbol }) => symbol));
    const quotes = await quotesNow(market, [...symbols]);
    const prices = new Map([...quotes].map(([symbol, { price }]) => [symbol, readPrice(price)]));
    const due = [...holdings].filter(
      ([id, { cash }]) => valueAccount(cash, positionsOf.get(id)!, prices).margin === 'call',
    );
    return await trading.forceCovers(
      due.map(([id]) => id),
      'practice',
    );
  }

  async function loop(): Promise<void> {
    try {
      // one process does it: the one that matches orders
      if (orderEngine.symbols() !== null) await check();
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'the margin of practice accounts could not be looked after');
    }
    if (!isStopped) timer = setTimeout(loop, EVERY_MS).unref();
  }

  return {
    check,
    /** Starts the looks, where prices cost nothing. A bought market is asked on a trader's own order and look instead. */
    begin(): void {
      if (market.path) void loop();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
