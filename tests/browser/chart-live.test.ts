/** Realtime mode with faults: lost and dead connections, silence, invalid messages, late responses. */
import { expect, test } from 'bun:test';
import type { Page, WebSocketRoute } from 'playwright-core';
import {
  button,
  chartSite,
  DESKTOP,
  figure,
  framesSeen,
  live,
  readLegend,
  realtime,
  showing,
  ticker,
  toast,
  wakePanel,
  watchFrames,
} from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const TIME = 60_000;
const site = chartSite();
/** Two and a half hours before New York opens, on a Monday. */
const CLOSED_AT = Date.parse('2026-12-07T12:00:00Z');
const closed = chartSite({ clock: { now: () => CLOSED_AT }, env: { MARKET_HOURS: 'us' } });

/** Makes the page wait a hundredth of its reconnect and stale times, and records the requested times in `waits`. */
async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.setTimeout;
    const waits: number[] = [];
    Object.assign(window, { waits });
    window.setTimeout = ((run: () => void, ms = 0, ...rest: unknown[]) => {
      waits.push(ms);
      return real(run, ms === 3000 || ms === 15_000 ? ms / 100 : ms, ...rest);
    }) as typeof setTimeout;
  });
}

const state = (page: Page, name: string) => page.locator(`[data-realtime=${name}]`).waitFor();
const lastPrice = (page: Page) => page.getByTestId('last-price').textContent();

test('after five attempts three seconds apart it is offline; Retry begins again, and an opened connection counts anew', async () => {
  const page = await site.trader();
  await hurry(page);
  let up = true;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/ws?*', (ws) => {
    sockets.push(ws);
    if (up) ws.connectToServer();
    else void ws.close();
  });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await realtime(page).click();
  await state(page, 'live');
  await page.locator('[data-realtime=live]', { hasText: /^1m LIVE$/ }).waitFor();

  for (const round of ['lost', 'retried']) {
    up = false;
    const socketsBefore = sockets.length;
    if (round === 'lost') await sockets.at(-1)!.close();
    else await button(page, 'Retry').click();
    await state(page, 'offline');
    // a loss is followed by five attempts; a retry is one more
    expect(sockets.length - socketsBefore).toBe(round === 'lost' ? 5 : 6);
  }
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits);
  expect(waits.filter((ms) => ms === 3000).length).toBeGreaterThanOrEqual(10);

  up = true;
  const gap = page.waitForRequest((request) => /\/api\/candles\?.*interval=1m&from=\d+/.test(request.url()));
  await button(page, 'Retry').click();
  await gap;
  await state(page, 'live');
  // an open connection resets the counter: one loss does not end the retries
  await sockets.at(-1)!.close();
  await state(page, 'live');
});

test('Retry fetches the code of realtime mode that did not come', async () => {
  const page = await site.chart();
  let isAway = true;
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    // only the code of realtime mode names the tab's state
    await (isAway && /visibilityState.{5,20}connecting/.test(body)
      ? route.abort()
      : route.fulfill({ response, body }));
  });
  await realtime(page).click();
  await state(page, 'offline');
  isAway = false;
  await button(page, 'Retry').click();
  await state(page, 'live');
  expect(page.problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
});

