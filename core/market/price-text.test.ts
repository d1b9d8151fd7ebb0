import { expect, test } from 'bun:test';
import { formatNumber } from '../locale/format.ts';
import { changePercent, priceText } from './price-text.ts';

test.each([
  ['362.85', '362.85'],
  ['362.845', '362.85'],
  ['1.005', '1.01'],
  ['1204.5', '1,204.50'],
  ['1234567.8949', '1,234,567.89'],
  ['0.98765', '0.9877'],
  ['0.0001', '0.0001'],
])('%s is shown as %s', (price, text) => {
  expect(priceText(price)).toBe(text);
});

test('equal to the exact formatting at every price', () => {
  for (let i = 10_000; i < 40_000; i += 7) {
    const price = (i / 10_000).toFixed(4);
    expect(priceText(price)).toBe(formatNumber(price, 2));
  }
});

test('a change is rounded half away from zero', () => {
  expect(changePercent('101.005', '100')).toBe(1.01);
  expect(changePercent('98.995', '100')).toBe(-1.01);
  expect(changePercent('100', '100')).toBe(0);
});
