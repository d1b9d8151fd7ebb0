/** The frame around the pages: navigation, its state, the sidebar's tooltips. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { BrowserContextOptions } from 'playwright-core';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import { allAwake, launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { addExampleLeague } from '../helpers/league.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let admin: Client;
let ann: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  [admin, ann] = [await server.admin(), await server.register('ann')];
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

async function open(who: Client, path: string, options: BrowserContextOptions = {}): Promise<TestPage> {
  const page = await browser.open({ viewport: DESK, ...options });
  await signIn(page, who);
  await page.goto(server.url + path);
  return page;
}

const nav = (page: TestPage) =>
  page.evaluate(() => {
    const top = document.querySelector<HTMLElement>('.topnav')!;
    const items = [...top.querySelectorAll<HTMLElement>('.navlink')];
    return {
      names: items.map((item) => item.textContent!.trim()),
      links: items.map((item) => item.getAttribute('href')),
      current: items
        .filter((item) => item.getAttribute('aria-current') === 'page')
        .map((item) => item.textContent!.trim()),
      disabled: items
        .filter((item) => item.getAttribute('aria-disabled') === 'true')
        .map((item) => item.textContent!.trim()),
      dot: top.querySelector('[role=img]')!.getAttribute('aria-label'),
      ground: getComputedStyle(top).backgroundColor,
      dimmed: Number(getComputedStyle(top.querySelector('nav')!).opacity) < 1,
      side: [...document.querySelectorAll('.sidelink')].map((each) => each.textContent),
    };
  });

test('without a competition: chart disabled for traders, not for admins; red dot, dimmed; see-through on home alone', async () => {
  const page = await open(ann, '/');
  const home = await nav(page);
  expect(home.names).toEqual(['Chart', 'Competitions', 'Leaderboards', 'Recordings', 'Shop']);
  expect(home.links).toEqual([null, '/competitions', '/leaderboards', '/recordings', '/shop']);
  const side = 'Home Portfolio Practice Scanner Ranking Leagues Profile Settings Help';
  expect(home.side).toEqual(side.split(' '));
  expect(home).toMatchObject({
    disabled: ['Chart'],
    dot: 'No competition is active',
    dimmed: true,
    current: [],
  });
  expect(home.ground).toBe('rgba(0, 0, 0, 0)');
  const theirs = await open(admin, '/shop');
  expect(await nav(theirs)).toMatchObject({ disabled: [], current: ['Shop'], ground: 'rgb(7, 8, 11)' });
  // a link to the open page does nothing
  await theirs.evaluate(() => Object.assign(window, { stayed: true }));
  await theirs.getByText('Shop', { exact: true }).first().click();
  expect(await theirs.evaluate(() => 'stayed' in window)).toBe(true);
});

test('with a competition: chart open to all, green dot, nothing dimmed', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const page = await open(ann, '/competitions');
  expect(await nav(page)).toMatchObject({
    disabled: [],
    current: ['Competitions'],
    links: ['/chart', null, '/leaderboards', '/recordings', '/shop'],
    dot: 'A competition is active',
    dimmed: false,
  });
});

test('on a phone nothing that takes the keyboard is under the bar at the bottom', async () => {
  const page = await open(ann, '/', { viewport: PHONE, reducedMotion: 'reduce' });
  for (const path of ['/profile?tab=trades', '/shop?view=all', '/screener']) {
    await page.goto(server.url + path);
    await allAwake(page);
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement!;
        const bar = document.querySelector('.phonenav')!;
        const isUnder = focused.getBoundingClientRect().top >= bar.getBoundingClientRect().top;
        return isUnder && !bar.contains(focused) ? focused.outerHTML : null;
      });
      expect(hidden).toBeNull();
    }
  }
});

/** Pages whose pictures and cards fill the whole width. */
const WIDE = ['/', '/chart', '/practice', '/profile', '/ranking', '/shop'];

