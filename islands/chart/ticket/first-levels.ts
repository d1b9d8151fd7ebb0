/** Where the levels of a new order begin. Pure. */

import { writePrice } from '#core/money/money.ts';
import { divRound, type PriceE4, priceE4, scale } from '#core/money/units.ts';
import { isBuying } from '#core/orders/order.ts';
import { readExit } from '#core/orders/typed-level.ts';
import type { TicketAction } from '../ground/orders.ts';
import type { TicketDraft } from './draft.ts';

/** How far from the newest price a stop begins, and from its stop the limit of a stop-limit. */
const STOP_AWAY = '1%';
const LIMIT_BEYOND = '0.5%';
/** How far behind the best price a trailing stop begins, percent. */
const TRAIL = 2n;
const CENT = 100n;

export type FirstLevels = Pick<TicketDraft, 'limit' | 'stop' | 'trail'>;

/** Dollars and cents, four decimals where the price has them. */
export const fieldText = (price: PriceE4) =>
  price % CENT === 0n ? writePrice(price).slice(0, -2) : writePrice(price);

/** A price a part of itself away, to the cent from a dollar on. @param percent below zero: lower */
export function shifted(price: PriceE4, percent: bigint): PriceE4 {
  const moved = scale(price, 100n + percent, 100n);
  return moved >= 10_000n ? priceE4(divRound(moved, CENT) * CENT) : moved;
}

/** A price that far away, to the cent from a dollar on and never the same one. */
function beyond(price: PriceE4, distance: string, isUp: boolean): PriceE4 {
  const level = readExit(distance, price, isUp);
  return level === null || level === price ? priceE4(isUp ? price + 1n : price - 1n) : level;
}

/**
 * What the fields of a type begin with: a stop where the price has not reached it, a limit at the newest price, that of a
 * stop-limit beyond its stop, so that the order can fill once the stop is reached.
 * @param price the newest one; null while it is not known
 */
export function firstLevels(
  { type, trailUnit }: Pick<TicketDraft, 'type' | 'trailUnit'>,
  action: TicketAction,
  price: PriceE4 | null,
): FirstLevels {
  const trail = String(TRAIL);
  if (price === null) return { limit: '', stop: '', trail };
  const isUp = isBuying(action);
  const stop = beyond(price, STOP_AWAY, isUp);
  const limit = type === 'stop_limit' ? beyond(stop, LIMIT_BEYOND, isUp) : shifted(price, 0n);
  const dollars = divRound(scale(price, TRAIL, 100n), CENT) * CENT;
  return {
    limit: fieldText(limit),
    stop: fieldText(stop),
    trail: trailUnit === 'percent' ? trail : fieldText(priceE4(dollars < CENT ? CENT : dollars)),
  };
}
