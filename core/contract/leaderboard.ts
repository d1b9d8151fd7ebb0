/** Ranks, places, and the tables of seasons. */
import { z } from 'zod';
import { RANKS } from '../leaderboard/rank.ts';
import { UserId } from './account.ts';
import type { EndpointTable } from './endpoint.ts';
import { dollars, readCall, SeasonNumber } from './fields.ts';
import { PAGE_SIZE } from './pages.ts';

/** A whole number, clamped to [1, max]. Any other text gives the default, so that a link never breaks. */
const whole = (fallback: number, max: number) =>
  z.preprocess((value) => {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d{1,300}$/.test(text)) return fallback;
    return Math.min(max, Math.max(1, Number(text)));
  }, z.number());

const RankingsQuery = z.object({ page: whole(1, 1_000_000), limit: whole(PAGE_SIZE, PAGE_SIZE) });

/**
 * A row of the leaderboard. While the season's rules hide open positions, the rows of other traders have no `balance`,
 * and have the total and place of an older snapshot.
 */
export const WireLeaderboardRow = z.object({
  userId: z.int(),
  username: z.string(),
  balance: dollars.nullable().describe("Cash; null of others while the season's rules hide open positions"),
  rankName: z.enum(RANKS),
  totalValue: z.number().describe('Equity in dollars'),
  activeLogo: z.string().nullable(),
  place: z.int().nullable().describe('null: no trades yet'),
});
export type WireLeaderboardRow = z.output<typeof WireLeaderboardRow>;

const OwnRank = z.object({
  rank: z.enum(RANKS),
  xp: z.number(),
  nextMilestone: z.number().describe('XP'),
  rankProgress: z.number().min(0).max(1),
});

const AnyRank = z.object({ rank: z.enum(RANKS), miniRank: z.int().min(0).max(5) });

export const leaderboardEndpoints = {
  rankings: {
    method: 'GET',
    path: '/api/rankings',
    summary: 'A page of the newest ranking, best first.',
    access: 'member',
    query: RankingsQuery,
    answer: z.array(WireLeaderboardRow),
    headers: {
      'x-page': 'The page, from 1.',
      'x-limit': 'Rows of a page.',
      'x-total': 'Traders in the ranking.',
      'x-ranked': 'How many of them have a place.',
      'x-generation': 'Number of the ranking; a newer one has a higher number.',
    },
    links: {
      next: {
        to: 'rankings',
        how: '`page` + 1, while `x-page` times `x-limit` is below `x-total`; two pages of another `x-generation` may share a row or miss one.',
      },
      previous: { to: 'rankings', how: '`page` - 1, above 1.' },
    },
    example: { query: { page: '1', limit: '100' } },
  },
  ownRank: {
    method: 'GET',
    path: '/api/rankingSystem',
    summary: 'The rank of who is signed in, and the way to its upper end.',
    access: 'member',
    answer: OwnRank,
  },
  rank: {
    method: 'GET',
    path: '/api/user-rank/:id',
    summary: "Any trader's rank, and which of its five marks they have reached.",
    access: 'member',
    params: UserId,
    answer: AnyRank,
    errors: ['UNKNOWN_TRADER'],
    example: { params: { id: '7' } },
  },
  seasonResults: {
    ...readCall('member'),
    path: '/api/season-results/:number',
    summary: 'The final table of a season that is over.',
    params: SeasonNumber,
    media: ['text/csv'],
    errors: ['NOT_FOUND'],
    example: { params: { number: '1' } },
  },
} as const satisfies EndpointTable;
