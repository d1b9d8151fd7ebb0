/** A private game in the browser: started from a preset without scripts, and traded in by the chart's ticket, beside the season. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let owner: Client;
beforeAll(async () => {
  const market = heldMarket({ AAPL: '100', MSFT: '50' });
  [browser, server] = await Promise.all([launchBrowser(), startServer({ market })]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  owner = await server.register('ann_plays');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = async (options: object): Promise<TestPage> => {
  const page = await browser.open(options);
  await signIn(page, owner);
  return page;
};

test('without scripts a preset fills the form, and the game is traded in by its own chart', async () => {
  const page = await open({ ...PHONE, javaScriptEnabled: false });
  await page.goto(`${server.url}/leagues/new`);
  // the fields of a private game appear once it is chosen
  expect(await page.getByLabel('Ends').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Class, one term' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Our class');
  expect(await page.getByLabel('Ends').isVisible()).toBe(true);
  expect(await page.getByLabel('Trades a day').inputValue()).toBe('20');
  await page.getByLabel('Tickers').fill('AAPL nonsense/x');
  await page.getByRole('button', { name: 'Start the league' }).click();
  await page.locator('#issue-tickers').waitFor();
  expect(await page.getByLabel('Tickers').inputValue()).toBe('AAPL nonsense/x');
  await page.getByLabel('Tickers').fill('AAPL');
  await page.getByRole('button', { name: 'Start the league' }).click();
  await page.waitForURL(/\/leagues\/[2-9A-Z]{6}$/);
  await page.getByRole('link', { name: 'Trade', exact: true }).click();
  await page.waitForURL(/\/leagues\/[2-9A-Z]{6}\/chart/);
  await page.goto(`${page.url()}?ticket=open`);
  expect(await page.getByText('In: Our class').count()).toBe(1);
});

test('the ticket says which game it is for, refuses what the game does not trade, and buys in it alone', async () => {
  const { id } = (
    await owner.post<{ id: string }>('/api/leagues', {
      name: 'Two tickers',
      joining: 'open',
      isLateOpen: true,
      kind: 'own',
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      startCash: '5000',
      tickers: 'AAPL',
    })
  ).json;
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/leagues/${id}/chart?symbol=MSFT&ticket=open`);
  await page.getByText('In: Two tickers').waitFor();
  await page.getByText('MSFT is not one of the tickers of this game.').waitFor();
  await page.goto(`${server.url}/leagues/${id}/chart?symbol=AAPL&ticket=open`);
  await page.getByText('In: Two tickers').waitFor();
  expect(await barriers(page)).toEqual([]);
  const order = { user_id: owner.userId, symbol: 'AAPL', action: 'buy', quantity: 10, game: id };
  expect((await owner.post('/api/trade', order)).status).toBe(200);
  await page.goto(`${server.url}/leagues/${id}/portfolio`);
  await page.getByRole('heading', { name: /Two tickers/ }).waitFor();
  expect(await page.getByText('$4,000.00').count()).toBeGreaterThan(0);
  await page.goto(`${server.url}/leagues/${id}?tab=rules`);
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('a game that needs reasons asks for one in its ticket, in both languages and without scripts', async () => {
  const { id } = (
    await owner.post<{ id: string }>('/api/leagues', {
      name: 'Why',
      joining: 'open',
      kind: 'own',
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      needsReason: true,
    })
  ).json;
  const reasons = async () =>
    (await server.sql<{ reason: string }[]>`select reason from order_reasons order by id`).map(
      ({ reason }) => reason,
    );
  const page = await open({ viewport: { width: 1280, height: 800 } });
  const ticket = page.locator('.chart-ticket');
  const confirm = ticket.locator('[data-confirm=trade]');
  await page.goto(`${server.url}/leagues/${id}/chart?symbol=AAPL`);
  await page.locator('.chart-panel[data-running=true]').first().waitFor();
  await page.locator('.chart-order[value=open]').click();
  const reason = ticket.locator('[name=reason]');
  await reason.waitFor();
  await confirm.click();
  await page.getByText('Give a reason.').first().waitFor();
  expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await reason.fill('It fell 5% on no news');
  expect(await barriers(page)).toEqual([]);
  await confirm.click();
  await page.getByText('Trade Executed').first().waitFor();
  expect(await reasons()).toEqual(['It fell 5% on no news']);
  // in other games the field is folded
  await page.goto(`${server.url}/chart?symbol=AAPL`);
  await page.locator('.chart-panel[data-running=true]').first().waitFor();
  await page.locator('.chart-order[value=open]').click();
  expect(await reason.isVisible()).toBe(false);
  await ticket
    .locator('label', { hasText: 'Reason' })
    .filter({ has: page.getByRole('checkbox') })
    .click();
  await reason.fill('מניה זולה');
  await confirm.click();
  await page.getByText('Trade Executed').first().waitFor();
  expect((await reasons()).at(-1)).toBe('מניה זולה');
  expect(page.problems).toEqual([]);

  const phone = await open({ ...PHONE, locale: 'he', javaScriptEnabled: false });
  await phone.context().addCookies([{ name: 'locale', value: 'he', url: server.url }]);
  await phone.goto(`${server.url}/leagues/${id}/chart?symbol=MSFT&ticket=open`);
  await phone.getByLabel('סיבה', { exact: true }).fill('בלי סקריפטים');
  await phone.locator('.chart-ticket [data-confirm=trade]').click();
  await phone.waitForURL((url) => !url.search.includes('ticket'));
  expect((await reasons()).at(-1)).toBe('בלי סקריפטים');
});
