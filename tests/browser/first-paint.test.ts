/** The page with the document alone, and no layout shift when the other files arrive. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const MAX_SHIFT = 0.02;

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  trader = await server.register('painter');
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

declare global {
  interface Window {
    shift: number;
  }
}

const isPainted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
const shiftOf = (page: Page) => page.evaluate(() => window.shift);

async function openPhone(lang: string, reader?: Client): Promise<Page> {
  const page = await browser.open(PHONE);
  await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
  if (reader) await signIn(page, reader);
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

/** Holds back every file of the build until the returned function is called. */
async function holdFiles(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

test.each([
  ['/pricing', 'en'],
  ['/he/pricing', 'he'],
  ['/leaderboards', 'en'],
  ['/leaderboards', 'he'],
  ['/chart', 'en'],
  ['/chart', 'he'],
] as const)(
  '%s in %s is painted from its document alone, and stands still when all has come, now and the next time',
  async (path, lang) => {
    const page = await openPhone(lang, path.endsWith('pricing') ? undefined : trader);
    const letGo = await holdFiles(page);
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await isPainted(page);
    const stylesBefore = await page.evaluate(() => ({
      ink: getComputedStyle(document.documentElement).backgroundColor,
      main: getComputedStyle(document.querySelector('main')!).paddingBlockEnd,
    }));
    // a visitor's page ends with a footer
    const main = path === '/chart' ? '60px' : path.endsWith('pricing') ? '48px' : '76px';
    expect(stylesBefore).toEqual({ ink: 'rgb(11, 13, 17)', main });
    letGo();
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
    expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);
  },
);

test('a refresh fetches the rules of the route when it needs others than the page has, and only then', async () => {
  const other = await server.register();
  const trade = async () => {
    const order = { user_id: other.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    expect((await other.post('/api/trade', order)).status).toBe(200);
    await server.services.leaderboard.pass(true);
  };
  await trade();
  const page = await openPhone('en', trader);
  await page.goto(`${server.url}/leaderboards`);
  await page
    .locator('is-land[data-island=LiveRegion][data-island-status=awake]')
    .waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(0);
  /** Trades, so that the table changes and the page refreshes itself. */
  const refresh = async () => {
    const response = page.waitForResponse((each) => new URL(each.url()).pathname === '/leaderboards');
    await trade();
    await (await response).finished();
    await page.waitForLoadState('networkidle');
  };
  await refresh();
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(0);
  // as if the page had been painted with fewer rules than it needs now
  await page.evaluate(() => document.querySelector('style[data-sheet]')!.append('/* other */'));
  await refresh();
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ href, cssRules }) => href !== null && cssRules.length > 50),
  );
  await page.waitForFunction(() => document.cookie.includes('sheet='));
  await page.reload();
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
  expect(await page.locator('style[data-sheet]').count()).toBe(0);
});

/** Applies all rules of the page's route, as scripts do before they show something new. */
async function applyWholeSheet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const href = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset.sheet;
    if (!href) return;
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    document.head.append(link);
    await new Promise((done) => link.addEventListener('load', done));
  });
}

/** Returns how many elements get a new style after `change`. */
async function restyled(page: Page, change: () => void): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  let most = 0;
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as { name: string; args: { elementCount?: number } }[])
      if (event.name === 'UpdateLayoutTree') most = Math.max(most, event.args.elementCount ?? 0);
  });
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline'] } });
  await page.evaluate(change);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const finished = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await finished;
  await cdp.detach();
  return most;
}

// a rule like `.a:has(.b) :not(.c)` makes the browser match the whole page again after any change in it
test.each(['/leaderboards', '/portfolio', '/settings', '/chart'])(
  'a figure that changes in the bar of %s, or an element that comes, restyles a few elements, not the page',
  async (path) => {
    const page = await openPhone('en', trader);
    await page.goto(server.url + path);
    await applyWholeSheet(page);
    await page.waitForLoadState('networkidle');
    const figure = () => {
      document.querySelector('.account-line bdi')!.textContent = '$1.00';
    };
    const all = await page.locator('body *').count();
    const few = await restyled(page, figure);
    expect([few > 0, few < all / 4]).toEqual([true, true]);
    const added = await restyled(page, () =>
      document.querySelector('main')!.append(document.createElement('i')),
    );
    expect([added > 0, added < all / 4]).toEqual([true, true]);
  },
);
