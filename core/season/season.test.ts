import { expect, test } from 'bun:test';
import { AppError } from '../refusals/refusals.ts';
import {
  joinableSeason,
  nextSeedPeriodMs,
  planSeason,
  readPrize,
  readStartCash,
  SEED_PERIOD_LEAD_MS,
  type SeasonStatus,
} from './season.ts';

const STATUSES: (SeasonStatus | null)[] = [null, 'waiting', 'active', 'ended', 'archived'];
const PLANS = {
  start: [['open-active'], ['activate'], 'ALREADY_ACTIVE', ['archive', 'open-active'], ['open-active']],
  end: ['NOT_ACTIVE', 'NOT_ACTIVE', ['end'], 'NOT_ACTIVE', 'NOT_ACTIVE'],
  reset: [
    ['open-waiting'],
    [],
    ['end', 'archive', 'open-active'],
    ['archive', 'open-waiting'],
    ['open-waiting'],
  ],
} as const;

test.each(['start', 'end', 'reset'] as const)('%s, whatever the newest season is', (action) => {
  const plans = STATUSES.map((status) => {
    const plan = planSeason(action, status);
    return plan instanceof AppError ? plan.code : plan;
  });
  expect(plans).toEqual(PLANS[action] as never);
});

test('a seed period begins at a whole minute, with the lead and after all others', () => {
  const noon = Date.UTC(2026, 0, 1, 12);
  expect(nextSeedPeriodMs(noon, null)).toBe(noon + 60_000);
  expect(nextSeedPeriodMs(noon + 60_000 - SEED_PERIOD_LEAD_MS, null)).toBe(noon + 60_000);
  expect(nextSeedPeriodMs(noon + 60_001 - SEED_PERIOD_LEAD_MS, null)).toBe(noon + 120_000);
  expect(nextSeedPeriodMs(noon, noon + 60_000)).toBe(noon + 120_000);
  expect(nextSeedPeriodMs(noon, noon - 600_000)).toBe(noon + 60_000);
});

test.each([
  ['2500', '2500.00'],
  ['₪ 1,234.5 NIS', '1234.50'],
  ['₪1,234.5x', '1234.50'],
  ['1,000,000', '1000000.00'],
  ['10 000.25 ש״ח', '10000.25'],
  ["1'000", '1000.00'],
  ['0', '0.00'],
  ['.5', '0.50'],
  ['1,5', '1.50'],
  ['₪ 1,500', '1500.00'],
  ['1 000,50', '1000.50'],
  ['007', '7.00'],
  ['9'.repeat(15), `${'9'.repeat(15)}.00`],
])('a prize typed as %j is %j', (typed, prize) => {
  expect(readPrize(typed)).toEqual({ prize });
});

test.each([
  ...['', '  ', 'abc', '₪', '.', '1.000,50', '1.000', '12,34.50', '1,234,56', '1,234 567'],
  ...['1e3', '0x10', '12a3', '5 or 6', '-5', '−5', '1.2.3', '99.999', '0.005', '١٠٠', '1,00,000'],
  ...['2k', '2 K', '1.5m', '5 million', '2 אלף', '2 מיליון ש״ח', '٥٠', '1.000,50 ש״ח', '1,000.50.'],
])('a prize typed as %j would be another amount by its digits: refused', (typed) => {
  expect(readPrize(typed)).toEqual({ refused: 'prizeForm' });
});

test('a prize has at most 15 whole digits', () => {
  expect(readPrize('9'.repeat(16))).toEqual({ refused: 'prizeLong' });
});

test.each([
  ['1,000', 1_000_00n],
  ['$100,000', 100_000_00n],
  ['50 000', 50_000_00n],
  ['2500,5', 2_500_50n],
  ['10,000,000.00', 10_000_000_00n],
])('a start cash typed as %j', (typed, startCash) => {
  expect(readStartCash(typed)).toBe(startCash as never);
});

test.each([
  '',
  'abc',
  '1.000,50',
  '1e6',
  '100k',
  '٥٠٠٠٠',
  '999.99',
  '10,000,000.01',
  '9'.repeat(30),
  '-5000',
])('a start cash typed as %j is refused', (typed) => {
  expect(readStartCash(typed)).toBeNull();
});

test('accounts and leagues join the newest season, or the next one once that has ended', () => {
  expect(joinableSeason(null)).toBe(1);
  expect(joinableSeason({ number: 4, endedAt: null })).toBe(4);
  expect(joinableSeason({ number: 4, endedAt: new Date() })).toBe(5);
});
