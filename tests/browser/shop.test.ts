/** The shop in a real browser: every state, links without a reload, buying with scripts and without. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type CatalogueItem, ITEMS, itemById } from '#core/shop/catalogue.ts';
import { featuredOn } from '#core/shop/shelf.ts';
import { barriers, searchEach } from '../helpers/axe.ts';
import {
  allAwake,
  launchBrowser,
  type TestBrowser,
  type TestPage,
  withoutResponse,
} from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { VIEWS } from '../helpers/matrix.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { auditItems, giveTkf } from '../helpers/tkf.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns a trader with `tkf` left after buying and equipping `items`. */
async function shopper(tkf: number, ...items: string[]): Promise<Client> {
  const client = await server.register();
  const spent = items.reduce((sum, id) => sum + itemById(id)!.price, 0);
  await giveTkf(server.sql, client.userId, tkf + spent);
  for (const itemId of items) {
    await client.post('/api/shop/purchase', { itemId });
    await client.post('/api/user/equip-item', { itemId, type: itemId.replace(/_\d+$/, '') });
  }
  return client;
}

async function open(
  who: Client,
  path: string,
  { lang = 'en', ...options }: BrowserContextOptions & { lang?: string } = {},
): Promise<TestPage> {
  const page = await browser.open({ reducedMotion: 'reduce', ...options });
  const cookies: [string, string][] = [['lang', lang], ...who.cookies];
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: server.url })));
  await page.goto(server.url + path);
  return page;
}

