import { expect, test } from 'bun:test';
import type { Market, Quote } from '#market/market.ts';
import { isFresh, orderPrices } from './quotes.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const MOST_MS = 15_000;
const quoteOf = (asOfMs: number | null): Quote => ({
  symbol: 'AAPL',
  price: '100',
  prevClose: '100',
  source: 'replay' as const,
  asOfMs,
});

test.each([
  ['of now', NOW, 1, true],
  ['as old as may be', NOW - MOST_MS, 1, true],
  ['older', NOW - MOST_MS - 1, 1, false],
  ['a little ahead, as a provider’s clock may be', NOW + 2_000, 1, true],
  ['of an hour from now: it was asked for by a clock that was wrong', NOW + 3_600_000, 1, false],
  ['a minute ahead where a minute is a second', NOW + 60_000, 60, true],
  ['of a time nobody knows', null, 1, false],
])('a price %s', (_, asOfMs, speed, expected) => {
  const capabilities = { intraday: true, delaySec: 0, hours: 'always' as const, speed };
  expect(isFresh({ now: () => NOW, capabilities }, quoteOf(asOfMs), MOST_MS)).toBe(expected);
});

test('waits for a new price in an attempt after a failed one', async () => {
  let requests = 0;
  const market = {
    session: () => ({ open: true, opensAt: null }),
    quote: async () => ({ ...quoteOf(NOW), price: 'known' }),
    nextQuote: () => async () => ({ ...quoteOf(NOW), price: `price ${++requests}` }),
  } as unknown as Market;
  const prices = orderPrices(market, 'AAPL', false, async () => {});
  const attempt = async () => {
    for (;;) {
      const { price } = await prices.quote();
      if (!(await prices.wait())) return price;
    }
  };
  expect([await attempt(), await attempt()]).toEqual(['price 1', 'price 2']);
});
