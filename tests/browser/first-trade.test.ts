/** From the landing to a first trade on a phone, each press and each page counted: docs/first-trade.md has the figures. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { launchBrowser, type TestBrowser } from '../helpers/browser.ts';
import { button, PHONE } from '../helpers/chart.ts';
import { heldMarket, withBars } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const market = withBars(heldMarket({ AAPL: '100.0000' }), 40, (price) => ({
  ...{ open: price, high: price + 1, low: price - 1, close: price },
  volume: 1000,
}));

let browser: TestBrowser;
let server: TestServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer({ market })]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('four presses and three pages, with a name and a password to type', async () => {
  const page = await browser.open(PHONE);
  const paths: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) paths.push(new URL(frame.url()).pathname);
  });
  let presses = 0;
  const press = async (place: Locator) => {
    presses++;
    await place.tap();
  };

  await page.goto(server.url);
  await press(page.getByRole('link', { name: 'Join season 1' }));
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
  await page.context().close();
});
