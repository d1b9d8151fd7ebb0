/** Orders from the chart's tickets, on a market whose prices stand still until the test moves them. */
import { afterEach, expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { INTERVAL_SECONDS } from '#market/market.ts';
import { button, chartSite, PHONE, realtime, toast } from '../helpers/chart.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { until } from '../helpers/until.ts';

const TIME = 60_000;
const held = heldMarket({ AAPL: '100.0000', MSFT: '50.0000' });
const market: HeldMarket = {
  ...held,
  async candles(symbol, interval) {
    const price = Number((await held.quote(symbol)).price);
    const step = INTERVAL_SECONDS[interval];
    const now = Math.floor(Date.now() / 1000 / step) * step;
    return Array.from({ length: 40 }, (_, i) => ({
      time: now - (39 - i) * step,
      open: price,
      high: price + 1,
      low: price - 1,
      close: price,
      volume: 1000,
    }));
  },
};
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
/** Takes the messages away, so that the next one is seen to come. */
async function dismiss(page: Page): Promise<void> {
  const shown = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  await until(async () => {
    // one that goes by itself meanwhile is gone as well
    await shown.evaluateAll((buttons) => buttons.forEach((each) => void (each as HTMLElement).click()));
    return (await shown.count()) === 0;
  });
}
async function openTicket(page: Page, name: 'Buy' | 'Sell', price = '$100.00'): Promise<void> {
  await button(page, name).click();
  await says(page, 'price', price);
}

test(
  'a ticket says what the order would come to, and offers the largest',
  async () => {
    const page = await site.chart();
    await openTicket(page, 'Buy');
    expect(await shares(page).inputValue()).toBe('1');
    await shares(page).fill('25');
    await says(page, 'cost', '$2,500.00');
    await says(page, 'cash', '$97,500.00');
    await figure(page, 'largest').getByRole('button', { name: '1,000' }).click();
    expect(await shares(page).inputValue()).toBe('1000');
    await says(page, 'cash', '$0.00');
    await button(page, 'One more').click();
    await says(page, 'cash', '−$100.00');
    await button(page, 'Confirm buy').click();
    const refused = toast(page, 'Trade Failed');
    expect(await refused.textContent()).toContain('The most you can buy is 1000.');
    expect(await fillsOf(page)).toBe(0);
    await dismiss(page);

    await page.getByText('Amount ($)').click();
    expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('');
    for (const bad of ['', '0', '-5', '1e3', 'NaN', '1.001']) {
      await page.getByLabel('Amount in dollars').fill(bad);
      await button(page, 'Confirm buy').click();
      await toast(page, 'Invalid Amount').last().waitFor();
      await dismiss(page);
    }
    await page.getByText('Shares', { exact: true }).click();
    for (const bad of ['', '0.5', '-1', '1e3', '1.0000001']) {
      await shares(page).fill(bad);
      await button(page, 'Confirm buy').click();
      await toast(page, 'Invalid Quantity').last().waitFor();
      await dismiss(page);
    }
    expect(await fillsOf(page)).toBe(0);
    expect(page.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  },
  TIME,
);

test(
  'a price that moved over 1% is confirmed again with one click',
  async () => {
    const page = await site.chart();
    await openTicket(page, 'Buy');
    market.set('AAPL', '102.0000');
    await button(page, 'Confirm buy').click();
    const moved = toast(page, 'Trade Failed');
    expect(await moved.textContent()).toContain(
      'The price moved more than 1%, to $102. Confirm again to trade at the new price.',
    );
    await says(page, 'price', '$102.00');
    await says(page, 'cost', '$102.00');
    expect(await fillsOf(page)).toBe(0);
    await button(page, 'Confirm buy').click();
    await toast(page, 'Trade Executed').filter({ hasText: 'BUY 1 shares of AAPL at $102.00' }).waitFor();
    expect(await fillsOf(page)).toBe(1);
  },
  TIME,
);

test(
  'an order whose answer was lost fills once when it is confirmed again, and so does a double click',
  async () => {
    const page = await site.chart();
    const keys: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/trade')) keys.push(request.headers()['idempotency-key']!);
    });
    await page.route(
      '**/api/trade',
      async (route: Route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await openTicket(page, 'Buy');
    await shares(page).fill('3');
    await button(page, 'Confirm buy').click();
    expect(await toast(page, 'Trade Failed').textContent()).toContain('Failed to fetch');
    expect(await fillsOf(page)).toBe(1);
    // the ticket is opened anew and shows another price by then
    await page.keyboard.press('Escape');
    market.set('AAPL', '100.5000');
    await openTicket(page, 'Buy', '$100.50');
    await shares(page).fill('3');
    await button(page, 'Confirm buy').click();
    await toast(page, 'Trade Executed').filter({ hasText: 'BUY 3 shares of AAPL at $100.00' }).waitFor();
    expect(await fillsOf(page)).toBe(1);
    expect(new Set(keys).size).toBe(1);

    // once it was answered, the same order is a new one
    await button(page, 'Confirm buy').waitFor();
    await button(page, 'Confirm buy').dblclick();
    await toast(page, 'BUY 3 shares of AAPL at $100.50').waitFor();
    await button(page, 'Confirm buy').waitFor();
    expect(await fillsOf(page)).toBe(2);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(2);
  },
  TIME,
);

test(
  'every way an order or a price can fail is said in its words',
  async () => {
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
      expect(await figure(page, 'price').textContent()).toBe('—');
    }
    expect(await fillsOf(page)).toBe(0);
  },
  TIME,
);

test(
  'live, a ticket goes with the last trade; other tickers are not traded meanwhile',
  async () => {
    const page = await site.trader();
    await page.addInitScript(() => localStorage.setItem('creativeMode', 'true'));
    await page.goto(`${site.server.url}/chart`);
    await button(page, 'Add chart').click();
    const [first, second] = [0, 1].map((i) => page.locator('.chart-panel').nth(i));
    await page.locator('.chart-panel[data-live=true]').nth(1).waitFor();
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
    await button(page, 'Confirm buy').click();
    await toast(page, 'BUY 1 shares of AAPL at $100.40').waitFor();
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
  },
  TIME,
);

test(
  'on a phone a ticket is a sheet from the bottom: targets of 44 pixels, no keyboard over it, messages above it',
  async () => {
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
    const told = toast(page, 'BUY 1 shares of AAPL at $100.00');
    await told.waitFor();
    const message = (await told.boundingBox())!;
    expect(message.y + message.height).toBeLessThan(box.y);
    await sheet.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByRole('switch', { name: 'SHORT' }).tap();
    await button(page, 'Short').tap();
    await page.getByLabel(/^Reverse/).waitFor();
    const short = page.getByRole('dialog', { name: 'Short AAPL' });
    const reverse = (await short.locator('label', { hasText: 'Reverse' }).boundingBox())!;
    expect(reverse.height).toBeGreaterThanOrEqual(44);
    expect(page.problems).toEqual([]);
  },
  TIME,
);
