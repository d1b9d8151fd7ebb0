/** The most common flows, once each in Chromium: the part of the acting pages that `npm test` covers. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { allAwake, launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import { button, DESKTOP, live, PHONE, toast } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket, withBars } from '../helpers/held-market.ts';
import { bundleText, sampleBundle } from '../helpers/sample-bundle.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { giveTkf } from '../helpers/tkf.ts';

const market = withBars(heldMarket({ AAPL: '100.0000' }), 40, (price) => ({
  open: price,
  high: price + 1,
  low: price - 1,
  close: price,
  volume: 1000,
}));

/** How far the server's clock is ahead, ms. */
let shift = 0;
const clock = { now: () => Date.now() + shift };

let browser: TestBrowser;
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer({ market, clock })]);
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(path: string, client?: Client, options: BrowserContextOptions = DESKTOP) {
  const page = await browser.open(options);
  if (client) await signIn(page, client);
  await page.goto(server.url + path);
  return page;
}

const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : undefined);
const dockRow = (page: Page, text: string) => page.locator('.dock-row', { hasText: text });
/** Opens the confirmation of a row's button and confirms. */
async function answerIn(row: Locator, label: string): Promise<void> {
  await row.locator('summary', { hasText: label }).click();
  await row.locator('.dock-answer button', { hasText: label }).click();
}

test('a newcomer on a phone joins and makes a first trade with four presses on three pages', async () => {
  const page = await browser.open(PHONE);
  const paths: string[] = [];
  // counts documents only: an open ticket adds a history entry to its page
  page.on('domcontentloaded', () => paths.push(new URL(page.url()).pathname));
  let presses = 0;
  const press = async (place: Locator) => {
    presses++;
    await place.tap();
  };
  await page.goto(server.url);
  await press(page.getByRole('link', { name: 'Join season 1' }).first());
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Password').fill('a pass phrase');
  await press(page.locator('form:has(#password) button[type=submit]'));
  await page.waitForURL('**/chart');
  await press(button(page, 'Buy'));
  await press(button(page, 'Confirm buy'));
  await page.getByText('Bought 1 AAPL').first().waitFor();
  expect({ presses, paths }).toEqual({ presses: 4, paths: ['/', '/auth', '/chart'] });
  const [fill] = await server.sql`
    select quantity::int from fills join users on users.id = user_id where username = 'newcomer'`;
  expect(fill).toEqual({ quantity: 1 });
  expect(page.problems).toEqual([]);
});

