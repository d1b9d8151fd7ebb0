/** Finds accounts that bet against each other by their daily returns. Pure. */
import type { Cents } from '../money/units.ts';
import { type EquityPoint, equityAt } from './equity.ts';

/**
 * The fewest days on which both accounts gained or lost. With 8 such days, one of about 860 pairs with independent,
 * normally distributed returns has a correlation below MOST_CORRELATION.
 */
export const LEAST_DAYS = 8;
/** Two accounts whose daily returns have a lower correlation (Pearson's) are opposite. */
export const MOST_CORRELATION = -0.9;

/** `days`: number of days on which both equities changed. `correlation`: of the accounts' returns on these days. */
export type Opposite = { days: number; correlation: number };

/**
 * Returns each day's return as a share of the equity at the start of the day; 0 where this equity is not above 0.
 * @param ends of the days, epoch ms, ascending @returns one fewer than `ends`
 */
export function dailyReturns(points: readonly EquityPoint[], ends: readonly number[]): number[] {
  const equities = ends.map((at) => equityAt(points, at));
  return equities.slice(1).map((equity, i) => returnOf(equities[i]!, equity));
}

const returnOf = (before: Cents, after: Cents): number =>
  before > 0n ? Number(after - before) / Number(before) : 0;

/**
 * Returns the correlation of two accounts and the days behind it; null unless they are opposite on at least LEAST_DAYS
 * days. Days on which the equity of either account did not change do not count.
 * @param one daily returns of the first account @param other daily returns of the second account on the same days
 */
export function oppositeOf(one: readonly number[], other: readonly number[]): Opposite | null {
  const pairs = one.map((value, i) => [value, other[i] ?? 0] as const).filter(([a, b]) => a !== 0 && b !== 0);
  if (pairs.length < LEAST_DAYS) return null;
  const correlation = correlationOf(pairs);
  return correlation < MOST_CORRELATION ? { days: pairs.length, correlation } : null;
}

/** Returns Pearson's correlation; 0 when one side never changes. */
function correlationOf(pairs: readonly (readonly [number, number])[]): number {
  const meanOf = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [meanA, meanB] = [meanOf(0), meanOf(1)];
  const sumOf = (each: (a: number, b: number) => number) =>
    pairs.reduce((sum, [a, b]) => sum + each(a - meanA, b - meanB), 0);
  const spread = Math.sqrt(sumOf((a) => a * a) * sumOf((_, b) => b * b));
  return spread > 0 ? sumOf((a, b) => a * b) / spread : 0;
}
