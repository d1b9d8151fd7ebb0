/** A league without scripts: started, joined by its link, read and left, in both languages. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { allAwake, launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let owner: Client;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  [browser, server] = await Promise.all([launchBrowser(), startServer({ market })]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  owner = await server.register('ann_owns');
  const order = { user_id: owner.userId, symbol: 'AAPL', action: 'buy', quantity: 100 };
  expect((await owner.post('/api/trade', order)).status).toBe(200);
  market.set('AAPL', '150');
  await server.services.leaderboard.pass(true);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const openAs = async (who: Client | null, options: object = {}): Promise<TestPage> => {
  const page = await browser.open({ ...PHONE, javaScriptEnabled: false, ...options });
  if (who) await signIn(page, who);
  return page;
};
const button = (page: TestPage, name: string) => page.getByRole('button', { name, exact: true });

/** Starts a league by the form. @returns its page */
async function startLeague(name: string): Promise<TestPage> {
  const page = await openAs(owner);
  await page.goto(`${server.url}/leagues`);
  await page.getByRole('link', { name: 'New league' }).click();
  await page.getByLabel('Name').fill(name);
  await button(page, 'Start the league').click();
  await page.waitForURL(/\/leagues\/[2-9A-Z]{6}$/);
  return page;
}

test('a league is started, joined by a new trader from its link, and left, without scripts', async () => {
  const page = await startLeague('Class 10b');
  expect(await page.getByText('Only you so far').count()).toBe(1);
  const address = await page.getByLabel('Only you so far').inputValue();

  const guest = await openAs(null);
  await guest.goto(address);
  await guest.getByRole('link', { name: 'Join as a new trader' }).click();
  await guest.getByLabel('Username').fill('bob_comes');
  await guest.getByLabel('Password').fill('a fine pass phrase');
  await guest.locator('form[action="/api/register"] button[type=submit]').click();
  await guest.waitForURL(address);
  await button(guest, 'Join').click();
  await guest.waitForURL(page.url());
  const rows = guest.locator('.traders tbody tr');
  expect(await rows.locator('.trader a').allTextContents()).toEqual(['ann_owns', 'bob_comes']);
  expect(
    await rows
      .locator('td.total')
      .evaluateAll((cells) => cells.map((each) => (each as HTMLElement).dataset.return)),
  ).toEqual(['0.00%', '0.00%']);

  market.set('AAPL', '170');
  await server.services.leaderboard.pass(true);
  await page.reload();
  expect(await page.locator('td.total').first().getAttribute('data-return')).toBe('+1.90%');

  await guest.getByRole('link', { name: 'Members', exact: true }).click();
  await guest.getByText('Leave the league').first().click();
  await button(guest, 'Leave the league').click();
  await guest.waitForURL('**/leagues');
  expect(await guest.getByText('You are in no league yet').count()).toBe(1);
  await page.reload();
  expect(await page.getByText('Left on').count()).toBe(1);
  expect([...page.problems, ...guest.problems]).toEqual([]);
});

test('the owner removes a member at the desk, without scripts, on a phone that scrolls the roster alone', async () => {
  const page = await startLeague('Class 11a');
  const address = new URL(await page.getByLabel('Only you so far').inputValue());
  const guest = await server.register('guest_at_desk');
  await guest.post('/api/leagues/join', { code: address.pathname.slice(-8) });
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await page.getByRole('link', { name: 'Member', exact: true }).click();
  await page.waitForURL(/by=name/);
  const names = page.locator('tbody .scan-link bdi');
  expect(await names.allTextContents()).toEqual(['ann_owns', 'guest_at_desk']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('link', { name: 'guest_at_desk' }).click();
  await page.getByLabel('Reason, for the member').fill('Not of our class');
  await button(page, 'Remove: guest_at_desk').click();
  await page.waitForURL(/\/desk$/);
  expect(await page.getByText('Nobody has joined yet.').count()).toBe(1);
  expect(await page.getByText('Not of our class').count()).toBe(1);
  expect(page.problems).toEqual([]);
});

test('a refused form has what was typed, without scripts', async () => {
  const page = await openAs(owner);
  await page.goto(`${server.url}/leagues/new`);
  await page.getByLabel('Name').fill('Paperpit');
  await page.getByLabel('About').fill('Every Friday');
  await page.getByText('Asks me first').click();
  await button(page, 'Start the league').click();
  await page.waitForURL('**/leagues/new');
  expect(await page.getByText('That name is reserved.').count()).toBeGreaterThan(0);
  expect(await page.getByLabel('Name').inputValue()).toBe('Paperpit');
  expect(await page.getByLabel('About').inputValue()).toBe('Every Friday');
  expect(await page.getByLabel('Asks me first').isChecked()).toBe(true);
});

test('in Hebrew the pages are mirrored, link and code stay left to right, and nothing bars anybody', async () => {
  const english = await startLeague('כיתה י׳2');
  const id = english.url().slice(-6);
  const address = new URL(await english.getByLabel('Only you so far').inputValue());
  const page = await openAs(owner, { javaScriptEnabled: true, reducedMotion: 'reduce' });
  await page.context().addCookies([{ name: 'lang', value: 'he', url: server.url }]);
  const [guest, member] = [await server.register('guest_reads'), await server.register('member_reads')];
  await member.post('/api/leagues/join', { code: address.pathname.slice(-8) });
  const invited = await openAs(guest, { javaScriptEnabled: true, reducedMotion: 'reduce' });
  await invited.context().addCookies([{ name: 'lang', value: 'he', url: server.url }]);
  for (const [reader, path] of [
    [page, english.url()],
    [page, `${english.url()}?tab=rules`],
    [page, `${english.url()}?tab=members`],
    [page, `${server.url}/leagues/${id}/desk`],
    [page, `${server.url}/leagues/${id}/desk?member=${member.userId}`],
    [page, `${server.url}/leagues`],
    [page, `${server.url}/leagues/new`],
    [invited, server.url + address.pathname],
  ] as const) {
    await reader.goto(path);
    expect([path, await reader.locator('html').getAttribute('dir')]).toEqual([path, 'rtl']);
    expect([path, await barriers(reader)]).toEqual([path, []]);
  }
  await page.goto(english.url());
  const field = page.locator('#invitation');
  expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr');
  const code = address.pathname.slice(-8);
  expect(await page.getByText(`${code.slice(0, 4)}-${code.slice(4)}`).count()).toBe(1);
  await page.goto(`${server.url}/leagues`);
  expect(await page.locator('#code').evaluate((input) => getComputedStyle(input).direction)).toBe('ltr');
  expect([...page.problems, ...invited.problems]).toEqual([]);
});

test('an open table follows the leaderboard without a reload', async () => {
  market.set('AAPL', '150');
  await server.services.leaderboard.pass(true);
  const url = (await startLeague('Live league')).url();
  const page = await openAs(owner, { javaScriptEnabled: true });
  await page.clock.install();
  await page.goto(url);
  await allAwake(page);
  expect(await page.locator('.traders').textContent()).not.toContain('+9.52%');
  // 100 shares: 105,000 when the league began, 115,000 now
  market.set('AAPL', '250');
  await server.services.leaderboard.pass(true);
  // the server may still have the table from before the pass when the page asks the first time
  await until(
    async () => {
      await page.clock.runFor(15_000);
      return await page.locator('.traders').textContent();
    },
    (text) => text?.includes('+9.52%') ?? false,
  );
  expect(page.problems).toEqual([]);
});
