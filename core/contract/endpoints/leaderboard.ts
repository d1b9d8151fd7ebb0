/** Ranks, places, and the tables of seasons. */

import { z } from 'zod';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { UserId } from '../schemas/account.ts';
import { AnyRank, OwnRank, RankingsQuery, SeasonNumber, WireRanking } from '../schemas/rankings.ts';

export const leaderboard = {
  rankings: {
    ...located(at.rankings),
    summary: 'A page of the newest ranking, best first.',
    access: 'member',
    query: RankingsQuery,
    answer: z.array(WireRanking),
    headers: {
      'x-page': 'The page, from 1.',
      'x-limit': 'Rows of a page.',
      'x-total': 'Traders in the ranking.',
      'x-ranked': 'How many of them have a place.',
      'x-generation': 'Number of the ranking; a newer one has a higher number.',
    },
    links: {
      next: { to: 'rankings', how: '`page` + 1, while `x-page` times `x-limit` is below `x-total`.' },
      previous: { to: 'rankings', how: '`page` - 1, above 1.' },
    },
    example: { query: { page: '1', limit: '100' } },
  },
  ownRank: {
    ...located(at.ownRank),
    summary: 'The rank of who is signed in, and the way to its upper end.',
    access: 'member',
    answer: OwnRank,
  },
  rank: {
    ...located(at.rank),
    summary: "Any trader's rank, and which of its five marks they have reached.",
    access: 'member',
    params: UserId,
    answer: AnyRank,
    errors: ['UNKNOWN_TRADER'],
    example: { params: { id: '7' } },
  },
  seasonResults: {
    ...located(at.seasonResults),
    summary: 'The final table of a season that is over.',
    access: 'member',
    limit: 'read',
    params: SeasonNumber,
    media: ['text/csv'],
    errors: ['NOT_FOUND'],
    example: { params: { number: '1' } },
  },
} as const satisfies EndpointTable;
