/** Pages with behaviours alone: they load no React, and work before their code has loaded. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { loadAssets } from '#framework/assets.ts';
import { allAwake, launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { giveTkf } from '../helpers/tkf.ts';
import { until } from '../helpers/until.ts';

const PAGES = ['/leaderboards', '/portfolio', '/profile', '/shop', '/competitions', '/recordings'];

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  trader = await server.register();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string, client = trader): Promise<TestPage> {
  const page = await browser.open();
  await signIn(page, client);
  await page.goto(server.url + path);
  return page;
}

const scripts = (page: TestPage) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );

describe('before the first touch', () => {
  test.each(PAGES)('%s: no React', async (path) => {
    const page = await open(path);
    await allAwake(page);
    expect((await scripts(page)).filter((url) => /react|hydrate/.test(url))).toEqual([]);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('an island that is touched has React', async () => {
    const page = await open('/contact');
    await page.locator('[name=message]').press('a');
    await until(async () => (await scripts(page)).some((url) => url.includes('/react-')));
    await page.context().close();
  });
});

describe('a form whose behaviour sleeps', () => {
  const buy = (page: TestPage) => page.locator('form[data-buy] button:not([disabled])').first();

  const isCode = ({ pathname }: URL) =>
    pathname === loadAssets('.build').islands.ShopForms!.src.replace(/#.*/, '');

  async function shopper(): Promise<TestPage> {
    const rich = await server.register();
    await giveTkf(server.sql, rich.userId, 50);
    const page = await open('/shop?view=all', rich);
    await page.evaluate(() => Object.assign(window, { same: true }));
    return page;
  }

  test('is sent by it once it is awake, however early the press', async () => {
    const page = await shopper();
    const held = Promise.withResolvers<void>();
    await page.route(isCode, async (route) => {
      await held.promise;
      await route.continue();
    });
    await buy(page).click();
    held.resolve();
    await page.getByText('Item purchased successfully!').waitFor();
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
    await page.context().close();
  });

  test('is sent by the browser when its code does not come', async () => {
    const page = await shopper();
    await page.route(isCode, (route) => route.abort());
    await buy(page).click();
    await page.getByText('Item purchased successfully!').waitFor();
    expect(await page.evaluate(() => 'same' in window)).toBe(false);
    await page.context().close();
  });
});

test('a link is followed by the browser when the code of its region does not come', async () => {
  const page = await open('/shop');
  await allAwake(page);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.route('**/assets/*.js', (route) => route.abort());
  const link = page.locator('[data-region] a[href^="/shop?"]').first();
  const failed = page.waitForEvent('requestfailed');
  await link.hover();
  await failed;
  await link.click();
  await page.waitForFunction(() => !('same' in window));
  expect(page.problems.filter((each) => each.startsWith('TypeError'))).toEqual([]);
  await page.context().close();
});

describe('an open page that cannot be drawn anew', () => {
  const notice = (page: TestPage) => page.locator('#stale');
  const lookAgain = (page: TestPage) => page.evaluate(() => dispatchEvent(new Event('focus')));

  test.each([
    ['/leaderboards', 'Error loading leaderboard data...'],
    ['/portfolio', 'Error loading portfolio.'],
    ['/shop', 'Failed to fetch shop items'],
  ])('%s says so, since when, and tries again when asked', async (path, sentence) => {
    const page = await open(path);
    await allAwake(page);
    const textBefore = await page.locator('main').textContent();
    let isAway = true;
    await page.route(`**${path}`, (route) => (isAway ? route.abort() : route.continue()));
    await lookAgain(page);
    await notice(page).waitFor();
    expect(await notice(page).textContent()).toMatch(/Could not refresh, showing \d\d:\d\dRetry$/);
    expect(await notice(page).textContent()).toStartWith(sentence);
    expect(await page.locator('main').textContent()).toBe(textBefore);
    isAway = false;
    await notice(page).getByRole('button', { name: 'Retry' }).click();
    await notice(page).waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('what the server cannot read does not take the place of what is shown', async () => {
    const admin = await server.admin();
    await admin.post('/api/recordings', { title: 'Week 1', url: 'https://video.example/1' });
    const page = await open('/recordings', admin);
    await allAwake(page);
    await server.sql`alter table recordings rename to recordings_away`;
    try {
      await lookAgain(page);
      await notice(page).waitFor();
      expect(await notice(page).textContent()).toStartWith('Failed to fetch recordings Could not refresh');
      expect(await page.getByText('Week 1').count()).toBe(1);
      // a reader who arrives now gets the sentence in place of the list
      const late = await open('/recordings', admin);
      expect(await late.getByRole('alert').textContent()).toBe('Failed to fetch recordings');
      await late.context().close();
    } finally {
      await server.sql`alter table recordings_away rename to recordings`;
    }
    await notice(page).getByRole('button', { name: 'Retry' }).click();
    await notice(page).waitFor({ state: 'hidden' });
    await page.context().close();
  });
});
