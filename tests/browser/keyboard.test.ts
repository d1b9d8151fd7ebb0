/** The site without a mouse: signing in, trading, opening a trader, signing out. The focus is always on something visible. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let keys: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  keys = await server.register('keys_only');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns the name of the focused element, and whether its focus is visible. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body) return { name: '', tag: 'BODY', visible: false };
    const label = focused.id && document.querySelector(`label[for="${CSS.escape(focused.id)}"]`);
    const name = focused.getAttribute('aria-label') ?? (label ? label.textContent : focused.textContent);
    // a radio or checkbox may show its ring on the element drawn for it
    const ringed = [focused, focused.parentElement!, focused.nextElementSibling].filter(
      Boolean,
    ) as HTMLElement[];
    const ring = ringed.some((each) => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(each);
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
        (each !== focused && boxShadow !== 'none' && borderColor !== '')
      );
    });
    const { top, bottom, left, right, width, height } = focused.getBoundingClientRect();
    const inside =
      bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && width > 0 && height > 0;
    return { name: (name ?? '').replace(/\s+/g, ' ').trim(), tag: focused.tagName, visible: ring && inside };
  });

/** Presses Tab until the focus is on `name`; until then the focus is never lost and never invisible. */
async function tabTo(page: Page, name: string | RegExp, back = false): Promise<void> {
  const stops: string[] = [];
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const focused = await focus(page);
    stops.push(`${focused.tag} ${focused.name}`.slice(0, 50));
    // one step of each round is in the browser's own bars
    if (focused.tag !== 'BODY') expect({ ...focused, stops }).toMatchObject({ visible: true });
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) return;
  }
  throw new Error(`Tab never came to ${name}: ${stops.join(' | ')}`);
}

/** Returns the focused element's name, and whether it is on top at its middle. */
const focusIsVisible = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      name: (focused.textContent ?? '').trim(),
      isOnTop:
        hit !== null &&
        (focused.contains(hit) || hit.contains(focused) || focused.parentElement!.contains(hit)),
    };
  });

const awake = (page: Page, name: string) =>
  page.waitForSelector(`is-land[data-island=${name}][data-island-status=awake]`, { state: 'attached' });

test('sign in, trade, look at a trader, sign out', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  const { keyboard } = page;
  await page.goto(`${server.url}/auth`);
  await tabTo(page, 'Username');
  await keyboard.type('keys_only');
  await tabTo(page, 'Password');
  await keyboard.type('pass of keys_only');
  await keyboard.press('Enter');
  await page.waitForURL(`${server.url}/`);

  // skips the navigation in one step
  await tabTo(page, 'Skip to content');
  await keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await tabTo(page, /^Chart/);
  await keyboard.press('Enter');
  await page.waitForURL('**/chart');
  await tabTo(page, /Buy$/);
  // the dashboard sleeps until the first key
  await awake(page, 'ChartDashboard');
  await keyboard.press('Enter');
  await page.locator('.chart-ticket').waitFor();
  // the opened ticket has the focus, or gets it at the next Tab
  await tabTo(page, /^Confirm/);
  await keyboard.press('Enter');
  await page.getByText('Trade Executed').waitFor();
  await keyboard.press('Escape');
  await page.locator('.chart-ticket').waitFor({ state: 'detached' });
  expect((await focus(page)).name).toMatch(/Buy$/);

  await server.services.leaderboard.pass(true);
  await tabTo(page, 'Leaderboards', true);
  await keyboard.press('Enter');
  await page.waitForURL('**/leaderboards');
  await tabTo(page, 'keys_only');
  await keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await tabTo(page, 'Trade History');
  await keyboard.press('Enter');
  await page.waitForURL('**tab=history**');
  expect(await page.locator('dialog').textContent()).toContain('AAPL');
  await tabTo(page, 'Close');
  await keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  // closing returns the focus to the row that opened the dialog
  await until(async () => (await focus(page)).name === 'keys_only');
  await awake(page, 'NavStatus');
  await keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  await awake(page, 'NavStatus');
  // Tab stays inside the dialog, Escape closes it
  for (let i = 0; i < 12; i++) {
    await keyboard.press(i % 4 === 3 ? 'Shift+Tab' : 'Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  }
  await keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await until(async () => (await focus(page)).name === 'keys_only');

  await tabTo(page, /^Settings/, true);
  await keyboard.press('Enter');
  await page.waitForURL('**/settings');
  await tabTo(page, 'Logout');
  await keyboard.press('Enter');
  await page.waitForURL('**/auth');
  await tabTo(page, 'Username');
  expect(page.problems).toEqual([]);
  await page.context().close();
});

const PHONE = { viewport: { width: 360, height: 740 } };

test.each([
  ['en', 'Leaderboards'],
  ['he', 'טבלת המובילים'],
])(
  'on a phone, %s: the top has the name of the page, which is no stop, the bell and the account',
  async (lang, name) => {
    const page = await browser.open(PHONE);
    await signIn(page, keys);
    await page.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
    await page.goto(`${server.url}/leaderboards`);
    expect(await page.locator('.topnav .navlink:visible').allTextContents()).toEqual([name]);
    // the name is announced once: the page's heading is for screen readers
    const heading = page.getByRole('heading', { level: 1, name });
    expect(await heading.evaluate((each) => each.clientWidth)).toBe(1);
    await page.locator('.skip').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.className)).toContain('bell');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.className)).toContain('account-chip');
    expect(await focusIsVisible(page)).toMatchObject({ isOnTop: true });
    await page.context().close();
  },
);

test('on a phone an open ticket keeps the focus until it is closed', async () => {
  const page = await browser.open(PHONE);
  const { keyboard } = page;
  await signIn(page, keys);
  await page.goto(`${server.url}/chart`);
  await tabTo(page, /Buy$/);
  await awake(page, 'ChartDashboard');
  await keyboard.press('Enter');
  await page.locator('.chart-ticket').waitFor();
  const isInside = () => page.evaluate(() => document.activeElement?.closest('.chart-ticket') !== null);
  await until(isInside);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let i = 0; i < 24; i++) {
      await keyboard.press(key);
      expect([key, i, await isInside()]).toEqual([key, i, true]);
    }
  }
  // a screen reader cannot reach the covered elements either
  for (const name of ['.chart-orders', '.dock-line', '.phonenav'])
    expect([name, await page.locator(name).isVisible()]).toEqual([name, false]);
  await keyboard.press('Escape');
  await page.locator('.chart-ticket').waitFor({ state: 'detached' });
  expect(await focusIsVisible(page)).toMatchObject({ name: expect.stringMatching(/Buy$/), isOnTop: true });
  expect(page.problems).toEqual([]);
  await page.context().close();
});
