/** Back closes an overlay without an address and leaves no history entry that shows nothing. */
import { expect, test } from 'bun:test';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import type { TestPage } from '../helpers/browser.ts';
import { chartSite, DESKTOP, live, moreTools, PHONE, ticket, wakePanel } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

/** Opens `to` from /help. */
async function open(to: string, context: BrowserContextOptions = PHONE): Promise<TestPage> {
  const page = await site.trader(context);
  const { url } = site.server;
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  const data = { user_id: id, symbol: 'AAPL', action: 'buy', quantity: '10' };
  await page.request.post(`${url}/api/trade`, { data, headers: { origin: url } });
  await page.goto(`${url}/help`);
  await page.goto(url + to);
  if (to.startsWith('/chart')) await live(page);
  await page
    .locator('is-land[data-island=NavStatus][data-island-status=awake]')
    .waitFor({ state: 'attached' });
  return page;
}

const isDepth = (page: TestPage, depth: number) =>
  until(
    () => page.evaluate(() => history.state?.overlays ?? 0),
    (now) => now === depth,
  );

/** After the overlay was closed by Back, closed by `hide`, or the page was reloaded, the next Back leads to /help. */
async function expectBack(
  page: TestPage,
  overlay: Locator,
  { show, hide }: { show(): Promise<unknown>; hide(): Promise<unknown> },
): Promise<void> {
  const address = page.url();
  for (const leave of [() => page.goBack(), hide]) {
    await show();
    await overlay.waitFor();
    await isDepth(page, 1);
    await leave();
    await overlay.waitFor({ state: 'hidden' });
    await isDepth(page, 0);
    expect(page.url()).toBe(address);
  }
  await show();
  await isDepth(page, 1);
  await page.reload();
  await isDepth(page, 0);
  expect(await overlay.isVisible()).toBe(false);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/help');
  expect(page.problems).toEqual([]);
}

const pressEscape = (page: TestPage) => () => page.keyboard.press('Escape');
const buy = (page: TestPage) => () => page.locator('.chart-order').first().click();

test.each([PHONE, DESKTOP])('the order ticket', async (screen) => {
  const page = await open('/chart', screen);
  await expectBack(page, ticket(page), { show: buy(page), hide: pressEscape(page) });
});

test('a phone’s tools, and a menu above them', async () => {
  const page = await open('/chart');
  const sheet = page.locator('.chart-rest');
  await wakePanel(page);
  await moreTools(page);
  await isDepth(page, 1);
  const menu = sheet.locator('details').first();
  await menu.locator('summary').click();
  await isDepth(page, 2);
  await page.goBack();
  await isDepth(page, 1);
  expect(await menu.getAttribute('open')).toBe(null);
  // a choice in the sheet belongs to the page and outlives the sheet
  await sheet.getByRole('button', { name: 'SHORT' }).click();
  await until(() => page.url().includes('short=1'));
  await page.goBack();
  await isDepth(page, 0);
  expect(await sheet.evaluate((each) => each.matches(':popover-open'))).toBe(false);
  await until(() => page.url().includes('short=1'));
});

test('a phone’s dock and the question in it; the list of keys', async () => {
  const page = await open('/chart');
  const sheet = page.locator('.dock-sheet');
  await page.locator('.dock-line').click();
  await sheet.locator('.dock-stop summary').click();
  await isDepth(page, 2);
  await page.goBack();
  expect(await sheet.locator('details[open]').count()).toBe(0);
  await isDepth(page, 1);
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.locator('.chart-panel').first().focus();
  await page.keyboard.press('?');
  await keys.waitFor();
  await isDepth(page, 1);
  await page.goBack();
  await keys.waitFor({ state: 'detached' });
});

test('More; a link in it takes its entry over', async () => {
  const page = await open('/portfolio');
  const more = page.locator('#more');
  const show = () => page.locator('[popovertarget=more]').click();
  await show();
  await isDepth(page, 1);
  await more.getByRole('link', { name: 'Ranking' }).click();
  await page.waitForURL('**/ranking');
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/portfolio');
  await isDepth(page, 0);
  await expectBack(page, more, { show, hide: pressEscape(page) });
});

test('a menu among soft links: a view chosen in it takes its entry over, and Back shows the view before', async () => {
  const page = await open('/shop?view=all', DESKTOP);
  const menu = page.locator('.shop-filter');
  const heading = () => page.locator('main').textContent();
  const first = await heading();
  await menu.locator('summary').click();
  await isDepth(page, 1);
  await menu.getByRole('link').last().click();
  await until(heading, (text) => text !== first);
  await isDepth(page, 0);
  await page.goBack();
  await until(heading, (text) => text === first);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/help');
});
