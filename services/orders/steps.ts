/** What the season's end and a split do to orders, inside the transaction that does the rest of it. */

import { followSplit } from '#core/orders/follow.ts';
import { firstMeeting } from '#core/orders/meeting.ts';
import type { Transaction } from '#db/client.ts';
import {
  cancelAllOrders,
  type EndedOrders,
  eachActiveOrder,
  tradersWaiting,
} from '#db/queries/orders/engine.ts';
import type { DueSplit } from '#db/queries/trading/splits.ts';
import type { Market } from '#market/market.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Desk } from './desk.ts';
import { seasonEndNotice } from './notices.ts';
import type { Observer } from './observed-prices.ts';

export type OrderSteps = ReturnType<typeof createOrderSteps>;

/** Prices before now that may not have been matched yet, wall-clock ms: whoever matches orders is never further behind. */
const BEHIND_MS = 10 * 60_000;
const ATTEMPTS = 10;

export function createOrderSteps({
  desk,
  market,
  bus,
  observer,
}: {
  desk: Desk;
  observer: Pick<Observer, 'recall'> | null;
  bus: Pick<Bus, 'publish'>;
  market: Pick<Market, 'now' | 'wallTime' | 'capabilities'>;
}) {
  /** Traders whose orders prices made due that nobody has filled yet. */
  async function dueBy(tx: Transaction, at: number): Promise<Set<number>> {
    const due = new Set<number>();
    const since = at - BEHIND_MS * market.capabilities.speed;
    await eachActiveOrder(tx, (orders) => {
      for (const { userId, order } of orders) {
        const from = Math.max(order.activeFrom ?? at, since);
        const isOver = order.expiresAt !== null && order.expiresAt < at;
        if (isOver || order.type === 'trailing_stop') due.add(userId);
        else if (firstMeeting(order, desk.path(order.symbol, from, at), at).meeting) due.add(userId);
      }
    });
    return due;
  }

  let ended: EndedOrders[] = [];
  return {
    /** Fills what is due until now and cancels the rest. The season's row is locked. */
    async endSeason(tx: Transaction, seasonId: number, end: Date): Promise<void> {
      const at = market.wallTime ? market.now() : end.getTime();
      for (const userId of await dueBy(tx, at)) await desk.settle(tx, userId, at);
      ended = await cancelAllOrders(tx, seasonId, 'season_end', new Date(at));
    },

    /** Tells whose orders the end cancelled, once it is committed: one sentence each, however many they were. */
    tellEnd(): void {
      for (const each of ended) bus.publish(seasonEndNotice(each));
      ended = [];
    },

    /** Multiplies orders of a symbol whose positions were split. */
    async split(tx: Transaction, seasonId: number, split: DueSplit): Promise<void> {
      const at = market.now();
      await observer?.recall();
      for (const userId of await tradersWaiting(tx, seasonId, split.symbol))
        await splitOne(tx, userId, split, at);
    },
  };

  async function splitOne(tx: Transaction, userId: number, split: DueSplit, at: number): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const standing = await desk.read(tx, userId);
      if (!standing) return;
      const { symbol } = split;
      const effectiveAt = split.effectiveAt.getTime();
      // a trailing stop follows prices of new shares from here on; the best one before is divided as its terms are
      const orders = new Map(
        [...standing.book.orders].map(([id, order]) => [
          id,
          order.symbol === symbol ? desk.marked(order, effectiveAt - 1) : order,
        ]),
      );
      const terms = { symbol, ratio: split, position: null, effectiveAt };
      const draft = followSplit({ ...standing.book, orders }, terms, at);
      if (draft.changes.length === 0) return;
      if (!(await desk.commit(tx, standing, draft, at))) continue;
      desk.announce(standing, draft);
      return;
    }
    throw new Error(`the orders of trader ${userId} could not be split`);
  }
}
