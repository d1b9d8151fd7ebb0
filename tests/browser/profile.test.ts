/** /profile in a real browser: its states, equipping items with and without scripts, and updates of an open page. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { barriers } from '../helpers/axe.ts';
import {
  allAwake,
  launchBrowser,
  type TestBrowser,
  type TestPage,
  withoutResponse,
} from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { VIEWS } from '../helpers/matrix.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { giveTkf } from '../helpers/tkf.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
/** A trader without items or trades. */
let newcomer: Client;
/** A trader who owns two items of each kind and has traded. */
let collector: Client;

const OWNED = ['banner_3', 'banner_12', 'logo_1', 'logo_11', 'badge_1', 'badge_5', 'theme_4', 'theme_8'];

async function order(who: Client, action: string, symbol: string, quantity: number) {
  const { status, text } = await who.post('/api/trade', { user_id: who.userId, symbol, action, quantity });
  if (status !== 200) throw new Error(text);
}
async function equip(who: Client, itemId: string, unequip = false) {
  const type = itemId.split('_')[0];
  const { status, text } = await who.post('/api/user/equip-item', { itemId, type, unequip });
  if (status !== 200) throw new Error(text);
}

beforeAll(async () => {
  browser = await launchBrowser();
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  await server.services.seasons.start(null);
  [newcomer, collector] = [await server.register('נועה_trader'), await server.register('tape_reader')];
  await giveTkf(server.sql, collector.userId, 5_000);
  for (const itemId of OWNED) {
    const { status, text } = await collector.post('/api/shop/purchase', { itemId });
    if (status !== 200) throw new Error(text);
  }
  await order(collector, 'buy', 'AAPL', 10);
  market.set('AAPL', '110');
  await order(collector, 'sell', 'AAPL', 4);
  await order(collector, 'short', 'TSLA', 6);
  market.set('TSLA', '52');
  await order(collector, 'cover', 'TSLA', 2);
  await server.services.leaderboard.pass(true);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(
  who: Client,
  path: string,
  options: BrowserContextOptions = {},
  lang = 'en',
): Promise<TestPage> {
  const page = await browser.open(options);
  const cookies = [...who.cookies, ['lang', lang]] as [string, string][];
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: server.url })));
  await page.goto(server.url + path);
  return page;
}
const awake = (page: Page) => allAwake(page);
const card = (page: Page, item: string) => page.locator(`[data-item=${item}]`);
const toast = (page: Page, text: string) => page.locator('[role=status], [role=alert]', { hasText: text });

/** The empty states are also in pages-en.test.ts and pages-he.test.ts. */
const STATES = [
  ['newcomer', '/profile?tab=themes'],
  ['collector', '/profile'],
  ['collector', '/profile?tab=trades'],
  ['collector', '/profile?tab=trades&show=open'],
  ['collector', '/profile?tab=logos'],
  ['collector', '/leaderboards?trader=tape_reader&tab=profile'],
] as const;

describe('every state, at both sizes, in both languages', () => {
  for (const { lang, width, height } of VIEWS) {
    test(`${lang}, ${width}×${height}: no barrier, nothing too wide, nothing too small to touch`, async () => {
      for (const item of ['banner_12', 'logo_11', 'badge_5', 'theme_4']) await equip(collector, item);
      const options = {
        viewport: { width, height },
        reducedMotion: 'reduce',
        hasTouch: width < 700,
      } as const;
      const pages = {
        newcomer: await open(newcomer, '/help', options, lang),
        collector: await open(collector, '/help', options, lang),
      };
      for (const [name, path] of STATES) {
        const page = pages[name];
        await page.goto(server.url + path);
        const measures = await page.evaluate(() => ({
          wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
          coarse: matchMedia('(pointer: coarse)').matches,
          small: [...document.querySelectorAll('main :is(a, button)')]
            .filter((each) => each.getBoundingClientRect().height < 44 && !each.closest('table'))
            .map((each) => each.textContent),
        }));
        expect(measures.coarse).toBe(width < 700);
        const small = measures.coarse ? measures.small : [];
        const state = { path, wide: measures.wide, small, problems: page.problems };
        expect({ ...state, barriers: await barriers(page) }).toEqual({
          path,
          wide: 0,
          small: [],
          problems: [],
          barriers: [],
        });
      }
      for (const page of Object.values(pages)) await page.context().close();
    });
  }
});

