/** The chart's tools: realtime, lines, keys, settings, themes, cache, phones. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  button,
  figure as chart,
  chartSite,
  clickAt,
  DESKTOP,
  live,
  moreTools,
  PHONE,
  painted,
  type Rgb,
  realtime,
  ticker,
  toast,
} from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const PAPER: Rgb = [0xf3, 0xf0, 0xe6];
const site = chartSite();

/** Waits until a line is near a point of the chart or not. */
const line = (page: Page, x: number, y: number, there: boolean) =>
  until(
    () => painted(page, x, y, PAPER, 40),
    (seen) => seen === there,
  );

test('realtime: live one-minute candles, locked button, and every refusal in its words', async () => {
  const page = await site.chart('/chart?type=line');
  await realtime(page).click();
  const only = toast(page, 'Realtime Mode Disabled');
  expect(await only.textContent()).toContain('Realtime Mode is only available for Candlestick charts.');
  await page.locator('summary[title="Chart type"]').click();
  await button(page, 'Candles').click();

  const startedAt = Date.now();
  await realtime(page).click();
  expect(await realtime(page).isDisabled()).toBe(true);
  await page.locator('[data-realtime=live]').waitFor();
  await page.locator('[data-realtime=live]', { hasText: /^1m LIVE$/ }).waitFor();
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
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(3000);
  await realtime(page).click();
  await page.locator('[aria-label^="AAPL, 1D:"]').waitFor();
  expect(page.problems).toEqual([]);
});

test('a lost connection is shown, comes back by itself and fetches what was missed', async () => {
  const page = await site.trader();
  let drop = () => {};
  await page.routeWebSocket('**/ws?*', (ws) => {
    ws.connectToServer();
    drop = () => void ws.close();
  });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await realtime(page).click();
  await page.locator('[data-realtime=live]').waitFor();
  const gap = page.waitForRequest((request) => /\/api\/candles\?.*interval=1m&from=\d+/.test(request.url()));
  drop();
  await page.locator('[data-realtime=connecting]').waitFor();
  await gap;
  await page.locator('[data-realtime=live]').waitFor();
});

test('two clicks draw a line that can be moved, deleted and brought back; leaving draw mode takes it and the averages', async () => {
  const page = await site.chart('/chart?sma=9');
  await button(page, 'Draw trend lines').click();
  await clickAt(page, 400, 200);
  await clickAt(page, 700, 300);
  await line(page, 550, 250, true);

  // drags the line by its middle, 60 pixels down
  const area = (await page.locator('.chart-area').boundingBox())!;
  await page.mouse.move(area.x + 550, area.y + 250);
  await page.mouse.down();
  await page.mouse.move(area.x + 550, area.y + 280, { steps: 4 });
  await page.mouse.move(area.x + 550, area.y + 310, { steps: 4 });
  await page.mouse.up();
  await line(page, 550, 250, false);
  await line(page, 550, 310, true);
  await page.keyboard.press('Control+z');
  await line(page, 550, 250, true);

  await clickAt(page, 550, 250);
  await page.keyboard.press('Delete');
  await line(page, 550, 250, false);
  await button(page, 'Undo').click();
  await line(page, 550, 250, true);

  // a single click leaves no drawing
  await clickAt(page, 300, 150);
  await page.keyboard.press('Escape');

  await button(page, 'Draw trend lines').click();
  await toast(page, 'Lines and averages removed').waitFor();
  await line(page, 550, 250, false);
  expect(new URL(page.url()).searchParams.get('sma')).toBeNull();
  await toast(page, 'Lines and averages removed').getByRole('button', { name: 'Undo' }).click();
  await line(page, 550, 250, true);
  expect(new URL(page.url()).searchParams.get('sma')).toBe('9');
  expect(page.problems).toEqual([]);
});

