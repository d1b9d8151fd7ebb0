/** What a load fetches before a touch, for a trader who holds the shown symbol and has working orders in it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import { live, PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { ordinaryTrader } from '../helpers/ordinary-trader.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  trader = await ordinaryTrader(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('the chart draws position and orders without React', async () => {
  const page = await browser.open(PHONE);
  await signIn(page, trader);
  const react: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/react-')) react.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
  });
  await page.goto(`${server.url}/chart`);
  await live(page);
  const labels = page.locator('.chart-label:not([hidden])');
  await labels.nth(2).waitFor();
  await page.waitForLoadState('networkidle');
  expect(react).toEqual([]);
  expect(page.problems).toEqual([]);
});
