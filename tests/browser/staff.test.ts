/** The organizer's ways on a phone of 360 pixels, with a count of the presses. Typing is no press, choosing a field is one. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import { PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the list of people from the admin's home: More, the desk, the section. */
async function openPeople(permissions: string[] = []) {
  const page = await browser.open({ ...PHONE, permissions });
  await signIn(page, admin);
  let presses = 0;
  const press = async (place: Locator) => {
    presses++;
    await place.tap();
  };
  const type = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true });
    await press(field);
    await field.fill(text);
  };
  const choose = async (label: string, value: string) => {
    // one press opens the list, another one chooses the line
    presses += 2;
    await page.getByLabel(label, { exact: true }).selectOption(value);
  };
  await page.goto(server.url);
  await press(page.getByRole('button', { name: 'More' }));
  await press(page.getByRole('link', { name: 'Desk' }).filter({ visible: true }));
  await page.waitForURL('**/admin');
  await press(page.getByRole('link', { name: 'People', exact: true }));
  await page.waitForURL('**/admin/people');
  return { page, press, type, choose, count: () => presses };
}

test('the doors open to thirty people in a room with eight presses', async () => {
  const { page, press, type, count } = await openPeople(['clipboard-read', 'clipboard-write']);
  await press(page.getByRole('link', { name: 'Join links' }));
  await type('Who it is for', 'Room 12');
  await type('Accounts', '30');
  await press(page.getByRole('button', { name: 'Make a link' }));
  await press(page.getByRole('button', { name: 'Copy' }));
  const address = await page.getByLabel('Address of Room 12').inputValue();
  await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text, address);
  expect(count()).toBe(8);
  expect((await server.visitor().get(new URL(address).pathname, { accept: 'text/html' })).status).toBe(200);
  const [link] = await server.sql`select max_uses, uses from join_links where label = 'Room 12'`;
  expect(link).toEqual({ max_uses: 30, uses: 0 });
  expect(page.problems).toEqual([]);
});

test('a Discord tip becomes a suspension with eleven presses', async () => {
  const trader = await server.register('tipped');
  await server.sql`update users set discord_id = '80351110224678912' where id = ${trader.userId}`;
  const { page, press, type, choose, count } = await openPeople();
  await type('Name, number, e-mail address or Discord number', '80351110224678912');
  await press(page.getByRole('button', { name: 'Find' }));
  await press(page.getByRole('link', { name: 'tipped' }));
  await choose('What to do', 'suspend_7');
  await type('Reason, which the trader reads', 'Two accounts in one contest');
  await press(page.getByRole('button', { name: 'Next…' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Suspend 7 days' }));
  await page.getByText('Done. The reports of this trader are closed.').first().waitFor();
  expect(count()).toBe(11);
  const [row] = await server.sql`
    select suspended_until > now() + interval '6 days' as suspended from users where id = ${trader.userId}`;
  expect(row).toEqual({ suspended: true });
  expect(page.problems).toEqual([]);
});
