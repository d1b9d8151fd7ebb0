/** What the chart does besides showing prices: realtime, lines, keys, settings, themes, cache, phones. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const TIME = 40_000;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

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

async function openChart(path = '/chart', options: BrowserContextOptions = DESKTOP): Promise<TestPage> {
  const page = await browser.open(options);
  const person = { username: `toolsmith${++people}`, password: 'a pass phrase' };
  await page.request.post(`${server.url}/api/register`, { data: person, headers: { origin: server.url } });
  await page.goto(server.url + path);
  await live(page);
  return page;
}

const live = (page: Page) => page.locator('.chart-panel[data-live=true]').waitFor();
const toast = (page: Page, title: string) =>
  page.locator('[role=status], [role=alert]').filter({ hasText: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const realtime = (page: Page) => page.getByRole('button', { name: /^R:/ });
const chart = (page: Page) => page.locator('.chart-area [tabindex="0"][aria-label*="bars"]');

/** Whether a canvas of the chart shows this colour within 3 pixels of a point of the chart area. */
function painted(page: Page, x: number, y: number, rgb: [number, number, number]): Promise<boolean> {
  return page.evaluate(
    ([x, y, r, g, b]) => {
      const area = document.querySelector('.chart-area')!.getBoundingClientRect();
      return [...document.querySelectorAll<HTMLCanvasElement>('.chart-area canvas')].some((canvas) => {
        const box = canvas.getBoundingClientRect();
        const scale = canvas.width / box.width;
        const at = [(area.x + x - box.x - 3) * scale, (area.y + y - box.y - 3) * scale] as const;
        const { data } = canvas.getContext('2d')!.getImageData(at[0], at[1], 7 * scale, 7 * scale);
        for (let i = 0; i < data.length; i += 4) {
          if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) return true;
        }
        return false;
      });
    },
    [x, y, ...rgb] as const,
  );
}

const PAPER: [number, number, number] = [0xf3, 0xf0, 0xe6];
/** Two animation frames: the chart paints in the first one after a change. */
const frames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

async function clickAt(page: Page, x: number, y: number): Promise<void> {
  const area = (await page.locator('.chart-area').boundingBox())!;
  await page.mouse.move(area.x + x, area.y + y);
  await page.mouse.down();
  await page.mouse.up();
}

test(
  'realtime: live one-minute candles, locked button, and every refusal in its words',
  async () => {
    const page = await openChart('/chart?type=line');
    await realtime(page).click();
    const only = toast(page, 'Realtime Mode Disabled');
    expect(await only.textContent()).toContain('Realtime Mode is only available for Candlestick charts.');
    await page.locator('summary[title="Chart type"]').click();
    await button(page, 'Candles').click();

    await realtime(page).click();
    expect(await realtime(page).isDisabled()).toBe(true);
    const pressed = Date.now();
    await page.locator('[data-realtime=live]').waitFor();
    expect(await page.getByText('1m LIVE').isVisible()).toBe(true);
    await page.locator('[aria-label^="AAPL, 1m:"]').waitFor();

    await button(page, '5m').click();
    await toast(page, 'Disable Realtime Mode before changing the interval.').waitFor();
    await page.locator('summary[title="Chart type"]').click();
    await button(page, 'Bars').click();
    await toast(page, 'Disable Realtime Mode before changing the chart type.').waitFor();
    const ticker = page.getByRole('combobox', { name: 'Ticker' });
    await ticker.fill('MSFT');
    await ticker.press('Enter');
    await toast(page, 'Disable Realtime Mode before changing the ticker.').waitFor();
    expect(await page.getByRole('region', { name: 'AAPL chart' }).count()).toBe(1);

    await page.locator('button[aria-label^="R:"]:enabled').waitFor();
    expect(Date.now() - pressed).toBeGreaterThan(2500);
    await realtime(page).click();
    await page.locator('[aria-label^="AAPL, 1D:"]').waitFor();
    expect(page.problems).toEqual([]);
  },
  TIME,
);

test(
  'a lost connection is shown, comes back by itself and fetches what was missed',
  async () => {
    const page = await browser.open(DESKTOP);
    const person = { username: 'unlucky', password: 'a pass phrase' };
    await page.request.post(`${server.url}/api/register`, { data: person, headers: { origin: server.url } });
    let drop = () => {};
    await page.routeWebSocket('**/ws', (ws) => {
      ws.connectToServer();
      drop = () => void ws.close();
    });
    await page.goto(`${server.url}/chart`);
    await live(page);
    await realtime(page).click();
    await page.locator('[data-realtime=live]').waitFor();
    const gap = page.waitForRequest((request) =>
      /\/api\/candles\?.*interval=1m&from=\d+/.test(request.url()),
    );
    drop();
    await page.locator('[data-realtime=connecting]').waitFor();
    await gap;
    await page.locator('[data-realtime=live]').waitFor();
  },
  TIME,
);