const awake = (page: Page) => allAwake(page);
const settled = (page: Page) => page.waitForSelector('[data-region=shop]:not([aria-busy])');
const searchOf = (page: Page) => new URL(page.url()).search;
const card = (page: Page, id: string) => page.locator(`.item-card[data-item=${id}]`);
const names = (page: Page) => page.locator('.item-card h3').allTextContents();
const balance = (page: Page) => page.locator('.shop-balance').textContent();
const toast = (page: Page, text: string) => page.locator('[role=status], [role=alert]', { hasText: text });
const press = (page: Page, id: string) => card(page, id).getByRole('button', { name: 'BUY' }).click();
/** Marks the document, to detect a reload. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

describe('every state, at both sizes, in both languages', () => {
  const states = [
    '/shop?item=logo_17',
    '/shop?view=all',
    '/shop?view=all&tab=theme&page=3',
    '/shop?view=all&try=banner_8',
    '/shop?view=all&tab=theme&try=theme_4',
  ];
  for (const { lang, width, height } of VIEWS) {
    test(`${lang}, ${width}×${height}: no barrier, nothing too wide, nothing too small to touch`, async () => {
      const ann = await shopper(120, 'banner_12', 'logo_6', 'badge_3');
      const page = await open(ann, states[0]!, {
        lang,
        viewport: { width, height },
        hasTouch: width < 700,
      });
      await searchEach(page);
      for (const path of states) {
        await page.goto(server.url + path);
        const measures = await page.evaluate(() => ({
          wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
          small: matchMedia('(pointer: coarse)').matches
            ? [...document.querySelectorAll('main :is(a, button, summary)')]
                .filter((each) => !each.closest('[inert]') && each.getBoundingClientRect().height < 44)
                .map((each) => each.outerHTML.slice(0, 120))
            : [],
          broken: [...document.images].filter((each) => each.complete && each.naturalWidth === 0).length,
        }));
        const state = {
          path,
          ...measures,
          problems: page.problems,
          barriers: await barriers(page),
        };
        expect(state).toEqual({ path, wide: 0, small: [], broken: 0, problems: [], barriers: [] });
      }
      await page.context().close();
    });
  }
});

describe('what a card and the featured item say', () => {
  let ann: Client;
  beforeAll(async () => {
    ann = await shopper(100, 'banner_1');
  });

  test('BUY, OWNED and INSUFFICIENT, each with the price and what is left or to go', async () => {
    const page = await open(ann, '/shop?view=all', { javaScriptEnabled: false });
    expect(await balance(page)).toContain('100 TKF');
    const said = async (id: string) => ({
      button: await card(page, id).getByRole('button').textContent(),
      off: await card(page, id).getByRole('button').isDisabled(),
      price: (await card(page, id).textContent())!.match(/\d+ TKF/)![0],
      reach: await card(page, id).locator('.shop-reach').textContent(),
    });
    expect(await said('banner_1')).toEqual({
      button: 'OWNED',
      off: true,
      price: '50 TKF',
      reach: 'On your profile',
    });
    expect(await said('banner_2')).toEqual({
      button: 'BUY',
      off: false,
      price: '50 TKF',
      reach: 'Leaves 50 TKF',
    });
    expect(await said('banner_4')).toEqual({
      button: 'BUY',
      off: false,
      price: '100 TKF',
      reach: 'Leaves 0 TKF',
    });
    expect(await said('banner_7')).toEqual({
      button: 'INSUFFICIENT',
      off: true,
      price: '200 TKF',
      reach: '100 TKF to go',
    });
    const text = await card(page, 'banner_4').textContent();
    for (const part of ['Silver', 'Banner', 'Order Book', 'Buyers on one side', '100 TKF']) {
      expect(text).toContain(part);
    }
    expect(await page.locator('main').textContent()).toContain('TKF can only be earned, never bought');
    await page.context().close();
  });

  test('"I can buy" leaves what the TKF buy, whatever the tab, until it is pressed again', async () => {
    const page = await open(ann, '/shop?view=all', { javaScriptEnabled: false });
    const buttons = () => page.locator('.item-grid').getByRole('button').allTextContents();
    const buttonsBefore = await buttons();
    await page.getByRole('link', { name: 'I can buy' }).click();
    await page.waitForURL(/can=1/);
    const buttonsAfter = await buttons();
    expect(buttonsAfter).toEqual(buttonsBefore.filter((text) => text === 'BUY'));
    expect(buttonsAfter.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Badges' }).click();
    await page.waitForURL(/can=1/);
    expect(new Set(await buttons())).toEqual(new Set(['BUY']));
    await page.goto(`${page.url()}&rarity=Imperial`);
    await page.getByText('Nothing here that your TKF buy yet.').waitFor();
    await page.getByRole('link', { name: 'I can buy' }).click();
    await page.waitForURL((url) => !url.searchParams.has('can'));
    await page.context().close();
  });

  test('featured: the first item first, all others by next, round to the first; INSUFFICIENT TKF', async () => {
    const page = await open(ann, '/shop', { javaScriptEnabled: false });
    const wornNames = async () => [
      await page.locator('main h2').textContent(),
      await page.locator('article button').textContent(),
      await page.locator('.featured-buttons').textContent(),
    ];
    const day = Math.floor(server.services.clock.now() / 86_400_000);
    const featured = featuredOn(day);
    const said = ({ id, name, price }: CatalogueItem) =>
      id === 'banner_1' || id === 'theme_0'
        ? [name, 'OWNED', `${price ? `${price} TKF` : 'Free for everyone'}Try onOWNEDOn your profile`]
        : price > 100
          ? [name, 'INSUFFICIENT TKF', `${price} TKFTry onINSUFFICIENT TKF${price - 100} TKF to go`]
          : [name, 'BUY', `${price} TKFTry onBUYLeaves ${100 - price} TKF`];
    expect(await wornNames()).toEqual(said(featured[0]!));
    await page.getByRole('link', { name: 'Next item' }).click();
    expect(await wornNames()).toEqual(said(featured[1]!));
    await page.getByRole('link', { name: 'Previous item' }).click();
    await page.getByRole('link', { name: 'Previous item' }).click();
    expect(await wornNames()).toEqual(said(featured.at(-1)!));
    expect(await page.locator('main').textContent()).toContain(`${ITEMS.length} of ${ITEMS.length}`);
    await page.goto(`${server.url}/shop?item=banner_1`);
    expect(await wornNames()).toEqual(said(itemById('banner_1')!));
    await page.context().close();
  });

  test('in Hebrew', async () => {
    const page = await open(ann, '/shop?view=all', { lang: 'he', javaScriptEnabled: false });
    expect(await card(page, 'banner_1').getByRole('button').textContent()).toBe('שלך');
    expect(await card(page, 'banner_2').textContent()).toContain('סרטי שערים');
    await page.context().close();
  });

  test('a bad address shows the shop all the same', async () => {
    const page = await open(ann, '/shop?view=all&tab=hats&rarity=Gold&page=-7&try=banner_99&item=', {
      javaScriptEnabled: false,
    });
    expect(await names(page)).toHaveLength(12);
    expect(await page.locator('dialog').count()).toBe(0);
    await page.context().close();
  });
});

describe.each([true, false])('tabs, rarities and pages, javaScriptEnabled: %p', (javaScriptEnabled) => {
  test('are links; another tab or rarity starts at page 1', async () => {
    const page = await open(await shopper(0), '/shop', { javaScriptEnabled });
    if (javaScriptEnabled) {
      await awake(page);
      await mark(page);
    }
    const go = async (name: string, search: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL((url) => url.search === search);
      await settled(page);
    };
    await go('Full Shop', '?view=all');
    await go('Themes', '?view=all&tab=theme');
    expect([await names(page), await page.locator('.shop-tools bdi').last().textContent()]).toEqual([
      expect.arrayContaining(['Default', 'Neon Future']),
      '1 / 3',
    ]);
    await go('Next page', '?view=all&tab=theme&page=2');
    await go('Next page', '?view=all&tab=theme&page=3');
    expect(await names(page)).toEqual(['Zoro Asura', 'Kaido Dragon']);
    await go('Logo', '?view=all&tab=logo');
    expect(await names(page)).toHaveLength(12);
    await page.locator('summary').click();
    await go('Clutch', '?view=all&tab=logo&rarity=Clutch');
    expect(await names(page)).toEqual(['Hawk', 'Koi', 'Lined Sun']);
    expect(await page.locator('details').getAttribute('open')).toBeNull();
    await go('Badges', '?view=all&tab=badge&rarity=Clutch');
    expect(await names(page)).toEqual(['Scalper', 'Both Ways']);
    await page.goBack();
    await page.waitForURL((url) => url.search === '?view=all&tab=logo&rarity=Clutch');
    await page.getByText('Lined Sun').waitFor();
    if (javaScriptEnabled) expect(await isMarked(page)).toBe(true);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });
});

describe('without a reload', () => {
  let ann: Client;
  let page: TestPage;
  beforeAll(async () => {
    ann = await shopper(120, 'logo_6');
  });
  beforeEach(async () => {
    page = await open(ann, '/shop?view=all&tab=theme');
    await awake(page);
    await mark(page);
  });

  test('the focus stays on what was pressed, or goes to what took its place', async () => {
    await page.getByRole('link', { name: 'Next page', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**page=2');
    await settled(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(await focused()).toBe('Next page');
    await page.getByRole('link', { name: 'Next page', exact: true }).press('Enter');
    await page.waitForURL('**page=3');
    await settled(page);
    // there is no next page: the focus is on the top of the shop
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.context().close();
  });

  test('try-on: the focus goes in and comes back, Escape closes, nothing under it can be reached', async () => {
    await page.getByRole('link', { name: 'Try on Neon Future' }).click();
    await page.waitForURL('**try=theme_4');
    const dialog = page.getByRole('dialog', { name: 'Neon Future' });
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    expect(await page.locator('[inert] .item-grid').count()).toBe(1);
    const picture = dialog.getByRole('img', { name: 'AAPL, daily candles, in Neon Future' });
    expect(await picture.locator('path').count()).toBeGreaterThan(2);
    // rendered in the theme's palette
    expect(await picture.innerHTML()).toContain('#00f5d4');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/shop?view=all&tab=theme');
    await dialog.waitFor({ state: 'detached' });
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(label).toBe('Try on Neon Future');
    await page.goBack();
    await dialog.waitFor();
    await page.goForward();
    await dialog.waitFor({ state: 'detached' });
    expect(await isMarked(page)).toBe(true);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('a banner, a logo and a badge are tried on the reader’s own profile', async () => {
    // shown with the worn logo, or in place of it; without a worn banner with the default one
    const picturesOf = {
      banner_11: ['banner_11', 'logo_6'],
      logo_17: ['banner_1', 'logo_17'],
      badge_9: ['banner_1', 'logo_6', 'badge_9'],
    };
    for (const [id, ids] of Object.entries(picturesOf)) {
      await page.goto(`${server.url}/shop?try=${id}`);
      const pictures = await page
        .locator('dialog img')
        .evaluateAll((all) => all.map((each) => /\/(\w+_\d+)-/.exec((each as HTMLImageElement).src)?.[1]));
      expect(pictures).toEqual(ids);
      expect(await page.locator('dialog').textContent()).toContain(ann.username);
    }
    await page.context().close();
  });

  test('a spinner while the next view is on its way; the newest press wins', async () => {
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route('**/shop?view=all&tab=logo', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.getByRole('link', { name: 'Logo' }).click();
    await page.waitForSelector('[data-region=shop][aria-busy=true]');
    const spinner = await page.evaluate(
      () => getComputedStyle(document.querySelector('[data-region=shop]')!, '::after').position,
    );
    expect(spinner).toBe('fixed');
    await page.getByRole('link', { name: 'Badges' }).click();
    await page.waitForURL('**tab=badge');
    await settled(page);
    release();
    expect((await names(page))[0]).toBe('First Fill');
    await page.context().close();
  });

  test('an address the server cannot answer is gone to by the browser itself', async () => {
    await page.route('**/shop?view=all&tab=logo', (route) => route.fulfill({ status: 503, body: 'away' }));
    await page.getByRole('link', { name: 'Logo' }).click();
    await page.getByText('away').waitFor();
    await page.context().close();
  });
});