test('1920 wide: no page is too wide; what is read stands in the middle, what is looked at has the room', async () => {
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const page = await open(ann, '/', { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
  const bare = addressesIn(manifest, 'en', 'ann').filter(
    ({ path, access }) => access !== 'admin' && !path.includes('?'),
  );
  for (const { path } of bare) {
    await page.goto(server.url + path);
    const { excess, start, end } = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('main :is(h1, h2, p, a, button, td, input)')]
        .filter((each) => each.checkVisibility() && !each.closest('.sr-only, [aria-hidden]'))
        .map((each) => each.getBoundingClientRect())
        .filter(({ width }) => width > 1);
      return {
        excess: document.documentElement.scrollWidth - innerWidth,
        start:
          Math.min(...boxes.map(({ left }) => left)) -
          document.querySelector('main')!.getBoundingClientRect().left,
        end: innerWidth - Math.max(...boxes.map(({ right }) => right)),
      };
    });
    const isWide = WIDE.includes(new URL(page.url()).pathname);
    const room = 1856 - start - end;
    const fits = isWide ? room >= 1300 : room <= 1168 && Math.abs(start - end) <= 48;
    expect({ path, excess, start, end, fits }).toEqual({ path, excess: 0, start, end, fits: true });
  }
});

test('a profitable trade is told on every page of who is signed in, and the dot follows the competition', async () => {
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  await addExampleLeague(server.sql, ann.userId);
  const members = addressesIn(manifest, 'en', 'ann').filter(
    ({ access }) => access === 'guest' || access === 'member',
  );
  const readByAll = ['/', '/leaderboards', '/competitions', '/competitions/1', '/help'];
  const paths = new Set([...members.map(({ path }) => new URL(path, server.url).pathname), ...readByAll]);
  expect(paths.size).toBeGreaterThan(12);
  const page = await open(ann, '/favicon.svg');
  let active = true;
  for (const path of paths) {
    await page.goto(server.url + path);
    // some addresses redirect: the resulting page counts
    await until(() => server.services.hub.counts().sockets > 0);
    // the chart may have opened the socket earlier
    await page.locator('[data-island=NavStatus][data-island-status=awake]').waitFor({ state: 'attached' });
    server.services.bus.publish({ type: 'tradeSuccess', userId: -1, username: 'bob', profitPercentage: 5 });
    server.services.hub.announceProfits();
    // the contact page is Hebrew, so the profit is found by its figures
    await page
      .getByRole('status')
      .filter({ hasText: /bob.*5\.0%/ })
      .waitFor();
    // the end of the competition redirects traders from their charts
    if (path !== '/chart') {
      active = !active;
      await admin.post('/api/toggle-competition', { active });
      const state = active ? 'active' : 'inactive';
      await page.locator(`[data-competition=${state}]`).waitFor({ state: 'attached' });
    }
    await page.goto(`${server.url}/favicon.svg`);
    await until(() => server.services.hub.counts().sockets === 0);
  }
  expect(page.problems).toEqual([]);
});

test.each([
  [1280, 800, 'en'],
  [1280, 800, 'he'],
  [360, 740, 'en'],
  [360, 740, 'he'],
])(
  "others' profits are one line in the top bar, off the chart and under dialogs: %i x %i, %s",
  async (width, height, language) => {
    await admin.post('/api/toggle-competition', { active: true });
    const reader = await server.register();
    await reader.post('/api/language', { language });
    const page = await open(reader, '/favicon.svg');
    await page.setViewportSize({ width, height });
    await page.goto(`${server.url}/chart`);
    await until(() => server.services.hub.counts().sockets > 0);
    // the chart may have opened the socket earlier
    await page.locator('[data-island=NavStatus][data-island-status=awake]').waitFor({ state: 'attached' });
    const username = 'a_name_of_20_letters';
    server.services.bus.publish({ type: 'tradeSuccess', userId: -1, username, profitPercentage: 1234.5 });
    server.services.hub.announceProfits();
    const line = page.locator('.profit-line');
    await line.waitFor();
    const [toast, main, percent] = await Promise.all([
      line.boundingBox(),
      page.locator('main').boundingBox(),
      line.getByText('1,234.5%').boundingBox(),
    ]);
    expect(toast!.y + toast!.height).toBeLessThanOrEqual(main!.y);
    expect(toast!.x).toBeGreaterThanOrEqual(0);
    expect(toast!.x + toast!.width).toBeLessThanOrEqual(width);
    for (const button of await line.getByRole('button').all()) {
      const box = (await button.boundingBox())!;
      expect(box.x >= percent!.x + percent!.width || box.x + box.width <= percent!.x).toBe(true);
    }
    expect(page.problems).toEqual([]);
  },
);

