/** The chart page as a trader uses it, in real Chromium: charts, orders, realtime, with and without scripts. */
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  again,
  button,
  chartSite,
  DESKTOP,
  PHONE,
  showing,
  ticker,
  ticket,
  toast,
} from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

const cash = async (page: Page) =>
  Number((await page.getByTestId('cash').textContent())!.replace(/[^0-9]/g, ''));

async function openChart(
  path = '/chart',
  options: typeof DESKTOP & { javaScriptEnabled?: boolean } = DESKTOP,
) {
  if (options.javaScriptEnabled !== false) return site.chart(path, options);
  const page = await site.trader(options);
  await page.goto(site.server.url + path);
  return page;
}

describe('without scripts', () => {
  const NO_SCRIPTS = { ...DESKTOP, javaScriptEnabled: false };

  test('candles and volume are drawn by the server, and the controls are links to other charts', async () => {
    const page = await openChart('/chart', NO_SCRIPTS);
    const picture = page.getByRole('img', { name: /^AAPL, 1D: \d+ bars, last close / });
    expect(await picture.locator('path').count()).toBeGreaterThanOrEqual(4);
    expect(await page.getByText('Simulated prices').isVisible()).toBe(true);
    const box = (await page.locator('.chart-area').boundingBox())!;
    const dock = (await page.locator('.dock').boundingBox())!;
    expect(dock.y + dock.height - box.y).toBeGreaterThanOrEqual(610);

    await button(page, '5m').click();
    await page.waitForURL(/interval=5m/);
    expect(await page.getByRole('img', { name: /^AAPL, 5m/ }).count()).toBe(1);
    await ticker(page).fill('msft');
    await ticker(page).press('Enter');
    await page.waitForURL(/symbol=msft/i);
    expect(await page.getByRole('img', { name: /^MSFT, 5m/ }).count()).toBe(1);
    await page.locator('summary', { hasText: 'Indicators' }).click();
    await button(page, 'SMA 20').click();
    await page.waitForURL(/sma=20/);
    expect(await page.locator('path[stroke="#ff00ff"]').count()).toBe(1);
    await page.locator('summary', { hasText: 'Candles' }).click();
    await button(page, 'Area').click();
    await page.waitForURL(/type=area/);
    expect(await button(page, '5m').getAttribute('aria-pressed')).toBe('true');
  });

  test('a refused order stands in the ticket as it was typed, with its fault beside the field', async () => {
    const page = await openChart('/chart?ticket=open', NO_SCRIPTS);
    await page.getByRole('radio', { name: 'Limit', exact: true }).check({ force: true });
    await page.getByLabel('Number of shares').fill('9999999');
    await page.getByLabel('Limit price').fill('90.50');
    await page.getByRole('radio', { name: 'Today' }).check({ force: true });
    const confirm = page.locator('[data-confirm=order]');
    await confirm.click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('radio', { name: 'Limit', exact: true }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Today' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Limit price').inputValue()).toBe('90.50');
    const size = page.getByLabel('Number of shares');
    expect([await size.inputValue(), await size.getAttribute('aria-invalid')]).toEqual(['9999999', 'true']);
    expect(await ticket(page).textContent()).toContain('enough');
    await size.fill('3');
    await confirm.click();
    await toast(page, 'Order placed').waitFor();
  });

  test('on a phone a refusal is read over the ticket', async () => {
    const page = await openChart('/chart?ticket=open', { ...PHONE, javaScriptEnabled: false });
    await page.getByLabel('Number of shares').fill('9999999');
    await button(page, 'Confirm buy').click();
    const refusal = toast(page, 'Trade Failed');
    await refusal.waitFor();
    // it has risen into its place
    const animations = await refusal.evaluate(async (toast) => {
      const named = toast.getAnimations().filter((each) => (each as CSSAnimation).animationName === 'rise');
      await Promise.all(named.map(({ finished }) => finished));
      return getComputedStyle(toast).animationName;
    });
    expect(animations).toContain('rise');
    const [{ y, height }, sheet] = [(await refusal.boundingBox())!, (await ticket(page).boundingBox())!];
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(sheet.y);
  });

  test('orders are forms: buy by shares and by amount, short and cover, close all', async () => {
    const page = await openChart('/chart', NO_SCRIPTS);
    await button(page, 'Buy').click();
    expect(await page.getByTestId('ticket-price').textContent()).toMatch(/^\$\d+\.\d\d$/);
    expect(await ticket(page).textContent()).toContain('The final trade price may differ');
    // no control is there that needs a script
    expect(await page.locator('.chart-panel button[type=button]:visible').allTextContents()).toEqual([]);
    await button(page, 'Close').click();
    await page.waitForURL(/\/chart\?sma=&ind=$/);
    expect(await ticket(page).count()).toBe(0);
    await button(page, 'Buy').click();
    await page.getByLabel('Number of shares').fill('3');
    await button(page, 'Confirm buy').click();
    await page.waitForURL('**/chart');
    expect(await toast(page, 'Trade Executed').textContent()).toMatch(/BUY 3 shares of AAPL at \$\d+\.\d\d/);
    const after = await cash(page);
    expect(after).toBeLessThan(100_000);

    await button(page, 'Buy').click();
    await page.getByText('Amount ($)').click();
    await page.getByLabel('Amount in dollars').fill('1000');
    await button(page, 'Confirm buy').click();
    await page.waitForURL('**/chart');
    expect(await cash(page)).toBe(after - 1000);

    await button(page, 'Sell').click();
    await page.getByRole('button', { name: /^Sell all / }).click();
    await page.waitForURL('**/chart');
    expect(await toast(page, 'Trade Executed').textContent()).toMatch(/SELL .* shares of AAPL/);

    await page.getByRole('button', { name: 'SHORT', exact: true }).click();
    await page.waitForURL(/short=1/);
    await button(page, 'Short').click();
    await button(page, 'Confirm short').click();
    expect(await toast(page, 'Trade Executed').textContent()).toMatch(/SHORT 1 share of AAPL/);
    await button(page, 'Cover').click();
    await button(page, 'Confirm cover').click();
    expect(await toast(page, 'Trade Executed').textContent()).toMatch(/COVER 1 share of AAPL/);
  });

  test('an order that waits, and one with target and stop, are the same form with its fields in sight', async () => {
    const page = await openChart('/chart', NO_SCRIPTS);
    const placed = async () => {
      const answer = await page.request.get(`${site.server.url}/api/orders`);
      return ((await answer.json()) as { orders: unknown[] }).orders[0];
    };
    await button(page, 'Buy').click();
    expect(await page.getByLabel('Limit price').isVisible()).toBe(false);
    await ticket(page).getByText('Limit', { exact: true }).click();
    await page.getByLabel('Limit price').fill('1.50');
    await ticket(page).getByText('Today', { exact: true }).click();
    await button(page, 'Confirm buy').click();
    await page.waitForURL('**/chart');
    await toast(page, 'Order placed').waitFor();
    expect(await placed()).toMatchObject({ type: 'limit', tif: 'day', limitPrice: '1.5000', children: [] });

    await button(page, 'Buy').click();
    expect(await page.getByLabel('Target price').isVisible()).toBe(false);
    await ticket(page).locator('[data-add=target]').click();
    await ticket(page).locator('[data-add=loss]').click();
    await page.getByLabel('Target price').fill('9000');
    await page.getByLabel('Stop loss price').fill('1');
    await button(page, 'Confirm buy').click();
    await page.waitForURL('**/chart');
    expect(await placed()).toMatchObject({
      type: 'market',
      status: 'filled',
      children: [{ limitPrice: '9000.0000' }, { stopPrice: '1.0000' }],
    });
  });

  test('an unknown or odd ticker is a sentence on the chart, never an error page', async () => {
    const page = await openChart('/chart?symbol=ZZZZZ', NO_SCRIPTS);
    expect(await page.getByText('Unknown ticker ZZZZZ').isVisible()).toBe(true);
    for (const odd of ['../../etc', '%22%27', 'A'.repeat(200), '&interval=9x&type=x&sma=1,x']) {
      const response = await page.goto(`${site.server.url}/chart?symbol=${odd}`);
      expect(response!.status()).toBe(200);
    }
  });
});

