/** Leaderboard, portfolio and the navigation's status while they change, in a real browser. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { shiftOf } from '../helpers/layout-shift.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;

beforeAll(async () => {
  browser = await launchBrowser();
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
  await admin.post('/api/toggle-competition', { active: true });
  await order(ann, 'buy', 'AAPL', 100);
  await order(bob, 'buy', 'TSLA', 100);
  await server.services.leaderboard.pass(true);
});
beforeEach(async () => {
  if (!server.services.seasons.active()) await admin.post('/api/toggle-competition', { active: true });
});
afterEach(async () => {
  await browser.closePages();
  // `connected` counts sockets: a socket of this test must not count in the next
  await until(() => server.services.hub.counts().sockets === 0);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const order = (who: Client, action: string, symbol: string, quantity: number) =>
  who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });

async function open(who: Client, path: string): Promise<TestPage> {
  const page = await browser.open();
  await signIn(page, who);
  await page.goto(server.url + path);
  return page;
}

const awake = (page: Page, name: string) =>
  page.waitForSelector(`is-land[data-island=${name}][data-island-status=awake]`, { state: 'attached' });
const connected = async (sockets: number) => {
  await until(() => server.services.hub.counts().sockets >= sockets);
};
const names = (page: Page) => page.locator('.traders td a').allTextContents();

test('the ranking changes on an open page, no row moves, mine has the tag', async () => {
  const page = await open(ann, '/leaderboards');
  expect(await names(page)).toEqual(['ann', 'bob']);
  expect(await page.textContent('body')).toContain('Your place: 1 of 2 traders');
  await awake(page, 'LiveRegion');
  await connected(1);
  // the site's font moves a line by a pixel when it loads
  await page.evaluate(async () => void (await document.fonts.ready));
  const early = await shiftOf(page);
  market.set('TSLA', '70');
  await server.services.leaderboard.pass(true);
  await page.waitForFunction(() => document.querySelector('.traders td a')?.textContent === 'bob');
  expect(await page.textContent('body')).toContain('Your place: 2 of 2 traders');
  expect(await page.locator('tr:has(.you)').textContent()).toContain('ann');
  // the mark below a name lifts the name by a few pixels; a row that moves scores far more
  expect((await shiftOf(page)) - early).toBeLessThan(0.0001);
  expect(page.problems).toEqual([]);
});

test('the portfolio moves with the price, the focused link keeps the focus', async () => {
  const page = await open(bob, '/portfolio');
  await awake(page, 'LiveRegion');
  await page.locator('.dock-table a').focus();
  await until(() => server.services.hub.counts().feeds >= 1);
  market.set('TSLA', '80');
  await page.waitForFunction(() => document.querySelector('.dock-table')?.textContent?.includes('$8,000.00'));
  expect(await page.locator('.dock-table').textContent()).toContain('+$3,000.00');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('TSLA');
  expect(page.problems).toEqual([]);
});

test('a trader opened by mouse is shown without a ring; the first Tab is on Close, with one', async () => {
  const page = await open(ann, '/leaderboards');
  await page.locator('.traders a', { hasText: 'bob' }).click();
  await page.locator('dialog').waitFor();
  await awake(page, 'NavStatus');
  const ring = () =>
    page.evaluate(() => {
      const focused = document.activeElement!;
      const isRung = getComputedStyle(focused).outlineStyle !== 'none';
      return [focused.closest('dialog') !== null, isRung, focused.getAttribute('aria-label')];
    });
  expect(await ring()).toEqual([true, false, null]);
  await page.keyboard.press('Tab');
  expect(await ring()).toEqual([true, true, 'Close']);
  await page.keyboard.press('Shift+Tab');
  expect((await ring())[0]).toBe(true);
  expect(page.problems).toEqual([]);
});

test('the end of a competition is pushed to an open page: dot, Chart item, dimming', async () => {
  const page = await browser.open();
  await signIn(page, ann);
  await page.clock.install();
  await page.goto(`${server.url}/recordings`);
  await awake(page, 'NavStatus');
  await connected(1);
  expect(await page.locator('header nav a[href="/chart"]').count()).toBe(1);
  // stops the page's clock: no poll and no delayed refresh can run
  await page.clock.pauseAt(Date.now() + 10_000);
  await admin.post('/api/toggle-competition', { active: false });
  await page.waitForSelector('header nav [aria-disabled=true]');
  expect(await page.locator('header nav [role=img]').getAttribute('aria-label')).toBe(
    'No competition is active',
  );
  expect(await page.locator('[data-competition]').getAttribute('data-competition')).toBe('inactive');
  expect(await page.locator('header nav a[href="/chart"]').count()).toBe(0);
  await admin.post('/api/toggle-competition', { active: true });
  await page.waitForSelector('header nav a[href="/chart"]');
  expect(page.problems).toEqual([]);
});

test('without a socket the status is polled every second', async () => {
  const page = await browser.open();
  await page.addInitScript(() => {
    (window as unknown as { WebSocket: unknown }).WebSocket = class {
      static OPEN = 1;
      readyState = 3;
      onclose?: () => void;
      constructor() {
        setTimeout(() => this.onclose?.());
      }
      close() {}
    };
  });
  await signIn(page, ann);
  await page.clock.install();
  await page.goto(`${server.url}/recordings`);
  await awake(page, 'NavStatus');
  await page.clock.pauseAt(Date.now() + 10_000);
  await admin.post('/api/toggle-competition', { active: false });
  await page.clock.runFor(1_000);
  await page.waitForSelector('header nav [aria-disabled=true]');
  await admin.post('/api/toggle-competition', { active: true });
});

test('a socket that dies: polled at once and every second, and pushed again when it is back', async () => {
  const page = await browser.open();
  let isDead = false;
  let kill = () => {};
  await page.routeWebSocket('**/ws?*', (socket) => {
    if (isDead) return void socket.close({ code: 1011 });
    const upstream = socket.connectToServer();
    kill = () => {
      void socket.close({ code: 1011 });
      void upstream.close();
    };
  });
  await signIn(page, ann);
  await page.clock.install();
  await page.goto(`${server.url}/recordings`);
  await awake(page, 'NavStatus');
  await connected(1);
  const label = (text: string) => page.waitForSelector(`header nav [role=img][aria-label="${text}"]`);
  await label('A competition is active');
  // the page's time passes only when the test says so: the five reconnects must not end early
  await page.clock.pauseAt(Date.now() + 10_000);
  isDead = true;
  const request = page.waitForRequest('**/api/competition-status');
  kill();
  await request;
  await until(() => server.services.hub.counts().sockets === 0);
  await admin.post('/api/toggle-competition', { active: false });
  await page.clock.runFor(1_000);
  await label('No competition is active');
  expect(await page.locator('header nav a[href="/chart"]').count()).toBe(0);
  await admin.post('/api/toggle-competition', { active: true });
  await page.clock.runFor(1_000);
  await label('A competition is active');
  // the page reconnects at its next attempt; afterwards the socket must carry the news, because no time passes for a poll
  isDead = false;
  await page.clock.runFor(3_000);
  await connected(1);
  await admin.post('/api/toggle-competition', { active: false });
  await label('No competition is active');
  await admin.post('/api/toggle-competition', { active: true });
});