describe('buying', () => {
  test('a toast, the balance and every button of the page, without a reload; then EQUIP', async () => {
    const ann = await shopper(100);
    const page = await open(ann, '/shop?view=all&tab=theme');
    await awake(page);
    await mark(page);
    await page.evaluate(() => {
      window.addEventListener('theme-changed', () => Object.assign(window, { themeChanged: true }));
    });
    await press(page, 'theme_4');
    await toast(page, 'Item purchased successfully!').waitFor();
    await card(page, 'theme_4').getByRole('button', { name: 'OWNED' }).waitFor();
    expect(await balance(page)).toContain('0 TKF');
    expect(await card(page, 'theme_1').getByRole('button').textContent()).toBe('INSUFFICIENT');
    await toast(page, 'Item purchased successfully!').getByRole('button', { name: 'EQUIP' }).click();
    await toast(page, 'Item updated successfully!').waitFor();
    expect(await page.evaluate(() => 'themeChanged' in window)).toBe(true);
    expect((await ann.get<{ activeTheme: string }>('/api/user-profile')).json.activeTheme).toBe('theme_4');
    expect(await isMarked(page)).toBe(true);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('nothing moves under the pointer; another page starts at its top', async () => {
    const ann = await shopper(500);
    const page = await open(ann, '/shop?view=all&tab=theme', { viewport: { width: 360, height: 740 } });
    await awake(page);
    const last = card(page, 'theme_5');
    await last.scrollIntoViewIfNeeded();
    const scrollTop = () => page.evaluate(() => scrollY);
    const scrollBefore = await scrollTop();
    expect(scrollBefore).toBeGreaterThan(300);
    await press(page, 'theme_5');
    await last.getByRole('button', { name: 'OWNED' }).waitFor();
    expect(Math.abs((await scrollTop()) - scrollBefore)).toBeLessThan(60);
    // the next page begins at its top, though the last press was far down
    await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Next page"]')!.click());
    await page.waitForURL('**page=2');
    await settled(page);
    expect(await scrollTop()).toBeLessThan(300);
    await page.context().close();
  });

  test('a purchase asks for the page once in its own tab, and once in another', async () => {
    const who = await shopper(100_000);
    const path = '/shop?view=all&tab=badge';
    const [own, other] = [await open(who, path), await open(who, path)];
    const requests = new Map([own, other].map((page) => [page, 0]));
    for (const page of [own, other]) {
      await awake(page);
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/shop') requests.set(page, requests.get(page)! + 1);
      });
    }
    await until(() => server.services.hub.counts().sockets >= 2);
    const owned = (page: Page, id: string) => card(page, id).getByText('OWNED').waitFor();
    for (const [n, id] of ['badge_1', 'badge_2'].entries()) {
      await press(own, id);
      await owned(own, id);
      await owned(other, id);
      expect([...requests.values()]).toEqual([n + 1, n + 1]);
    }
    await Promise.all([own, other].map((page) => page.context().close()));
  });

  test('pressed twice: bought once', async () => {
    const ann = await shopper(500);
    const page = await open(ann, '/shop?view=all');
    await awake(page);
    await card(page, 'banner_2').getByRole('button', { name: 'BUY' }).dblclick();
    await card(page, 'banner_2').getByRole('button', { name: 'OWNED' }).waitFor();
    expect(await auditItems(server.sql, ann.userId)).toMatchObject({ tkf: 450, owned: 1 });
    await page.context().close();
  });

  test('what was bought in another tab meanwhile: a notice, no failure', async () => {
    const ann = await shopper(500);
    // an open page without the socket's messages
    const page = await open(ann, '/shop?view=all');
    await page.routeWebSocket('**/ws?*', () => {});
    await page.reload();
    await awake(page);
    await ann.post('/api/shop/purchase', { itemId: 'banner_2' });
    await press(page, 'banner_2');
    const notice = toast(page, 'Already Owned');
    await notice.waitFor();
    expect(await notice.textContent()).toContain('You already have this item in your inventory.');
    expect(await notice.getAttribute('role')).toBe('status');
    await card(page, 'banner_2').getByRole('button', { name: 'OWNED' }).waitFor();
    await page.context().close();
  });

  test('refusals and lost connections say why, and the button works again', async () => {
    const ann = await shopper(50);
    const page = await open(ann, '/shop?view=all');
    await page.routeWebSocket('**/ws?*', () => {});
    await page.reload();
    await awake(page);
    await page.route('**/api/shop/purchase', (route) => route.abort());
    // the page reads the shop again, because the purchase may have succeeded; this must precede the other tab's purchase
    const reread = page.waitForResponse((response) => new URL(response.url()).pathname === '/shop');
    await press(page, 'banner_2');
    await reread;
    const lost = toast(page, 'Failed to purchase item');
    await lost.waitFor();
    expect(await lost.getAttribute('role')).toBe('alert');
    await page.unroute('**/api/shop/purchase');
    await ann.post('/api/shop/purchase', { itemId: 'banner_1' });
    await press(page, 'banner_2');
    await toast(page, 'Ticker Tape costs 50 TKF, and you have 0.').waitFor();
    await card(page, 'banner_2').getByRole('button', { name: 'INSUFFICIENT' }).waitFor();
    await page.context().close();
  });

  test('a purchase without a response fails after 20 s, and the button works again', async () => {
    const ann = await shopper(100);
    const page = await open(ann, '/shop?view=all');
    await awake(page);
    await withoutResponse(page, '**/api/shop/purchase', async () => {
      await press(page, 'banner_2');
      await toast(page, 'Failed to purchase item').waitFor();
    });
    await press(page, 'banner_2');
    await card(page, 'banner_2').getByRole('button', { name: 'OWNED' }).waitFor();
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  test('in Hebrew the toasts are in Hebrew', async () => {
    const ann = await shopper(50);
    const page = await open(ann, '/shop?view=all', { lang: 'he' });
    await awake(page);
    await card(page, 'banner_1').getByRole('button', { name: 'קנייה' }).click();
    await toast(page, 'הפריט נרכש בהצלחה!').waitFor();
    await page.context().close();
  });

  test('TKF spent in another tab reaches an open page', async () => {
    const ann = await shopper(100);
    const page = await open(ann, '/shop?view=all');
    await awake(page);
    await until(() => server.services.hub.counts().sockets >= 1);
    await ann.post('/api/shop/purchase', { itemId: 'banner_4' });
    await card(page, 'banner_1').getByRole('button', { name: 'INSUFFICIENT' }).waitFor();
    expect(await balance(page)).toContain('0 TKF');
    await page.context().close();
  });

  test('without scripts: back on the same shelf with a message', async () => {
    const ann = await shopper(100);
    const page = await open(ann, '/shop?view=all&tab=badge', { javaScriptEnabled: false });
    await press(page, 'badge_2');
    expect(searchOf(page)).toBe('?view=all&tab=badge');
    expect(await toast(page, 'Item purchased successfully!').count()).toBe(1);
    expect(await card(page, 'badge_2').getByRole('button').textContent()).toBe('OWNED');
    expect(await balance(page)).toContain('50 TKF');
    // the form of a page that is older than the last purchase
    const stale = await open(ann, '/shop?view=all&tab=badge', { javaScriptEnabled: false });
    await ann.post('/api/shop/purchase', { itemId: 'badge_1' });
    await press(stale, 'badge_1');
    expect(await toast(stale, 'You already have this item in your inventory.').count()).toBe(1);
    await page.context().close();
    await stale.context().close();
  });

  test('from the featured view and from a try-on', async () => {
    const ann = await shopper(100);
    const page = await open(ann, '/shop?item=banner_1');
    await awake(page);
    await page.getByRole('button', { name: 'BUY' }).click();
    await page.getByRole('button', { name: 'OWNED' }).waitFor();
    await page.goto(`${server.url}/shop?view=all&try=banner_2`);
    await awake(page);
    await page.getByRole('dialog').getByRole('button', { name: 'BUY' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'OWNED' }).waitFor();
    expect(await balance(page)).toContain('0 TKF');
    expect(await auditItems(server.sql, ann.userId)).toMatchObject({ tkf: 0, owned: 2 });
    expect(page.problems).toEqual([]);
    await page.context().close();
  });
});
