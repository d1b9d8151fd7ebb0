/** GET /api/rankings?page=1&limit=100. */
import { z } from 'zod';
import { RANKS } from '../../leaderboard/rank.ts';
import { PAGE_SIZE } from '../../leaderboard/standing.ts';
import { dollars } from '../fields.ts';

/** A whole number, clamped to [1, max]; rubbish gives the default, so that a link never breaks. */
const whole = (fallback: number, max: number) =>
  z.preprocess((value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d{1,300}$/.test(text)) return fallback;
    return Math.min(max, Math.max(1, Number(text)));
  }, z.number());

export const RankingsQuery = z.object({ page: whole(1, 1_000_000), limit: whole(PAGE_SIZE, PAGE_SIZE) });

/** One line. While the season's rules hide open positions, others have no `balance`, and total and place of a snapshot. */
export const WireRanking = z.object({
  userId: z.int(),
  username: z.string(),
  balance: dollars.nullable().describe("Cash; null of others while the season's rules hide open positions"),
  rankName: z.enum(RANKS),
  totalValue: z.number().describe('Equity in dollars'),
  activeLogo: z.string().nullable(),
  place: z.int().nullable().describe('null: not ranked yet'),
});
export type WireRanking = z.output<typeof WireRanking>;

/** The way to the upper end of a trader's own rank. */
export const OwnRank = z.object({
  rank: z.enum(RANKS),
  xp: z.number(),
  nextMilestone: z.number().describe('XP'),
  rankProgress: z.number().min(0).max(1),
});

/** Anybody's rank, and how many of its five marks they have reached. */
export const AnyRank = z.object({ rank: z.enum(RANKS), miniRank: z.int().min(0).max(5) });

const season = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** A season, by its number. */
export const SeasonNumber = z.object({ number: season });

/** A season by its number, or all of them. */
export const SeasonChoice = z.union([z.literal('all'), season]);
export type SeasonChoice = z.output<typeof SeasonChoice>;

/** Whose trades: of the newest season unless one is named. */
export const TradesQuery = z.object({ season: SeasonChoice.optional() });
