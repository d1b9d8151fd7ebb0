/** A class of 30 in a private game, in a browser: from the teacher's form to the files at the end. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PUPILS = 30;
const DAY = 86_400_000;

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let teacher: Client;
let page: TestPage;
let pupils: Client[];
let address: string;
/** Ms added to the wall clock. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' }, now);
  [browser, server] = await Promise.all([launchBrowser(), startServer({ market, clock: { now } })]);
  server.services.gameKeeper.stop();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  teacher = await server.register('the_teacher');
  page = await browser.open({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await signIn(page, teacher);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const nameOf = (n: number) => `pupil_${String(n).padStart(2, '0')}`;
const names = () => page.locator('tbody .scan-link bdi').allTextContents();
/** Returns the rows of a file that a link downloads. */
async function download(link: string): Promise<string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toStartWith(`paperpit-league-${address.slice(-6)}-`);
  const text = await Bun.file(await file.path()).text();
  const [, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  return rows.map((row) => row.split(','));
}

test('the teacher starts the game by the form, and 30 pupils join by its link and trade', async () => {
  await page.goto(`${server.url}/leagues/new?preset=class`);
  await page.getByLabel('Name', { exact: true }).fill('Class 10b');
  await page.getByText('Lets people in at once').click();
  await page.getByLabel('Starting cash, dollars').fill('10000');
  await page.getByLabel('Ends').fill(new Date(now() + 2 * DAY).toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Start the league' }).click();
  await page.waitForURL(/\/leagues\/[2-9A-Z]{6}$/);
  address = page.url();
  const link = await page.getByLabel('Only you so far').inputValue();
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await page.getByText('Nobody has joined yet.').waitFor();

  pupils = await Promise.all(Array.from({ length: PUPILS }, (_, n) => server.register(nameOf(n + 1))));
  for (const [n, pupil] of pupils.entries()) {
    expect((await pupil.get(new URL(link).pathname, { accept: 'text/html' })).status).toBe(200);
    expect((await pupil.form('/api/leagues/join', { code: link.slice(-8) })).status).toBe(303);
    // the last five pupils never trade
    if (n >= PUPILS - 5) continue;
    const order = { user_id: pupil.userId, symbol: 'AAPL', action: 'buy', quantity: n + 1 };
    const answer = await pupil.post('/api/trade', { ...order, game: address.slice(-6) });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  }
}, 120_000);

test('the desk has all of them with figures, sorts by links, and opens on a phone without scrolling the page', async () => {
  market.set('AAPL', '120');
  ahead += 10_000;
  await page.reload();
  expect(await names()).toHaveLength(PUPILS + 1);
  // 25 shares, each with a profit of 20 dollars
  const cells = await page.locator('tbody tr').first().locator('th, td').allInnerTexts();
  expect(cells.slice(0, 8)).toEqual([
    'pupil_25',
    '+5.00%',
    '$10,500.00',
    '1',
    '0 of 1',
    '71.43%',
    '28.57%',
    '0.00%',
  ]);
  await page.getByRole('link', { name: 'Member', exact: true }).click();
  await page.waitForURL(/by=name/);
  expect((await names()).slice(0, 3)).toEqual(['pupil_01', 'pupil_02', 'pupil_03']);
  await page.getByRole('link', { name: 'Cash', exact: true }).click();
  await page.waitForURL(/by=cash/);
  expect((await names()).at(-1)).toBe('pupil_25');
  expect(await barriers(page)).toEqual([]);

  for (const lang of ['en', 'he']) {
    const phone = await browser.open({
      ...PHONE,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    });
    await signIn(phone, teacher);
    await phone.context().addCookies([{ name: 'lang', value: lang, url: server.url }]);
    await phone.goto(`${address}/desk`);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // the roster scrolls inside its box and is not cut off
    const [table, box] = await phone.evaluate(() =>
      ['.scan', '.scan-clip'].map((name) => document.querySelector<HTMLElement>(name)!.offsetWidth),
    );
    expect(table).toBeLessThanOrEqual(box!);
    expect(await barriers(phone)).toEqual([]);
    expect(phone.problems).toEqual([]);
    await phone.context().close();
  }
});

test('the teacher removes one, who is out of the game', async () => {
  await page.getByRole('link', { name: 'pupil_07' }).click();
  await page.getByLabel('Reason, for the member').fill('Not of our class');
  await page.getByRole('button', { name: 'Remove: pupil_07' }).click();
  await page.waitForURL(/\/desk$/);
  await page.getByText('Not of our class').waitFor();
  expect(await names()).not.toContain('pupil_07');
  const order = { user_id: pupils[6]!.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  expect((await pupils[6]!.post('/api/trade', { ...order, game: address.slice(-6) })).status).toBe(404);
});

test('the three files say what the desk says', async () => {
  const roster = await download('Roster as CSV');
  expect(roster).toHaveLength(PUPILS);
  expect(roster.map(([, name]) => name).slice(0, 2)).toEqual(['pupil_25', 'pupil_24']);
  const trades = await download('Trades as CSV');
  expect(trades.map(([, name]) => name)).not.toContain('pupil_07');
  expect(trades).toHaveLength(PUPILS - 5 - 1);
  const equity = await download('Value by day as CSV');
  expect(equity.find(([, name]) => name === 'pupil_25')?.[2]).toBe('10500.00');
});

test('after the end the table, the desk and the files agree, whatever prices do', async () => {
  market.set('AAPL', '90');
  ahead += 3 * DAY;
  expect(await server.services.gameKeeper.check()).toBe(1);
  market.set('AAPL', '500');
  ahead += 10_000;
  await page.goto(address);
  const table = await page
    .locator('.traders tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('td')!.textContent,
        row.querySelector('.trader a')!.textContent,
        row.querySelector('.total')!.textContent!.replace(/[$,]/g, ''),
      ]),
    );
  expect(table).toHaveLength(PUPILS);
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await page.getByText('Not of our class').waitFor({ state: 'detached' });
  const roster = await download('Roster as CSV');
  expect(roster.map(([, name, , , , total]) => [name, total])).toEqual(
    table.map(([, name, total]) => [name!, total!]),
  );
  // one share lost ten dollars; a pupil without a trade has no place
  expect(roster[0]?.slice(0, 2)).toEqual(['1', 'pupil_01']);
  expect(roster.find(([, name]) => name === 'pupil_30')?.[0]).toBe('');
  const lastDays = new Map((await download('Value by day as CSV')).map(([, name, total]) => [name!, total!]));
  for (const [, name, , , , total] of roster) expect([name, lastDays.get(name!)]).toEqual([name, total]);
  expect(page.problems).toEqual([]);
});
