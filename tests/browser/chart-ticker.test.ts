/** Tickers and their data: suggestions, recent tickers, the session's cache, and every fault of the data. */
import { expect, test } from 'bun:test';
import type { Route } from 'playwright-core';
import {
  button,
  cachedBars,
  chartSite,
  figure,
  frames,
  readLegend,
  rgbOf,
  runsOf,
  showing,
  ticker,
  toast,
} from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

test('companies are found by name as well, chosen by arrow keys, and kept with their names for the next time', async () => {
  const page = await site.chart();
  const option = (name: RegExp) => page.getByRole('option', { name });
  const area = await page.locator('.chart-area').boundingBox();
  await ticker(page).fill('micros');
  await option(/MSFT.*Microsoft/).waitFor();
  // the list lies over the chart and moves nothing
  expect(await page.locator('.chart-area').boundingBox()).toEqual(area);
  expect(await ticker(page).getAttribute('aria-expanded')).toBe('true');
  expect(await page.getByRole('region', { name: 'AAPL chart' }).count()).toBe(1);
  await page.keyboard.press('ArrowDown');
  const chosen = await page.locator('[role=option][aria-selected=true]').textContent();
  await page.keyboard.press('Enter');
  const symbol = /^[A-Z.^$-]+/
    .exec(chosen!)![0]
    .replace(/Micro.*/, '')
    .slice(0, 6);
  expect(symbol).toStartWith('M');
  await until(
    () => page.locator('.chart-panel').getAttribute('aria-label'),
    (label) => !label!.startsWith('AAPL'),
  );
  await page.getByTestId('company').filter({ hasText: 'Micro' }).waitFor();
  await ticker(page).blur();
  await ticker(page).focus();
  await option(/AAPL.*Apple/).waitFor();
  await option(/Micro/).waitFor();
  // typed and cancelled
  await ticker(page).fill('zz');
  await page.keyboard.press('Escape');
  expect(await ticker(page).inputValue()).not.toBe('ZZ');
  await ticker(page).fill('');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('region', { name: /^M.* chart$/ }).count()).toBe(1);
  expect(page.problems).toEqual([]);
});

test('a logo that cannot be had leaves a letter, and the next company its own', async () => {
  const page = await site.chart();
  await page.route('**/api/logo/MSFT', (route) => route.abort());
  const company = page.getByTestId('company');
  for (const symbol of ['MSFT', 'AAPL', 'MSFT', 'NVDA']) {
    await ticker(page).fill(symbol);
    await page.keyboard.press('Enter');
    await company.filter({ hasText: symbol }).waitFor();
    await page.waitForFunction(
      (path) => document.querySelector('.chart-logo img')?.getAttribute('src') === path,
      `/api/logo/${symbol}`,
    );
    const logo = page.locator('.chart-logo img');
    await logo.waitFor({ state: symbol === 'MSFT' ? 'hidden' : 'visible' });
  }
  expect(page.problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

test('what is wrong with the data is said; the old chart stays', async () => {
  const page = await site.chart();
  const say = async (interval: string, answer: (route: Route) => unknown, said: string) => {
    await page.route('**/api/candles?*', async (route) => void (await answer(route)), { times: 1 });
    await button(page, interval).click();
    await toast(page, 'Error').filter({ hasText: said }).waitFor();
    expect(await button(page, '5m').getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button').last().click();
  };
  const json = (body: unknown) => (route: Route) => route.fulfill({ json: body });
  await button(page, '5m').click();
  await showing(page, 'AAPL, 5m');
  await page.evaluate(() => sessionStorage.clear());
  const day = { time: 1, date: '2026-01-02', open: 1, high: 1, low: 1, close: 1, volume: 1 };
  await say('1D', (route) => route.abort(), 'Network error for AAPL');
  await say('1D', (route) => route.fulfill({ status: 503, body: '{}' }), 'Error fetching data for AAPL');
  await say('1D', (route) => route.fulfill({ body: '<html>' }), 'Error parsing JSON');
  await say('15m', json({ candles: 7 }), 'Invalid intraday data');
  await say('1D', json({ 'Error Message': 'no' }), 'Invalid historical data');
  await say('1D', json([{ ...day, date: undefined }]), 'Incomplete daily data');
  await say('1D', json([{ ...day, high: null }]), 'Incomplete daily data');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await button(page, '1D').click();
  await showing(page, 'AAPL, 1D');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['fetchDataCache_AAPL-1D']);
  // the box that lost the focus shows the chart's ticker
  const box = page.getByRole('combobox', { name: 'Ticker' });
  for (const typed of ['ABCDEF', '']) {
    await box.fill(typed);
    await box.press('Enter');
    if (typed) await toast(page, 'Error').filter({ hasText: 'Unknown ticker ABCDEF.' }).waitFor();
    await box.blur();
    expect(await box.inputValue()).toBe('AAPL');
  }
});

test('an entry of the session is used for ten minutes; each fetch takes all expired ones away', async () => {
  const page = await site.chart();
  const intervals: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/candles') intervals.push(url.searchParams.get('interval')!);
  });
  const age = (key: string, ms: number) =>
    page.evaluate(
      ([key, ms]) => {
        const from = sessionStorage.getItem(key) ?? sessionStorage.getItem('fetchDataCache_AAPL-5m')!;
        sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(from), timestamp: Date.now() - ms }));
      },
      [key, ms] as const,
    );
  const show = async (interval: string) => {
    await button(page, interval).click();
    await showing(page, `AAPL, ${interval}`);
  };
  // stops the clock, so that the cache does not expire during the test
  await page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
  await show('5m');
  await age('fetchDataCache_AAPL-1D', 599_999);
  await show('1D');
  expect(intervals).toEqual(['5m']);
  await age('fetchDataCache_AAPL-5m', 600_001);
  await age('fetchDataCache_OLD-5m', 700_000);
  await age('fetchDataCache_YOUNG-5m', 1000);
  await page.evaluate(() => sessionStorage.setItem('fetchDataCache_BAD-1D', '{"data":'));
  await show('5m');
  expect(intervals).toEqual(['5m', '5m']);
  const keys = await page.evaluate(() => Object.keys(sessionStorage).sort());
  expect(keys).toEqual(['fetchDataCache_AAPL-1D', 'fetchDataCache_AAPL-5m', 'fetchDataCache_YOUNG-5m']);
  expect(page.problems).toEqual([]);
});

