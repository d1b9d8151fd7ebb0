import { expect, test } from 'bun:test';
import { lastPlace, RANK_BAND, RANKS, type Rank, rankData, rankOf } from './rank.ts';

/** The last place of GENERAL, COMMANDER, CAPTAIN and LIEUTENANT among N ranked traders, by the specification. */
const BOUNDARIES = [
  { n: 1, last: [1, 1, 1, 1] },
  { n: 3, last: [1, 1, 2, 3] },
  { n: 10, last: [1, 1, 4, 8] },
  { n: 25, last: [1, 3, 10, 20] },
  { n: 40, last: [1, 4, 16, 32] },
  { n: 250, last: [3, 25, 100, 200] },
];

test.each(BOUNDARIES)('both sides of every boundary among $n traders', ({ n, last }) => {
  expect([1, 10, 40, 80].map((percent) => lastPlace(percent, n))).toEqual(last);
  const ladder: Rank[] = ['GENERAL', 'COMMANDER', 'CAPTAIN', 'LIEUTENANT', 'CADET'];
  for (let place = 1; place <= n; place++) {
    const expected = ladder[last.filter((boundary) => place > boundary).length]!;
    expect([place, rankOf(place, place, n)]).toEqual([place, expected]);
  }
});

test('a shared place earns what its last row earns, but a tie at the top is GENERAL', () => {
  expect(rankOf(2, 3, 25)).toBe('COMMANDER');
  expect(rankOf(3, 4, 25)).toBe('CAPTAIN');
  expect(rankOf(1, 25, 25)).toBe('GENERAL');
});

test('nobody is ranked: CADET', () => {
  expect(rankOf(0, 0, 0)).toBe('CADET');
});

test('progress inside the band, clamped, with one to five marks', () => {
  expect(rankData('CADET', 0)).toEqual({
    rank: 'CADET',
    xp: 0,
    nextMilestone: 25,
    rankProgress: 0,
    miniRank: 1,
  });
  expect(rankData('CAPTAIN', 125)).toMatchObject({ nextMilestone: 175, rankProgress: 0.5, miniRank: 3 });
  expect(rankData('GENERAL', 10_000)).toMatchObject({ rankProgress: 1, miniRank: 5 });
  for (const rank of RANKS) {
    const { min, max } = RANK_BAND[rank];
    for (const [xp, marks] of [
      [min - 1, 1],
      [min + (max - min) / 5, 1],
      [min + (max - min) / 5 + 0.01, 2],
      [max, 5],
    ] as const)
      expect([rank, xp, rankData(rank, xp).miniRank]).toEqual([rank, xp, marks]);
  }
});
