/** A session that ends while the reader types: the way to the sign-in and back, with the text kept. */
import { expect, test } from 'bun:test';
import type { TestPage } from '../helpers/browser.ts';
import { chartSite, live, PHONE, ticket, toast, wakePanel } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

/** Ends the page's session on the server, presses `send`, follows the toast's link and signs in. */
async function comeBack(page: TestPage, send: () => Promise<unknown>): Promise<void> {
  const username = await usernameOf(page);
  await page.context().clearCookies({ name: 'sid' });
  await send();
  const said = toast(page, 'You are logged out').filter({ hasText: 'What you typed is kept.' });
  await said.waitFor();
  expect(await page.locator('.toasts :is([role=alert], [role=status])').count()).toBe(1);
  await said.getByRole('link', { name: 'Log in' }).click();
  await signIn(page, username);
}

async function usernameOf(page: TestPage): Promise<string> {
  return (await (await page.request.get(`${site.server.url}/api/user`)).json()).username;
}

/** Signs in on the sign-in page. */
async function signIn(page: TestPage, username: string): Promise<void> {
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill('a pass phrase');
  await page.locator('form:has([name=password]) button[type=submit]').click();
  await page.waitForURL((address) => address.pathname !== '/auth');
}

test('a message to us', async () => {
  const page = await site.trader();
  await page.goto(`${site.server.url}/contact`);
  await page
    .locator('is-land[data-island=NavStatus][data-island-status=awake]')
    .waitFor({ state: 'attached' });
  const message = page.locator('[name=message]');
  for (const name of ['firstName', 'lastName', 'phone']) await page.locator(`[name=${name}]`).fill('Noa 1');
  await page.locator('[name=email]').fill('noa@mail.example');
  await page.locator('[name=subject][value=Other]').check();
  await message.fill('It took me a while to write this.');
  await comeBack(page, () => page.getByRole('button', { name: 'Send Message' }).click());
  expect(new URL(page.url()).pathname).toBe('/contact');
  // restored once the page's scripts are awake
  await until(async () => (await message.inputValue()) === 'It took me a while to write this.');
  expect(await page.locator('[name=subject]:checked').inputValue()).toBe('Other');
});

test.each(['/leagues/new', '/settings/notifications'])('ticks at %s', async (path) => {
  const page = await site.trader();
  const username = await usernameOf(page);
  const boxes = page.locator('main form [type=checkbox]');
  const ticks = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked));
  await page.goto(site.server.url + path);
  await page
    .locator('is-land[data-island=NavStatus][data-island-status=awake]')
    .waitFor({ state: 'attached' });
  const initial = await ticks();
  await boxes.nth(0).click();
  for (const _ of ['there', 'back']) await boxes.nth(1).click();
  await page.context().clearCookies({ name: 'sid' });
  // as a page that Back restores: it looks whether its session is still there
  const restored = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await Promise.all([page.waitForURL((url) => url.pathname === '/auth'), page.evaluate(restored)]);
  await signIn(page, username);
  expect(new URL(page.url()).pathname).toBe(path);
  await until(async () => (await ticks())[0] !== initial[0]);
  expect(await ticks()).toEqual(initial.map((isTicked, n) => (n === 0 ? !isTicked : isTicked)));
});

test('an order', async () => {
  const page = await site.trader(PHONE);
  await page.goto(`${site.server.url}/chart?symbol=TSLA`);
  await live(page);
  await wakePanel(page);
  await page.locator('.chart-order').first().click();
  const size = ticket(page).locator('[name=quantity]');
  await size.fill('7');
  await comeBack(page, () => page.locator('[data-confirm=trade]').click());
  await live(page);
  await wakePanel(page);
  await until(async () => (await size.inputValue()) === '7');
  await page.locator('[data-confirm=trade]').click();
  await toast(page, 'Trade Executed').filter({ hasText: 'BUY 7 shares of TSLA' }).waitFor();
});
