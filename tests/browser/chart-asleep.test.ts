/** The chart on a weak device before React has loaded: it is live, loses no press or typed text, and the panel takes it over. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { TestPage } from '../helpers/browser.ts';
import { button, chartSite, figure, live, readLegend, showing, ticker } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

const panel = (page: Page, status: 'asleep' | 'awake') =>
  page
    .locator(`is-land[data-island=ChartDashboard][data-island-status=${status}]`)
    .waitFor({ state: 'attached' });

/** Opens a live chart on a device whose `spare` islands sleep. Returns the page and the scripts it has fetched. */
async function openAsleep(): Promise<{ page: TestPage; scripts: string[] }> {
  const page = await site.trader();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
  });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await panel(page, 'asleep');
  // identifies the document, and the chart by its canvases
  await page.evaluate(() => {
    Object.assign(window, { canvases: [...document.querySelectorAll('.chart-box canvas')] });
  });
  return { page, scripts };
}

const sameChart = (page: Page) =>
  page.evaluate(() => {
    const { canvases } = window as unknown as { canvases?: Element[] };
    const now = document.querySelectorAll('.chart-box canvas');
    return canvases?.length === now.length && canvases.every((each) => each.isConnected);
  });

test('it lives without React, over the server’s drawing and under the same name', async () => {
  const { page, scripts } = await openAsleep();
  expect(scripts.filter((url) => url.includes('/react-'))).toEqual([]);
  expect(await figure(page).getAttribute('aria-label')).toMatch(/^AAPL, 1D: \d+ bars, last close /);
  expect(await page.locator('.chart-area is-slot > *').count()).toBe(0);
  const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  expect(marks).toContain('chart-ready');
  expect(page.problems).toEqual([]);
});

test('the panel that wakes takes over the chart that runs', async () => {
  const { page, scripts } = await openAsleep();
  await page.mouse.move(640, 400);
  await panel(page, 'awake');
  expect(scripts.filter((url) => url.includes('/react-'))).toHaveLength(1);
  expect(await sameChart(page)).toBe(true);
  expect((await readLegend(page)).C).toBeGreaterThan(0);
  expect(page.problems).toEqual([]);
});

test('a button of a form, a key and a ticker do what they say without another page', async () => {
  for (const act of [(page: Page) => button(page, '15m').click(), (page: Page) => page.keyboard.press('2')]) {
    const { page } = await openAsleep();
    await act(page);
    await showing(page, 'AAPL, 15m');
    expect(await sameChart(page)).toBe(true);
    expect(page.problems).toEqual([]);
  }
  const { page } = await openAsleep();
  await ticker(page).fill('m"s\\f/t!');
  expect(await ticker(page).inputValue()).toBe('MSFT');
  await ticker(page).press('Enter');
  await showing(page, 'MSFT, 1D');
  expect(await sameChart(page)).toBe(true);
});

test('the dock’s code comes with its first news, which it then draws', async () => {
  const { page, scripts } = await openAsleep();
  const scriptsBefore = scripts.length;
  const { id } = await (await page.request.get(`${site.server.url}/api/user`)).json();
  // like a trade from another device of the trader
  const data = { user_id: id, symbol: 'AAPL', action: 'buy', quantity: 3 };
  const headers = { origin: site.server.url };
  expect((await page.request.post(`${site.server.url}/api/trade`, { data, headers })).status()).toBe(200);
  await page.locator('.dock .dock-count').first().filter({ hasText: '1' }).waitFor({ state: 'attached' });
  expect(scripts.length).toBeGreaterThan(scriptsBefore);
  await panel(page, 'asleep');
  expect(page.problems).toEqual([]);
});

test('bars missed while nobody looked are fetched when the chart is seen again', async () => {
  const page = await site.chart();
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  let address = '';
  await page.route('**/api/candles?*from=*', async (route) => {
    address = route.request().url();
    const answer = await route.fetch();
    const body = await answer.json();
    for (const bar of body.candles) bar.volume = 123_456;
    await route.fulfill({ response: answer, json: body });
  });
  await turn('hidden');
  // too short an absence to miss a bar
  await turn('visible');
  expect(address).toBe('');
  await turn('hidden');
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  await turn('visible');
  await until(() => address !== '');
  expect(address).toContain('symbol=AAPL');
  await figure(page).focus();
  await until(async () => {
    // new bars move the bar under the keyboard's cursor: End selects the newest one again
    await page.keyboard.press('End');
    return (await readLegend(page)).V === 123_456;
  });
  expect(page.problems).toEqual([]);
});
