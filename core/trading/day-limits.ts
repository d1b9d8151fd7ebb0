/** Daily limits of an account's fills and order events (docs/rules/02-trading.md 13). */
import { fail } from '../refusals/refusals.ts';
import type { TradeOrder } from './order.ts';
import type { Rules } from './season-rules.ts';

export const MAX_DAY_FILLS = 5_000;
export const MAX_DAY_EVENTS = 20_000;

/** The counts of an account's newest active day, "2026-11-26" in UTC. */
export type DayCount = { day: string; fills: number; events: number };

/** Returns the UTC day of an instant of the site's clock, epoch ms. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Counts the working orders that each reserve a trade: all but the targets and stops of an entry. */
export const countReserved = (orders: Iterable<{ parentId: string | null }>): number =>
  [...orders].filter(({ parentId }) => parentId === null).length;

/**
 * Checks the daily limit of fills. In a private game with a lower limit, fills and reserved trades together stay within it, so that
 * no working order can exceed it, today or on a later day.
 * @param now epoch ms of the site's clock @param rules of the game, which may allow fewer
 * @param reserved trades that working orders will use
 * @throws AppError DAY_FULL
 */
export function demandFills(
  { day, fills }: DayCount,
  now: number,
  { dayTrades }: Pick<Rules, 'dayTrades'> = { dayTrades: null },
  reserved = 0,
): void {
  const limit = Math.min(dayTrades ?? MAX_DAY_FILLS, MAX_DAY_FILLS);
  const today = day < utcDay(now) ? 0 : fills;
  const params = { params: { count: limit }, details: { limit } };
  if (today >= limit) throw fail('DAY_FULL.fills', params);
  if (dayTrades !== null && today + reserved >= limit) throw fail('DAY_FULL.reserved', params);
}

/** Checks the daily limit of order events. @param now epoch ms of the site's clock @throws AppError DAY_FULL */
export function demandEvents({ day, events }: DayCount, now: number): void {
  if (day < utcDay(now) || events < MAX_DAY_EVENTS) return;
  throw fail('DAY_FULL.orders', { params: { count: MAX_DAY_EVENTS }, details: { limit: MAX_DAY_EVENTS } });
}

/**
 * True when an order closes all of a position. The limit does not bar such an order, so that nobody is stuck in a
 * position.
 */
export const closesAll = (
  { action, size }: Pick<TradeOrder, 'action' | 'size'>,
  held: { quantity: bigint } | null,
): boolean =>
  (action === 'sell' || action === 'cover') &&
  (size.kind === 'all' || (size.kind === 'quantity' && held !== null && size.quantity === held.quantity));
