/** Several charts on one page, as a trader arranges them in real Chromium: by pointer, by keyboard, on phones, in Hebrew. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

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
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const live = (page: Page, charts = 1) =>
  page
    .locator('.chart-panel[data-running=true][aria-busy=false]')
    .nth(charts - 1)
    .waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pressed = (page: Page, name: string) => button(page, name).getAttribute('aria-pressed');
const cell = (page: Page, id: number) => page.locator(`[data-cell="${id}"]`);
const panel = (page: Page, id: number) => cell(page, id).locator('.chart-panel');
/** Returns a chart's ticker. An added chart shows the largest company of the day. */
const symbolOf = (page: Page, id: number) => panel(page, id).getByRole('combobox').first().inputValue();
const said = (page: Page, sentence: string) =>
  page.getByRole('toolbar').getByRole('status').filter({ hasText: sentence }).waitFor();
const order = (page: Page) =>
  page
    .locator('[data-cell]')
    .evaluateAll((cells) => cells.map((each) => Number((each as HTMLElement).dataset.cell)));
const size = async (page: Page, id: number) => {
  const box = (await cell(page, id).boundingBox())!;
  return [Math.round(box.width), Math.round(box.height)];
};
const rows = (count: number) => count * 160 + (count - 1) * 5;

async function register(page: Page, username = `grid${++people}`): Promise<void> {
  // an open page would send requests with the session that ends here; this one has no script
  await page.goto(`${server.url}/favicon.svg`);
  const data = { username, password: 'a pass phrase' };
  const headers = { origin: server.url };
  const answer = await page.request.post(`${server.url}/api/register`, { data, headers });
  if (!answer.ok()) await page.request.post(`${server.url}/api/login`, { data, headers });
}

/** Opens a new trader's page in creative mode with this number of charts. */
async function openDashboard(
  charts: number,
  options: BrowserContextOptions & { lang?: string } = DESKTOP,
): Promise<TestPage> {
  const { lang = 'en', ...context } = options;
  const page = await browser.open(context);
  await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
  await page.addInitScript(() => localStorage.setItem('creativeMode', 'true'));
  await register(page);
  await page.goto(`${server.url}/chart`);
  await live(page);
  const add = page.getByRole('toolbar').getByRole('button').first();
  for (let count = 2; count <= charts; count++) {
    await add.click();
    await live(page, count);
  }
  return page;
}

test('creative mode, switched in the settings, shows the toolbar: up to four charts, everything off at first', async () => {
  const page = await browser.open(DESKTOP);
  await register(page);
  await page.goto(`${server.url}/chart`);
  await live(page);
  expect(await button(page, 'Add chart').count()).toBe(0);
  await page.goto(`${server.url}/settings`);
  await button(page, 'Show Creative Mode').click();
  await page.goto(`${server.url}/chart`);
  const add = button(page, 'Add chart');
  await add.waitFor();
  expect([await pressed(page, 'Resize mode'), await pressed(page, 'Drag mode')]).toEqual(['false', 'false']);
  expect(await button(page, 'Drag mode').isDisabled()).toBe(true);
  expect(await page.locator('.chart-grid').count()).toBe(0);
  // the toolbar makes the chart lower: Buy and Sell stay in sight
  const orders = (await page.locator('.chart-orders').boundingBox())!;
  expect(orders.y + orders.height).toBeLessThanOrEqual(800);
  for (const count of [2, 3, 4]) {
    await add.click();
    await live(page, count);
    await said(page, `Charts: ${count}`);
  }
  expect(await add.isDisabled()).toBe(true);
  await panel(page, 3).locator('summary[title="Chart settings"]').click();
  expect(await button(page, 'Add +').isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  expect(await order(page)).toEqual([1, 2, 3, 4]);
  const boxes = await Promise.all([1, 2, 3, 4].map(async (id) => (await cell(page, id).boundingBox())!));
  const [first, second, third] = boxes;
  expect(second!.x - first!.x - first!.width).toBe(5);
  expect(third!.y - first!.y - first!.height).toBe(5);
  expect(boxes.map((box) => box.height)).toEqual(Array(4).fill(rows(5)));
  for (const chart of await page.locator('.chart-area').all())
    expect((await chart.boundingBox())!.height).toBeGreaterThanOrEqual(610);

  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    const tracks = await page
      .locator('.chart-grid')
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    return [tracks, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)];
  };
  expect(await columns(1200)).toEqual([12, 0]);
  expect(await columns(1199)).toEqual([8, 0]);
  expect(await columns(768)).toEqual([8, 0]);
  expect(await columns(767)).toEqual([4, 0]);
  expect(await columns(480)).toEqual([4, 0]);
  expect(await columns(479)).toEqual([1, 0]);
  await page.setViewportSize(DESKTOP.viewport);

  await page.goto(`${server.url}/settings`);
  await button(page, 'Hide Creative Mode').click();
  await page.goto(`${server.url}/chart`);
  await live(page, 4);
  expect(await button(page, 'Add chart').count()).toBe(0);
  expect(page.problems).toEqual([]);
});