test('tooltips: the first after 700 ms, the next at once, none 300 ms after the last', async () => {
  const page = await open(ann, '/competitions');
  // stops the clock of animations, so that the speed of the machine does not matter
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
  /** Returns the sidebar's running transitions and the visible tips. */
  const state = () =>
    page.evaluate(() => {
      const moving = document.querySelector('.sidenav')!.getAnimations();
      const tips = [...document.querySelectorAll('.tip')].filter(
        (tip) => getComputedStyle(tip).visibility === 'visible' && getComputedStyle(tip).opacity === '1',
      );
      return {
        delays: moving.map((each) => each.effect!.getTiming().delay),
        shown: tips.map((tip) => tip.textContent),
      };
    });
  const finish = () =>
    page.evaluate(() => {
      for (const each of document.querySelector('.sidenav')!.getAnimations()) each.finish();
    });
  await page.hover('.sidelink[href="/portfolio"]');
  expect(await state()).toEqual({ delays: [700], shown: [] });
  await finish();
  expect((await state()).shown).toEqual(['Portfolio']);
  await page.hover('.sidelink[href="/ranking"]');
  expect((await state()).shown).toEqual(['Ranking']);
  await page.mouse.move(900, 500);
  expect(await state()).toEqual({ delays: [300], shown: [] });
  await page.hover('.sidelink[href="/profile"]');
  expect((await state()).shown).toEqual(['Profile']);
  await page.mouse.move(900, 500);
  await finish();
  await page.focus('.sidelink[href="/help"]');
  await page.keyboard.press('Shift+Tab');
  expect(await state()).toEqual({ delays: [700], shown: [] });
});

test.each(['en-US', 'he-IL'])(
  '%s: the words below the icons of a wide window stay inside the sidebar',
  async (locale) => {
    const page = await open(ann, '/competitions', { viewport: { width: 1440, height: 800 }, locale });
    const outside = await page.evaluate(() => {
      const side = document.querySelector('.sidenav')!.getBoundingClientRect();
      return [...document.querySelectorAll('.sidelink, .tip')].filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < side.left || right > side.right;
      }).length;
    });
    expect(outside).toBe(0);
  },
);

