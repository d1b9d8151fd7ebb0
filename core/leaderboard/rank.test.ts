import { expect, test } from 'bun:test';
import {
  lastPlace,
  markXp,
  nextRank,
  RANK_BAND,
  RANK_PERCENT,
  RANKS,
  type Rank,
  rankData,
  rankOf,
  topPercent,
} from './rank.ts';

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

test('a shared place has the rank of its last row, but a tie at the top is GENERAL', () => {
  expect(rankOf(2, 3, 25)).toBe('COMMANDER');
  expect(rankOf(3, 4, 25)).toBe('CAPTAIN');
  expect(rankOf(1, 25, 25)).toBe('GENERAL');
});

test('nobody is ranked: CADET', () => {
  expect(rankOf(0, 0, 0)).toBe('CADET');
});

test('progress inside the band, clamped, with up to five marks', () => {
  expect(rankData('CADET', 0)).toEqual({
    rank: 'CADET',
    xp: 0,
    nextMilestone: 25,
    rankProgress: 0,
    miniRank: 0,
    placesToNext: null,
    placeProgress: null,
  });
  expect(rankData('CAPTAIN', 125)).toMatchObject({ nextMilestone: 175, rankProgress: 0.5, miniRank: 3 });
  expect(rankData('GENERAL', 10_000)).toMatchObject({ rankProgress: 1, miniRank: 5 });
  for (const rank of RANKS) {
    const { min, max } = RANK_BAND[rank];
    for (const [xp, marks] of [
      [min - 1, 0],
      [min, 0],
      [min + 0.01, 1],
      [min + (max - min) / 5, 1],
      [min + (max - min) / 5 + 0.01, 2],
      [max, 5],
    ] as const)
      expect([rank, xp, rankData(rank, xp).miniRank]).toEqual([rank, xp, marks]);
  }
});

test('the places to the next rank', () => {
  expect(RANKS.map(nextRank)).toEqual(['LIEUTENANT', 'CAPTAIN', 'COMMANDER', 'GENERAL', null]);
  const away = (rank: Rank, place: number, ranked = 40) => rankData(rank, 0, { place, ranked }).placesToNext;
  expect([away('LIEUTENANT', 17), away('LIEUTENANT', 32), away('CADET', 40)]).toEqual([1, 16, 8]);
  // rows 16 and 17 share a place, but only row 16 would fit into the rank
  expect(away('LIEUTENANT', 16)).toBe(1);
  expect([away('GENERAL', 1), rankData('CADET', 30).placesToNext]).toEqual([null, null]);
});

test('a mark is reached above its fifth of the band', () => {
  expect([1, 2, 3, 4, 5].map((mark) => markXp('CAPTAIN', mark))).toEqual([75, 95, 115, 135, 155]);
  for (const mark of [1, 2, 3, 4, 5]) {
    expect(rankData('CAPTAIN', markXp('CAPTAIN', mark)).miniRank).toBe(mark - 1);
    expect(rankData('CAPTAIN', markXp('CAPTAIN', mark) + 0.01).miniRank).toBe(mark);
  }
});

test.each([1, 3, 7, 27, 250])('the percent of a place among %i never contradicts its rank', (ranked) => {
  for (let place = 2; place <= ranked; place++) {
    const rank = rankOf(place, place, ranked);
    const percent = topPercent({ place, ranked }, rank);
    const next = nextRank(rank);
    const isWithin = rank === 'CADET' || percent <= RANK_PERCENT[rank];
    const isBelowNext = next === null || percent > RANK_PERCENT[next];
    expect([place, isWithin, isBelowNext]).toEqual([place, true, true]);
  }
});

test('the way to the next rank is counted in places of the rank', () => {
  // among 25: LIEUTENANT is 11 to 20
  const progressAt = (place: number) => rankData('LIEUTENANT', 30, { place, ranked: 25 }).placeProgress;
  expect([progressAt(20), progressAt(16), progressAt(11)]).toEqual([1 / 11, 5 / 11, 10 / 11]);
  expect(rankData('GENERAL', 400, { place: 1, ranked: 25 }).placeProgress).toBeNull();
  expect(rankData('CADET', 0).placeProgress).toBeNull();
});
