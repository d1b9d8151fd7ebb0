/** A season from its end to the payment of its prize, on a phone without scripts; its pages in both languages. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { barriers } from '../helpers/axe.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;
/** The pages of the admin and of the winner, which the tests share. */
let desk: TestPage;
let winner: TestPage;

beforeAll(async () => {
  browser = await launchBrowser();
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market, env: { MARKET_SEED: '' } });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
  await admin.post('/api/update-competition', { prizePool: '2500' });
  await admin.post('/api/toggle-competition', { active: true });
  for (const [trader, quantity] of [
    [ann, 20],
    [bob, 10],
  ] as const)
    await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity });
  market.set('AAPL', '130');
  await bob.post('/api/reports', { username: 'ann', reason: 'other', message: 'Two accounts' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openAs(client: Client, path: string): Promise<TestPage> {
  const page = await browser.open({ ...PHONE, javaScriptEnabled: false });
  await signIn(page, client);
  await page.goto(server.url + path);
  return page;
}
const press = (page: TestPage, name: string) => page.getByRole('button', { name, exact: true }).click();
const sees = (page: TestPage, text: string | RegExp) => page.getByText(text).first().waitFor();
/** Opens a page in both languages, and expects no barrier, no error in the console, and nothing wider than the window. */
async function expectSound(client: Client, path: string): Promise<void> {
  for (const locale of ['en-US', 'he-IL']) {
    const page = await browser.open({ ...PHONE, locale });
    await signIn(page, client);
    await page.goto(server.url + path);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, locale, await barriers(page), page.problems, excess]).toEqual([path, locale, [], [], 0]);
    await page.context().close();
  }
}

test('End: the winners are provisional, and the desk leads to what speaks against them', async () => {
  desk = await openAs(admin, '/competitions?dialog=end');
  await press(desk, 'End Competition');
  await sees(desk, 'Provisional until');
  await desk.goto(`${server.url}/admin`);
  await sees(desk, 'Confirm the winners of season 1: 1 open report among prize places.');
  await desk.getByRole('link', { name: 'Look at the winners' }).click();
  await sees(desk, '1 open report');
  await sees(desk, 'Only 1 trade');
  await expectSound(admin, '/admin/prizes/1');
  await expectSound(admin, '/admin/prizes/1?act=confirm');
  await expectSound(admin, '/admin/prizes/1?act=no_prize&username=ann&reason=x');
});

test('a prize moves on for a reason that everybody reads, and the winners are confirmed', async () => {
  await desk.getByLabel('Decision', { exact: true }).selectOption('no_prize');
  await desk.getByLabel('Username', { exact: true }).fill('ANN');
  await desk.getByLabel('Reason', { exact: true }).fill('Works for us');
  await desk.getByLabel('Everybody may read why there is no prize', { exact: true }).check();
  await press(desk, 'Next…');
  await sees(desk, 'No prize in season 1?');
  await sees(desk, 'Place 1');
  await press(desk, 'No prize');
  await sees(desk, 'The prize goes to the next place.');
  await press(desk, 'Confirm the winners…');
  const dialog = desk.getByRole('dialog');
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['bob Prize of place 1₪2,500']);
  await press(desk, 'Confirm the winners');
  await sees(desk, 'offered, answer by');
});

test('the winner claims the prize; what was typed stays after a refusal', async () => {
  await expectSound(bob, '/');
  await expectSound(bob, '/prize');
  await expectSound(bob, '/prize?decline=1');
  winner = await openAs(bob, '/');
  await sees(winner, 'You won ₪2,500 in season 1.');
  await winner.getByRole('link', { name: 'Claim the prize' }).click();
  await winner.getByLabel('Full name', { exact: true }).fill('Bob Levi');
  await winner.getByLabel('E-mail or phone', { exact: true }).fill('bob');
  await winner.getByLabel('I am 18 or older', { exact: true }).check();
  await press(winner, 'Claim the prize');
  await sees(winner, 'Write an e-mail address or a phone number.');
  expect(await winner.getByLabel('Full name', { exact: true }).inputValue()).toBe('Bob Levi');
  expect(await winner.getByLabel('I am 18 or older', { exact: true }).isChecked()).toBe(true);
  await winner.getByLabel('E-mail or phone', { exact: true }).fill('bob@mail.example');
  await press(winner, 'Claim the prize');
  await sees(winner, 'You claimed it on');

  await expectSound(bob, '/prize');
  await expectSound(admin, '/admin/prizes');
});

test('Paid: the contact is shown, and the payment is asked for and told', async () => {
  await desk.goto(`${server.url}/admin`);
  await desk.getByRole('link', { name: '1 prize to pay' }).click();
  await desk.getByRole('link', { name: 'Season 1' }).click();
  await press(desk, 'Show contact');
  await sees(desk, 'bob@mail.example');
  await desk.getByLabel('Note on the payment', { exact: true }).fill('Bank transfer');
  await press(desk, 'Mark as paid');
  await sees(desk, 'Is the prize of season 1 paid?');
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await sees(desk, 'The prize is marked as paid.');
  await sees(desk, /₪2,500 paid to .?bob/);
  expect(await desk.getByRole('button', { name: 'Show contact' }).count()).toBe(1);

  await winner.goto(`${server.url}/prize`);
  await sees(winner, 'It was paid on');
  await winner.goto(`${server.url}/competitions/1`);
  await sees(winner, 'No prize: Works for us');
  expect(await winner.getByText('Provisional until').count()).toBe(0);
});
