import { expect, test } from 'bun:test';
import { cents } from '#core/money/units.ts';
import {
  daysBetween,
  direction,
  floorCash,
  formatCents,
  formatChange,
  formatDate,
  formatDateTime,
  formatDollars,
  formatMoment,
  formatNumber,
  formatPercent,
  formatPnl,
  formatPrize,
  formatQuantity,
  formatUsd,
  formatUsdShort,
  localDate,
} from './format.ts';

test('dollars', () => {
  expect(formatDollars(cents(12_187_050n))).toBe('$121,871');
  expect(formatDollars(cents(-149n))).toBe('−$1');
  expect(formatUsd('1204.5')).toBe('$1,204.50');
  expect(formatUsd('1234567.895')).toBe('$1,234,567.90');
  expect(formatUsd(-0.005)).toBe('−$0.01');
  expect(formatUsd('-0.004')).toBe('$0.00');
  expect(formatUsd(1e21)).toBe('$1,000,000,000,000,000,000,000.00');
  expect(formatUsd(1e-7)).toBe('$0.00');
  expect(formatUsd(Number.NaN)).toBe('—');
  expect(formatUsd('soup')).toBe('—');
  for (const text of ['', ' 5', '12abc', '1,234', '1.5.2', '1e3', '0x10', '.5', '5.', '+5', 'Infinity'])
    expect([text, formatNumber(text, 2)]).toEqual([text, '—']);
  expect(formatCents(cents(99_800n))).toBe('$998.00');
});

test('changes carry a sign, zero none', () => {
  expect(formatPnl('100')).toBe('+$100.00');
  expect(formatPnl('-165')).toBe('−$165.00');
  expect(formatPnl('0.00')).toBe('$0.00');
  expect(formatChange('18.18')).toBe('+18.18%');
  expect(formatChange(-10)).toBe('−10.00%');
  expect(formatChange(0)).toBe('0.00%');
  expect(formatChange((243.1 / 244.2 - 1) * 100)).toBe('−0.45%');
  expect(formatPercent('12.345', 1)).toBe('12.3%');
  expect([direction('0.004'), direction(-0.01), direction('3')]).toEqual([0, -1, 1]);
});

test('cash on the chart is rounded down, the sign behind', () => {
  expect(floorCash('104382.99')).toEqual({ amount: '104,382', sign: '$' });
  expect(floorCash('0.99').amount).toBe('0');
  expect(floorCash('-0.01').amount).toBe('−1');
});

test('quantities and plain numbers', () => {
  expect(formatQuantity('3.000030')).toBe('3.00003');
  expect(formatQuantity(1000)).toBe('1,000');
  expect(formatQuantity('0')).toBe('0');
  expect(formatNumber(1234567)).toBe('1,234,567');
  expect(formatNumber('-0.30000000000000004', 2)).toBe('−0.30');
  expect(formatNumber('104382.9999999999999', 2)).toBe('104,383.00');
});

test('dates name their year only when it is another one, in the zone asked for', () => {
  const now = '2026-11-21T00:00:00Z';
  expect(formatDate('2026-08-28T12:00:00Z', { now })).toBe('28 Aug');
  expect(formatDate('2024-08-28T12:00:00Z', { now })).toBe('28 Aug 2024');
  expect(formatDate('2026-08-28T23:30:00Z', { now, zone: 'Asia/Jerusalem' })).toBe('29 Aug');
  expect(formatDate('2026-09-02T12:00:00Z', { now })).toBe('2 Sep');
  expect(formatDate('2026-08-28T12:00:00Z', { now, locale: 'he' })).toBe('28 באוג׳');
  expect(formatDateTime('2026-08-28T12:05:00Z', { now, zone: 'Asia/Jerusalem' })).toBe('28 Aug 15:05');
  expect(formatDate('rubbish')).toBe('—');
});

test('the local format of a date', () => {
  expect(localDate('2026-11-21T23:00:00Z', 'en', 'UTC')).toBe('11/21/2026');
  expect(localDate('2026-11-21T23:00:00Z', 'he', 'Asia/Jerusalem')).toBe('22.11.2026');
  expect(localDate('rubbish', 'en', 'UTC')).toBe('—');
});

test('days held are whole days', () => {
  expect(daysBetween('2026-08-28T12:00:00Z', '2026-08-30T11:59:00Z')).toBe(1);
  expect(daysBetween(5, 1)).toBe(0);
});

test.each([
  [3_704_332_000_000, '$3.70T'],
  [81_027_800_000, '$81.0B'],
  [45_150_000, '$45.2M'],
  [999_999.5, '$999,999.50'],
  [0, '$0.00'],
])('%d dollars at a glance', (value, text) => expect(formatUsdShort(value)).toBe(text));

test('an instant with year and zone', () => {
  const moment = '2026-11-28T22:15:00Z';
  expect(formatMoment(moment, { zone: 'Asia/Jerusalem' })).toBe('29 Nov 2026 00:15 GMT+2');
  expect(formatMoment(moment, { zone: 'UTC' })).toBe('28 Nov 2026 22:15 UTC');
  expect(formatMoment(moment, { locale: 'he', zone: 'Asia/Jerusalem' })).toBe('29 בנוב׳ 2026 00:15 GMT+2');
  expect(formatMoment('never')).toBe('—');
});

test('a prize is never rounded up', () => {
  expect(['1000.00', '1000.50', '0.01', '999.99', '75'].map(formatPrize)).toEqual([
    '₪1,000',
    '₪1,000.50',
    '₪0.01',
    '₪999.99',
    '₪75',
  ]);
});