test('admins keep the chart; their levers follow the state on an open page', async () => {
  const page = await open(admin, '/competitions');
  await awake(page, 'LiveRegion');
  const lever = (role: 'button' | 'link', name: string) => page.getByRole(role, { name, exact: true });
  await lever('button', 'Start Competition').waitFor();
  expect(await lever('button', 'Start Competition').isDisabled()).toBe(true);
  await lever('link', 'End Competition').click();
  await page.getByText('the table is frozen for good').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'End Competition' }).click();
  await page.getByText('Competition ended. Top bar is now locked for everyone.').waitFor();
  expect(await lever('button', 'End Competition').isDisabled()).toBe(true);
  expect(await lever('link', 'Start Competition').count()).toBe(1);
  expect(await page.locator('header nav a[href="/chart"]').count()).toBe(1);
  await awake(page, 'LiveRegion');
  await connected(1);
  await admin.post('/api/toggle-competition', { active: true });
  await lever('link', 'End Competition').waitFor();
});

test('an open page says that the season is over as soon as it is, until that is dismissed', async () => {
  const page = await open(ann, '/recordings');
  await awake(page, 'NavStatus');
  await connected(1);
  const { number } = server.services.seasons.current()!;
  await admin.post('/api/toggle-competition', { active: false });
  const news = page.getByText(`Season ${number} is over.`);
  await news.waitFor();
  await page.locator('form.news').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL('**/recordings');
  await news.waitFor({ state: 'hidden' });
  await page.goto(`${server.url}/shop`);
  expect(await news.isVisible()).toBe(false);
  await admin.post('/api/toggle-competition', { active: true });
  expect(page.problems).toEqual([]);
});