test('by pointer: the corner sizes, a double-click lets charts be dragged, the cross removes, and only in resize mode', async () => {
  const page = await openDashboard(3);
  const half = (await size(page, 1))[0]!;
  await page.mouse.dblclick(300, 500);
  expect(await pressed(page, 'Drag mode')).toBe('false');
  expect(await page.getByRole('button', { name: /^Remove chart/ }).count()).toBe(0);
  expect(await page.locator('[data-resize]').count()).toBe(0);

  await button(page, 'Resize mode').click();
  await cell(page, 1).locator('[data-resize]').waitFor();
  const pull = async (id: number, dx: number, dy: number) => {
    const corner = cell(page, id).locator('[data-resize]');
    await corner.scrollIntoViewIfNeeded();
    const box = (await corner.boundingBox())!;
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 8 });
    await page.mouse.up();
  };
  const column = (half + 5) / 6;
  await pull(1, -2 * column, 165);
  expect(await size(page, 1)).toEqual([Math.round(4 * column - 5), rows(6)]);
  await said(page, 'AAPL chart: 4 of 12 columns wide, 6 rows high');
  await pull(1, -300, -900);
  expect(await size(page, 1)).toEqual([Math.round(4 * column - 5), rows(5)]);
  await pull(1, 2 * column, 0);
  expect(await size(page, 1)).toEqual([half, rows(5)]);
  const canvas = panel(page, 1).locator('.chart-area canvas').first();
  const area = (await panel(page, 1).locator('.chart-area').boundingBox())!;
  await page.waitForFunction(([element, width]) => element!.getBoundingClientRect().width > width - 120, [
    await canvas.elementHandle(),
    area.width,
  ] as const);

  // a double-click in a field or on a button does not toggle the mode
  await panel(page, 1).getByRole('combobox', { name: 'Ticker' }).dblclick();
  expect(await pressed(page, 'Drag mode')).toBe('false');
  await page.evaluate(() => scrollTo(0, 0));
  const middle = async (id: number) => {
    const box = (await panel(page, id).boundingBox())!;
    return { x: box.x + box.width / 2, y: 500 };
  };
  const [one, two] = [await middle(1), await middle(2)];
  await page.mouse.dblclick(one.x, one.y);
  expect(await pressed(page, 'Drag mode')).toBe('true');
  expect(await panel(page, 1).getAttribute('inert')).not.toBeNull();

  const carry = async () => {
    await page.mouse.move(one.x, one.y);
    await page.mouse.down();
    await page.mouse.move(two.x, two.y, { steps: 8 });
  };
  await carry();
  await page.locator('[data-cell="2"][data-drop]').waitFor();
  const bar = (await cell(page, 2).locator('.cell-bar').boundingBox())!;
  const onTop = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')?.dataset.cell,
    [bar.x + 40, bar.y + 20] as const,
  );
  expect(onTop).toBe('1');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await order(page)).toEqual([1, 2, 3]);
  expect(await cell(page, 1).evaluate((each) => (each as HTMLElement).style.translate)).toBe('');
  await carry();
  await page.mouse.up();
  expect(await order(page)).toEqual([2, 1, 3]);
  await said(page, 'AAPL chart is now number 2 of 3');
  expect(await page.locator('[data-drop]').count()).toBe(0);

  await page.mouse.dblclick(one.x, one.y);
  expect(await pressed(page, 'Drag mode')).toBe('false');
  await page.mouse.dblclick(one.x, one.y);
  expect(await pressed(page, 'Drag mode')).toBe('true');
  await button(page, 'Resize mode').click();
  expect([await pressed(page, 'Resize mode'), await pressed(page, 'Drag mode')]).toEqual(['false', 'false']);
  expect(await panel(page, 1).getAttribute('inert')).toBeNull();
  await button(page, 'Resize mode').click();
  expect(await pressed(page, 'Drag mode')).toBe('false');

  await button(page, 'Remove chart 1').click();
  expect(await order(page)).toEqual([1, 3]);
  await button(page, 'Remove chart 1').click();
  expect(await order(page)).toEqual([3]);
  expect((await size(page, 3))[0]).toBeGreaterThan(half * 1.9);
  expect(await page.getByRole('button', { name: /^Remove chart/ }).count()).toBe(0);
  await live(page);
  expect(page.problems).toEqual([]);
});

