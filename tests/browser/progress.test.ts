/** XP, levels and TKF in the messages of a closing trade, with scripts and without. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { launchBrowser, signIn, type TestBrowser } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { auditItems } from '../helpers/tkf.ts';

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
beforeAll(async () => {
  browser = await launchBrowser();
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market });
  await server.services.seasons.start(null);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns a trader with 2 AAPL bought at 100; the price is now `price`. */
async function holder(price: string): Promise<Client> {
  market.set('AAPL', '100');
  const client = await server.register();
  const order = { user_id: client.userId, symbol: 'AAPL', action: 'buy', quantity: 2 };
  expect((await client.post('/api/trade', order)).status).toBe(200);
  market.set('AAPL', price);
  return client;
}

async function open(who: Client, path: string, javaScriptEnabled: boolean) {
  const page = await browser.open({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
  await signIn(page, who);
  await page.goto(server.url + path);
  return page;
}

test.each([
  ['106', 'XP earned', '+3 XP'],
  ['350', 'Level up', '+125 XP and +50 TKF to spend in the Shop'],
])('one of two shares sold at %s: a toast says %s, %s', async (price, title, message) => {
  const ann = await holder(price);
  const page = await open(ann, '/chart', true);
  await page.locator('.chart-panel[data-running=true]').waitFor();
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  await page.getByLabel('Number of shares').fill('1');
  await page.getByRole('button', { name: 'Confirm sell', exact: true }).click();
  const toast = page.locator('[role=status]', { hasText: title });
  await toast.waitFor();
  expect(await toast.textContent()).toBe(title + message);
  // the shop shows the new balance
  await page.goto(`${server.url}/shop`);
  const { tkf } = await auditItems(server.sql, ann.userId);
  expect(tkf).toBe(title === 'Level up' ? 50 : 0);
  expect(await page.locator('.shop-balance').textContent()).toContain(`${tkf} TKF`);
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test('without scripts the message of the trade says it', async () => {
  const ann = await holder('350');
  const page = await open(ann, '/chart?ticket=close', false);
  await page.getByLabel('Number of shares').fill('1');
  await page.getByRole('button', { name: 'Confirm sell', exact: true }).click();
  const toast = page.locator('[role=status]', { hasText: 'Trade Executed' });
  expect(await toast.textContent()).toContain(
    'SELL 1 share of AAPL at $350.00 +125 XP and +50 TKF to spend in the Shop',
  );
  await page.context().close();
});

test('a loss earns nothing and says nothing of it', async () => {
  const ann = await holder('90');
  const sold = await ann.post('/api/trade', {
    user_id: ann.userId,
    symbol: 'AAPL',
    action: 'sell',
    quantity: 1,
  });
  expect(sold.json).toMatchObject({ xpGained: 0, levelsGained: 0, tkfGained: 0 });
  await auditItems(server.sql, ann.userId);
});
