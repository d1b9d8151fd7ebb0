/** The movers of the home page and their curves. */
import { expect, test } from 'bun:test';
import { MarketUnavailableError } from '#market/market.ts';
import { heldMarket } from '#tests/helpers/held-market.ts';
import { createMovers } from './movers.ts';

test('a curve whose bars could not be read is read again with the next movers', async () => {
  const time = { ms: Date.parse('2026-07-08T15:00:00Z') };
  const clock = { now: () => time.ms };
  const held = heldMarket({ AAPL: '110' }, clock.now);
  const bar = { time: time.ms / 1000, open: 105, high: 105, low: 105, close: 105, volume: 1 };
  let isAway = true;
  const market = {
    ...held,
    screen: async () => [{ ...(await held.profile('AAPL')), price: 110, volume: 1, changePercent: 10 }],
    async candles() {
      if (isAway) throw new MarketUnavailableError('UNAVAILABLE.prices');
      return [bar];
    },
  };
  const movers = createMovers({ market, clock, log: { warn() {} } });
  const courses = async () => (await movers.find()).map(({ course }) => course.map(Math.round));
  expect(await courses()).toEqual([[100, 110]]);
  isAway = false;
  time.ms += 10_000;
  expect(await courses()).toEqual([[100, 105, 110]]);
});