test('by keyboard: sizes, moves and removes, says what came of it and keeps the focus', async () => {
  const page = await openDashboard(3);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await button(page, 'Resize mode').focus();
  await page.keyboard.press('Enter');
  await button(page, 'Wider: 1').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await pressed(page, 'Drag mode')).toBe('true');
  await page.keyboard.press('Enter');

  const half = (await size(page, 2))[0]!;
  const second = await symbolOf(page, 2);
  await button(page, 'Wider: 2').focus();
  await page.keyboard.press('Enter');
  await said(page, `${second} chart: 7 of 12 columns wide, 5 rows high`);
  expect((await size(page, 2))[0]).toBeGreaterThan(half);
  await button(page, 'Narrower: 2').press('Enter');
  await button(page, 'Taller: 2').press('Space');
  await said(page, `${second} chart: 6 of 12 columns wide, 6 rows high`);
  await button(page, 'Shorter: 2').press('Space');
  await button(page, 'Shorter: 2').press('Space');
  expect(await size(page, 2)).toEqual([half, rows(5)]);
  expect(await focused()).toBe('Shorter: 2');
  const corner = cell(page, 2).locator('[data-resize]');
  await corner.press('ArrowRight');
  await corner.press('ArrowDown');
  await said(page, `${second} chart: 7 of 12 columns wide, 6 rows high`);
  await corner.press('ArrowLeft');
  await corner.press('ArrowUp');
  expect(await size(page, 2)).toEqual([half, rows(5)]);

  await button(page, 'Move forward: 1').press('Enter');
  await said(page, 'AAPL chart is now number 2 of 3');
  expect([await order(page), await focused()]).toEqual([[2, 1, 3], 'Move forward: 2']);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect([await order(page), await focused()]).toEqual([[2, 3, 1], 'Move forward: 3']);
  await button(page, 'Move backward: 3').press('Enter');
  expect(await order(page)).toEqual([2, 1, 3]);

  await button(page, 'Remove chart 2').press('Enter');
  await said(page, 'AAPL chart removed. Charts: 2');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Remove chart 2');
  await page.keyboard.press('Enter');
  expect(await order(page)).toEqual([2]);
  await page.waitForFunction(() => document.activeElement?.textContent === 'Resize mode');
  expect(page.problems).toEqual([]);
});

