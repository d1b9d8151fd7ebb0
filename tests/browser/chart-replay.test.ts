/** Compares averages and baseline on the replayed chart with figures computed here from the price file. */
import { expect, test } from 'bun:test';
import { button, chartSite, figure, frames, readLegend } from '../helpers/chart.ts';
import { PRICES, realDays } from '../helpers/real-prices.ts';

const site = chartSite({
  env: {
    MARKET: 'replay',
    REPLAY_DIR: PRICES,
    REPLAY_FROM: '2016-12-15T03:00:00Z',
    REPLAY_SPEED: '1',
  },
});

/** Rounds half-up exactly: the prices of the file have six decimals. */
const toCents = (sum: bigint, count: bigint) =>
  Number((sum * 2n + count * 10_000n) / (count * 20_000n)) / 100;

test('SMA 9, 20, 50, 200 and the baseline’s base over AAPL 2015–2016 are those of the file', async () => {
  const sessions = realDays()
    .filter(({ date }) => date >= '2015-12-16' && date < '2016-12-15')
    .map(({ date, close }) => ({ date, close: BigInt(Math.round(close * 1e6)) }));
  expect(sessions.length).toBeGreaterThan(245);

  const page = await site.chart('/chart?sma=9,20,50,200');
  expect(await page.getByText('Price replay').isVisible()).toBe(true);
  await figure(page).focus();
  await page.keyboard.press('End');
  const spoken = page.locator('.chart-area [aria-live]');
  // the newest bar is the running day; the bar before it is in the file
  await page.keyboard.press('ArrowLeft');
  for (const back of [1, 21, 41, 121, 201]) {
    const index = sessions.length - back;
    const { date, close } = sessions[index]!;
    const day = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }).format(Date.parse(date));
    expect(await spoken.textContent()).toContain(day);
    const legend = await readLegend(page);
    expect(legend.C).toBeCloseTo(Number(close) / 1e6, 2);
    for (const period of [9, 20, 50, 200]) {
      const window = sessions.slice(Math.max(0, index - period + 1), index + 1);
      const sum = window.reduce((total, session) => total + session.close, 0n);
      const average = window.length < period ? undefined : toCents(sum, BigInt(period));
      const got = legend[`SMA ${period}`];
      if (average === undefined) expect(got, `SMA ${period} on ${date}`).toBeUndefined();
      else expect(Math.abs(got! - average), `SMA ${period} on ${date}`).toBeLessThan(0.0101);
    }
    const pages = { 1: 1, 21: 1, 41: 4, 121: 4, 201: 0 }[back]!;
    for (let i = 0; i < pages; i++) await page.keyboard.press('PageUp');
  }

  await page.locator('summary[title="Chart type"]').click();
  await button(page, 'Baseline').click();
  await frames(page);
  await figure(page).focus();
  await page.keyboard.press('End');
  const { C, Base } = await readLegend(page);
  // the close of the running day changes; the 19 days before it are in the file
  const totalBefore = sessions.slice(-19).reduce((total, session) => total + session.close, 0n);
  const base = (Number(totalBefore) / 1e6 + C!) / 20;
  expect(Math.abs(Base! - base)).toBeLessThan(0.011);
  expect(page.problems).toEqual([]);
});