test('messages that are none, without trade or price, or of other tickers change nothing; silence is stale', async () => {
  const page = await site.trader();
  await hurry(page);
  let tell = (_: string) => {};
  let subscribed = 0;
  await page.routeWebSocket('**/ws?*', (ws) => {
    tell = (text) => ws.send(text);
    ws.onMessage((text) => {
      const { action, ticker } = JSON.parse(String(text)) as { action: string; ticker: string };
      if (ticker === 'AAPL') subscribed += action === 'subscribe' ? 1 : -1;
    });
  });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await realtime(page).click();
  await showing(page, 'AAPL, 1m');
  await state(page, 'stale');
  // no interval is pressed in realtime mode
  expect(await page.locator('.chart-interval[aria-pressed=true]').count()).toBe(0);
  expect(await page.locator('.chart-minute').textContent()).toBe('1m');
  expect(subscribed).toBe(1);
  const priceBefore = await lastPrice(page);
  const time = Date.now();
  for (const junk of [
    'no JSON',
    'null',
    '7',
    '[]',
    '{"trade":{"price":1,"time":1}}',
    '{"ticker":"AAPL"}',
    '{"ticker":"AAPL","trade":null}',
    `{"ticker":"AAPL","trade":{"time":${time}}}`,
    `{"ticker":"AAPL","trade":{"price":"12","time":${time}}}`,
    `{"ticker":"MSFT","trade":{"price":12,"time":${time}}}`,
  ]) {
    tell(junk);
  }
  tell(`{"ticker":"AAPL","trade":{"price":777.25,"time":${time + 60_000}}}`);
  await page.getByTestId('last-price').filter({ hasText: '777.25' }).waitFor();
  expect(priceBefore).not.toContain('777');
  // the new minute has a bar of this one trade
  await figure(page).focus();
  await page.keyboard.press('End');
  const { O, H, L, C } = await readLegend(page);
  expect([O, H, L, C]).toEqual([777.25, 777.25, 777.25, 777.25]);
  tell(`{"ticker":"AAPL","trade":{"price":770.5,"time":${time + 60_001}}}`);
  await page.getByTestId('last-price').filter({ hasText: '770.50' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  const after = await readLegend(page);
  expect([after.O, after.H, after.L, after.C]).toEqual([777.25, 777.25, 770.5, 770.5]);

  await page.locator('button[aria-label^="R:"]:enabled').waitFor();
  await realtime(page).click();
  await showing(page, 'AAPL, 1D');
  // the page stays subscribed to the price in every interval
  expect(subscribed).toBe(1);
  expect(page.problems).toEqual([]);
});

test('a chart still on its way does not take the place of the live one; a missing history does not either', async () => {
  const page = await site.chart();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/candles?symbol=MSFT*', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.route('**/api/candles?*interval=1m*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await ticker(page).fill('msft');
  const candles = page.waitForRequest('**/api/candles?symbol=MSFT*');
  await ticker(page).press('Enter');
  await candles;
  await realtime(page).click();
  await toast(page, 'Error fetching data for AAPL').waitFor();
  release();
  // the first trades form their own chart: no minute bar follows the daily bars
  await state(page, 'live');
  await page.waitForFunction(() =>
    /^AAPL, 1m: [1-3] bars/.test(document.querySelector('.chart-box')?.getAttribute('aria-label') ?? ''),
  );
  expect(await page.getByRole('region', { name: 'AAPL chart' }).count()).toBe(1);
  await ticker(page).fill('msft');
  await ticker(page).press('Enter');
  await toast(page, 'Disable Realtime Mode before changing the ticker.').waitFor();
  expect(await ticker(page).inputValue()).toBe('AAPL');
});

/** Number of compared frames; the tape has two in three seconds. `SEEN_FRAMES=45` takes a minute. */
const SEEN_FRAMES = Number(process.env.SEEN_FRAMES ?? 10);

test(
  'on the simulated tape header, axis, ticket, dock and position are never apart, and an order names the price shown',
  async () => {
    // tall enough for ticket and dock side by side
    const page = await site.trader({ viewport: { width: 1280, height: 900 } });
    const { url, sql } = site.server;
    const { id } = (await (await page.request.get(`${url}/api/user`)).json()) as { id: number };
    await page.request.post(`${url}/api/trade`, {
      data: { user_id: id, symbol: 'AAPL', action: 'buy', quantity: 25 },
      headers: { origin: url },
    });
    await page.goto(`${url}/chart`);
    await live(page);
    await page.getByRole('group', { name: 'Long 25', exact: true }).waitFor();
    await button(page, 'Buy').click();
    await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
    await page.evaluate(watchFrames);
    const started = Date.now();
    await page.waitForFunction(
      (least) => (window as unknown as { seen: unknown[] }).seen.length >= least,
      SEEN_FRAMES,
      { timeout: SEEN_FRAMES * 10_000 },
    );
    const frames = await framesSeen(page);
    const apart = frames.filter(
      ({ header, ticket, dock, gain, position, isOnAxis }) =>
        ticket !== `$${header}` || dock !== header || !position.startsWith(`${gain} (`) || !isOnAxis,
    );
    if (process.env.SEEN_FRAMES)
      console.log(`${frames.length} frames in ${Date.now() - started} ms, ${apart.length} of them apart`);
    expect(apart).toEqual([]);

    // pressed in the same frame in which the price is read
    const pixels = await page.evaluate(() => {
      const price = document.querySelector('[data-testid=last-price]')!.textContent;
      document.querySelector<HTMLElement>('[data-confirm=trade]')!.click();
      return price;
    });
    expect(await page.getByTestId('receipt-seen').textContent()).toBe(`$${pixels}`);
    const [fill] = await sql<{ quoted: string }[]>`
      select round(quoted_price, 2)::text as quoted from fills where user_id = ${id} order by id desc limit 1`;
    expect(fill!.quoted).toBe(pixels!);
    expect(page.problems).toEqual([]);
  },
  SEEN_FRAMES * 10_000 + TIME,
);

test('closed: the chart and the ticket say when the market opens, counted down until it does', async () => {
  const page = await closed.trader();
  await page.clock.install();
  await page.goto(`${closed.server.url}/chart?ticket=open`);
  await wakePanel(page);
  const countdown = page.getByTestId('opens-in');
  const says = (text: string) =>
    until(async () => (await countdown.allTextContents()).join() === `${text},${text}`);
  await says('Closed, opens in 2 h 30 m');
  await page.clock.fastForward('01:00:00');
  await says('Closed, opens in 1 h 30 m');
  await page.clock.fastForward('01:30:01');
  await until(async () => (await countdown.count()) === 0);
  expect(page.problems).toEqual([]);
});

test('closed: an order at the market is confirmed only to wait for the opening, and does', async () => {
  const page = await closed.trader();
  await page.goto(`${closed.server.url}/chart?ticket=open`);
  await live(page);
  await wakePanel(page);
  const confirm = page.locator('[data-confirm=trade]');
  await until(() => confirm.isDisabled());
  await page.getByText('The market is closed. Choose to wait for the opening').waitFor();
  await page.getByRole('checkbox', { name: 'Wait for the opening' }).check();
  await page.locator('[data-confirm=order]').click();
  await page.getByRole('dialog').getByText('order waits for the opening.').waitFor();
  const { orders } = await (await page.request.get(`${closed.server.url}/api/orders`)).json();
  expect(orders).toMatchObject([{ type: 'market', status: 'working', quantity: '1' }]);
});

test('closed, without a script: the form has a market order wait for the opening', async () => {
  const page = await closed.trader({ ...DESKTOP, javaScriptEnabled: false });
  await page.goto(`${closed.server.url}/chart?ticket=open`);
  await page.getByRole('checkbox', { name: 'Wait for the opening' }).check();
  await page.locator('[data-confirm=order]').click();
  await page.waitForURL(`${closed.server.url}/chart*`);
  const { orders } = await (await page.request.get(`${closed.server.url}/api/orders`)).json();
  expect(orders).toMatchObject([{ type: 'market', status: 'working', quantity: '1' }]);
});