test('each user has a layout of their own in this browser, with what each chart shows; it is there after a reload', async () => {
  const page = await openDashboard(2);
  const set = async (id: number, symbol: string, interval: string, type: string) => {
    const input = panel(page, id).getByRole('combobox', { name: 'Ticker' });
    await input.fill(symbol);
    await input.press('Enter');
    await panel(page, id).locator(`[aria-label^="${symbol}, 1D:"]`).waitFor();
    await panel(page, id).getByRole('button', { name: interval, exact: true }).click();
    await panel(page, id).locator(`[aria-label^="${symbol}, ${interval}:"]`).waitFor();
    await panel(page, id).locator('summary', { hasText: 'Candles' }).click();
    await panel(page, id).getByRole('button', { name: type, exact: true }).click();
  };
  await set(1, 'MSFT', '5m', 'Area');
  await set(2, 'NVDA', '1h', 'Line');
  expect(new URL(page.url()).search).toBe('?symbol=MSFT&interval=5m&type=area');
  await button(page, 'Resize mode').click();
  await button(page, 'Taller: 2').click();
  await button(page, 'Move backward: 2').click();

  const asLeft = async () => {
    await live(page, 2);
    expect(await order(page)).toEqual([2, 1]);
    await panel(page, 1).locator('[aria-label^="MSFT, 5m:"]').waitFor();
    await panel(page, 2).locator('[aria-label^="NVDA, 1h:"]').waitFor();
    expect(await panel(page, 1).locator('summary[title="Chart type"]').textContent()).toContain('Area');
    expect(await panel(page, 2).locator('summary[title="Chart type"]').textContent()).toContain('Line');
    expect((await size(page, 2))[1]).toBe(rows(6));
    expect(await pressed(page, 'Resize mode')).toBe('false');
  };
  await page.reload();
  await asLeft();
  await page.goto(`${server.url}/chart`);
  await asLeft();
  // The address takes precedence over the stored charts.
  await page.goto(`${server.url}/chart?symbol=TSLA`);
  await live(page, 2);
  expect(await panel(page, 1).getByRole('combobox', { name: 'Ticker' }).inputValue()).toBe('TSLA');
  await page.goto(`${server.url}/chart?symbol=MSFT&interval=5m&type=area`);
  await asLeft();

  const owner = `grid${people}`;
  await register(page);
  await page.goto(`${server.url}/chart`);
  await live(page);
  expect(await order(page)).toEqual([1]);
  expect(await panel(page, 1).getByRole('combobox', { name: 'Ticker' }).inputValue()).toBe('AAPL');
  // Creative mode belongs to the account: it is off once the account is known, until the next load turns it on.
  await page.waitForFunction(() => localStorage.getItem('creativeMode') === null);
  await button(page, 'Add chart').waitFor({ state: 'detached' });
  await page.reload();
  await live(page);
  await button(page, 'Add chart').click();
  await live(page, 2);
  await page.reload();
  await live(page, 2);
  expect(await order(page)).toEqual([1, 2]);

  await register(page, owner);
  await page.goto(`${server.url}/chart`);
  await asLeft();

  // After the page's first chart is removed, the next oldest takes over its place and the address.
  await button(page, 'Resize mode').click();
  await button(page, 'Remove chart 2').click();
  await page.waitForURL('**/chart?symbol=NVDA&interval=1h&type=line');
  await page.reload();
  await live(page);
  expect(await order(page)).toEqual([1]);
  await panel(page, 1).locator('[aria-label^="NVDA, 1h:"]').waitFor();
  expect(page.problems).toEqual([]);
});

test('one realtime chart a page; a trade in one chart changes the cash of all', async () => {
  const page = await openDashboard(2);
  const realtime = (id: number) => panel(page, id).getByRole('button', { name: /^R:/ });
  await realtime(1).click();
  await realtime(2).click();
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'You can only have one Realtime chart at a time.' });
  await refused.waitFor();
  expect(await refused.textContent()).toContain('Realtime Mode Active');
  expect(await realtime(2).getAttribute('aria-pressed')).toBe('false');

  // Removing the live chart lets another chart go live.
  await button(page, 'Resize mode').click();
  await button(page, 'Remove chart 1').click();
  await button(page, 'Resize mode').click();
  await realtime(2).click();
  await panel(page, 2)
    .locator(`[aria-label^="${await symbolOf(page, 2)}, 1m:"]`)
    .waitFor();
  await button(page, 'Add chart').click();
  await live(page, 2);

  const cash = (id: number) => panel(page, id).getByTestId('cash').textContent();
  expect([await cash(2), await cash(3)]).toEqual(['100,000$', '100,000$']);
  await panel(page, 2).getByRole('button', { name: 'Buy', exact: true }).click();
  await panel(page, 2).getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
  await panel(page, 2).getByRole('button', { name: 'Confirm buy' }).click();
  await page.getByRole('status').filter({ hasText: 'Trade Executed' }).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-testid=cash]')].every((each) =>
      /^99,\d{3}\$$/.test(each.textContent!),
    ),
  );
  expect(await cash(2)).toBe(await cash(3));
  expect(page.problems).toEqual([]);
});

