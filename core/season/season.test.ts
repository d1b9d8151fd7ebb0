import { expect, test } from 'bun:test';
import { AppError } from '../contract/errors.ts';
import {
  cleanPrize,
  nextSeedPeriodMs,
  planSeason,
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

test('a seed takes over at a whole minute, far enough ahead and after every other', () => {
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
  ['1.2.3', '1.23'],
  ['0.005', '0.01'],
  ['0.0049', '0.00'],
  ['99.999', '100.00'],
  ['', '0.00'],
  ['none', '0.00'],
  ['-5', '5.00'],
  ['.5', '0.50'],
  ['007', '7.00'],
  ['9'.repeat(15), `${'9'.repeat(15)}.00`],
  ['9'.repeat(16), null],
])('a prize typed as %j is %j', (typed, clean) => {
  expect(cleanPrize(typed)).toBe(clean);
});
