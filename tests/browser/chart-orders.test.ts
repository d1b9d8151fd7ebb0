/** Orders from the chart's tickets, on a market whose prices change only when the test sets them. */
import { afterEach, expect, test } from 'bun:test';
import type { Locator, Page, Route } from 'playwright-core';
import { dismiss } from '../helpers/browser.ts';
import { again, button, chartSite, frames, moreTools, PHONE, realtime, toast } from '../helpers/chart.ts';
import { heldMarket, withBars } from '../helpers/held-market.ts';
import { until } from '../helpers/until.ts';

const market = withBars(heldMarket({ AAPL: '100.0000', MSFT: '50.0000' }), 40, (price) => ({
  open: price,
  high: price + 1,
  low: price - 1,
  close: price,
  volume: 1000,
}));
const site = chartSite({ market });
afterEach(() => market.set('AAPL', '100.0000'));

const shares = (page: Page) => page.getByLabel('Number of shares');
const figure = (page: Page, name: string) => page.getByTestId(`ticket-${name}`);
const says = (page: Page, name: string, text: string) =>
  figure(page, name).filter({ hasText: text }).waitFor();
const fillsOf = async (page: Page) => {
  const user = (await (await page.request.get(`${site.server.url}/api/user`)).json()) as { id: number };
  const rows = await site.server.sql<{ n: number }[]>`
    select count(*)::int as n from fills where user_id = ${user.id}`;
  return rows[0]!.n;
};
async function openTicket(page: Page, name: 'Buy' | 'Sell', price = '$100.00'): Promise<void> {
  await button(page, name).click();
  await says(page, 'price', price);
}

const choose = (page: Page, type: string) =>
  page.locator(`[name=type][type=radio][value=${type}]`).check({ force: true });
const reads = (page: Page, text: string) =>
  page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
const orderOf = async (page: Page) =>
  (
    (await (await page.request.get(`${site.server.url}/api/orders`)).json()) as {
      orders: (Record<string, unknown> & { children: Record<string, unknown>[] })[];
    }
  ).orders[0];

test('a level begins where its order can wait: a stop on its own side of the price; what is typed stays', async () => {
  market.set('AAPL', '100.0044');
  const page = await site.chart();
  const field = (name: string) => page.getByRole('dialog').getByLabel(name);
  await openTicket(page, 'Buy');
  const begins = async (type: string, levels: Record<string, string>) => {
    await choose(page, type);
    for (const [name, value] of Object.entries(levels)) expect(await field(name).inputValue()).toBe(value);
    expect(await page.locator('.ticket-fault:visible').count()).toBe(0);
  };
  await begins('limit', { 'Limit price': '100.00' });
  await begins('stop', { 'Stop price': '101.00' });
  expect(await button(page, 'Place buy stop').isEnabled()).toBe(true);
  await page.locator('.ticket-more > summary').click();
  await begins('stop_limit', { 'Stop price': '101.00', 'Limit price': '101.51' });
  await field('Stop price').fill('103');
  // the newest price fills fields each time, but replaces no typed value
  market.set('AAPL', '102.0000');
  await says(page, 'price', '$102.00');
  await begins('market', {});
  await begins('stop', { 'Stop price': '103' });
  await begins('limit', { 'Limit price': '102.00' });
  await button(page, 'Buy').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // another side opens another ticket, with levels on its side of the price
  await button(page, 'SHORT').click();
  await openTicket(page, 'Short' as 'Buy', '$102.00');
  await begins('stop', { 'Stop price': '100.98' });
  expect(page.problems).toEqual([]);
});