test("others' profits are told on any page, one at a time, losses never", async () => {
  const page = await open(ann, '/recordings');
  await awake(page, 'NavStatus');
  await connected(1);
  const status = () => page.getAttribute('is-land[data-island=Toaster]', 'data-island-status');
  expect(await status()).toBe('asleep');
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener('tradeSuccess', (event) => heard.push((event as CustomEvent).detail));
  });
  const tell = (username: string, profitPercentage: number) => {
    server.services.bus.publish({ type: 'tradeSuccess', userId: -1, username, profitPercentage });
    server.services.hub.announceProfits();
  };
  tell('bob', 0.99);
  tell('bob', 12.34);
  const toast = page.locator('[role=status]', { hasText: 'in one single trade' });
  await toast.waitFor();
  expect(await toast.locator('p').textContent()).toBe('bob just made 12.3% in one single trade');
  expect(await status()).toBe('awake');
  tell('yonik', 4);
  await page.getByText('yonik').waitFor();
  expect(await page.getByText('in one single trade').count()).toBe(1);
  await toast.getByRole('button', { name: 'Close' }).click();
  expect(await page.getByText('in one single trade').count()).toBe(0);
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([
    { username: 'bob', profitPercentage: 12.34 },
    { username: 'yonik', profitPercentage: 4 },
  ]);
  tell('bob', 3);
  await page.getByText('3.0%').waitFor();
  await page.getByRole('button', { name: 'Mute trades of others' }).click();
  expect(await page.getByText('in one single trade').count()).toBe(0);
  await page.goto(`${server.url}/settings`);
  const unmute = page.getByRole('button', { name: 'Unmute' });
  await unmute.waitFor();
  await connected(1);
  const heard = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        window.addEventListener('tradeSuccess', () => resolve(), { once: true }),
      ),
  );
  await awake(page, 'NavStatus');
  tell('bob', 2);
  await heard;
  await awake(page, 'Toaster');
  expect(await page.getByText('in one single trade').count()).toBe(0);
  await unmute.click();
  tell('bob', 6);
  await page.getByText('6.0%').waitFor();
  expect(page.problems).toEqual([]);
});

test('a profit toast goes after five seconds', async () => {
  const page = await open(ann, '/recordings');
  await page.clock.install();
  // from here on the page's time passes only when the test says so
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.reload();
  await page.clock.runFor(3_000);
  await page.evaluate(() => {
    const detail = { username: 'dana', profitPercentage: 0 };
    window.dispatchEvent(new CustomEvent('tradeSuccess', { detail }));
  });
  const toast = page.getByText('dana just made 0.0% in one single trade');
  while ((await toast.count()) === 0) await page.clock.runFor(10);
  await page.clock.runFor(4_500);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(600);
  await toast.waitFor({ state: 'detached' });
});

test('of eleven positions the one the socket may not watch moves within 3 seconds', async () => {
  const cid = await server.register('cid');
  const symbols = Array.from({ length: 11 }, (_, i) => `T${i}`);
  for (const symbol of symbols) {
    market.set(symbol, '10');
    expect((await order(cid, 'buy', symbol, 10)).status).toBe(200);
  }
  const page = await browser.open();
  await signIn(page, cid);
  await page.clock.install();
  await page.goto(`${server.url}/portfolio`);
  await awake(page, 'LiveRegion');
  const unwatched = (await page.getAttribute('[data-tickers]', 'data-tickers'))!.split(' ').at(-1)!;
  await page.clock.pauseAt(Date.now() + 10_000);
  await until(() => server.services.hub.counts().feeds >= 10);
  for (const price of [77, 78, 79]) {
    market.set(unwatched, String(price));
    await page.clock.runFor(4_000);
    await page.locator('.dock-row', { hasText: unwatched }).getByText(`$${price}0.00`).waitFor();
  }
});

test('in Hebrew too there is room between a place and what it has moved', async () => {
  const page = await browser.open();
  const styles = await Bun.file(new URL('../../components/leaderboard/traders.css', import.meta.url)).text();
  await page.setContent(
    `<html dir="rtl"><style>${styles}</style><table class="traders"><tr><td data-move="+1">2</td></tr></table>`,
  );
  const gap = await page
    .locator('[data-move]')
    .evaluate((cell) => getComputedStyle(cell, '::after').marginRight);
  expect(gap).toBe('10px');
});
