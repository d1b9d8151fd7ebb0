/** Pages at 320 to 430 pixels with ten-digit shares and seven-digit P&L: no text overlaps another or leaves its box. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const NAME = 'wide_trader-Of_Names';
const WIDTHS = [320, 360, 390, 430];
/** So tall that the whole page is in sight and no fixed bar covers any of it. */
const HEIGHT = 3600;
const LANDING_HEIGHT = 6000;
const RUNNING = [
  '/',
  '/portfolio',
  '/portfolio?dock=orders',
  '/portfolio?dock=history',
  '/chart?symbol=KO',
  '/leaderboards',
  `/leaderboards?trader=${NAME}`,
  `/leaderboards?trader=${NAME}&tab=history`,
  `/traders/${NAME}`,
  '/profile',
  '/competitions',
];
const OVER = ['/', '/competitions', '/competitions/1', `/traders/${NAME}`];

let browser: TestBrowser;
let server: TestServer;
let admin: Client;
let trader: Client;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  await admin.post('/api/update-competition', { prizePool: '1234.56', nextCompetitionDate: '' });
  trader = await server.register(NAME);
  const trade = (symbol: string, action: string, quantity: string) =>
    trader.post('/api/trade', { user_id: trader.userId, symbol, action, quantity });
  for (const [symbol, action] of [
    ['KO', 'buy'],
    ['AAPL', 'buy'],
    ['TSLA', 'short'],
  ] as const)
    expect((await trade(symbol, action, '5')).status).toBe(200);
  expect((await trade('AAPL', 'sell', '1.234567')).status).toBe(200);
  // shares of eleven digits, bought for three quarters of their worth
  await server.sql`update positions set quantity = 83210.123456, opened_quantity = 83210.123456,
    cost = cost * 13000, exact_cost = exact_cost * 13000`;
  await server.sql`update closed_trades set quantity = 83210.123456, pnl = -1234567.89, pnl_percent = 1234.56`;
  // makes the leaderboard read the trader again
  expect((await trade('MSFT', 'buy', '1')).status).toBe(200);
  const order = { symbol: 'KO', action: 'buy', quantity: '1234.567891' };
  for (const terms of [
    { type: 'limit', limitPrice: '1.01' },
    { type: 'stop_limit', stopPrice: '98.76', limitPrice: '98.89', quantity: '123.456789' },
    { type: 'trailing_stop', action: 'sell', trailPercent: '12.5', quantity: '1.123456' },
  ])
    expect(await trader.post('/api/orders', { ...order, ...terms })).toMatchObject({ status: 201 });
  const { json } = await trader.post<{ order: { id: string } }>('/api/orders', {
    ...order,
    type: 'limit',
    limitPrice: '1.02',
  });
  await trader.send('DELETE', `/api/orders/${json.order.id}`);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns the overlapping texts of the open page, the texts that leave their boxes, and whether the page scrolls sideways. */
function readFaults() {
  type Text = {
    text: string;
    element: Element;
    box: { left: number; right: number; top: number; bottom: number };
  };
  const root = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  const outside = new Set<string>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!;
    const text = node.nodeValue!.trim();
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('script, style, noscript, svg, dialog:not([open])')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      // without the space above and below the letters, which large figures share with their neighbours
      const box = { left, right, top: top + height / 4, bottom: bottom - height / 4 };
      let isDrawn = right - left > 1;
      let mayCut = false;
      for (let parent: Element | null = element; parent; parent = parent.parentElement) {
        const { display, overflowX, textOverflow, position } = getComputedStyle(parent);
        if (display === 'inline' || display === 'contents') continue;
        const edge = parent.getBoundingClientRect();
        // text for screen readers alone
        if (edge.width <= 1) isDrawn = false;
        if (!isDrawn) break;
        // a row that scrolls sideways may be cut off, a table may not
        const isPushed = ['auto', 'scroll'].includes(overflowX) && !element.closest('table');
        mayCut ||= isPushed || textOverflow === 'ellipsis';
        if (!mayCut && (box.left < edge.left - 1 || box.right > edge.right + 1)) outside.add(text);
        if (overflowX !== 'visible') {
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (['absolute', 'fixed'].includes(position)) break;
      }
      if (isDrawn) texts.push({ text, element, box });
    }
  }
  const faults = new Set([...outside].map((text) => `outside its box: ${text}`));
  for (const [index, one] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (one.element !== other.element && width > 1 && height > 1)
        faults.add(`over each other: ${one.text} | ${other.text}`);
    }
  if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways');
  return { faults: [...faults], count: texts.length };
}

/** Waits until each page has no fault: a dialog fades in, a chart's labels follow its size. */
async function demandRoom(page: TestPage, paths: readonly string[], height = HEIGHT): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: WIDTHS[0]!, height });
    expect((await page.goto(server.url + path))?.status()).toBe(200);
    await page.evaluate(() => document.fonts.ready);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height });
      const read = async () => ({ path, width, ...(await page.evaluate(readFaults)) });
      await until(read, ({ faults, count }) => faults.length === 0 && count > 15);
    }
  }
}

test.each([
  ['en', 'running', RUNNING],
  ['he', 'running', RUNNING],
  ['en', 'over', OVER],
  ['he', 'over', OVER],
] as const)('%s, %s season: texts keep apart and in their boxes', async (language, season, paths) => {
  if (season === 'over') await admin.post('/api/toggle-competition', { active: false });
  const page = await browser.open({
    reducedMotion: 'reduce',
    viewport: { width: WIDTHS[0]!, height: HEIGHT },
  });
  await trader.post('/api/language', { language });
  await signIn(page, trader);
  await demandRoom(page, paths);
  await page.context().close();
});

test('a visitor’s landing page and competition', async () => {
  const page = await browser.open({ reducedMotion: 'reduce' });
  await demandRoom(page, ['/competitions', '/he/competitions', '/', '/he'], LANDING_HEIGHT);
  await page.context().close();
});

test('the bar at the bottom of a low screen: each link has room for its icon and its word', async () => {
  const page = await browser.open({ reducedMotion: 'reduce' });
  const readLinks = () => ({
    width: innerWidth,
    texts: [...document.querySelectorAll('.phonelink')].map(
      (link) => `${link.textContent}${link.scrollWidth > link.clientWidth ? ' is too wide' : ''}`,
    ),
  });
  for (const [path, texts] of [
    ['/leaderboards', ['Home', 'Board', 'Competition', 'Pricing', 'Log in']],
    ['/he/leaderboards', ['בית', 'טבלה', 'תחרות', 'מחירים', 'התחברות']],
  ] as const) {
    await page.goto(server.url + path);
    for (const width of [...WIDTHS, 560, 740]) {
      await page.setViewportSize({ width, height: 400 });
      // the page takes its new size in one of the next frames
      await until(
        () => page.evaluate(readLinks),
        (read) => read.width === width && read.texts.join() === texts.join(),
      );
    }
  }
  await page.context().close();
});

test.each(['/', '/help', '/competitions'])(
  '%s: links within text are at least 24 pixels high on a touch screen',
  async (path) => {
    const page = await browser.open({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    await page.goto(server.url + path);
    const within = page.locator('main a[class*="underline"]');
    expect(await within.count()).toBeGreaterThan(0);
    const small = await within.evaluateAll((links) =>
      links
        .map((link) => [link.textContent, link.getBoundingClientRect().height] as const)
        .filter(([, height]) => height > 0 && height < 24),
    );
    expect(small).toEqual([]);
    await page.close();
  },
);
