/** The offline page in Chromium, with a server that stops: its text, and the data that the browser must not store. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a member's page whose browser has installed the worker of the page's language. */
async function openAs(name: string): Promise<TestPage> {
  const page = await browser.open({ serviceWorkers: 'allow' });
  await signIn(page, await server.register(name));
  await page.goto(`${server.url}/portfolio`);
  await controlled(page, 'en');
  return page;
}
const controlled = (page: TestPage, locale: string) =>
  page.waitForFunction(
    (end) => navigator.serviceWorker.controller?.scriptURL.endsWith(end),
    `/sw.js?l=${locale}`,
  );
/**
 * Opens an address while offline. Playwright reports the failed request as a failed navigation although a page is shown, and the browser
 * drops a navigation that follows another too soon: retries until the page is there.
 */
const follow = (page: TestPage, path: string): Promise<boolean> =>
  until(async () => {
    await page.goto(server.url + path).catch(() => {});
    return await page
      .evaluate((to) => {
        const [shown] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const isWhole = document.readyState === 'complete';
        return isWhole && location.pathname + location.search === to && shown?.responseStatus === 503;
      }, path)
      .catch(() => false);
  });
const storage = (page: TestPage) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    scopes: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  }));

test('without a connection a member reads so, and no figure; with one again, the page', async () => {
  const page = await openAs('offline_one');
  expect(await page.locator('main').textContent()).toContain('$100,000.00');
  await page.context().setOffline(true);
  for (const path of ['/', '/portfolio', '/leaderboards?page=2', '/no/such/page']) {
    await follow(page, path);
    expect(await page.locator('h1').textContent()).toBe('No connection to Paperpit');
    expect(await page.locator('body').textContent()).not.toMatch(/\d/);
  }
  expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  expect(await storage(page)).toEqual({ caches: [], scopes: ['/'] });
  await follow(page, '/portfolio');
  // once the browser is online again, the requested page loads by itself
  await page.context().setOffline(false);
  await page.waitForSelector('main');
  expect(await page.locator('main').textContent()).toContain('$100,000.00');
  await page.context().close();
});

test('a link of the menus that is pressed is still fetched before the press is let go', async () => {
  const page = await openAs('offline_five');
  await page.goto(`${server.url}/portfolio`);
  await page.getByRole('link', { name: 'Leaderboards' }).first().click();
  await page.waitForURL('**/leaderboards');
  const delivery = () =>
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming & { deliveryType: string })
      .deliveryType;
  expect(await page.evaluate(delivery)).toBe('navigational-prefetch');
  await page.context().close();
});

test('another language is another worker, which takes over at once', async () => {
  const page = await openAs('offline_two');
  await page.context().addCookies([{ name: 'lang', value: 'he', url: server.url }]);
  await page.goto(`${server.url}/portfolio`);
  await controlled(page, 'he');
  await page.context().setOffline(true);
  await follow(page, '/leaderboards');
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.locator('h1').textContent()).toBe('אין חיבור ל־Paperpit');
  expect((await storage(page)).scopes).toEqual(['/']);
  await page.context().close();
});

test('what an older version had stored is gone with the next', async () => {
  const page = await browser.open({ serviceWorkers: 'allow' });
  await signIn(page, await server.register('offline_three'));
  await page.goto(`${server.url}/robots.txt`);
  await page.evaluate(async () =>
    (await caches.open('pages of an older version')).put('/portfolio', new Response('$1')),
  );
  await page.goto(`${server.url}/portfolio`);
  await controlled(page, 'en');
  expect((await storage(page)).caches).toEqual([]);
  await page.context().close();
});

test('calls and forms go past the worker: they fail as they would without it', async () => {
  const page = await openAs('offline_four');
  await page.context().setOffline(true);
  const call = page.evaluate(() => fetch('/api/user').then(({ status }) => status, String));
  expect(await call).toContain('TypeError');
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/api/logout' });
    document.body.append(form);
    form.submit();
  });
  expect((await failed).failure()?.errorText).toBe('net::ERR_INTERNET_DISCONNECTED');
  await page.context().close();
});

test('the worker may fetch and nothing else; a browser that has it is told so', async () => {
  const answer = await server.visitor().get('/sw.js?l=he');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.text).not.toMatch(/caches\.(open|match)|\.put\(/);
  const again = await server.visitor().get('/sw.js?l=he', { 'if-none-match': answer.headers.get('etag')! });
  expect(again.status).toBe(304);
});
