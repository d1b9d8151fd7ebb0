/** Adjusts orders to the season's end, to splits and to dividends, inside the caller's transaction. */
import type { Cents } from '#core/money/units.ts';
import { followDividend, followSplit } from '#core/orders/follow.ts';
import { firstMeeting } from '#core/orders/meeting.ts';
import { hasTrail } from '#core/orders/order.ts';
import { type Game, gameOf } from '#core/season/game.ts';
import type { Transaction } from '#db/client.ts';
import {
  cancelAllOrders,
  type EndedOrders,
  eachActiveOrder,
  readMatched,
  tradersWaiting,
} from '#db/queries/orders/engine.ts';
import type { DueSplit } from '#db/queries/trading/splits.ts';
import type { Market } from '#market/market.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Observer } from './observed-prices.ts';
import { seasonEndNotice } from './order-notifications.ts';
import { type Settlement, SLACK_MS } from './settle-orders.ts';

export type OrderAdjustments = ReturnType<typeof createOrderAdjustments>;

const ATTEMPTS = 10;

export function createOrderAdjustments({
  settlement,
  market,
  bus,
  observer,
}: {
  settlement: Settlement;
  observer: Pick<Observer, 'recall'> | null;
  bus: Pick<Bus, 'publish'>;
  market: Pick<Market, 'now' | 'wallTime' | 'capabilities'>;
}) {
  /**
   * Returns the traders of the public season with an order that a price may have reached, that has expired, or that
   * trails the price.
   */
  async function dueBy(tx: Transaction, marketMs: number): Promise<Set<number>> {
    const due = new Set<number>();
    // after an outage orders were last matched hours ago
    const matchedTo = Math.min(await readMatched(tx), marketMs);
    const since = matchedTo - SLACK_MS * market.capabilities.speed;
    await eachActiveOrder(tx, (orders) => {
      for (const { userId, game, order } of orders) {
        if (game !== 'season') continue;
        const from = Math.max(order.activeFrom ?? marketMs, since);
        const isOver = order.expiresAt !== null && order.expiresAt < marketMs;
        if (isOver || hasTrail(order)) due.add(userId);
        else if (firstMeeting(order, settlement.path(order.symbol, from, marketMs), marketMs).meeting)
          due.add(userId);
      }
    });
    return due;
  }

  /** Cancelled orders by season id. A retried end replaces its entry, so that traders are notified once. */
  const ended = new Map<number, EndedOrders[]>();
  return {
    /** Fills due orders and cancels the others. The caller holds the lock of the season's row. */
    async endSeason(tx: Transaction, seasonId: number, end: Date): Promise<void> {
      const marketMs = market.wallTime ? market.now() : end.getTime();
      const game = gameOf(seasonId);
      // settles all traders of a private game, of whom there are a hundred at most
      const due = game === 'season' ? await dueBy(tx, marketMs) : await tradersWaiting(tx, seasonId, null);
      for (const userId of due) await settlement.settle(tx, userId, marketMs, { game });
      const cancelled = await cancelAllOrders(tx, seasonId, 'season_end', new Date(marketMs));
      ended.set(seasonId, cancelled);
      await storeNotices(tx, cancelled.map(seasonEndNotice), end);
    },

    /** Fills a trader's due orders in a game and cancels the others. The caller holds the lock of the account. */
    async stopTrader(tx: Transaction, seasonId: number, userId: number): Promise<void> {
      const now = market.now();
      await settlement.settle(tx, userId, now, { game: gameOf(seasonId) });
      await cancelAllOrders(tx, seasonId, 'user', new Date(now), userId);
    },

    /** Publishes the cancellations of `endSeason`, as one notification a trader. Call it after the commit. */
    tellEnd(): void {
      for (const each of [...ended.values()].flat())
        bus.publish({ ...seasonEndNotice(each), isStored: true });
      ended.clear();
    },

    /** Adjusts the traders' orders of a symbol, whose positions the caller has split. */
    async split(tx: Transaction, seasonId: number, split: DueSplit): Promise<void> {
      const now = market.now();
      await observer?.recall();
      for (const userId of await tradersWaiting(tx, seasonId, split.symbol))
        await splitOne(settlement, tx, { userId, game: gameOf(seasonId) }, split, now);
    },

    /**
     * Cancels orders of a trader that a dividend's debit leaves without enough cash. The caller holds the lock of the
     * account.
     */
    async dividend(
      tx: Transaction,
      { userId, seasonId }: { userId: number; seasonId: number },
      amount: Cents,
    ): Promise<void> {
      const now = market.now();
      const account = await settlement.read(tx, userId, gameOf(seasonId));
      if (!account) return;
      const draft = followDividend(account.book, amount, now);
      if (draft.changes.length === 0) return;
      if (!(await settlement.commit(tx, account, draft, now, { isNews: true })))
        throw new Error(`the orders of trader ${userId} could not follow a dividend`);
      settlement.announce(account, draft, true);
    },
  };
}

/** @throws Error when other processes changed the account first in every attempt */
async function splitOne(
  settlement: Settlement,
  tx: Transaction,
  { userId, game }: { userId: number; game: Game },
  split: DueSplit,
  now: number,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await settlement.read(tx, userId, game);
    if (!account) return;
    const { symbol } = split;
    const effectiveAt = split.effectiveAt.getTime();
    // moves the extremes of trailing stops with the prices before the split; followSplit converts extremes and terms
    const orders = new Map(
      [...account.book.orders].map(([id, order]) => [
        id,
        order.symbol === symbol ? settlement.marked(order, effectiveAt - 1) : order,
      ]),
    );
    const terms = { symbol, ratio: split, position: null, effectiveAt };
    const draft = followSplit({ ...account.book, orders }, terms, now);
    if (draft.changes.length === 0) return;
    if (!(await settlement.commit(tx, account, draft, now))) continue;
    settlement.announce(account, draft);
    return;
  }
  throw new Error(`the orders of trader ${userId} could not be split`);
}