test(
  'two clicks draw a line that can be moved, deleted and brought back; leaving draw mode takes it and the averages',
  async () => {
    const page = await openChart('/chart?sma=9');
    await button(page, 'Draw trend lines').click();
    await clickAt(page, 400, 400);
    await clickAt(page, 700, 500);
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(true);

    // by its middle, 60 pixels down
    const area = (await page.locator('.chart-area').boundingBox())!;
    await page.mouse.move(area.x + 550, area.y + 450);
    await page.mouse.down();
    await page.mouse.move(area.x + 550, area.y + 480, { steps: 4 });
    await page.mouse.move(area.x + 550, area.y + 510, { steps: 4 });
    await page.mouse.up();
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(false);
    expect(await painted(page, 550, 510, PAPER)).toBe(true);
    await page.keyboard.press('Control+z');
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(true);

    await clickAt(page, 550, 450);
    await page.keyboard.press('Delete');
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(false);
    await button(page, 'Undo').click();
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(true);

    // a first click alone draws nothing that stays
    await clickAt(page, 300, 300);
    await page.keyboard.press('Escape');

    await button(page, 'Draw trend lines').click();
    await toast(page, 'Lines and averages removed').waitFor();
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(false);
    expect(new URL(page.url()).searchParams.get('sma')).toBeNull();
    await toast(page, 'Lines and averages removed').getByRole('button', { name: 'Undo' }).click();
    await frames(page);
    expect(await painted(page, 550, 450, PAPER)).toBe(true);
    expect(new URL(page.url()).searchParams.get('sma')).toBe('9');
    expect(page.problems).toEqual([]);
  },
  TIME,
);

test(
  'keys: tickets, SHORT, draw, realtime, ticker, the list, and none of them while typing',
  async () => {
    const page = await openChart();
    await page.keyboard.press('b');
    await page.getByRole('heading', { name: 'Buy AAPL' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('heading', { name: 'Buy AAPL' }).count()).toBe(0);
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Sell AAPL' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('t');
    expect(await button(page, 'Draw trend lines').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('1');
    await page.locator('[aria-label^="AAPL, 5m:"]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('brk.b');
    expect(await page.getByRole('combobox').inputValue()).toBe('BRK.B');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    expect(await realtime(page).getAttribute('aria-pressed')).toBe('true');
  },
  TIME,
);

test(
  'arrow keys move along the bars and say them; the same bars are there as a table',
  async () => {
    const page = await openChart();
    await chart(page).focus();
    await page.keyboard.press('ArrowLeft');
    const spoken = page.locator('[aria-live=polite]').filter({ hasText: 'open' });
    const newest = await spoken.textContent();
    expect(newest).toMatch(/: open [\d.,]+, high [\d.,]+, low [\d.,]+, close [\d.,]+, volume [\d,]+$/);
    await page.getByTestId('legend').waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await spoken.textContent()).not.toBe(newest);
    expect(await chart(page).getAttribute('role')).toBe('application');

    await page.locator('summary[title="Chart settings"]').click();
    await button(page, 'View as table').click();
    const rows = page.getByRole('region', { name: 'AAPL 1D' }).getByRole('row');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(200);
    const [, , high] = await rows.nth(2).getByRole('cell').allInnerTexts();
    expect(high).toMatch(/^[\d,]+\.\d\d$/);
  },
  TIME,
);

test(
  'symbol and ticker are shown and hidden, and stay so',
  async () => {
    const page = await openChart();
    const settings = page.locator('summary[title="Chart settings"]');
    await settings.click();
    await button(page, 'Hide Symbol').click();
    await settings.click();
    await button(page, 'Show Ticker').click();
    expect(await page.getByTestId('company').count()).toBe(0);
    const kept = await page.evaluate(() => [
      localStorage.getItem('showWatermark'),
      localStorage.getItem('showTickerWatermark'),
    ]);
    expect(kept).toEqual(['false', 'true']);
    await page.reload();
    await live(page);
    expect(await page.getByTestId('company').count()).toBe(0);
    await settings.click();
    await button(page, 'Hide Ticker').waitFor();
  },
  TIME,
);

test(
  'a changed theme recolours the chart at once',
  async () => {
    const page = await openChart();
    await frames(page);
    expect(await painted(page, 40, 300, [0x0b, 0x0d, 0x11])).toBe(true);
    await page.route('**/api/user-profile', (route) => route.fulfill({ json: { activeTheme: 'theme_4' } }));
    await page.evaluate(() => window.dispatchEvent(new Event('theme-changed')));
    await page.waitForResponse('**/api/user-profile');
    await page.waitForFunction(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.chart-area canvas');
      return canvas?.getContext('2d')?.getImageData(40, 300, 1, 1).data[0] === 0x0d;
    });
  },
  TIME,
);

test(
  'candles come from the session for ten minutes; a corrupted entry is fetched again',
  async () => {
    const page = await openChart();
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/candles') asked.push(url.searchParams.get('interval')!);
    });
    const show = async (interval: string) => {
      await button(page, interval).click();
      await page.locator(`[aria-label^="AAPL, ${interval}:"]`).waitFor();
    };
    await show('5m');
    await show('1D');
    await show('5m');
    expect(asked).toEqual(['5m']);
    await page.evaluate(() => sessionStorage.setItem('fetchDataCache_AAPL-1D', '{"data":[{"time":1}]'));
    await show('1D');
    expect(asked).toEqual(['5m', '1D']);
    const entry = await page.evaluate(() => JSON.parse(sessionStorage.getItem('fetchDataCache_AAPL-5m')!));
    expect(Object.keys(entry).sort()).toEqual(['data', 'isReversed', 'timeframe', 'timestamp']);

    await page.route('**/api/candles?*', (route) => route.fulfill({ json: { 'Error Message': 'no' } }));
    await button(page, '1h').click();
    expect(await toast(page, 'Invalid intraday data').textContent()).toContain('Error');
  },
  TIME,
);

