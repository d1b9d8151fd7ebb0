/** Simulated traders who wait: some of what they would open at once becomes an order near the price, with a target and a stop. */
import { readPrice } from '#core/money/money.ts';
import { type BasisPoints, basisPoints, type PriceE4, priceE4 } from '#core/money/units.ts';
import { isBuying, isOpening } from '#core/orders/order.ts';
import type { NewOrder } from '#core/orders/place.ts';
import type { TradeOrder } from '#core/trading/order.ts';
import type { Market } from '#market/market.ts';
import type { OrderDesk } from '../orders/orders.ts';
import type { Trading } from '../trading/trading.ts';

/** How many of the openings wait. */
const WAITING = 0.5;
/** Basis points from the price: the entry at most, target and stop from the entry. */
const ENTRY = 40;
const TARGET = basisPoints(120n);
const STOP = basisPoints(80n);
/** An entry nobody came to is given up. */
const LIFE_MS = 30 * 60_000;

/** An order that waits for a slightly better price. @param last the newest price @param random 0..1 */
export function waitingOrder(order: TradeOrder, last: PriceE4, now: number, random: () => number): NewOrder {
  const { symbol, action, size } = order;
  const isLong = isBuying(action);
  const away = (from: PriceE4, distance: BasisPoints, isUp: boolean) =>
    priceE4((from * (isUp ? 10_000n + distance : 10_000n - distance)) / 10_000n);
  const limit = away(last, basisPoints(BigInt(1 + Math.floor(random() * ENTRY))), !isLong);
  return {
    ...{ symbol, action, size, limit, type: 'limit', tif: 'gtc', stop: null, trail: null },
    ...{ expiresAt: now + LIFE_MS, clientOrderId: null, oco: null, isQueued: false },
    takeProfit: { limit: away(limit, TARGET, isLong) },
    stopLoss: { stop: away(limit, STOP, !isLong), limit: null, trail: null },
  };
}

/** Executes orders at once or lets them wait. */
export function patientEngine(
  {
    trading,
    orders,
    market,
  }: {
    trading: Pick<Trading, 'execute'>;
    orders: Pick<OrderDesk, 'place'>;
    market: Pick<Market, 'quote' | 'now'>;
  },
  random: () => number = Math.random,
) {
  return {
    async execute(...[trader, order]: Parameters<Trading['execute']>): Promise<unknown> {
      if (!isOpening(order.action) || random() >= WAITING) return await trading.execute(trader, order);
      const { price } = await market.quote(order.symbol);
      return await orders.place(trader, waitingOrder(order, readPrice(price), market.now(), random));
    },
  };
}
