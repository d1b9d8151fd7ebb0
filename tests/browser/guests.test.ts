/** Guests in real Chromium: from the landing page to a fill, the bar, and keeping the account. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, type TestBrowser } from '../helpers/browser.ts';
import { DESKTOP, live, PHONE, ticket } from '../helpers/chart.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const WORDS = [
  ['en', '/', 'Try it now, no account', 'You are trading as a guest.', 'Keep this account'],
  ['he', '/he', 'לנסות עכשיו, בלי חשבון', 'אתם סוחרים כאורחים.', 'שמירת החשבון'],
] as const;

test.each(WORDS)(
  '%s: a phone presses twice from the landing page to a fill',
  async (lang, path, press, guest, keep) => {
    const page = await browser.open(PHONE);
    await page.goto(server.url + path);
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    await page.getByRole('button', { name: press }).tap();
    await live(page);
    expect([new URL(page.url()).pathname, await page.locator('html').getAttribute('lang')]).toEqual([
      '/practice',
      lang,
    ]);
    // on a touch screen the heading gets the focus once scripts run: the keyboard would cover the ticket
    await until(() => ticket(page).evaluate((form) => form.contains(document.activeElement)));
    const bar = page.locator('.guest-bar');
    expect(await bar.textContent()).toContain(guest);
    const lines = await bar.locator('p').evaluate((text) => text.getBoundingClientRect().height);
    expect(lines).toBeLessThan(30);
    expect(await barriers(page)).toEqual([]);
    await ticket(page).locator('[data-confirm=trade]').tap();
    const cash = async () => {
      const answer = await page.request.get(`${server.url}/api/user-profile?game=practice`);
      return Number((await answer.json()).balance);
    };
    await until(cash, (dollars) => dollars < 100_000);

    await page.goto(`${server.url}/leaderboards`);
    await page.locator('.guest-bar a').tap();
    expect(await page.locator('h1').textContent()).toBe(keep);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel(lang === 'en' ? 'Username' : 'שם משתמש').fill(`keeper_${lang}`);
    await page.locator('[name=password]').fill('a pass phrase');
    await page.locator('[data-region=sign-up] [type=submit]').tap();
    await page.waitForURL(`${server.url}/leaderboards`);
    expect(await page.locator('.guest-bar').count()).toBe(0);
    expect(await cash()).toBeLessThan(100_000);
    expect(page.problems).toEqual([]);
  },
);

test('on a phone the notices above a guest’s chart leave its time axis in sight', async () => {
  const page = await browser.open(PHONE);
  await page.goto(server.url);
  await page.locator('form[action^="/api/guest"] button').tap();
  await page.locator('.guest-bar').waitFor();
  await page.goto(`${server.url}/practice`);
  await live(page);
  const area = (await page.locator('.chart-area').boundingBox())!;
  expect(area.height).toBeGreaterThanOrEqual(220);
  expect(area.y + area.height).toBeLessThanOrEqual((await page.locator('.dock-line').boundingBox())!.y);
  expect(page.problems).toEqual([]);
});

test('without scripts: the press, the bar and its cross work', async () => {
  const page = await browser.open({ ...PHONE, javaScriptEnabled: false });
  await page.goto(server.url);
  await page.locator('form[action^="/api/guest"] button').tap();
  await page.waitForURL((url) => url.pathname === '/practice');
  await ticket(page).locator('[data-confirm=trade]').tap();
  await page.waitForURL((url) => url.pathname === '/practice' && !url.search.includes('ticket'));
  await page.locator('.guest-bar button').tap();
  await until(
    () => page.locator('.guest-bar').count(),
    (count) => count === 0,
  );
  expect(new URL(page.url()).pathname).toBe('/practice');
});

test('on a desktop the press leads to the quantity, ready to be typed', async () => {
  const page = await browser.open(DESKTOP);
  await page.goto(server.url);
  await page.locator('form[action^="/api/guest"] button').click();
  await live(page);
  const quantity = ticket(page).locator('[name=quantity]');
  await until(() => quantity.evaluate((field) => field === document.activeElement));
});
