/** The chart page as a trader uses it, in real Chromium: charts, orders, realtime, with and without scripts. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const TIME = 30_000;
const DESKTOP = { viewport: { width: 1280, height: 800 } };

let browser: TestBrowser;
let server: TestServer;
let people = 0;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
}, TIME);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page of a new trader's, with the chart open. */
async function openChart(path = '/chart', options: BrowserContextOptions = DESKTOP): Promise<TestPage> {
  const page = await browser.open(options);
  const person = { username: `charter${++people}`, password: 'a pass phrase' };
  await page.request.post(`${server.url}/api/register`, { data: person, headers: { origin: server.url } });
  await page.goto(server.url + path);
  if (options.javaScriptEnabled !== false) await live(page);
  return page;
}

const live = (page: Page) => page.locator('.chart-panel[data-live=true]').waitFor();
const cash = async (page: Page) =>
  Number((await page.getByTestId('cash').textContent())!.replace(/[^0-9]/g, ''));
const toast = (page: Page, title: string) =>
  page.locator('[role=status], [role=alert]').filter({ hasText: title });
const ticker = (page: Page) => page.getByRole('combobox', { name: 'Ticker' });
const ticket = (page: Page) => page.locator('form[action="/api/trade"]');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function closeTo(read: () => Promise<number>, wanted: (value: number) => boolean): Promise<number> {
  for (let i = 0; ; i++) {
    const value = await read();
    if (wanted(value) || i === 100) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
}

describe('without scripts', () => {
  const NO_SCRIPTS = { ...DESKTOP, javaScriptEnabled: false };

  test(
    'candles and volume are drawn by the server, and the controls are links to other charts',
    async () => {
      const page = await openChart('/chart', NO_SCRIPTS);
      const picture = page.getByRole('img', { name: /^AAPL, 1D: \d+ bars, last close / });
      expect(await picture.locator('path').count()).toBeGreaterThanOrEqual(4);
      expect(await page.getByText('Simulated prices').isVisible()).toBe(true);
      const box = (await page.locator('.chart-area').boundingBox())!;
      expect(box.height).toBeGreaterThanOrEqual(610);

      await button(page, '5m').click();
      await page.waitForURL('**/chart?interval=5m');
      expect(await page.getByRole('img', { name: /^AAPL, 5m/ }).count()).toBe(1);
      await ticker(page).fill('msft');
      await ticker(page).press('Enter');
      await page.waitForURL(/symbol=msft/i);
      expect(await page.getByRole('img', { name: /^MSFT, 5m/ }).count()).toBe(1);
      await page.locator('summary', { hasText: 'SMA' }).click();
      await button(page, 'SMA 20').click();
      await page.waitForURL(/sma=20/);
      expect(await page.locator('path[stroke="#ff00ff"]').count()).toBe(1);
      await page.locator('summary', { hasText: 'Candles' }).click();
      await button(page, 'Area').click();
      await page.waitForURL(/type=area/);
      expect(await button(page, '5m').getAttribute('aria-pressed')).toBe('true');
    },
    TIME,
  );

  test(
    'orders are forms: buy by shares and by amount, short and cover, close all',
    async () => {
      const page = await openChart('/chart', NO_SCRIPTS);
      await button(page, 'Buy').click();
      expect(await page.getByTestId('ticket-price').textContent()).toMatch(/^\$\d+\.\d\d$/);
      expect(await ticket(page).textContent()).toContain('The final trade price may differ');
      await page.getByLabel('Number of shares').fill('3');
      await button(page, 'Confirm buy').click();
      await page.waitForURL('**/chart');
      expect(await toast(page, 'Trade Executed').textContent()).toMatch(
        /BUY 3 shares of AAPL at \$\d+\.\d\d/,
      );
      const after = await cash(page);
      expect(after).toBeLessThan(100_000);

      await button(page, 'Buy').click();
      await page.getByText('Amount ($)').click();
      await page.getByLabel('Amount in dollars').fill('1000');
      await button(page, 'Confirm buy').click();
      await page.waitForURL('**/chart');
      expect(await cash(page)).toBe(after - 1000);

      await button(page, 'Sell').click();
      await page.getByRole('button', { name: /^Close all / }).click();
      await page.waitForURL('**/chart');
      expect(await toast(page, 'Trade Executed').textContent()).toMatch(/SELL .* shares of AAPL/);

      await page.getByRole('switch', { name: 'SHORT' }).click();
      await page.waitForURL('**/chart?short=1');
      await button(page, 'Short').click();
      await button(page, 'Confirm short').click();
      expect(await toast(page, 'Trade Executed').textContent()).toMatch(/SHORT 1 shares of AAPL/);
      await button(page, 'Cover').click();
      await button(page, 'Confirm cover').click();
      expect(await toast(page, 'Trade Executed').textContent()).toMatch(/COVER 1 shares of AAPL/);
    },
    TIME,
  );

  test(
    'an unknown or odd ticker is a sentence on the chart, never an error page',
    async () => {
      const page = await openChart('/chart?symbol=ZZZZZ', NO_SCRIPTS);
      expect(await page.getByText('Unknown ticker ZZZZZ').isVisible()).toBe(true);
      for (const odd of ['../../etc', '%22%27', 'A'.repeat(200), '&interval=9x&type=x&sma=1,x']) {
        const response = await page.goto(`${server.url}/chart?symbol=${odd}`);
        expect(response!.status()).toBe(200);
      }
    },
    TIME,
  );
});

describe('with scripts', () => {
  test(
    'the live chart takes the place of the server’s drawing without moving anything',
    async () => {
      const page = await browser.open(DESKTOP);
      const person = { username: 'still', password: 'a pass phrase' };
      await page.request.post(`${server.url}/api/register`, {
        data: person,
        headers: { origin: server.url },
      });
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      await page.route('**/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${server.url}/chart`, { waitUntil: 'commit' });
      const drawn = page.getByRole('img', { name: /^AAPL, 1D/ }).locator('path');
      await drawn.first().waitFor({ state: 'attached' });
      const before = await page.locator('.chart-area').boundingBox();
      const shifted = page.evaluate(
        () =>
          new Promise<number>((done) => {
            let sum = 0;
            const watch = new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
            });
            watch.observe({ type: 'layout-shift', buffered: true });
            window.addEventListener('told', () => done(sum));
          }),
      );
      release();
      await live(page);
      expect(await page.locator('.chart-area').boundingBox()).toEqual(before);
      expect(await page.locator('.chart-area canvas').count()).toBeGreaterThan(0);
      await page.evaluate(() => window.dispatchEvent(new Event('told')));
      expect(await shifted).toBeLessThan(0.01);
      const keys = await page.evaluate(() => Object.keys(sessionStorage));
      expect(keys).toContain('fetchDataCache_AAPL-1D');
      expect(page.problems).toEqual([]);
    },
    TIME,
  );

  test(
    'the ticker is cleaned while typing and changes on Enter only',
    async () => {
      const page = await openChart();
      await ticker(page).fill('m"s\\f/t!');
      expect(await ticker(page).inputValue()).toBe('MSFT');
      await ticker(page).fill('googlxxx');
      expect(await ticker(page).inputValue()).toBe('GOOGLX');
      await ticker(page).fill('msft');
      await page.getByRole('option', { name: /MSFT/ }).waitFor();
      await page.mouse.click(800, 400);
      expect(page.url()).toBe(`${server.url}/chart`);
      await ticker(page).fill('msft');
      await ticker(page).press('Enter');
      await page.getByRole('region', { name: 'MSFT chart' }).waitFor();
      expect(page.url()).toBe(`${server.url}/chart?symbol=MSFT`);
      await page.getByTestId('company').filter({ hasText: 'MSFT' }).waitFor();

      await ticker(page).fill('ZZZZZ');
      await ticker(page).press('Enter');
      await toast(page, 'Unknown ticker ZZZZZ').waitFor();
      expect(await page.getByRole('region', { name: 'MSFT chart' }).count()).toBe(1);
    },
    TIME,
  );

  test(
    'intervals, types and averages change the chart and its address',
    async () => {
      const page = await openChart();
      for (const interval of ['5m', '15m', '1h', '4h']) {
        await button(page, interval).click();
        await page.locator(`[aria-label^="AAPL, ${interval}:"]`).waitFor();
      }
      for (const type of ['Bars', 'Line', 'Area', 'Baseline', 'Candles']) {
        await page.locator('summary[title="Chart type"]').click();
        await button(page, type).click();
        expect(await page.locator('summary[title="Chart type"]').textContent()).toBe(`Chart type ${type}`);
      }
      await page.locator('summary[title="Moving averages"]').click();
      for (const period of [9, 20, 50, 200]) await button(page, `SMA ${period}`).click();
      expect(new URL(page.url()).searchParams.get('sma')).toBe('9,20,50,200');
      await page.keyboard.press('Escape');
      await page.keyboard.press('5');
      await page.locator('[aria-label^="AAPL, 1D:"]').waitFor();
      expect(page.problems).toEqual([]);
    },
    TIME,
  );

  test(
    'an order fills, says so, moves the cash and locks Confirm for a second',
    async () => {
      const page = await openChart();
      expect(await page.getByTestId('cash').textContent()).toBe('100,000$');
      const asked = page.waitForRequest('**/api/price?symbol=AAPL');
      await button(page, 'Buy').click();
      await asked;
      await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
      await page.getByLabel('Number of shares').fill('0');
      await button(page, 'Confirm buy').click();
      await toast(page, 'Invalid Quantity').waitFor();
      await page.getByLabel('Number of shares').fill('2');
      const sent = page.waitForRequest('**/api/trade');
      await button(page, 'Confirm buy').click();
      const { action, symbol, quantity, user_id } = (await sent).postDataJSON();
      expect({ action, symbol, quantity, type: typeof user_id }).toEqual({
        action: 'buy',
        symbol: 'AAPL',
        quantity: '2',
        type: 'number',
      });
      await button(page, 'Wait 1s').waitFor();
      expect(await button(page, 'Wait 1s').isDisabled()).toBe(true);
      expect(await toast(page, 'Trade Executed').textContent()).toMatch(
        /BUY 2 shares of AAPL at \$\d+\.\d\d/,
      );
      await button(page, 'Confirm buy').waitFor();
      const bought = await closeTo(
        () => cash(page),
        (value) => value < 100_000,
      );
      expect(bought).toBeLessThan(100_000);

      await page.getByText('Amount ($)').click();
      await button(page, 'Confirm buy').click();
      await toast(page, 'Invalid Amount').waitFor();
      await page.getByLabel('Amount in dollars').fill('500');
      await button(page, 'Confirm buy').click();
      expect(
        await closeTo(
          () => cash(page),
          (value) => value === bought - 500,
        ),
      ).toBe(bought - 500);

      await page.keyboard.press('Escape');
      await button(page, 'Sell').click();
      await page.getByRole('button', { name: /^Close all / }).click();
      await toast(page, 'SELL').waitFor();
    },
    TIME,
  );

  test(
    'SHORT turns the buttons round, and the other side can be reversed',
    async () => {
      const page = await openChart();
      await page.keyboard.press('x');
      await button(page, 'Short').click();
      await button(page, 'Confirm short').click();
      await toast(page, 'SHORT 1 shares of AAPL').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('switch', { name: 'SHORT' }).click();
      await button(page, 'Buy').click();
      await ticket(page).getByText('Short 1', { exact: true }).waitFor();
      await button(page, 'Confirm buy').click();
      await toast(page, 'Trade Failed').waitFor();
      await page.getByLabel(/^Reverse/).check();
      await button(page, 'Confirm buy').click();
      await toast(page, 'BUY 1 shares of AAPL').waitFor();
      await ticket(page).getByText('Long 1', { exact: true }).waitFor();
    },
    TIME,
  );

  test(
    'a price that cannot be fetched is said, and the price is cleared',
    async () => {
      const page = await openChart();
      await page.route('**/api/price?*', (route) =>
        route.fulfill({ status: 503, json: { error: 'No price today.', message: 'x', code: 'STALE_PRICE' } }),
      );
      await button(page, 'Buy').click();
      expect(await toast(page, 'Price Fetch Failed').textContent()).toContain('No price today.');
      expect(await page.getByTestId('ticket-price').textContent()).toBe('—');
    },
    TIME,
  );
});