test('Home and End stand on the first and the last bar, and the legend reads them, however far that is', async () => {
  const page = await site.chart();
  const bars = await cachedBars(page, 'AAPL-1D');
  await figure(page).focus();
  for (const [key, bar] of [
    ['Home', bars[0]!],
    ['End', bars.at(-1)!],
    ['Home', bars[0]!],
    ['ArrowRight', bars[1]!],
    ['PageDown', bars[21]!],
  ] as const) {
    await page.keyboard.press(key);
    // the same after the chart has scrolled there
    for (let i = 0; i < 3; i++) {
      await frames(page);
      const { O, H, L, C } = await readLegend(page);
      const figures = [bar.open, bar.high, bar.low, bar.close].map((price) => price.toFixed(2));
      // the last bar changes with the market
      const fixed = key === 'End' ? 1 : 4;
      const read = [O, H, L, C].map((price) => price!.toFixed(2));
      expect(read.slice(0, fixed)).toEqual(figures.slice(0, fixed));
    }
  }
  await figure(page).blur();
  await page.locator('.chart-legend[data-newest]').waitFor();
  expect(await page.locator('.chart-area [aria-live]').textContent()).toBe('');
});

test('own fills stand on their bar as triangles, the position is a line while it is open; both go with its ticker', async () => {
  const page = await site.chart('/chart?interval=5m');
  const [gain, loss] = [rgbOf('#46dcae'), rgbOf('#ff6b5e')];
  /** True when a colour is anywhere on the pane: the bar of a fill moves when the next bar begins. */
  const marked = async (color: typeof gain) => {
    await frames(page);
    return (await runsOf(page, color)).length > 0;
  };
  expect([await marked(gain), await marked(loss)]).toEqual([false, false]);
  await page.keyboard.press('b');
  await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
  await button(page, 'Confirm buy').click();
  await toast(page, 'Trade Executed').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Long 1', exact: true }).waitFor();
  await page.keyboard.press('s');
  await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
  await button(page, 'Confirm sell').click();
  await toast(page, 'SELL').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Long 1', exact: true }).waitFor({ state: 'detached' });
  await until(async () => (await marked(gain)) && (await marked(loss)));
  await ticker(page).fill('MSFT');
  await page.keyboard.press('Enter');
  await showing(page, 'MSFT, 5m');
  await until(
    async () => (await marked(gain)) || (await marked(loss)),
    (there) => !there,
  );
  expect(page.problems).toEqual([]);
});

test('a ticker that is slow to come is named, and nothing can be bought or sold until its price is here', async () => {
  const page = await site.chart();
  const late: Route[] = [];
  await page.route('**/api/candles*', (route) => void late.push(route));
  await ticker(page).fill('MSFT');
  await ticker(page).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Loading MSFT' }).waitFor();
  expect(await button(page, 'Buy').isDisabled()).toBe(true);
  await figure(page).focus();
  await page.keyboard.press('b');
  await frames(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  for (const route of late) await route.continue();
  await showing(page, 'MSFT, 1D');
  await until(() => button(page, 'Sell').isEnabled());
  expect(await page.getByText('Loading MSFT').count()).toBe(0);
  // another interval of the same symbol already has a price
  await page.unroute('**/api/candles*');
  await page.route('**/api/candles*', (route) => void late.push(route));
  await button(page, '1h').click();
  await until(() => late.length > 1);
  expect(await button(page, 'Buy').isEnabled()).toBe(true);
  for (const route of late.slice(1)) await route.continue();
  await showing(page, 'MSFT, 1h');
  expect(page.problems).toEqual([]);
});
