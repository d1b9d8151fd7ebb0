/** A trader's practice account: opens it, covers its shorts, starts it over. */
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { openPractice, refillPractice, refillWait } from '#db/queries/season/practice.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import type { Market } from '#market/market.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Clock } from '../platform/clock.ts';
import { viewAccount } from '../trading/portfolio.ts';
import { closeEach, type Trader, type Trading } from '../trading/trading.ts';

const AGAIN_MS = 3_600_000;

type Deps = {
  sql: Sql;
  market: Pick<Market, 'quotes' | 'capabilities' | 'now'>;
  clock: Clock;
  trading: Pick<Trading, 'execute' | 'forceCovers' | 'takeKey'>;
  orders: Pick<OrderService, 'cancelAll'>;
};

export function createPractice({ sql, market, clock, trading, orders }: Deps) {
  /** @throws TOO_MANY.minutes within an hour of the last restart */
  async function demandWait(userId: number): Promise<void> {
    const waitMs = await refillWait(sql, userId, new Date(clock.now()), AGAIN_MS);
    if (waitMs === 0) return;
    const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
    throw fail('TOO_MANY.minutes', { params: { minutes: Math.ceil(waitMs / 60_000) }, headers });
  }

  return {
    /** Opens the user's account if there is none. Covers its shorts when the margin demands it. */
    async ready(userId: number): Promise<void> {
      const view = await viewAccount({ sql, market }, userId, 'practice');
      if (!view) await openPractice(sql, userId);
      else if (view.margin === 'call') await trading.forceCovers([userId], 'practice');
    },

    /**
     * Cancels the orders, closes the positions at the newest prices and restores the start cash. Ledger and closed
     * trades stay.
     * @throws TOO_MANY.minutes within an hour of the last restart, UNAVAILABLE after a concurrent trade, and what
     * closing a position throws
     */
    async startOver(user: Trader): Promise<void> {
      const trader: Trader = { ...user, game: 'practice' };
      await openPractice(sql, trader.id);
      await demandWait(trader.id);
      await orders.cancelAll(trader, null);
      const open = await openPositions(sql, trader.id);
      try {
        const { refused } = await closeEach(trading, trader, open, { idempotencyKey: null, markId: null });
        if (refused[0]) throw refused[0].error;
      } catch (error) {
        // ignores the refusal when a concurrent request has closed all positions
        if ((await openPositions(sql, trader.id)).length > 0) throw error;
      }
      if (await refillPractice(sql, trader.id, new Date(clock.now()), AGAIN_MS)) return;
      // a concurrent restart or trade prevents this one; after a trade the trader may try again
      await demandWait(trader.id);
      throw fail('UNAVAILABLE');
    },
  };
}

async function openPositions(sql: Sql, userId: number) {
  const { open = [] } = (await readHoldings(sql, userId, 'practice')) ?? {};
  return open.map(({ position: { symbol, isShort } }) => ({
    symbol,
    side: isShort ? ('short' as const) : ('long' as const),
  }));
}