test('keys: tickets, SHORT, draw, realtime, ticker, the list, and none of them while typing', async () => {
  const page = await site.chart();
  await page.keyboard.press('b');
  await page.getByRole('heading', { name: 'Buy AAPL' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('heading', { name: 'Buy AAPL' }).count()).toBe(0);
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: 'Sell AAPL' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  expect(await button(page, 'SHORT').getAttribute('aria-pressed')).toBe('true');
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
});

test('arrow keys move along the bars and say them; the same bars are there as a table', async () => {
  const page = await site.chart();
  await chart(page).focus();
  await page.keyboard.press('ArrowLeft');
  const spoken = page.locator('[aria-live=polite]').filter({ hasText: 'open' });
  const newest = await spoken.textContent();
  expect(newest).toMatch(/: open [\d.,]+, high [\d.,]+, low [\d.,]+, close [\d.,]+, volume [\d,]+$/);
  await page.locator('.chart-legend:not([data-newest])').waitFor();
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
});

test('symbol and ticker are shown and hidden, and stay so', async () => {
  const page = await site.chart();
  const settings = page.locator('summary[title="Chart settings"]');
  await settings.click();
  await button(page, 'Hide Symbol').click();
  await settings.click();
  await button(page, 'Show Ticker').click();
  await page.getByTestId('company').waitFor({ state: 'detached' });
  const stored = await page.evaluate(() => [
    localStorage.getItem('showWatermark'),
    localStorage.getItem('showTickerWatermark'),
  ]);
  expect(stored).toEqual(['false', 'true']);
  await page.reload();
  await live(page);
  await page.getByTestId('company').waitFor({ state: 'detached' });
  await settings.click();
  await button(page, 'Hide Ticker').waitFor();
});

test('on a phone: no sideways scroll, targets of 44 pixels, tickets from the bottom, lines by touch', async () => {
  const page = await site.chart('/chart', PHONE);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.chart-panel button, .chart-panel summary, .chart-panel input[type=text]')]
      .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ text, box }) => `${text} ${box.width}×${box.height}`),
  );
  expect(small).toEqual([]);
  await button(page, 'Buy').tap();
  const sheet = (await page.getByRole('dialog', { name: 'Buy AAPL' }).boundingBox())!;
  expect([sheet.x, sheet.width, Math.round(sheet.y + sheet.height)]).toEqual([0, 360, 740]);
  await button(page, 'Close').tap();

  await moreTools(page);
  await button(page, 'Draw trend lines').tap();
  // the tools load separately: before that a tap draws nothing
  await page.locator('summary[title="Drawing tools"]').waitFor();
  const area = (await page.locator('.chart-area').boundingBox())!;
  await page.touchscreen.tap(area.x + 60, area.y + 130);
  await page.touchscreen.tap(area.x + 220, area.y + 250);
  await line(page, 140, 190, true);
  expect(page.problems).toEqual([]);
});

test.each([
  ['1280×800', DESKTOP],
  ['360×740', PHONE],
] as const)(
  'nothing axe knows of is wrong with the chart, its tickets, menus and modes at %s',
  async (_, context) => {
    const page = await site.chart('/chart?sma=9', { ...context, bypassCSP: true });
    await page.addScriptTag({ path: join(import.meta.dir, '../../node_modules/axe-core/axe.min.js') });
    const expectNone = async (state: string) => {
      const stored = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run(root: Element): Promise<{ violations: Violation[] }> };
        };
        type Violation = { id: string; nodes: { html: string }[] };
        const { violations } = await axe.run(document.querySelector('.chart-panel')!);
        return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`);
      });
      expect(stored, state).toEqual([]);
    };
    await expectNone('as it comes');
    await button(page, 'Buy').click();
    await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
    await expectNone('with a ticket');
    await page.keyboard.press('Escape');
    await ticker(page).fill('mic');
    await page.getByRole('option').first().waitFor();
    await expectNone('with suggestions');
    await page.keyboard.press('Escape');
    await ticker(page).blur();
    const isPhone = context === PHONE;
    if (isPhone) {
      await moreTools(page);
      await expectNone('with the tools of a phone');
    }
    await button(page, 'Draw trend lines').click();
    await button(page, 'Undo').waitFor();
    if (isPhone) await moreTools(page);
    await realtime(page).click();
    await page.locator('[data-realtime=live]').waitFor();
    await chart(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.chart-legend:not([data-newest])').waitFor();
    await expectNone('live, drawing, with the cursor on a bar');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectNone('with the list of keys');
    await page.keyboard.press('Escape');
    if (isPhone) await moreTools(page);
    await page.locator('summary[title="Chart settings"]').click();
    await button(page, 'View as table').waitFor();
    await expectNone('with the settings');
    await button(page, 'View as table').click();
    await page.getByRole('region', { name: 'AAPL 1m' }).waitFor();
    await expectNone('as a table');
    expect(page.problems).toEqual([]);
  },
);

test('with no competition the chart is the admins’ alone', async () => {
  const trading = await site.chart();
  const admin = site.admin;
  await admin.post('/api/toggle-competition', { active: false });
  await trading.waitForURL(`${site.server.url}/`);
  const page = await site.trader();
  await page.goto(`${site.server.url}/chart`);
  expect(new URL(page.url()).pathname).toBe('/');
  expect((await admin.get('/chart')).status).toBe(200);
});
