/** Turns half of the simulated traders' opening orders into working orders near the price, with a target and a stop. */
import { readPrice } from '#core/money/money.ts';
import { type BasisPoints, basisPoints, type PriceE4, priceE4 } from '#core/money/units.ts';
import { isBuying, isOpening } from '#core/orders/order.ts';
import type { NewOrder } from '#core/orders/place.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { TradeOrder } from '#core/trading/order.ts';
import type { Position } from '#core/trading/position.ts';
import type { Sql } from '#db/client.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import type { SimulatedTrader } from '#db/seed.ts';
import { type Market, MarketUnavailableError } from '#market/market.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Trading } from '../trading/trading.ts';

const WAITING = 0.5;
/** Distances in basis points. ENTRY: from price to entry. TARGET and STOP: from entry to target and to stop. */
const ENTRY = { least: 1, most: 40 };
const TARGET = basisPoints(120n);
const STOP = basisPoints(80n);
const LIFE_MS = 30 * 60_000;
/** Distance of leaveExits' targets and stops from the price, basis points: small, so that visitors see some execute. */
const EXIT = { least: 10, most: 100 };

const away = (from: PriceE4, distance: BasisPoints, isUp: boolean) =>
  priceE4((from * (isUp ? 10_000n + distance : 10_000n - distance)) / 10_000n);
const between = ({ least, most }: { least: number; most: number }, random: () => number) =>
  basisPoints(BigInt(least + Math.floor(random() * (most - least + 1))));
const PLAIN = {
  tif: 'gtc',
  stop: null,
  trail: null,
  expiresAt: null,
  clientOrderId: null,
  oco: null,
  isQueued: false,
  takeProfit: null,
  stopLoss: null,
} as const;

/** Returns an order that waits for a slightly better price. @param last the newest price @param random 0..1 */
function waitingOrder(order: TradeOrder, last: PriceE4, now: number, random: () => number): NewOrder {
  const { symbol, action, size } = order;
  const isLong = isBuying(action);
  const limit = away(last, between(ENTRY, random), !isLong);
  return {
    ...PLAIN,
    symbol,
    action,
    size,
    limit,
    type: 'limit',
    expiresAt: now + LIFE_MS,
    takeProfit: { limit: away(limit, TARGET, isLong) },
    stopLoss: { stop: away(limit, STOP, !isLong), limit: null, trail: null },
  };
}

function exitsOf({ symbol, isShort }: Position, last: PriceE4, random: () => number): [NewOrder, NewOrder] {
  const exit = { ...PLAIN, symbol, action: isShort ? 'cover' : 'sell', size: { kind: 'all' } } as const;
  return [
    { ...exit, type: 'limit', limit: away(last, between(EXIT, random), !isShort) },
    { ...exit, type: 'stop', limit: null, stop: away(last, between(EXIT, random), isShort) },
  ];
}

type Exchange = { orders: Pick<OrderService, 'place'>; market: Pick<Market, 'quote'> };

/** Gives a trader's newest position a target and a stop. When one fills, the other is cancelled. */
export async function leaveExits(
  { sql, orders, market }: Exchange & { sql: Sql },
  { id, username }: SimulatedTrader,
): Promise<void> {
  const position = (await readHoldings(sql, id))?.open.at(-1)?.position;
  if (!position) return;
  const trader = { id, username, isAdmin: false };
  try {
    const { price } = await market.quote(position.symbol);
    const [target, stop] = exitsOf(position, readPrice(price), Math.random);
    const { order } = (await orders.place(trader, target)).answer;
    await orders.place(trader, { ...stop, oco: order.id });
  } catch (error) {
    // the price may have moved, or may be missing now
    if (!(error instanceof AppError || error instanceof MarketUnavailableError)) throw error;
  }
}

export function patientEngine(
  { trading, orders, market }: Exchange & { trading: Pick<Trading, 'execute'>; market: Pick<Market, 'now'> },
  random: () => number = Math.random,
) {
  return {
    async execute(...[trader, order, options]: Parameters<Trading['execute']>): Promise<unknown> {
      if (!isOpening(order.action) || random() >= WAITING)
        return await trading.execute(trader, order, options);
      const { price } = await market.quote(order.symbol);
      return await orders.place(trader, waitingOrder(order, readPrice(price), market.now(), random));
    },
  };
}