test('in Hebrew the grid runs from the right, and so do its corners, arrows and drags', async () => {
  const page = await openDashboard(2, { ...DESKTOP, lang: 'he' });
  const leftEdge = async (id: number) => (await cell(page, id).boundingBox())!.x;
  expect(await leftEdge(1)).toBeGreaterThan(await leftEdge(2));
  await page.getByRole('toolbar').getByRole('button').nth(1).click();
  const corner = cell(page, 2).locator('[data-resize]');
  await corner.scrollIntoViewIfNeeded();
  const box = (await corner.boundingBox())!;
  expect(box.x).toBe(await leftEdge(2));
  const half = (await size(page, 2))[0]!;
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 12 + (2 * (half + 5)) / 6, box.y + 12, { steps: 5 });
  await page.mouse.up();
  expect((await size(page, 2))[0]).toBe(Math.round((4 * (half + 5)) / 6 - 5));
  await corner.press('ArrowLeft');
  await corner.press('ArrowLeft');
  expect((await size(page, 2))[0]).toBe(half);

  await page.getByRole('toolbar').getByRole('button').nth(2).click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move((await leftEdge(1)) + half / 2, 500);
  await page.mouse.down();
  await page.mouse.move((await leftEdge(2)) + half / 2, 500, { steps: 5 });
  await page.mouse.up();
  expect(await order(page)).toEqual([2, 1]);
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('on a phone: one column, targets of 44 pixels, charts dragged by touch or moved by button', async () => {
  const page = await openDashboard(2, PHONE);
  const [one, two] = [(await cell(page, 1).boundingBox())!, (await cell(page, 2).boundingBox())!];
  expect([one.x, one.width, two.x, two.width]).toEqual([0, 360, 0, 360]);
  expect(two.y).toBe(one.y + one.height + 5);
  await button(page, 'Resize mode').tap();
  await button(page, 'Taller: 1').tap();
  await until(
    () => size(page, 1),
    ([width, height]) => width === 360 && height === rows(6),
  );
  expect(await button(page, 'Wider: 1').count()).toBe(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main summary, main input[type=text]')]
      .map((each) => ({ text: each.ariaLabel ?? each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ text, box }) => `${text} ${box.width}×${box.height}`),
  );
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await barriers(page)).toEqual([]);

  const second = await symbolOf(page, 2);
  await button(page, 'Drag mode').tap();
  const cdp = await page.context().newCDPSession(page);
  await cell(page, 2).scrollIntoViewIfNeeded();
  await page.evaluate(() =>
    scrollTo(0, document.querySelector<HTMLElement>('[data-cell="2"]')!.offsetTop - 300),
  );
  const top = (await cell(page, 2).boundingBox())!.y;
  const touch = (type: string, y: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x: 180, y }],
    });
  await touch('touchStart', top + 150);
  for (const step of [60, 20, -20, -60]) await touch('touchMove', top + step);
  await page.locator('[data-cell="1"][data-drop]').waitFor();
  await touch('touchEnd', 0);
  await said(page, `${second} chart is now number 1 of 2`);
  expect(await order(page)).toEqual([2, 1]);
  // The browser makes no click of a tap right after synthetic touches.
  await button(page, 'Move forward: 1').click();
  await said(page, `${second} chart is now number 2 of 2`);
  expect(await order(page)).toEqual([1, 2]);
  await button(page, 'Remove chart 2').click();
  expect(await order(page)).toEqual([1]);
  expect(page.problems).toEqual([]);
});

