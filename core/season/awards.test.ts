import { describe, expect, test } from 'bun:test';
import {
  applyDecision,
  dealPrizes,
  faultOf,
  noVerdict,
  type PlacedRow,
  prizesOf,
  readPrizeSplit,
  WINNER_TAKES_ALL,
  type WinnerDecision,
} from './awards.ts';

const POOL = 100_00n;
const thirds = prizesOf(POOL, [50, 30, 20]);
const rows = (...places: [userId: number, place: number][]): PlacedRow[] =>
  places.map(([userId, place]) => ({ userId, place }));
const decision = (
  kind: WinnerDecision['kind'],
  userId: number | null = null,
  paid: WinnerDecision['paid'] = null,
): WinnerDecision => ({
  kind,
  userId,
  paid,
});
const verdictOf = (...decisions: WinnerDecision[]) => decisions.reduce(applyDecision, noVerdict());
const deal = (placed: PlacedRow[], verdict = noVerdict(), amounts = thirds) =>
  Object.fromEntries(dealPrizes(amounts, placed, verdict).map(({ userId, amount }) => [userId, amount]));

describe('prizes of places that traders share', () => {
  test('two at place 1 of 50, 30, 20 win 40 each, and the third 20', () =>
    expect(deal(rows([5, 1], [8, 1], [6, 3]))).toEqual({ 5: 40_00n, 8: 40_00n, 6: 20_00n }));
  test('a tie over the last prize place shares it alone', () =>
    expect(deal(rows([9, 1], [8, 2], [1, 3], [2, 3], [3, 3], [4, 3]))).toMatchObject({ 1: 5_00n, 4: 5_00n }));
  test('agorot are rounded down, the rest goes to the lowest id', () => {
    expect(deal(rows([9, 1], [4, 1], [7, 1]), noVerdict(), prizesOf(POOL, WINNER_TAKES_ALL))).toEqual({
      9: 33_33n,
      4: 33_34n,
      7: 33_33n,
    });
    expect(deal(rows([3, 1], [2, 1], [1, 1]), noVerdict(), [2n])).toEqual({ 1: 2n });
  });
  test('without prizes, or traders with a place, there are no awards', () => {
    expect(deal(rows([1, 1]), noVerdict(), [])).toEqual({});
    expect(deal([])).toEqual({});
  });
});

describe('the money of a trader without a prize moves on', () => {
  const table = rows([1, 1], [2, 2], [3, 3], [4, 4]);
  test('to the places below', () =>
    expect(deal(table, verdictOf(decision('no_prize', 1)))).toEqual({ 2: 50_00n, 3: 30_00n, 4: 20_00n }));
  test('and back, when that is lifted', () =>
    expect(deal(table, verdictOf(decision('no_prize', 1), decision('lift', 1)))).toEqual(deal(table)));
  test('within a shared place, to those who share it', () =>
    expect(deal(rows([1, 1], [2, 1], [3, 3]), verdictOf(decision('no_prize', 2)))).toEqual({
      1: 50_00n,
      3: 30_00n,
    }));
});