describe('without scripts', () => {
  test('an item is put on, replaced and taken off by forms, and the page says so', async () => {
    await equip(collector, 'banner_12', true);
    const page = await open(collector, '/profile?tab=banners', { javaScriptEnabled: false });
    await card(page, 'banner_3').getByRole('button', { name: 'EQUIP' }).click();
    expect(new URL(page.url()).search).toBe('?tab=banners');
    await toast(page, 'Item updated successfully!').waitFor();
    expect(await card(page, 'banner_3').getByRole('button').allTextContents()).toEqual([
      'EQUIPPED',
      'UNEQUIP',
    ]);
    expect(await card(page, 'banner_3').getByRole('button', { name: 'EQUIPPED' }).isDisabled()).toBe(true);
    await card(page, 'banner_12').getByRole('button', { name: 'EQUIP' }).click();
    expect(await card(page, 'banner_3').getByRole('button').allTextContents()).toEqual(['EQUIP']);
    expect(await page.locator('.who[data-banner=banner_12]').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove Banner' }).click();
    expect(new URL(page.url()).search).toBe('?tab=banners');
    expect(await page.getByRole('button', { name: 'Remove Banner' }).count()).toBe(0);
    await page.close();
  });

  test('tabs, toggle and pages are links; the empty tabs lead to the shop', async () => {
    const page = await open(newcomer, '/profile', { javaScriptEnabled: false });
    for (const name of ['BANNERS', 'LOGOS', 'BADGES', 'THEMES']) {
      await page.getByRole('link', { name, exact: true }).click();
      expect(await page.locator('[aria-current=page]', { hasText: name }).count()).toBe(1);
      await page.getByText(`NO ${name} YET. VISIT THE SHOP TO BUY SOME!`).waitFor();
      expect(await page.locator('main a[href="/shop"]').count()).toBe(1);
    }
    await page.getByRole('link', { name: 'TRADES', exact: true }).click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByText('No open trades. Start trading to see your positions!').waitFor();
    await page.close();
  });
});

describe('with scripts', () => {
  /** Counts the events `theme-changed` and marks the document, to detect a reload. */
  const watch = (page: Page) =>
    page.evaluate(() => {
      const counter = window as unknown as { changes: number };
      counter.changes = 0;
      window.addEventListener('theme-changed', () => counter.changes++);
    });
  const changes = (page: Page) => page.evaluate(() => (window as unknown as { changes?: number }).changes);

  /** Holds back the response of the next equip until the returned function is called. */
  async function hold(page: Page): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/user/equip-item', async (route) => {
      await held;
      await route.continue();
    });
    return release;
  }

  test('equip and unequip: busy words, toast, event, banner at once, and the page is never left', async () => {
    await equip(collector, 'banner_3', true);
    await equip(collector, 'banner_12', true);
    const page = await open(collector, '/profile?tab=banners');
    await awake(page);
    await watch(page);
    let release = await hold(page);
    await card(page, 'banner_12').getByRole('button', { name: 'EQUIP' }).click();
    const busy = card(page, 'banner_12').getByRole('button');
    await card(page, 'banner_12').getByRole('button', { name: 'EQUIPPING...' }).waitFor();
    expect(await busy.isDisabled()).toBe(true);
    // the refresh of the page leaves the button alone
    const redrawn = page.waitForResponse((answer) => answer.url().endsWith('/profile?tab=banners'));
    await equip(collector, 'badge_1');
    await (await redrawn).finished();
    expect(await busy.textContent()).toBe('EQUIPPING...');
    release();
    await page.locator('.who[data-banner=banner_12] .who-banner img').waitFor();
    await toast(page, 'Item updated successfully!').waitFor();
    expect(await card(page, 'banner_12').getByRole('button').allTextContents()).toEqual([
      'EQUIPPED',
      'UNEQUIP',
    ]);
    expect(await changes(page)).toBe(1);

    await page.unroute('**/api/user/equip-item');
    release = await hold(page);
    await card(page, 'banner_12').getByRole('button', { name: 'UNEQUIP' }).click();
    await card(page, 'banner_12').getByRole('button', { name: 'REMOVING...' }).waitFor();
    release();
    await page.locator('.who:not([data-banner])').waitFor();
    expect(await card(page, 'banner_12').getByRole('button').allTextContents()).toEqual(['EQUIP']);
    expect(await changes(page)).toBe(2);
    expect(page.problems).toEqual([]);
    await page.close();
  });

  test('Remove Banner says Removing... and takes it off; avatar and badge follow too', async () => {
    await equip(collector, 'banner_3');
    for (const item of ['logo_1', 'logo_11', 'badge_1', 'badge_5']) await equip(collector, item, true);
    const page = await open(collector, '/profile?tab=logos');
    await awake(page);
    await watch(page);
    const release = await hold(page);
    await page.getByRole('button', { name: 'Remove Banner' }).click();
    await page.getByRole('button', { name: 'Removing...' }).waitFor();
    release();
    await page.locator('.who:not([data-banner])').waitFor();
    expect(await page.getByRole('button', { name: 'Remove Banner' }).count()).toBe(0);
    expect(await page.locator('.who-avatar').textContent()).toBe('TA');
    await card(page, 'logo_1').getByRole('button', { name: 'EQUIP' }).click();
    await page.locator('.who-avatar[data-logo=logo_1] img').waitFor();
    expect(await changes(page)).toBe(2);
    await page.goto(`${server.url}/profile?tab=badges`);
    await awake(page);
    await card(page, 'badge_1').getByRole('button', { name: 'EQUIP' }).click();
    await page.locator('h1 img[alt="First Fill"]').waitFor();
    expect(page.problems).toEqual([]);
    await page.close();
  });

  test("a refusal is told in the server's words, or ours when there are none; the button is itself again", async () => {
    await equip(collector, 'theme_4');
    const page = await open(collector, '/profile?tab=themes');
    await awake(page);
    await watch(page);
    const answers = [
      () => ({ status: 409, json: { error: 'You do not own this item.', message: 'x', code: 'NOT_OWNED' } }),
      () => ({ status: 500, body: '<h1>oops</h1>' }),
    ];
    await page.route('**/api/user/equip-item', (route) => route.fulfill(answers.shift()!()));
    const button = card(page, 'theme_8').getByRole('button');
    await button.click();
    await toast(page, 'You do not own this item.').waitFor();
    expect([await button.textContent(), await button.isDisabled()]).toEqual(['EQUIP', false]);
    await button.click();
    await toast(page, 'Failed to update item').waitFor();
    await page.unroute('**/api/user/equip-item');
    await page.route('**/api/user/equip-item', (route) => route.abort());
    await button.click();
    await page.waitForFunction(() => document.querySelectorAll('[role=alert]:not([hidden])').length === 3);
    expect(await changes(page)).toBe(0);
    expect(await card(page, 'theme_4').getByRole('button').allTextContents()).toEqual([
      'EQUIPPED',
      'UNEQUIP',
    ]);
    await page.close();
  });

  test('a change without a response fails after 20 s, and the button is itself again', async () => {
    await equip(collector, 'logo_1', true);
    const page = await open(collector, '/profile?tab=logos');
    await awake(page);
    const button = card(page, 'logo_1').getByRole('button');
    await withoutResponse(page, '**/api/user/equip-item', async () => {
      await button.click();
      await toast(page, 'Failed to update item').waitFor();
    });
    expect([await button.textContent(), await button.isDisabled()]).toEqual(['EQUIP', false]);
    expect(page.problems).toEqual([]);
    await page.close();
  });

  test('when the page cannot be shown anew the button is itself again, and a later refresh shows what is worn', async () => {
    await equip(collector, 'logo_1', true);
    const page = await open(collector, '/profile?tab=logos');
    await awake(page);
    await page.route('**/profile?tab=logos', (route) => route.abort());
    const button = card(page, 'logo_1').getByRole('button', { name: 'EQUIP', exact: true });
    await button.click();
    await toast(page, 'Item updated successfully!').waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    expect([await button.textContent(), await button.isDisabled()]).toEqual(['EQUIP', false]);
    await page.unroute('**/profile?tab=logos');
    await page.evaluate(() => window.dispatchEvent(new Event('theme-changed')));
    await card(page, 'logo_1').getByRole('button', { name: 'UNEQUIP' }).waitFor();
    await page.close();
  });

  test('the default theme is there for everybody: never taken off, put on like any other', async () => {
    await equip(collector, 'theme_4');
    const page = await open(collector, '/profile?tab=themes');
    await awake(page);
    await card(page, 'theme_0').getByRole('button', { name: 'EQUIP' }).click();
    await card(page, 'theme_4').getByRole('button', { name: 'EQUIP', exact: true }).waitFor();
    expect(await card(page, 'theme_0').getByRole('button').allTextContents()).toEqual(['EQUIPPED']);
    await page.close();
  });

  test('by keyboard alone; the focus stays with the item', async () => {
    await equip(collector, 'logo_11', true);
    const page = await open(collector, '/profile?tab=logos');
    await awake(page);
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const item = await page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset.item,
      );
      if (item === 'logo_11') break;
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'UNEQUIP');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'EQUIP');
    expect(await page.locator('.who-avatar[data-logo]').count()).toBe(0);
    await page.close();
  });

  test('tabs change without leaving the page; Back goes back; who has scrolled sees the new part', async () => {
    const page = await open(collector, '/profile', { viewport: { width: 360, height: 740 } });
    await awake(page);
    await watch(page);
    await page.getByRole('link', { name: 'BADGES', exact: true }).click();
    await card(page, 'badge_1').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=badges');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole('link', { name: 'TRADES', exact: true }).click();
    await page.getByText('My trades (CSV)').waitFor();
    expect(
      await page
        .getByRole('link', { name: 'TRADES', exact: true })
        .evaluate((each) => each.getBoundingClientRect().top),
    ).toBeGreaterThanOrEqual(48);
    await page.goBack();
    await card(page, 'badge_1').waitFor();
    expect(await changes(page)).toBe(0);
    expect(page.problems).toEqual([]);
    await page.close();
  });

  test('an open page follows prices, and what is put on elsewhere', async () => {
    await equip(collector, 'banner_12', true);
    await equip(collector, 'banner_3', true);
    const page = await open(collector, '/profile?tab=badges');
    await awake(page);
    await page.getByRole('link', { name: 'OVERVIEW', exact: true }).click();
    await until(() => server.services.hub.counts().feeds >= 2);
    // 6 AAPL are left
    market.set('AAPL', '210');
    const worth = 'dd:has(+ dd)';
    const worthBefore = await page.locator(worth).first().textContent();
    await page.waitForFunction(
      ([where, was]) => document.querySelector(where!)?.textContent !== was,
      [worth, worthBefore],
    );
    await equip(collector, 'banner_3');
    await page.locator('.who[data-banner=banner_3]').waitFor();
    market.set('AAPL', '110');
    expect(page.problems).toEqual([]);
    await page.close();
  });
});

test('the banner begins below a notification', async () => {
  const admin = await server.admin();
  await admin.post('/api/recordings', { title: 'Week one', url: 'https://example.org/1' });
  await until(async () => (await newcomer.get('/profile')).text.includes('class="news"'));
  const page = await open(newcomer, '/profile', { viewport: { width: 1280, height: 800 } });
  for (const [path, banner] of [
    ['/profile', '.who-banner'],
    ['/traders/tape_reader', '.portrait-banner'],
  ] as const) {
    await page.goto(server.url + path);
    const [news, below] = await Promise.all([
      page.locator('form.news').boundingBox(),
      page.locator(banner).boundingBox(),
    ]);
    expect([path, below!.y >= news!.y + news!.height]).toEqual([path, true]);
  }
  expect(page.problems).toEqual([]);
  await page.context().close();
});