describe('with scripts', () => {
  test('the ticker is cleaned while typing and changes on Enter only', async () => {
    const page = await openChart();
    await ticker(page).fill('m"s\\f/t!');
    expect(await ticker(page).inputValue()).toBe('MSFT');
    await ticker(page).fill('googlxxx');
    expect(await ticker(page).inputValue()).toBe('GOOGLX');
    await ticker(page).fill('msft');
    await page.getByRole('option', { name: /MSFT/ }).waitFor();
    await page.mouse.click(800, 400);
    expect(page.url()).toBe(`${site.server.url}/chart`);
    await ticker(page).fill('msft');
    await ticker(page).press('Enter');
    await page.getByRole('region', { name: 'MSFT chart' }).waitFor();
    expect(page.url()).toBe(`${site.server.url}/chart?symbol=MSFT`);
    await page.getByTestId('company').filter({ hasText: 'MSFT' }).waitFor();

    await ticker(page).fill('ZZZZZ');
    await ticker(page).press('Enter');
    await toast(page, 'Unknown ticker ZZZZZ').waitFor();
    expect(await page.getByRole('region', { name: 'MSFT chart' }).count()).toBe(1);
  });

  test('intervals, types and averages change the chart and its address', async () => {
    const page = await openChart();
    for (const interval of ['5m', '15m', '1h', '4h']) {
      await button(page, interval).click();
      await showing(page, `AAPL, ${interval}`);
    }
    for (const type of ['Bars', 'Line', 'Area', 'Baseline', 'Candles']) {
      await page.locator('summary[title="Chart type"]').click();
      await button(page, type).click();
      expect(await page.locator('summary[title="Chart type"]').textContent()).toBe(`Chart type ${type}`);
    }
    await page.locator('summary[title="Averages and indicators"]').click();
    for (const period of [9, 20, 50, 200]) await button(page, `SMA ${period}`).click();
    expect(new URL(page.url()).searchParams.get('sma')).toBe('9,20,50,200');
    await page.keyboard.press('Escape');
    await page.keyboard.press('5');
    await showing(page, 'AAPL, 1D');
    expect(page.problems).toEqual([]);
  });

  test('an order fills, says so, moves the cash and locks Confirm for a second', async () => {
    const page = await openChart();
    expect(await page.getByTestId('cash').textContent()).toBe('100,000$');
    const priceRequest = page.waitForRequest('**/api/price?symbol=AAPL');
    await button(page, 'Buy').click();
    await priceRequest;
    await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
    await page.getByLabel('Number of shares').fill('0');
    await button(page, 'Confirm buy').click();
    await toast(page, 'Invalid Quantity').filter({ hasText: 'At least 1 share' }).waitFor();
    await page.getByLabel('Number of shares').fill('2');
    const sent = page.waitForRequest('**/api/trade');
    const locked = again(page);
    await button(page, 'Confirm buy').click();
    const { action, symbol, quantity, user_id } = (await sent).postDataJSON();
    expect({ action, symbol, quantity, type: typeof user_id }).toEqual({
      action: 'buy',
      symbol: 'AAPL',
      quantity: '2',
      type: 'number',
    });
    expect(await locked).toMatchObject({ text: 'Wait 1s', disabled: true });
    expect(await toast(page, 'Trade Executed').textContent()).toMatch(/BUY 2 shares of AAPL at \$\d+\.\d\d/);
    await button(page, 'Confirm buy').waitFor();
    const bought = await until(
      () => cash(page),
      (value) => value < 100_000,
    );
    expect(bought).toBeLessThan(100_000);

    await page.getByText('Amount ($)').click();
    await button(page, 'Confirm buy').click();
    await toast(page, 'Invalid Amount').waitFor();
    await page.getByLabel('Amount in dollars').fill('500');
    await button(page, 'Confirm buy').click();
    expect(
      await until(
        () => cash(page),
        (value) => value === bought - 500,
      ),
    ).toBe(bought - 500);

    await page.keyboard.press('Escape');
    await button(page, 'Sell').click();
    await button(page, 'Confirm sell').click();
    await toast(page, 'SELL').waitFor();
  });

  test('SHORT turns the buttons round, and the other side can be reversed', async () => {
    const page = await openChart();
    await page.keyboard.press('x');
    await button(page, 'Short').click();
    await button(page, 'Confirm short').click();
    await toast(page, 'SHORT 1 share of AAPL').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'SHORT', exact: true }).click();
    await button(page, 'Buy').click();
    await ticket(page).getByText('Short 1', { exact: true }).waitFor();
    await ticket(page).getByText('You are short 1 AAPL. Close it first, or use Reverse.').waitFor();
    expect(await button(page, 'Confirm buy').isDisabled()).toBe(true);
    await page.getByLabel(/^Reverse/).check();
    await button(page, 'Confirm buy').click();
    await toast(page, 'BUY 1 share of AAPL').waitFor();
    await button(page, 'Again').click();
    await ticket(page).getByText('Long 1', { exact: true }).waitFor();
  });
});