test('a ticket opens with its quantity selected, steps it by arrows, and says what the order would come to', async () => {
  const page = await site.chart();
  await openTicket(page, 'Buy');
  expect(await shares(page).inputValue()).toBe('1');
  await page.keyboard.type('25');
  expect(await shares(page).inputValue()).toBe('25');
  await says(page, 'cost', '$2,500.00');
  await says(page, 'cash', '$97,500.00');
  for (const [key, value] of [
    ['ArrowUp', '26'],
    ['Shift+ArrowUp', '36'],
    ['ArrowDown', '35'],
    ['Shift+ArrowDown', '25'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await shares(page).inputValue()).toBe(value);
  }
  for (const [chip, value] of [
    ['25%', '250'],
    ['50%', '500'],
    ['75%', '750'],
    ['Max 1,000', '1000'],
  ] as const) {
    await button(page, chip).click();
    expect(await shares(page).inputValue()).toBe(value);
  }
  await says(page, 'cash', '$0.00');

  await page.getByText('Amount ($)').click();
  expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('');
  for (const bad of ['', '0', '-5', '1.001']) {
    await page.getByLabel('Amount in dollars').fill(bad);
    await button(page, 'Confirm buy').click();
    await toast(page, 'Invalid Amount').last().waitFor();
    await dismiss(page);
  }
  await page.getByText('Shares', { exact: true }).click();
  for (const bad of ['', '0.5', '-1', '1.0000001']) {
    await shares(page).fill(bad);
    await button(page, 'Confirm buy').click();
    await toast(page, 'Invalid Quantity').last().waitFor();
    await dismiss(page);
  }
  // a letter is ignored in a number
  await shares(page).fill('10');
  await shares(page).fill('10b');
  expect(await shares(page).inputValue()).toBe('10');
  expect(await fillsOf(page)).toBe(0);
  expect(page.problems).toEqual([]);
});

test('the switch on top of a ticket turns it to the other side; the + at the price axis begins a limit order there', async () => {
  const page = await site.chart();
  const dialog = page.getByRole('dialog');
  await openTicket(page, 'Buy');
  await page.getByRole('radio', { name: 'Sell' }).check({ force: true });
  await dialog.and(page.getByLabel('Sell AAPL')).waitFor();
  await page.getByRole('radio', { name: 'Buy' }).check({ force: true });
  await dialog.and(page.getByLabel('Buy AAPL')).waitFor();
  await page.keyboard.press('Escape');

  const plus = page.locator('.axis-order');
  await plus.waitFor({ state: 'attached' });
  const area = (await page.locator('.chart-area').boundingBox())!;
  // below the newest price, where a buying order waits
  const low = { x: area.x + 300, y: area.y + area.height - 60 };
  await page.mouse.move(low.x, low.y);
  await page.mouse.move(low.x + 1, low.y);
  await plus.waitFor();
  const price = await plus.evaluate((each) => (each as HTMLButtonElement).value);
  expect(Number(price)).toBeLessThan(100);
  await plus.click();
  await dialog.and(page.getByLabel('Buy AAPL')).waitFor();
  expect(await dialog.getByLabel('Limit price').inputValue()).toBe(price);
  expect(await button(page, 'Place buy limit').isEnabled()).toBe(true);
  expect(page.problems).toEqual([]);
});

test('what cannot work cannot be confirmed, and one sentence beside the field says why', async () => {
  const page = await site.chart();
  const confirm = (name: string) => button(page, `Confirm ${name}`);
  await openTicket(page, 'Buy');
  await shares(page).fill('1001');
  await reads(page, 'Not enough cash. $100,000.00 buys up to 1,000 shares.');
  await says(page, 'missing', '$100.00');
  expect(await figure(page, 'cash').count()).toBe(0);
  expect(await confirm('buy').isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await shares(page).fill('1000');
  expect(await confirm('buy').isEnabled()).toBe(true);

  await page.keyboard.press('Escape');
  await openTicket(page, 'Sell');
  await reads(page, 'You have no long position in AAPL to close.');
  expect(await figure(page, 'cost').textContent()).toBe('—');
  expect(await figure(page, 'cash').textContent()).toBe('—');
  expect(await confirm('sell').isDisabled()).toBe(true);
  await button(page, 'Short AAPL instead').click();
  await button(page, 'Confirm short').waitFor();
  expect(await page.getByRole('button', { name: 'SHORT', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await says(page, 'cost', '$100.00');
  await page.keyboard.press('Escape');
  // the button that opened the ticket is gone
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Short');
  await page.keyboard.press('x');
  await openTicket(page, 'Buy');
  await page.context().setOffline(true);
  await reads(page, 'You are offline. Nothing was sent.');
  expect(await confirm('buy').isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await button(page, 'Confirm buy').click();
  await button(page, 'Again').waitFor();
  expect(await fillsOf(page)).toBe(1);
});

test('a price that was lost on its way is asked for again once there is a line, and a newer one is taken at once', async () => {
  const page = await site.chart();
  const confirm = button(page, 'Confirm buy');
  const lose = () => page.route('**/api/price?*', (route) => route.abort(), { times: 1 });
  await lose();
  await openTicket(page, 'Buy', '—');
  expect(await confirm.isDisabled()).toBe(true);
  await page.context().setOffline(true);
  await reads(page, 'You are offline. Nothing was sent.');
  await page.context().setOffline(false);
  await says(page, 'price', '$100.00');
  expect(await confirm.isEnabled()).toBe(true);

  await page.keyboard.press('Escape');
  await lose();
  await openTicket(page, 'Buy', '—');
  market.set('AAPL', '100.5000');
  await says(page, 'price', '$100.50');
  expect(await confirm.isEnabled()).toBe(true);
});

test('with target and stop the whole ticket is in a window of 800 pixels, and neither moves the dock nor covers the price', async () => {
  const page = await site.chart();
  const list = page.locator('.dock-body');
  const fixed = [list, button(page, 'Buy'), page.getByTestId('last-price'), page.getByTestId('company')];
  const boxes = () => Promise.all(fixed.map((each) => each.boundingBox()));
  const boxesBefore = await boxes();
  await openTicket(page, 'Buy');
  for (const name of ['hasTarget', 'hasStop']) await page.locator(`[name=${name}]`).check({ force: true });
  const sees = (place: Locator) =>
    place.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const ends = [1, height - 1].map((down) => document.elementFromPoint(x + width / 2, y + down));
      return ends.every((top) => element.contains(top));
    });
  await until(() => sees(page.getByRole('dialog').locator('.ticket-form')));
  await until(() => sees(page.locator('[data-confirm=order]')));
  expect((await boxes()).map((box) => [box!.x, box!.y])).toEqual(boxesBefore.map((box) => [box!.x, box!.y]));
  const ticket = (await page.getByRole('dialog').boundingBox())!;
  for (const box of (await boxes()).slice(1)) expect(box!.x + box!.width).toBeLessThanOrEqual(ticket.x);
  // a lower window scrolls the upper part and keeps the confirm button in sight
  await page.setViewportSize({ width: 1280, height: 620 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await until(() => sees(page.locator('[data-confirm=order]')));
  await page.locator('.dock-tab', { hasText: 'Orders' }).click();
  await list.filter({ hasText: 'No orders are waiting.' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(page.problems).toEqual([]);
});

test('while an order is under way the ticket says so, politely, and sends no other', async () => {
  const page = await site.chart();
  const sent: Route[] = [];
  await page.route('**/api/{trade,orders}', (route) => void sent.push(route));
  const isUnderWay = async (count: number) => {
    const working = page.locator('[data-confirm][aria-busy=true]:visible');
    await working.filter({ hasText: 'Working…' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Working…' }).waitFor({ state: 'attached' });
    expect(await working.isDisabled()).toBe(true);
    await until(() => sent.length === count);
    await shares(page).press('Enter');
    await page.locator('.ticket-form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    await frames(page);
    expect(sent).toHaveLength(count);
    await sent.at(-1)!.continue();
  };
  await openTicket(page, 'Buy');
  await button(page, 'Confirm buy').click();
  await isUnderWay(1);
  await button(page, 'Again').click();
  await button(page, 'Confirm buy').waitFor();
  await choose(page, 'limit');
  await page.getByRole('dialog').getByLabel('Limit price').fill('90');
  await button(page, 'Place buy limit').click();
  await isUnderWay(2);
  await page.getByRole('dialog', { name: 'Order placed' }).waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'Working…' }).count()).toBe(0);
  expect(await fillsOf(page)).toBe(1);
  expect(page.problems).toEqual([]);
});

test('after a fill there is a receipt with the focus on Close, and Again has the same quantity selected', async () => {
  const page = await site.chart();
  await openTicket(page, 'Buy');
  await page.keyboard.type('25');
  market.set('AAPL', '100.3000');
  await button(page, 'Confirm buy').click();
  const receipt = page.getByRole('dialog', { name: 'Bought 25 AAPL' });
  await receipt.waitFor();
  const row = (name: string) => receipt.getByTestId(`receipt-${name}`).textContent();
  expect([await row('price'), await row('filled'), await row('total'), await row('cash')]).toEqual([
    ...['$100.30', '$100.30', '$2,507.50', '$97,492.50'],
  ]);
  const [seen, moved] = [await row('seen'), await row('moved')];
  expect([
    ['$100.00', '+$0.30'],
    ['$100.30', '$0.00'],
  ]).toContainEqual([seen!, moved!]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close');
  await button(page, 'Again').click();
  await page.keyboard.type('7');
  expect(await shares(page).inputValue()).toBe('7');
  const locked = again(page);
  await button(page, 'Confirm buy').click();
  expect(await locked).toMatchObject({ text: 'Wait 1s', disabled: true });
  await button(page, 'Confirm buy').waitFor();
  expect((await button(page, 'Confirm buy').boundingBox())!.width).toBe((await locked).width);
  expect(await shares(page).inputValue()).toBe('7');
  await button(page, 'Confirm buy').click();
  await page.getByRole('dialog', { name: 'Bought 7 AAPL' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await fillsOf(page)).toBe(3);
  expect(page.problems).toEqual([]);
});

test('limit, stop and bracket are ordered in the ticket, each with its sentence', async () => {
  const page = await site.chart();
  await openTicket(page, 'Buy');
  await choose(page, 'limit');
  const limit = page.getByRole('dialog').getByLabel('Limit price');
  expect(await limit.inputValue()).toBe('100.00');
  await limit.fill('90');
  expect(await page.getByTestId('distance-limit').textContent()).toBe('−10.00%');
  await limit.press('Shift+ArrowUp');
  expect(await limit.inputValue()).toBe('90.10');
  await limit.press('ArrowDown');
  await limit.fill('90');
  await shares(page).fill('10');
  await reads(page, 'Holds $900.00 · buys 10 when AAPL is at $90.00 or lower');
  await page.getByText('Today', { exact: true }).click();
  await button(page, 'Place buy limit').click();
  await page.getByRole('dialog', { name: 'Order placed' }).waitFor();
  expect(await page.getByTestId('receipt-hold').textContent()).toBe('$900.00');
  expect(await orderOf(page)).toMatchObject({
    type: 'limit',
    tif: 'day',
    limitPrice: '90.0000',
    status: 'working',
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await openTicket(page, 'Buy');
  await shares(page).fill('10');
  await page.getByRole('checkbox', { name: 'Target' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'Stop' }).check({ force: true });
  await page.getByLabel('Target price').fill('5%');
  await page.getByLabel('Stop loss price').fill('-2.5');
  await page.getByRole('dialog').getByText('+$50.00').waitFor();
  await page.getByRole('dialog').getByText('−$25.00').waitFor();
  expect(await page.getByTestId('ticket-balance').textContent()).toContain('Reward 2.00');
  await page.getByLabel('Target price').fill('99');
  await reads(page, 'The target must be above $100.00.');
  expect(await button(page, 'Confirm buy').isDisabled()).toBe(true);
  await page.getByLabel('Target price').fill('105');
  await button(page, 'Confirm buy').click();
  await page.getByRole('dialog', { name: 'Bought 10 AAPL' }).waitFor();
  expect((await orderOf(page))?.children).toMatchObject([
    { role: 'take_profit', limitPrice: '105.0000', status: 'working' },
    { role: 'stop_loss', stopPrice: '97.5000', status: 'working' },
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await openTicket(page, 'Sell');
  await choose(page, 'stop');
  await page.getByRole('dialog').getByLabel('Stop price').fill('100');
  await reads(page, 'AAPL is already at $100.00: this stop is reached.');
  await page.getByRole('dialog').getByLabel('Stop price').fill('95');
  const sentence = await figure(page, 'waits').textContent();
  expect(sentence!.replace(/[\u2060-\u2069]/g, '')).toBe(
    'Sells all 10 when AAPL is at $95.00 or lower. About −$50.00 against your entry.',
  );
  await page.getByRole('dialog').getByLabel('Stop price').fill('101');
  await button(page, 'Sell at the market instead').click();
  await page.getByRole('dialog', { name: 'Sold 10 AAPL' }).waitFor();
  expect(page.problems).toEqual([]);
});

test('a price that moved over 1% is confirmed again with one click', async () => {
  const page = await site.chart();
  await openTicket(page, 'Buy');
  const sentence = 'The price moved more than 1%, to $102.00. Confirm again to trade at the new price.';
  // the server receives the ticket's older price
  await page.route(
    '**/api/trade',
    (route) => {
      const body = { ...(route.request().postDataJSON() as object), quotedPrice: 100 };
      return route.continue({ postData: JSON.stringify(body) });
    },
    { times: 1 },
  );
  market.set('AAPL', '102.0000');
  await button(page, 'Confirm buy').click();
  expect(await toast(page, 'Trade Failed').textContent()).toContain(sentence);
  await reads(page, sentence);
  await says(page, 'price', '$102.00');
  await says(page, 'cost', '$102.00');
  expect(await fillsOf(page)).toBe(0);
  await button(page, 'Confirm buy').click();
  await toast(page, 'Trade Executed').filter({ hasText: 'BUY 1 share of AAPL at $102.00' }).waitFor();
  expect(await fillsOf(page)).toBe(1);
});

test('an order whose answer was lost is asked for by its key, and fills once', async () => {
  const page = await site.chart();
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/trade'))
      keys.push(request.headers()['idempotency-key']!);
  });
  const lose = (isFilled: boolean) =>
    page.route(
      '**/api/trade',
      async (route: Route) => {
        if (isFilled) await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await lose(true);
  await openTicket(page, 'Buy');
  await shares(page).fill('3');
  await button(page, 'Confirm buy').click();
  expect(await toast(page, 'Trade Failed').textContent()).toContain('Failed to fetch');
  await reads(page, 'No answer came. We ask what became of it as soon as there is a line.');
  await page.getByRole('dialog', { name: 'Bought 3 AAPL' }).waitFor();
  await toast(page, 'Trade Executed').filter({ hasText: 'BUY 3 shares of AAPL at $100.00' }).waitFor();
  expect([await fillsOf(page), keys.length]).toEqual([1, 1]);

  // the ticket does not send a lost order again by itself
  await button(page, 'Again').click();
  await button(page, 'Confirm buy').waitFor();
  await lose(false);
  await button(page, 'Confirm buy').click();
  await reads(page, 'The order did not arrive. Nothing was traded.');
  expect([await fillsOf(page), keys.length]).toEqual([1, 2]);
  await button(page, 'Confirm buy').dblclick();
  await page.getByRole('dialog', { name: 'Bought 3 AAPL' }).waitFor();
  expect(await fillsOf(page)).toBe(2);
  expect([keys[1] === keys[2], keys.length]).toEqual([true, 3]);
});

test('every way an order or a price can fail is said in its words', async () => {
  const page = await site.chart();
  const answer = (status: number, body: unknown) => (route: Route) =>
    route.fulfill({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
  await openTicket(page, 'Buy');
  const stale = 'There is no fresh price for AAPL right now. Try again in a moment.';
  for (const [handler, said] of [
    [answer(503, { error: stale, message: stale, code: 'STALE_PRICE' }), stale],
    [answer(418, 'no JSON'), "I'm a teapot"],
    [answer(200, { error: 'Not today.' }), 'Not today.'],
    [(route: Route) => route.abort(), 'Failed to fetch'],
  ] as const) {
    await page.route('**/api/trade', handler, { times: 1 });
    await button(page, 'Confirm buy').click();
    await toast(page, 'Trade Failed').filter({ hasText: said }).waitFor();
  }
  for (const [handler, said] of [
    [answer(503, { error: 'No price today.' }), 'No price today.'],
    [answer(418, 'no JSON'), "I'm a teapot"],
    [answer(200, {}), 'Failed to fetch current price'],
    [(route: Route) => route.abort(), 'Failed to fetch current price'],
  ] as const) {
    await page.keyboard.press('Escape');
    await page.route('**/api/price?*', handler, { times: 1 });
    await button(page, 'Sell').click();
    await toast(page, 'Price Fetch Failed').filter({ hasText: said }).first().waitFor();
    // the message and the ticket are rendered one after the other
    await says(page, 'price', '—');
  }
  expect(await fillsOf(page)).toBe(0);
});

test('live, a ticket goes with the last trade; other tickers are not traded meanwhile', async () => {
  const page = await site.trader();
  await page.addInitScript(() => localStorage.setItem('creativeMode', 'true'));
  await page.goto(`${site.server.url}/chart`);
  await button(page, 'Add chart').click();
  const [first, second] = [0, 1].map((i) => page.locator('.chart-panel').nth(i));
  await page.locator('.chart-panel[data-running=true]').nth(1).waitFor();
  const other = second!.getByRole('combobox');
  await other.fill('MSFT');
  await other.press('Enter');
  await page.getByRole('region', { name: 'MSFT chart' }).waitFor();

  await realtime(page).first().click();
  await first!.locator('[data-realtime]').waitFor();
  await until(
    async () => {
      market.set('AAPL', '100.4000');
      return first!.locator('[data-realtime]').getAttribute('data-realtime');
    },
    (state) => state === 'live',
  );
  await first!.getByRole('button', { name: 'Buy', exact: true }).click();
  await shares(page).fill('4');
  await button(page, 'Confirm buy').click();
  await toast(page, 'BUY 4 shares of AAPL at $100.40').waitFor();
  await page.keyboard.press('Escape');
  await first!.getByRole('button', { name: 'Sell', exact: true }).click();
  await shares(page).fill('4');
  market.set('AAPL', '100.7500');
  await says(page, 'price', '$100.75');
  await says(page, 'cost', '$403.00');
  await page.keyboard.press('Escape');

  await realtime(page).nth(1).click();
  expect(await toast(page, 'Realtime Mode Active').last().textContent()).toContain(
    'You can only have one Realtime chart at a time.',
  );
  await second!.getByRole('button', { name: 'Buy', exact: true }).click();
  await says(page, 'price', '$50.00');
  await button(page, 'Confirm buy').click();
  await toast(page, 'You can only trade AAPL while Realtime Mode is active.').waitFor();
  expect(await fillsOf(page)).toBe(1);
});

test('on a phone a ticket is a sheet from the bottom: targets of 44 pixels, no keyboard over it, messages above it', async () => {
  const page = await site.chart('/chart', PHONE);
  await button(page, 'Buy').tap();
  await says(page, 'price', '$100.00');
  const sheet = page.getByRole('dialog', { name: 'Buy AAPL' });
  const box = (await sheet.boundingBox())!;
  expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 360, 740]);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  const small = () =>
    sheet.locator('button, label, input[type=text]').evaluateAll((all) =>
      all
        .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(({ text, box }) => `${text} ${box.width}×${box.height}`),
    );
  expect(await small()).toEqual([]);
  await button(page, 'Confirm buy').tap();
  const success = toast(page, 'BUY 1 share of AAPL at $100.00');
  await success.waitFor();
  const message = (await success.boundingBox())!;
  expect(message.y + message.height).toBeLessThan(box.y);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap();
  await moreTools(page);
  await page.getByRole('button', { name: 'SHORT', exact: true }).tap();
  await button(page, 'Short').tap();
  await page.getByLabel(/^Reverse/).waitFor();
  const short = page.getByRole('dialog', { name: 'Short AAPL' });
  const reverse = (await short.locator('label', { hasText: 'Reverse' }).boundingBox())!;
  expect(reverse.height).toBeGreaterThanOrEqual(44);
  expect(page.problems).toEqual([]);
});
