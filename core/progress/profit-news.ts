/** Which of others' profits are announced. See docs/rules/05-progress.md 4. */

import { toNumber } from '../money/money.ts';
import type { Leg } from '../trading/position.ts';
import type { Rules } from '../trading/season-rules.ts';

/** A closed trade's result; percent with 2 decimals. */
export type Profit = { userId: number; username: string; profitPercentage: number };

/** Of the profits of one window the best is announced. */
export const PROFIT_WINDOW_MS = 20_000;

/**
 * What others may know of a trade. A slice of what is still open would tell of it where the rules hide open positions.
 * @returns percent with 2 decimals, null when there is nothing to announce: losses are nobody else's business
 */
export function publicProfit(
  legs: readonly Pick<Leg, 'closed' | 'position'>[],
  rules: Pick<Rules, 'hideOpen'>,
): number | null {
  const leg = legs.findLast((each) => each.closed);
  if (!leg?.closed || leg.closed.pnl <= 0n || (rules.hideOpen && leg.position.quantity > 0n)) return null;
  return toNumber(leg.closed.pnlPercent, 2);
}

/**
 * The best profits of a window: the best one, and for its own trader the best one of somebody else.
 * @returns at most two, of different traders, the best first; of equals the earlier stays ahead
 */
export function withProfit(best: readonly Profit[], profit: Profit): readonly Profit[] {
  const own = best.find(({ userId }) => userId === profit.userId);
  if (own && own.profitPercentage >= profit.profitPercentage) return best;
  return [...best.filter((each) => each !== own), profit]
    .toSorted((a, b) => b.profitPercentage - a.profitPercentage)
    .slice(0, 2);
}

/** What a reader hears of them: nobody hears of their own. */
export const profitFor = (best: readonly Profit[], userId: number): Profit | undefined =>
  best.find((profit) => profit.userId !== userId);
