/** Announcements of other traders' profits (docs/rules/05-progress.md 4). */
import { toNumber } from '../money/money.ts';
import { isPublicSeason } from '../season/game.ts';
import type { DecidedFill } from '../trading/position.ts';
import type { Terms } from '../trading/season-rules.ts';

/** The profit of a closed trade, percent with 2 decimals. */
export type Profit = { userId: number; username: string; profitPercentage: number };

/** Length of a window, ms; the best profit of each window is announced. */
export const PROFIT_WINDOW_MS = 20_000;

/**
 * Returns the profit to announce, percent with 2 decimals. Returns null without a profit, outside the public season,
 * and, when the rules hide open positions, for a slice of a position that stays open.
 */
export function publicProfit(
  fills: readonly Pick<DecidedFill, 'closed' | 'position'>[],
  { rules, seasonId }: Pick<Terms, 'rules' | 'seasonId'>,
): number | null {
  if (!isPublicSeason(seasonId)) return null;
  const fill = fills.findLast((each) => each.closed);
  if (!fill?.closed || fill.closed.pnl <= 0n || (rules.hideOpen && fill.position.quantity > 0n)) return null;
  return toNumber(fill.closed.pnlPercent, 2);
}

/**
 * Adds a profit to the two best profits of a window, which belong to different traders. The trader who made
 * the best profit gets the second best announced, every other trader the best.
 * @returns the best first; of equal profits the earlier
 */
export function withProfit(best: readonly Profit[], profit: Profit): readonly Profit[] {
  const previous = best.find(({ userId }) => userId === profit.userId);
  if (previous && previous.profitPercentage >= profit.profitPercentage) return best;
  return [...best.filter((each) => each !== previous), profit]
    .toSorted((a, b) => b.profitPercentage - a.profitPercentage)
    .slice(0, 2);
}

/** Returns the profit to announce to a trader: the best profit of another trader; undefined without any. */
export const profitFor = (best: readonly Profit[], userId: number): Profit | undefined =>
  best.find((profit) => profit.userId !== userId);
