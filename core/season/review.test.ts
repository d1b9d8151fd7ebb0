import { expect, test } from 'bun:test';
import { reviewOf } from './review.ts';

const endedAt = new Date('2026-11-30T16:00:00Z');
const season = { endedAt, reviewHours: 72, confirmedAt: null, correctedAt: null, hasPrizes: true };

test.each([
  ['while it runs', { endedAt: null }, 'none', null],
  ['without prizes', { hasPrizes: false }, 'none', null],
  ['from the end on', {}, 'provisional', new Date('2026-12-03T16:00:00Z')],
  ['once confirmed', { confirmedAt: new Date('2026-12-01T10:00:00Z') }, 'confirmed', null],
] as const)('%s', (_, change, state, until) =>
  expect(reviewOf({ ...season, ...change })).toEqual({ state, until, correctedAt: null }),
);
