/** GET /api/rankings?page=1&limit=100. */
import { z } from 'zod';
import type { Rank } from '../../leaderboard/rank.ts';
import { PAGE_SIZE } from '../../leaderboard/standing.ts';

/** A whole number, clamped to [1, max]; rubbish gives the default, so that a link never breaks. */
const whole = (fallback: number, max: number) =>
  z.preprocess((value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d{1,300}$/.test(text)) return fallback;
    return Math.min(max, Math.max(1, Number(text)));
  }, z.number());

export const RankingsQuery = z.object({ page: whole(1, 1_000_000), limit: whole(PAGE_SIZE, PAGE_SIZE) });

/**
 * One line of the answer. `balance` is cash, a decimal string; `totalValue` equity in dollars. While the season's rules
 * hide open positions, others have no `balance` and whole dollars.
 */
export type WireRanking = {
  userId: number;
  username: string;
  balance: string | null;
  rankName: Rank;
  totalValue: number;
  activeLogo: string | null;
  /** null: not ranked yet. */
  place: number | null;
};