test('four charts, in resize mode and in drag mode: nothing axe knows of is wrong', async () => {
  const page = await openDashboard(4);
  expect(await barriers(page)).toEqual([]);
  await button(page, 'Resize mode').click();
  await button(page, 'Wider: 4').waitFor();
  expect(await barriers(page)).toEqual([]);
  await button(page, 'Drag mode').click();
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('a layout of 2 or 4 charts shares the window, with what is held, and stays; each can be moved and removed', async () => {
  const page = await browser.open(DESKTOP);
  await register(page);
  const { id } = await (await page.request.get(`${server.url}/api/user`)).json();
  for (const symbol of ['AAPL', 'NVDA']) {
    const data = { user_id: id, symbol, action: 'buy', quantity: 1 };
    await page.request.post(`${server.url}/api/trade`, { data, headers: { origin: server.url } });
  }
  await page.goto(`${server.url}/chart?symbol=TSLA`);
  await live(page);
  const settings = (panel: number) => cell(page, panel).locator('summary[title="Chart settings"]').click();
  const choose = async (panel: number, name: string) => {
    await settings(panel);
    await button(page, name).filter({ visible: true }).click();
  };
  const symbols = () =>
    page
      .locator('.chart-cell input[name=symbol][role=combobox]')
      .evaluateAll((inputs) => inputs.map((each) => (each as HTMLInputElement).value));
  await page.locator('.chart-panel').dispatchEvent('pointerdown');
  await cell(page, 1).waitFor();
  await choose(1, 'Charts in the window: 4');
  await live(page, 4);
  const symbolsBefore = await symbols();
  expect(symbolsBefore.slice(0, 3).sort()).toEqual(['AAPL', 'NVDA', 'TSLA']);
  expect(new Set(symbolsBefore).size).toBe(4);
  // a small chart omits the parts without room
  expect(
    await page.locator('.chart-rest > :is(button, p), .chart-company').filter({ visible: true }).count(),
  ).toBe(0);
  // two rows of two charts, with all trading controls in sight
  const boxes = await Promise.all([1, 2, 3, 4].map(async (each) => (await cell(page, each).boundingBox())!));
  expect(new Set(boxes.map(({ x }) => x)).size).toBe(2);
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(2);
  for (const order of await page.locator('.chart-order').all()) {
    const { y, height } = (await order.boundingBox())!;
    expect(y + height).toBeLessThan(DESKTOP.viewport.height);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  expect(await barriers(page)).toEqual([]);

  // a menu covers the charts below it and ends inside the window
  for (const panel of [2, 4]) {
    await settings(panel);
    const menu = cell(page, panel).locator('.chart-gear > .popover');
    const last = button(page, 'Charts in the window: 4').filter({ visible: true });
    await last.scrollIntoViewIfNeeded();
    const box = (await menu.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(DESKTOP.viewport.height);
    const covered = await menu.locator('button').evaluateAll((items) =>
      items.flatMap((item) => {
        item.scrollIntoView({ block: 'nearest' });
        const { x, y, width, height } = item.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return item.contains(top) ? [] : [item.textContent];
      }),
    );
    expect(covered).toEqual([]);
    await page.keyboard.press('Escape');
  }
  // the menu's history entry is removed after it: a reload before that is cancelled
  await page.waitForFunction(() => !history.state?.overlays);

  await page.reload();
  await live(page, 4);
  await choose(4, 'Remove chart 4');
  await cell(page, 4).waitFor({ state: 'detached' });
  await choose(2, 'Move backward');
  await until(async () => (await order(page)).join() === '2,1,3');
  await choose(1, 'Charts in the window: 1');
  await until(async () => (await page.locator('.chart-panel').count()) === 1);
  expect(await page.locator('input[name=symbol][role=combobox]').inputValue()).toBe('TSLA');
  // the dock closed for four charts is open again
  await page.locator('.dock:not(.dock-shut)').waitFor();
  expect(page.problems).toEqual([]);
});

test('charts that are gone leave nothing behind', async () => {
  const page = await openDashboard(2);
  const cdp = await page.context().newCDPSession(page);
  /** Counts the objects of a kind that are still reachable, in the document or not. */
  const alive = async (kind: string) => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { result } = await cdp.send('Runtime.evaluate', { expression: `${kind}.prototype` });
    const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
    const { result: length } = await cdp.send('Runtime.callFunctionOn', {
      objectId: objects.objectId!,
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    return length.value as number;
  };
  const input = panel(page, 1).getByRole('combobox', { name: 'Ticker' });
  const change = async (symbol: string) => {
    await input.fill(symbol);
    await input.press('Enter');
    await panel(page, 1).locator(`[aria-label^="${symbol}, 1D:"]`).waitFor();
  };
  await button(page, 'Resize mode').click();
  const cycle = async () => {
    await button(page, 'Add chart').click();
    await live(page, 3);
    await button(page, 'Remove chart 3').click();
  };
  await change('MSFT');
  await change('AAPL');
  await cycle();
  const canvasesBefore = await alive('HTMLCanvasElement');
  expect(canvasesBefore).toBeGreaterThan(0);
  // a canvas leaked by each change, or the seven canvases of each removed chart, would exceed the bound below
  for (let i = 0; i < 20; i++) await change(['MSFT', 'NVDA', 'TSLA', 'AAPL'][i % 4]!);
  for (let i = 0; i < 5; i++) await cycle();
  // React may hold one removed chart until the next one replaces it: one, never five.
  const after = await alive('HTMLCanvasElement');
  expect(after).toBeLessThanOrEqual(canvasesBefore * 1.5);
  expect(page.problems).toEqual([]);
});

test('a chart out of sight is not drawn', async () => {
  const page = await openDashboard(2);
  await panel(page, 1).getByRole('button', { name: /^R:/ }).click();
  await panel(page, 1).getByText('1m LIVE', { exact: true }).waitFor();
  await page.evaluate(() => {
    const { fillRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillRect = function (...box) {
      const cell = this.canvas.closest<HTMLElement>('[data-cell]');
      if (cell) cell.dataset.strokes = `${Number(cell.dataset.strokes ?? 0) + 1}`;
      fillRect.apply(this, box);
    };
  });
  const strokes = async (id: number) => Number((await cell(page, id).getAttribute('data-strokes')) ?? 0);
  /** Waits until a chart was painted this often, which shows that trades arrive. */
  const drawn = async (id: number, times: number) => {
    for (let i = 0; i < times; i++) {
      const strokesBefore = await strokes(id);
      await until(async () => (await strokes(id)) > strokesBefore);
    }
  };
  await drawn(1, 2);
  await page.setViewportSize({ width: 700, height: 800 });
  await button(page, 'Resize mode').click();
  for (let i = 0; i < 2; i++) await button(page, 'Taller: 2').click();
  await button(page, 'Resize mode').click();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction(
    () => document.querySelector('[data-cell="1"]')!.getBoundingClientRect().bottom < -210,
  );
  await drawn(2, 1);
  const hidden = await strokes(1);
  await drawn(2, 4);
  expect(await strokes(1)).toBe(hidden);
  await page.evaluate(() => scrollTo(0, 0));
  await drawn(1, 1);
  expect(page.problems).toEqual([]);
});

test('when the competition ends an open dashboard is left at once, an admin’s stays', async () => {
  const page = await openDashboard(2);
  const admin = await server.admin();
  const theirs = await browser.open(DESKTOP);
  await theirs
    .context()
    .addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: server.url })));
  await theirs.goto(`${server.url}/chart`);
  await live(theirs);
  await admin.post('/api/toggle-competition', { active: false });
  await page.waitForURL(`${server.url}/`);
  await theirs.locator('[data-competition=inactive]').waitFor();
  expect(new URL(theirs.url()).pathname).toBe('/chart');
  await theirs.reload();
  await live(theirs);
  expect(theirs.problems).toEqual([]);
});