test('the account: name, equity and place; its menu by keyboard and without a script', async () => {
  const { userId } = ann as Client & { userId: number };
  if (!server.services.seasons.active()) await admin.post('/api/toggle-competition', { active: true });
  await ann.post('/api/trade', { user_id: userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  await server.services.leaderboard.pass(true);
  for (const javaScriptEnabled of [true, false]) {
    const page = await open(ann, '/leaderboards', { javaScriptEnabled });
    const chip = page.locator('.account-chip');
    expect(await chip.textContent()).toMatch(/ann\$(100,0|99,9)\d\d\.\d\dPlace 1/);
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Portfolio', exact: true }).last().waitFor();
    expect(await page.locator('#account-menu .menu-item').allTextContents()).toEqual([
      ...['Profile', 'Portfolio', 'Settings', 'Log out'],
    ]);
    await page.keyboard.press('Escape');
    await page.locator('#account-menu').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/profile');
    expect(page.problems).toEqual([]);
  }
});

test('the account’s value and place follow the ranking on an open page', async () => {
  if (!server.services.seasons.active()) await admin.post('/api/toggle-competition', { active: true });
  const eve = await server.register('eve');
  const page = await open(eve, '/help');
  await allAwake(page);
  const chip = page.locator('.account-chip');
  expect(await chip.textContent()).not.toContain('Place');
  await eve.post('/api/trade', { user_id: eve.userId, symbol: 'AAPL', action: 'buy', quantity: 100 });
  await server.services.leaderboard.pass(true);
  await chip.getByText(/^Place \d$/).waitFor();
  const cashText = async () => (await chip.locator('.account-line bdi').textContent())!;
  const row = async () =>
    (await eve.get<{ userId: number; totalValue: number }[]>('/api/rankings')).json.find(
      (each) => each.userId === eve.userId,
    )!;
  await until(async () => Number((await cashText()).replace(/[$,]/g, '')) === (await row()).totalValue);
  await page.context().close();
});

test('a phone: five places by their names, the rest under More, the current one of the strip in sight', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await open(ann, '/shop', { javaScriptEnabled, viewport: PHONE });
    const bar = page.getByRole('navigation', { name: 'Main places' });
    expect(await bar.locator('.phonelink').allTextContents()).toEqual([
      ...['Home', 'Chart', 'Portfolio', 'Board', 'More'],
    ]);
    const more = bar.getByRole('button', { name: 'More' });
    expect(await more.getAttribute('aria-current')).toBe('true');
    if (javaScriptEnabled)
      await page.waitForFunction(() => {
        const item = document.querySelector('.topnav [aria-current]')!.getBoundingClientRect();
        return (
          item.left >= 0 && item.right < document.querySelector('.account-chip')!.getBoundingClientRect().left
        );
      });
    await more.click();
    expect(await page.locator('#more .more-head').textContent()).toMatch(/annLevel \d+ · [A-Z]+.*\d TKF$/);
    expect(await page.locator('#more .menu-item').allTextContents()).toEqual([
      ...[
        'Notifications',
        'Profile',
        'Ranking',
        'Shop',
        'Competitions',
        'Leagues',
        'Scanner',
        'Recordings',
        'Settings',
        'Help',
        'Log out',
      ],
    ]);
    await page.keyboard.press('Escape');
    await page.locator('#more').waitFor({ state: 'hidden' });
    // the press that closes the sheet presses nothing behind it
    const { x, y, width, height } = (await page.locator('.account-chip').boundingBox())!;
    await more.click();
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.locator('#more').waitFor({ state: 'hidden' });
    expect(await page.locator(':popover-open').count()).toBe(0);
    await more.click();
    await page.locator('#more').getByRole('link', { name: 'Scanner' }).click();
    await page.waitForURL('**/screener');
    expect(page.problems).toEqual([]);
  }
});

test('a member reads the public form with the navigation around it, also without a script', async () => {
  const page = await open(ann, '/public-contact', { javaScriptEnabled: false });
  await page
    .getByRole('navigation', { name: 'Side menu' })
    .getByRole('link', { name: 'Portfolio' })
    .waitFor();
  const visitor = await browser.open({ javaScriptEnabled: false });
  await visitor.goto(`${server.url}/public-contact`);
  expect(await visitor.getByRole('navigation', { name: 'Side menu' }).count()).toBe(0);
});

test('forced colours: the current tab alone has a line, and pictures are drawn in the colour of texts', async () => {
  const page = await open(ann, '/profile', { forcedColors: 'active' });
  const tabs = page.locator('main nav > a.border-b-2');
  const lines = await tabs.evaluateAll((links) =>
    links.map((link) => [link.ariaCurrent, getComputedStyle(link).borderBottomColor]),
  );
  const [canvas, text] = await page.evaluate(() =>
    ['Canvas', 'CanvasText'].map((color) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = color;
      return getComputedStyle(probe).color;
    }),
  );
  expect(lines.length).toBeGreaterThan(3);
  for (const [current, color] of lines) expect(color === canvas).toBe(current !== 'page');
  await page.goto(`${server.url}/`);
  expect(
    await page
      .locator('.hero-shape svg')
      .first()
      .evaluate((svg) => getComputedStyle(svg).stroke),
  ).toBe(text!);
});
