/** The frame around the pages: navigation, its state, the sidebar's tooltips. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
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
}, 60_000);
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(who: Client, path: string): Promise<TestPage> {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
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
      side: [...document.querySelectorAll('.sidelink .sr-only')].map((each) => each.textContent),
    };
  });

test('without a competition: chart disabled for traders, not for admins; red dot, dimmed; see-through on home alone', async () => {
  const page = await open(ann, '/');
  const home = await nav(page);
  expect(home.names).toEqual(['Chart', 'Competitions', 'Leaderboards', 'Recordings', 'Shop']);
  expect(home.links).toEqual([null, '/competitions', '/leaderboards', '/recordings', '/shop']);
  expect(home.side).toEqual(['Home', 'Portfolio', 'Ranking', 'Profile', 'Settings', 'Help']);
  expect(home).toMatchObject({
    disabled: ['Chart'],
    dot: 'No competition is active',
    dimmed: true,
    current: [],
  });
  expect(home.ground).toBe('rgba(0, 0, 0, 0)');
  const theirs = await open(admin, '/shop');
  expect(await nav(theirs)).toMatchObject({ disabled: [], current: ['Shop'], ground: 'rgb(7, 8, 11)' });
  // going where one is does nothing
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

test('a profitable trade is told on every page of who is signed in, and the dot follows the competition', async () => {
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const members = addressesIn(manifest, 'en', 'ann').filter(({ access }) => access === 'member');
  const paths = new Set(members.map(({ path }) => new URL(path, server.url).pathname));
  expect(paths.size).toBeGreaterThan(12);
  const page = await open(ann, '/favicon.svg');
  let active = true;
  for (const path of paths) {
    await page.goto(server.url + path);
    // some lead on to another page: what counts is where one ends up
    await until(() => server.services.hub.counts().sockets > 0);
    server.services.bus.publish({ type: 'tradeSuccess', username: 'bob', profitPercentage: 5 });
    // the contact page is Hebrew
    await page
      .getByRole('status')
      .filter({ hasText: /bob.*5\.0%/ })
      .waitFor();
    // an ended competition leads traders away from their charts
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
}, 60_000);

test('tooltips: the first after 700 ms, the next at once, none 300 ms after the last', async () => {
  const page = await open(ann, '/competitions');
  // the clock of animations stands still, so that nothing here depends on how fast the machine is
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
  /** The transition of the sidebar's own variable, and which tips can be seen. */
  const state = () =>
    page.evaluate(() => {
      const moving = document.querySelector('.sidenav')!.getAnimations();
      const shown = [...document.querySelectorAll('.tip')].filter(
        (tip) => getComputedStyle(tip).visibility === 'visible' && getComputedStyle(tip).opacity === '1',
      );
      return {
        delays: moving.map((each) => each.effect!.getTiming().delay),
        shown: shown.map((tip) => tip.textContent),
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
