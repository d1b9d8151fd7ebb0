/** Daily limits of an account's fills and order events (docs/rules/02-trading.md 13). */
import { fail } from '../refusals/refusals.ts';
import type { TradeOrder } from './order.ts';
import type { Rules } from './season-rules.ts';

/** The most fills of an account a day. */
export const MAX_DAY_FILLS = 5_000;
/** The most rows in the log of its orders a day. */
export const MAX_DAY_EVENTS = 20_000;

/** The counts of an account's newest active day, "2026-11-26" in UTC. */
export type DayCount = { day: string; fills: number; events: number };

/** Returns the UTC day of an instant of the site's clock, epoch ms. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Checks the daily limit of fills.
 * @param now epoch ms of the site's clock @param rules of the game, which may allow fewer @param waiting orders that will count too
 * @throws AppError DAY_FULL
 */
export function demandFills(
  { day, fills }: DayCount,
  now: number,
  { dayTrades }: Pick<Rules, 'dayTrades'> = { dayTrades: null },
  waiting = 0,
): void {
  const limit = Math.min(dayTrades ?? MAX_DAY_FILLS, MAX_DAY_FILLS);
  const today = day < utcDay(now) ? 0 : fills;
  const reserved = dayTrades === null ? 0 : waiting;
  if (today + reserved < limit) return;
  throw fail('DAY_FULL.fills', { params: { count: limit }, details: { limit } });
}

/** Checks the daily limit of order events. @param now epoch ms of the site's clock @throws AppError DAY_FULL */
export function demandEvents({ day, events }: DayCount, now: number): void {
  if (day < utcDay(now) || events < MAX_DAY_EVENTS) return;
  throw fail('DAY_FULL.orders', { params: { count: MAX_DAY_EVENTS }, details: { limit: MAX_DAY_EVENTS } });
}

/** True when an order closes all of a position; that is allowed beyond the limit, so that nobody is stuck in one. */
export const closesAll = ({ action, size }: TradeOrder, held: { quantity: bigint } | null): boolean =>
  (action === 'sell' || action === 'cover') &&
  (size.kind === 'all' || (size.kind === 'quantity' && held !== null && size.quantity === held.quantity));