describe('a paid prize never moves', () => {
  const paidSecond = decision('paid', 2, { place: 2, amount: 30_00n });
  test('when the first place loses the prize', () =>
    expect(
      deal(
        rows([1, 1], [2, 2], [3, 3], [4, 4]),
        verdictOf(decision('confirm'), paidSecond, decision('no_prize', 1)),
      ),
    ).toEqual({ 2: 30_00n, 3: 50_00n, 4: 20_00n }));
  test('when its winner is disqualified', () =>
    expect(
      deal(
        rows([1, 1], [3, 2], [4, 3]),
        verdictOf(decision('confirm'), paidSecond, decision('disqualify', 2)),
      ),
    ).toEqual({ 1: 50_00n, 2: 30_00n, 3: 20_00n }));
  test('when it was a share of several places, and the pool stays whole', () => {
    const paid = decision('paid', 1, { place: 1, amount: 40_00n });
    const dealt = deal(
      rows([1, 1], [2, 1], [3, 3]),
      verdictOf(decision('confirm'), paid, decision('no_prize', 2)),
    );
    expect(dealt).toEqual({ 1: 40_00n, 3: 30_00n });
  });
  test('the awards are never more than the pool, whatever is decided', () => {
    let seed = 7;
    const next = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % n;
    };
    for (let run = 0; run < 300; run++) {
      const amounts = prizesOf(BigInt(1 + next(10_000)), [[100], [50, 30, 20], [40, 30, 20, 10]][next(3)]!);
      const pool = amounts.reduce((sum, amount) => sum + amount, 0n);
      const table = Array.from({ length: 8 }, (_, i) => ({ userId: i + 1, equity: next(5) }));
      let verdict = applyDecision(noVerdict(), decision('confirm'));
      for (let step = 0; step < 10; step++) {
        const placed = table
          .filter(({ userId }) => !verdict.out.has(userId))
          .map(({ userId, equity }) => ({
            userId,
            place: 1 + table.filter((row) => !verdict.out.has(row.userId) && row.equity > equity).length,
          }))
          .sort((a, b) => a.place - b.place || a.userId - b.userId);
        const awards = dealPrizes(amounts, placed, verdict);
        const total = awards.reduce((sum, { amount }) => sum + amount, 0n);
        expect(total <= pool).toBe(true);
        for (const [userId, { amount }] of verdict.paid)
          expect(awards.find((award) => award.userId === userId)?.amount).toBe(amount);
        const kind = (['disqualify', 'no_prize', 'lift', 'paid'] as const)[next(4)]!;
        const userId = 1 + next(8);
        const award = awards.find((row) => row.userId === userId);
        if (kind === 'paid' && !award) continue;
        const attempt = decision(kind, userId, kind === 'paid' ? award! : null);
        if (faultOf(verdict, attempt) === null) verdict = applyDecision(verdict, attempt);
      }
    }
  });
});

const paidFirst = decision('paid', 1, { place: 1, amount: 1n });

test.each([
  [
    'a second disqualification',
    [decision('disqualify', 1)],
    decision('disqualify', 1),
    'ALREADY_DISQUALIFIED',
  ],
  ['a lift of nothing', [], decision('lift', 1), 'NOTHING_TO_LIFT'],
  ['no prize twice', [decision('no_prize', 1)], decision('no_prize', 1), 'ALREADY_WITHOUT_PRIZE'],
  [
    'no prize after a disqualification',
    [decision('disqualify', 1)],
    decision('no_prize', 1),
    'ALREADY_WITHOUT_PRIZE',
  ],
  ['a second confirmation', [decision('confirm')], decision('confirm'), 'ALREADY_CONFIRMED'],
  ['a payment before the confirmation', [], paidFirst, 'NOT_CONFIRMED'],
  ['no prize after the payment', [decision('confirm'), paidFirst], decision('no_prize', 1), 'PRIZE_PAID'],
  ['a second payment', [decision('confirm'), paidFirst], paidFirst, 'PRIZE_PAID'],
  ['a disqualification after the payment', [decision('confirm'), paidFirst], decision('disqualify', 1), null],
  ['no prize after a lift', [decision('disqualify', 1), decision('lift', 1)], decision('no_prize', 1), null],
] as const)('%s', (_, before, next, fault) => expect(faultOf(verdictOf(...before), next)).toBe(fault));

const splitInThirds = [50, 30, 20];
test('the amounts of the places are the whole pool, to the agora', () => {
  expect(prizesOf(1_01n, [34, 33, 33])).toEqual([35n, 33n, 33n]);
  expect(prizesOf(0n, splitInThirds)).toEqual([0n, 0n, 0n]);
});

test.each([
  ['100', [100]],
  ['50 30 20', [50, 30, 20]],
  [' 50%, 30 % / 20', [50, 30, 20]],
  ['10 10 10 10 10 10 10 10 10 10', Array(10).fill(10)],
])('%j is read', (typed, split) => expect(readPrizeSplit(typed)).toEqual({ split }));

test.each([
  ['', 'splitForm'],
  ['all', 'splitForm'],
  ['50.5 49.5', 'splitForm'],
  ['100 0', 'splitForm'],
  ['-50 150', 'splitForm'],
  ['10 10 10 10 10 10 10 10 10 5 5', 'splitForm'],
  ['50 30', 'splitSum'],
  ['99 2', 'splitSum'],
])('%j is refused', (typed, refused) => expect(readPrizeSplit(typed)).toEqual({ refused } as never));
