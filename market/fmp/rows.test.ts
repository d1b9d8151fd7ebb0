import { expect, test } from 'bun:test';
import { problemText } from '#tests/helpers/english.ts';
import { MarketUnavailableError } from '../market.ts';
import { dailyBars, intradayBars, readQuote, readSplit } from './rows.ts';

const bar = (date: string, more: Record<string, unknown> = {}) => ({
  date,
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 5,
  ...more,
});
const sentence = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(MarketUnavailableError);
    return problemText((error as MarketUnavailableError).problem);
  }
};

test.each([
  ['2026-03-06 15:55:00', '2026-03-06T20:55:00Z'],
  ['2026-03-09 09:30:00', '2026-03-09T13:30:00Z'],
  ['2026-10-30 15:55:00', '2026-10-30T19:55:00Z'],
  ['2026-11-02 09:30', '2026-11-02T14:30:00Z'],
])('%s in New York is %s', (local, utc) => {
  expect(intradayBars([bar(local)])[0]!.time).toBe(Date.parse(utc) / 1000);
});

test('bars are sorted oldest first; of two with one time the first counts; impossible bars are left out', () => {
  const bars = intradayBars([
    bar('2026-06-02 09:40:00', { close: 10 }),
    bar('2026-06-02 09:40:00', { close: 9 }),
    bar('2026-06-02 09:35:00', { low: 13 }),
    bar('2026-06-02 09:34:00', { volume: -1 }),
    bar('2026-06-02 09:33:00', { low: 0 }),
    bar('2026-06-02 09:30:00', { open: '10.5' }),
  ]);
  expect(bars.map((each) => [each.time % 3600, each.open, each.close])).toEqual([
    [1800, 10.5, 11],
    [2400, 10, 10],
  ]);
});

test.each([
  [{ 'Error Message': 'x' }, 'Invalid intraday data (non-array)'],
  ['text', 'Invalid intraday data (non-array)'],
  [null, 'Invalid intraday data (non-array)'],
  [[null], 'Invalid intraday data (non-array)'],
  [[bar('2026-06-02 24:00:00')], 'Invalid intraday data'],
  [[bar('2026-02-30 10:00:00')], 'Invalid intraday data'],
  [[bar('2026-06-02 10:00:00', { close: null })], 'Invalid intraday data'],
  [[bar('2026-06-02 10:00:00', { volume: 'many' })], 'Invalid intraday data'],
])('intraday %j: %s', (answer, message) => {
  expect(sentence(() => intradayBars(answer))).toBe(message);
});

test.each([
  [{ 'Error Message': 'x' }, 'Invalid historical data'],
  [{ symbol: 'AAPL', historical: 'none' }, 'Invalid historical data'],
  [7, 'Invalid historical data'],
])('daily %j: %s', (answer, message) => {
  expect(sentence(() => dailyBars(answer))).toBe(message);
});

test.each(['date', 'open', 'high', 'low', 'close', 'volume'])(
  'a day without its %s: Incomplete daily data',
  (field) => {
    const message = sentence(() => dailyBars([bar('2026-06-01', { [field]: undefined })]));
    expect(message).toBe('Incomplete daily data');
  },
);

test('both shapes of daily bars give the same bars; a ticker without history has none', () => {
  const days = [bar('2026-06-02'), bar('2026-06-01', { adjClose: 1, label: 'June 01' })];
  const flat = dailyBars(days);
  expect(dailyBars({ symbol: 'AAPL', historical: days })).toEqual(flat);
  expect(flat.map((each) => each.time)).toEqual([Date.UTC(2026, 5, 1) / 1000, Date.UTC(2026, 5, 2) / 1000]);
  expect([dailyBars({}), dailyBars([])]).toEqual([[], []]);
});

test('a quote needs a ticker and a price of a share; its texts are exact', () => {
  expect(
    readQuote({ symbol: 'AAPL', price: 201.70000000000002, previousClose: '200.1', timestamp: 1 }),
  ).toMatchObject({
    price: '201.70',
    prevClose: '200.10',
    madeMs: 1000,
  });
  for (const price of [0, -1, Number.NaN, null, '', 'x', 1e12])
    expect(readQuote({ symbol: 'AAPL', price })).toBeNull();
  expect(readQuote({ symbol: 'TOO LONG', price: 1 })).toBeNull();
});

test.each([
  [4, 1, '4/1'],
  [1, 10, '1/10'],
  [1.5, 1, '3/2'],
  ['7', '1', '7/1'],
  [1, 1, null],
  [0, 1, null],
  [2, -1, null],
  [1e9, 1, null],
  [Math.PI, 1, null],
])('a split %p for %p: %p', (numerator, denominator, ratio) => {
  const split = readSplit('AAPL', { date: '2026-06-02', numerator, denominator });
  expect(split && `${split.numerator}/${split.denominator}`).toBe(ratio);
});