test('a bracket is placed, a working order cancelled, the position closed from the dock', async () => {
  const trader = await server.register();
  const page = await open('/chart', trader);
  await live(page);
  await button(page, 'Buy').click();
  await page.getByLabel('Number of shares').fill('10');
  await page.getByRole('checkbox', { name: 'Target' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Stop' }).check({ force: true });
  await page.getByLabel('Target price').fill('105');
  await page.getByLabel('Stop loss price').fill('97.5');
  await button(page, 'Confirm buy').click();
  await dialog(page, 'Bought 10 AAPL').getByRole('button', { name: 'Close' }).click();
  expect(await workingOrders(trader)).toEqual(['limit', 'stop']);

  await trader.post('/api/orders', {
    symbol: 'AAPL',
    action: 'buy',
    type: 'limit',
    quantity: '1',
    limitPrice: '90',
  });
  await page.locator('.dock-tab', { hasText: 'Orders' }).click();
  await answerIn(dockRow(page, 'Buy limit'), 'Cancel');
  await dockRow(page, 'Buy limit').waitFor({ state: 'detached' });
  expect(await workingOrders(trader)).toEqual(['limit', 'stop']);

  await page.locator('.dock-tab', { hasText: 'Positions' }).click();
  await answerIn(dockRow(page, 'AAPL'), 'Close');
  await dockRow(page, 'AAPL').waitFor({ state: 'detached' });
  // the working orders of the position are cancelled with it
  expect(await workingOrders(trader)).toEqual([]);
  expect((await trader.get<unknown[]>('/api/portfolio')).json).toEqual([]);
  expect(page.problems).toEqual([]);
});

/** Returns the types of the trader's working orders, those of a bracket included. */
async function workingOrders({ userId }: Client): Promise<string[]> {
  const rows = await server.sql<{ type: string }[]>`
    select type from orders where user_id = ${userId} and final_at is null order by type`;
  return rows.map(({ type }) => type);
}

test('an item is bought in the shop and put on in the profile', async () => {
  const trader = await server.register();
  await giveTkf(server.sql, trader.userId, 1_000);
  const page = await open('/shop?view=all', trader);
  await allAwake(page);
  const card = page.locator('.item-card[data-item=banner_3]');
  await card.getByRole('button', { name: 'BUY' }).click();
  await toast(page, 'Item purchased successfully!').waitFor();
  await card.getByRole('button', { name: 'OWNED' }).waitFor();
  await page.goto(`${server.url}/profile?tab=banners`);
  await allAwake(page);
  await card.getByRole('button', { name: 'EQUIP' }).click();
  await page.locator('.who[data-banner=banner_3]').waitFor();
  expect(page.problems).toEqual([]);
});

test.each(['public', 'member'] as const)('a message is sent by the contact form: %s', async (purpose) => {
  const sender = purpose === 'member' ? await server.register() : undefined;
  const page = await open(sender ? '/contact' : '/public-contact', sender);
  for (const [name, value] of Object.entries({
    firstName: 'Noa',
    lastName: 'Bareket',
    email: 'noa@mail.example',
    phone: '050-000-0000',
    message: `Hello, ${purpose}`,
  }))
    await page.locator(`[name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await toast(page, 'Message Sent').waitFor();
  const [message] = await server.sql`
    select name, user_id as "userId" from contact_messages where message = ${`Hello, ${purpose}`}`;
  expect(message).toEqual({ name: 'Noa Bareket', userId: sender?.userId ?? null });
  expect(page.problems).toEqual([]);
});

test('an admin adds a recording, which a trader opens, and deletes it', async () => {
  const page = await open('/recordings', admin);
  await allAwake(page);
  await page.getByLabel('Title').fill('Week 1');
  await page.getByLabel('URL').fill('https://video.example/1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('New recording added.').waitFor();
  const reader = await open('/recordings', await server.register());
  const link = reader.getByRole('link', { name: 'Open Week 1 in a new tab' });
  expect(await link.getAttribute('href')).toMatch(/^\/go\/recording\/\d+$/);
  await page.getByRole('link', { name: 'Delete Week 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Week 1' }).click();
  await page.getByText('Recording link removed.').waitFor();
  await page.getByText('No recordings available').waitFor();
  expect([...page.problems, ...reader.problems]).toEqual([]);
});

// after the tests that trade, because these need a season
test('an admin ends the season and starts the next one', async () => {
  const page = await open('/competitions', admin);
  const lever = (role: 'button' | 'link', name: string) => page.getByRole(role, { name, exact: true });
  await lever('link', 'End Competition').click();
  await dialog(page).getByRole('button', { name: 'End Competition' }).click();
  await page.getByText('Competition ended. Top bar is now locked for everyone.').waitFor();
  await lever('link', 'Start Competition').click();
  await dialog(page).getByRole('button', { name: 'Start Competition' }).click();
  await page.getByText('Competition started! Top bar is now unlocked for everyone.').waitFor();
  const rows = await server.sql<{ number: number; isOver: boolean }[]>`
    select number, ended_at is not null as "isOver" from seasons order by number`;
  expect([...rows]).toEqual([
    { number: 1, isOver: true },
    { number: 2, isOver: false },
  ]);
  expect(page.problems).toEqual([]);
});

test('the check page proves an honest season', async () => {
  // the bundle exists once the seeds of the season are public
  shift = 120_000;
  const lines = sampleBundle({ fills: 100, traders: 6, symbols: 2, days: 2, ordersEach: 4 });
  const page = await browser.open(DESKTOP);
  await page.route('**/competitions/1/bundle', (route) =>
    route.fulfill({ contentType: 'application/gzip', body: gzipSync(bundleText(lines)) }),
  );
  await page.goto(`${server.url}/competitions/1/check`);
  await page.locator('[data-part=start]').click();
  await page.waitForSelector('.check:is([data-end=holds], [data-end=differs])');
  expect(await page.locator('[data-part=tag]').textContent()).toBe('Season 1 holds');
  expect(page.problems).toEqual([]);
});