test(
  'on a phone: no sideways scroll, targets of 44 pixels, tickets from the bottom, lines by touch',
  async () => {
    const page = await openChart('/chart', PHONE);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.chart-panel button, .chart-panel summary, .chart-panel input[type=text]',
        ),
      ]
        .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(({ text, box }) => `${text} ${box.width}×${box.height}`),
    );
    expect(small).toEqual([]);
    await button(page, 'Buy').tap();
    const sheet = (await page.getByRole('dialog', { name: 'Buy AAPL' }).boundingBox())!;
    expect([sheet.x, sheet.width, Math.round(sheet.y + sheet.height)]).toEqual([0, 360, 740]);
    await button(page, 'Close').tap();

    await button(page, 'Draw trend lines').tap();
    const area = (await page.locator('.chart-area').boundingBox())!;
    await page.touchscreen.tap(area.x + 60, area.y + 130);
    await page.touchscreen.tap(area.x + 220, area.y + 250);
    await frames(page);
    expect(await painted(page, 140, 190, PAPER)).toBe(true);
    expect(page.problems).toEqual([]);
  },
  TIME,
);

test(
  'nothing axe knows of is wrong with the chart, its tickets and menus',
  async () => {
    const page = await openChart('/chart?sma=9', { ...DESKTOP, bypassCSP: true });
    await page.addScriptTag({ path: join(import.meta.dir, '../../node_modules/axe-core/axe.min.js') });
    const violations = () =>
      page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run(root: Element): Promise<{ violations: Found[] }> };
        };
        type Found = { id: string; nodes: { html: string }[] };
        const found = await axe.run(document.querySelector('.chart-panel')!);
        return found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`);
      });
    expect(await violations()).toEqual([]);
    await button(page, 'Buy').click();
    await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
    await page.locator('summary[title="Chart settings"]').click();
    await button(page, 'View as table').waitFor();
    expect(await violations()).toEqual([]);
    await button(page, 'View as table').click();
    await page.getByRole('region', { name: 'AAPL 1D' }).waitFor();
    expect(await violations()).toEqual([]);
  },
  TIME,
);

test(
  'with no competition the chart is the admins’ alone',
  async () => {
    const trading = await openChart();
    const admin = await server.admin();
    await admin.post('/api/toggle-competition', { active: false });
    await trading.waitForURL(`${server.url}/`);
    const page = await browser.open(DESKTOP);
    const person = { username: 'waiting', password: 'a pass phrase' };
    await page.request.post(`${server.url}/api/register`, { data: person, headers: { origin: server.url } });
    await page.goto(`${server.url}/chart`);
    expect(new URL(page.url()).pathname).toBe('/');
    expect((await admin.get('/chart')).status).toBe(200);
  },
  TIME,
);
