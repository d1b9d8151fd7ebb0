import { expect, test } from 'bun:test';
import { PRICES, shekels, withVat } from './pricing.ts';

test('VAT is added in agorot and rounded half-up', () => {
  expect(withVat(PRICES.annual, 18)).toBe(9322);
  expect(withVat(PRICES.annualPerYear, 18)).toBe(111_982);
  expect(withVat(PRICES.monthly, 18)).toBe(12_862);
  expect(withVat(PRICES.fundamentals, 18)).toBe(472_000);
  expect(withVat(79, 0)).toBe(7900);
  expect(withVat(109, 17.5)).toBe(12_808);
});

test('shekels are written sign first, agorot only when there are any', () => {
  expect(shekels(472_000)).toBe('₪4,720');
  expect(shekels(9322)).toBe('₪93.22');
  expect(shekels(7900)).toBe('₪79');
});
