/** Price lines of positions and orders on the chart, which show the same price as the rest of the page. */
import { afterEach, expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { barriers } from '../helpers/axe.ts';
import {
  button,
  chartSite,
  DESKTOP,
  figure,
  frames,
  framesSeen,
  live,
  PHONE,
  readLegend,
  rgbOf,
  runsOf,
  showing,
  wakePanel,
  watchFrames,
} from '../helpers/chart.ts';
import { heldMarket, withBars } from '../helpers/held-market.ts';
import { until } from '../helpers/until.ts';

const market = withBars(heldMarket({ AAPL: '100.0000' }), 40, (price) => ({
  open: price,
  high: price + 10,
  low: price - 10,
  close: price,
  volume: 1000,
}));
const site = chartSite({ market });
afterEach(() => market.set('AAPL', '100.0000'));

const post = async (page: Page, path: string, data: object) => {
  const { url } = site.server;
  const response = await page.request.post(url + path, {
    data,
    headers: { origin: url, 'idempotency-key': crypto.randomUUID() },
  });
  expect(response.status()).toBeLessThan(300);
};
const userId = async (page: Page) =>
  ((await (await page.request.get(`${site.server.url}/api/user`)).json()) as { id: number }).id;

/** Opens the chart of a trader with 25 shares bought at 100, a stop at 95 and a target at 105. */
async function holder(context = DESKTOP) {
  const page = await site.trader(context);
  const user_id = await userId(page);
  await post(page, '/api/trade', { user_id, symbol: 'AAPL', action: 'buy', quantity: 25 });
  const order = { symbol: 'AAPL', action: 'sell', quantity: '25' };
  await post(page, '/api/orders', { ...order, type: 'stop', stopPrice: '95' });
  await post(page, '/api/orders', { ...order, type: 'limit', limitPrice: '105' });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await label(page, 'Target').waitFor();
  return page;
}
const label = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const slider = (page: Page, name: string) => page.getByRole('slider', { name });
const chartHasFocus = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.classList.contains('chart-box'));
const orders = async (page: Page) =>
  (
    (await (await page.request.get(`${site.server.url}/api/orders?status=live`)).json()) as {
      orders: { id: string; type: string; stopPrice: string | null; limitPrice: string | null }[];
    }
  ).orders;

/** Returns the kind of the translucent band over the bars left of the price axis; null without one. */
const bandAt = (page: Page, y: number) =>
  page.evaluate((y) => {
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.chart-area canvas')) {
      const box = canvas.getBoundingClientRect();
      if (box.width < 500 || box.height < 200) continue;
      const point = [
        (box.width - 8) * (canvas.width / box.width),
        (y - box.y) * (canvas.height / box.height),
      ];
      const [r, g, , alpha] = canvas.getContext('2d')!.getImageData(point[0]!, point[1]!, 1, 1).data;
      if (alpha! > 100 && alpha! < 150) return g! > r! ? 'gain' : 'loss';
    }
    return null;
  }, y);

test('the position says what it gains, live, and closes after one question in its place', async () => {
  const page = await holder();
  const position = label(page, 'Long 25');
  expect(await position.textContent()).toContain('$0.00 (0.00%)');
  market.set('AAPL', '101.5000');
  await position.filter({ hasText: '+$37.50 (+1.50%)' }).waitFor();
  await page.getByTestId('last-price').filter({ hasText: '101.50' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(await label(page, 'Stop').textContent()).toContain('−$125.00');
  expect(await label(page, 'Target').textContent()).toContain('+$125.00');

  await position.getByRole('button', { name: 'Close the position' }).click();
  await position.filter({ hasText: 'Close 25 at 101.50?' }).waitFor();
  await page.keyboard.press('Escape');
  await position.filter({ hasText: '+$37.50' }).waitFor();
  await page.keyboard.press('Enter');
  await position.filter({ hasText: 'Close 25 at 101.50?' }).waitFor();
  const message = page.getByText('SELL 25 shares of AAPL at $101.50').waitFor();
  await page.keyboard.press('Enter');
  // a closed position's line disappears, and so do the lines of its orders
  await position.waitFor({ state: 'detached' });
  await label(page, 'Stop').waitFor({ state: 'detached' });
  await message;
  // its receipt replaces the ticket; no position is left to sell
  const receipt = page.getByRole('dialog', { name: 'Sold 25 AAPL' });
  await receipt.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor();
  const read = (name: string) => receipt.getByTestId(`receipt-${name}`).textContent();
  expect(await Promise.all(['price', 'seen', 'total'].map(read))).toEqual([
    '$101.50',
    '$101.50',
    '$2,537.50',
  ]);
  expect(await receipt.getByRole('button').count()).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  await chartHasFocus(page);
  expect(page.problems).toEqual([]);
});

/** Opens the chart of a new trader whose socket is open. @param cores of the device: with few the panel sleeps */
async function openChart(cores: number) {
  const page = await site.trader();
  await page.addInitScript((count) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: count });
  }, cores);
  const greeted = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await greeted;
  return page;
}

test.each(['asleep', 'awake'] as const)(
  'the fills of working orders are marked with the lines, while the panel is %s',
  async (status) => {
    const page = await openChart(2);
    if (status === 'awake') await wakePanel(page);
    /** True when a mark of a buy and one of a sale are on the pane, whose lines are gone. */
    const isMarked = async () => {
      await frames(page);
      const runs = await Promise.all(['#46dcae', '#ff6b5e'].map((color) => runsOf(page, rgbOf(color))));
      return runs.every(({ length }) => length > 0);
    };
    expect(await isMarked()).toBe(false);
    const order = { symbol: 'AAPL', quantity: '10', type: 'limit' };
    await post(page, '/api/orders', { ...order, action: 'buy', limitPrice: '99' });
    await label(page, 'Buy limit').waitFor();
    market.set('AAPL', '98.9000');
    await label(page, 'Long 10').waitFor();
    await post(page, '/api/orders', { ...order, action: 'sell', limitPrice: '101' });
    await label(page, 'Target').waitFor();
    market.set('AAPL', '101.1000');
    await until(
      () => page.locator('.chart-line').count(),
      (count) => count === 0,
    );
    await until(isMarked);
    const island = page.locator('is-land[data-island=ChartDashboard]');
    expect(await island.getAttribute('data-island-status')).toBe(status);
    expect(page.problems).toEqual([]);
  },
);

test('orders that were read before a change and arrive after it do not come back', async () => {
  const page = await holder();
  const working = await orders(page);
  // a live price comes once the socket is open
  market.set('AAPL', '100.4000');
  await label(page, 'Long 25').filter({ hasText: '+$10.00' }).waitFor();
  const held = Promise.withResolvers<Route>();
  const released = Promise.withResolvers<void>();
  await page.route(
    '**/api/orders?*',
    async (route) => {
      const response = await route.fetch();
      held.resolve(route);
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const [stop, target] = ['stop', 'limit'].map((type) => working.find((each) => each.type === type)!);
  const change = async (method: string, { id }: { id: string }, data?: object) => {
    const headers = { origin: site.server.url };
    const response = await page.request.fetch(`${site.server.url}/api/orders/${id}`, {
      method,
      data,
      headers,
    });
    expect(response.status()).toBe(200);
  };
  await change('PATCH', target!, { limitPrice: '106' });
  const late = (await held.promise).request();
  await change('DELETE', stop!);
  // the dock has heard of the cancellation, and so have the lines
  await page.locator('.dock-tab', { hasText: 'Orders' }).filter({ hasText: '1' }).waitFor();
  released.resolve();
  await (await late.response())!.finished();
  await frames(page);
  await label(page, 'Stop').waitFor({ state: 'detached' });
  expect(await slider(page, 'Target').getAttribute('aria-valuetext')).toBe('Target, 106.00 dollars');
  expect(page.problems).toEqual([]);
});

test('a new price changes the text of a label and replaces no node, for which the whole page would be styled again', async () => {
  const page = await holder();
  const position = label(page, 'Long 25');
  market.set('AAPL', '101.0000');
  await position.filter({ hasText: '+$25.00' }).waitFor();
  await position.evaluate((root) => {
    new MutationObserver(() => root.setAttribute('data-replaced', '')).observe(root, {
      childList: true,
      subtree: true,
    });
  });
  market.set('AAPL', '102.0000');
  await position.filter({ hasText: '+$50.00' }).waitFor();
  expect(await position.getAttribute('data-replaced')).toBeNull();
});

test('a close while a ticket is open leaves what is typed in it', async () => {
  const page = await holder();
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  const size = page.getByRole('dialog').locator('.size-field').first();
  await size.fill('7');
  await label(page, 'Long 25').getByRole('button', { name: 'Close the position' }).click();
  await page.keyboard.press('Enter');
  await page.getByText('SELL 25 shares of AAPL at $100.00').waitFor();
  await label(page, 'Stop').waitFor({ state: 'detached' });
  await frames(page);
  expect(await size.inputValue()).toBe('7');
  // the next ticket does not announce it again
  await page.keyboard.press('Escape');
  await size.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('lines whose code did not come are drawn at the next change of an order', async () => {
  const page = await site.trader();
  await post(page, '/api/trade', {
    user_id: await userId(page),
    symbol: 'AAPL',
    action: 'buy',
    quantity: 25,
  });
  let isAway = true;
  const refused = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    // only the code of the label layer sets this class
    if (!isAway || !/className:.chart-lines/.test(body)) return await route.fulfill({ response, body });
    await route.abort();
    refused.resolve();
  });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  await refused.promise;
  isAway = false;
  const order = { symbol: 'AAPL', action: 'sell', quantity: '25', type: 'limit', limitPrice: '105' };
  await post(page, '/api/orders', order);
  await label(page, 'Target').waitFor();
  await label(page, 'Long 25').waitFor();
  expect(page.problems.filter((each) => !each.includes('ERR_FAILED'))).toEqual([]);
  // files may still be on their way
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an order moves by drag and by keys, says what it would come to, and springs back when refused', async () => {
  const page = await holder();
  const grip = slider(page, 'Stop');
  const from = (await grip.boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 30, { steps: 4 });
  await page.getByText('was 95.00').waitFor();
  await page.mouse.up();
  await until(async () => (await orders(page)).some((each) => Number(each.stopPrice ?? 95) < 95));

  await page.getByText('was 95.00').waitFor({ state: 'hidden' });
  await slider(page, 'Target').focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Target 105.09').waitFor();
  await page.keyboard.press('Escape');
  expect(await slider(page, 'Target').getAttribute('aria-valuetext')).toBe('Target, 105.00 dollars');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await until(async () => (await orders(page)).some((each) => Number(each.limitPrice) === 106.05));

  // at any height the label does not overlap the drawing tools
  await button(page, 'Draw trend lines').click();
  const tools = (await page.locator('.chart-area summary').boundingBox())!;
  const below = tools.y + tools.height;
  await slider(page, 'Target').focus();
  const heights: { tag: number; label: number }[] = [];
  for (let i = 0; i < 7; i++) {
    await page.keyboard.press('PageUp');
    await frames(page);
    const line = page.locator('.chart-line', { has: page.getByRole('slider', { name: 'Target' }) });
    const [tag, bar] = await Promise.all(
      ['.chart-line-tag', '.chart-label'].map((part) => line.locator(part).boundingBox()),
    );
    if (tag && bar) heights.push({ tag: tag.y, label: bar.y });
  }
  expect(Math.min(...heights.map(({ tag }) => tag))).toBeLessThan(below);
  expect(Math.min(...heights.map((each) => each.label))).toBeGreaterThanOrEqual(below);
  await page.keyboard.press('Escape');

  // a stop above the price is already reached: the label shows the sentence, and the order stays at its level
  await slider(page, 'Stop').focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await label(page, 'Stop').getByRole('button', { name: 'Dismiss' }).click();
  expect(await slider(page, 'Stop').count()).toBe(1);

  await slider(page, 'Stop').focus();
  await page.keyboard.press('Delete');
  await page.getByText('Cancel Stop?').waitFor();
  await page.keyboard.press('Enter');
  await label(page, 'Stop').waitFor({ state: 'detached' });
  expect(await orders(page)).toHaveLength(1);
  expect(page.problems.filter((each) => !each.includes('422'))).toEqual([]);
});

test('a close without an answer is asked for by its key and never sent again; without a line nothing is sent', async () => {
  const page = await holder();
  page.setDefaultTimeout(30_000);
  const position = label(page, 'Long 25');
  let sent = 0;
  const close = async (handle: (route: Route) => Promise<unknown>) => {
    await page.route(
      '**/api/trade',
      async (route) => {
        sent += 1;
        await handle(route);
        await route.abort();
      },
      { times: 1 },
    );
    await position.getByRole('button', { name: 'Close the position' }).click();
    await page.keyboard.press('Enter');
  };
  await close(async () => {});
  await position.getByText('The order did not arrive. Nothing was traded.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Dismiss');
  await page.keyboard.press('Escape');

  await page.context().setOffline(true);
  await position.getByRole('button', { name: 'Close the position' }).click();
  await page.keyboard.press('Enter');
  await position.getByText('You are offline. Nothing was sent.').waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');

  await close((route) => route.fetch());
  await position.waitFor({ state: 'detached' });
  await page.getByText('SELL 25 shares of AAPL at $100.00').waitFor();
  expect(sent).toBe(2);
});

test('what is sent stays to be read; a stop that is reached is sold at the market instead, one that was waits at its limit', async () => {
  const page = await holder();
  const reached = { symbol: 'AAPL', action: 'sell', quantity: '5', type: 'stop_limit' };
  await post(page, '/api/orders', { ...reached, stopPrice: '99', limitPrice: '104' });
  market.set('AAPL', '98.9000');
  await label(page, 'Sell limit')
    .getByText(/^reached \d\d:\d\d$/)
    .waitFor();

  let answer = () => {};
  const held = async (route: Route) => {
    await new Promise<void>((done) => (answer = done));
    await route.continue();
  };
  await page.route('**/api/orders/*', held, { times: 1 });
  const grip = slider(page, 'Stop');
  await grip.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await page.locator('.chart-line[data-mode=sending]').waitFor({ state: 'attached' });
  expect(await label(page, 'Stop 99.85').textContent()).toContain('Stop 99.85−$3.7525');
  answer();
  const instead = label(page, 'Stop').getByRole('button', { name: 'Sell at the market instead' });
  await instead.click();
  await page.getByText('SELL 25 shares of AAPL at $98.90').waitFor();
  await page.locator('.chart-line').first().waitFor({ state: 'detached' });
  expect(await orders(page)).toEqual([]);
  await page.getByRole('dialog', { name: 'Sold 25 AAPL' }).getByRole('button', { name: 'Close' }).click();
  // the focused element was removed: the chart gets the focus
  await chartHasFocus(page);
});

test('a line beyond the prices in sight has its label at that edge, with any number of charts', async () => {
  const page = await holder();
  const order = { symbol: 'AAPL', action: 'sell', quantity: '25' };
  await post(page, '/api/orders', { ...order, type: 'limit', limitPrice: '190' });
  await post(page, '/api/orders', { ...order, type: 'stop', stopPrice: '10' });
  const areEdges = async (panel: number) => {
    const chart = page.locator('.chart-panel').nth(panel);
    const { y, height } = (await chart.locator('.chart-area').boundingBox())!;
    const middle = y + height / 2;
    for (const [price, way] of [
      ['190.00', 'up'],
      ['10.00', 'down'],
    ] as const) {
      const line = chart.locator('.chart-line').filter({ hasText: price });
      const tag = line.locator(`.chart-line-tag[data-way=${way}]`);
      await tag.waitFor();
      for (const part of [tag, line.locator('.chart-label')]) {
        const box = (await part.boundingBox())!;
        expect(way === 'up' ? box.y < middle : box.y > middle).toBe(true);
        expect([box.y >= y, box.y + box.height <= y + height]).toEqual([true, true]);
      }
    }
    // labels inside the visible range have no arrow
    expect(await chart.locator('.chart-line-tag[data-way]').count()).toBe(2);
  };
  await areEdges(0);
  await wakePanel(page);
  await page.locator('summary[title="Chart settings"]').click();
  await button(page, 'Charts in the window: 2').click();
  await page.locator('.chart-panel[data-running=true]').nth(1).waitFor();
  await areEdges(0);
  expect(page.problems).toEqual([]);

  // a line moved out of sight by keys keeps the focus, and the order is sent
  await slider(page, 'Target').first().focus();
  for (let i = 0; i < 40; i++) await page.keyboard.press('PageUp');
  await page.keyboard.press('Enter');
  await until(async () =>
    (await orders(page)).some(({ limitPrice }) => ![0, 105, 190].includes(Number(limitPrice))),
  );
});

test('of many lines beyond the prices in sight a phone has the label of the nearest', async () => {
  const page = await site.trader(PHONE);
  const order = { symbol: 'AAPL', action: 'buy', quantity: '1', type: 'limit' };
  for (const limitPrice of ['60', '61', '62']) await post(page, '/api/orders', { ...order, limitPrice });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const tags = page.locator('.chart-line-tag:visible');
  await tags.first().waitFor();
  await until(
    () => page.locator('.chart-line').count(),
    (count) => count === 3,
  );
  await frames(page);
  expect(await tags.allTextContents()).toEqual(['62.00']);
});

test('header, axis, ticket, position and dock show one price in every frame, and the fill is at it', async () => {
  // tall enough for ticket and dock side by side
  const page = await holder({ viewport: { width: 1280, height: 900 } });
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await page.getByTestId('ticket-price').filter({ hasText: '$100.00' }).waitFor();
  await page.evaluate(watchFrames);
  const prices = Array.from({ length: 40 }, (_, i) => (100.01 + i * 0.03 + (i % 3) * 0.5).toFixed(2));
  for (const price of prices) {
    market.set('AAPL', `${price}00`);
    await page.getByTestId('last-price').filter({ hasText: price }).waitFor();
  }
  const frames = await framesSeen(page);
  expect(frames.map(({ header }) => header)).toEqual(prices);
  expect(frames).toEqual(
    prices.map((price) => {
      const gain = ((Number(price) - 100) * 25).toFixed(2);
      return {
        header: price,
        ticket: `$${price}`,
        dock: price,
        gain: `+$${gain}`,
        position: `+$${gain} (+${(Number(price) - 100).toFixed(2)}%)`,
        isOnAxis: true,
      };
    }),
  );
  await page.getByRole('button', { name: 'Confirm buy' }).click();
  const receipt = page.getByTestId('receipt-price');
  await receipt.waitFor();
  expect(await receipt.textContent()).toContain(prices.at(-1)!);
});

test('bars that were there keep the newest price: when the panel wakes, in another type, after another interval', async () => {
  const page = await site.trader();
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  market.set('AAPL', '101.5000');
  await page.getByTestId('last-price').filter({ hasText: '101.50' }).waitFor();
  await wakePanel(page);
  // with no bar under the pointer the legend follows the newest bar
  await page.locator('.chart-legend[data-newest]', { hasText: 'C101.50' }).waitFor();
  market.set('AAPL', '101.2500');
  await page.locator('.chart-legend[data-newest]', { hasText: 'C101.25' }).waitFor();
  market.set('AAPL', '101.5000');
  // the legend follows the bars, which get a price a frame after the header
  await page.locator('.chart-legend[data-newest]', { hasText: 'C101.50' }).waitFor();
  const closes = async () => {
    await figure(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('End');
    return (await readLegend(page)).C;
  };
  expect(await closes()).toBe(101.5);
  await page.locator('summary[title="Chart type"]').click();
  await button(page, 'Bars').click();
  expect(await closes()).toBe(101.5);
  for (const interval of ['1h', '1D']) {
    await button(page, interval).click();
    await showing(page, `AAPL, ${interval}`);
  }
  expect(await closes()).toBe(101.5);
});

test('the levels of an open ticket are lines: what is typed moves them, what is moved is typed', async () => {
  const page = await holder();
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.waitFor();
  // a market order has the newest price, which already has a line and a tag
  const orderLabel = label(page, 'Buy 25');
  await label(page, 'Buy 1').filter({ hasText: '$100.00' }).waitFor();
  await form.locator('.size-field').first().fill('25');
  await orderLabel.filter({ hasText: '$2,500.00' }).waitFor();
  expect(await orderLabel.getByRole('slider').count()).toBe(0);
  expect(await orderLabel.getByRole('button').count()).toBe(0);
  market.set('AAPL', '100.5000');
  await orderLabel.filter({ hasText: '$2,512.50' }).waitFor();
  market.set('AAPL', '100.0000');
  await orderLabel.filter({ hasText: '$2,500.00' }).waitFor();
  expect(await page.locator('.chart-line').count()).toBe(4);
  expect(await page.locator('.chart-line-tag:visible').allTextContents()).toHaveLength(2);
  await form.locator('.size-field').first().fill('1');
  await form.locator('input[name=type][value=limit]').check({ force: true });
  const field = form.getByLabel('Limit price');
  await field.fill('98');
  const limit = slider(page, 'New: Buy limit');
  await until(
    () => limit.getAttribute('aria-valuetext'),
    (text) => text === 'New: Buy limit, 98.00 dollars',
  );
  await label(page, 'Buy 1 at 98.00').filter({ hasText: '$98.00' }).waitFor();
  await limit.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await until(
    () => field.inputValue(),
    (typed) => typed === '98.11',
  );
  // dragged by pointer past the price, where the order would fill at once
  const y = (at: number) =>
    page.evaluate((price) => {
      const [low, high] = ['95.00', '105.00'].map((text) => {
        const tags = [...document.querySelectorAll('.chart-line-tag')];
        const box = tags.find((tag) => tag.textContent === text)!.getBoundingClientRect();
        return box.top + box.height / 2;
      }) as [number, number];
      return low + ((high - low) * (price - 95)) / 10;
    }, at);
  const grip = (await limit.boundingBox())!;
  await page.mouse.move(grip.x + 20, grip.y + grip.height / 2);
  await page.mouse.down();
  const above = await y(103);
  await page.mouse.move(grip.x + 20, above + 4);
  await page.mouse.move(grip.x + 20, above);
  await page.mouse.up();
  const placed = page.locator('.chart-line', { has: limit });
  await placed.getByText('at the market').waitFor();
  expect(Number(await field.inputValue())).toBeGreaterThan(102);
  expect(await form.textContent()).toContain('buys 1 at once: AAPL is at $100.00');
  await field.fill('98');

  // an added target is a price line too, with its gain; its X removes it
  await form.getByRole('checkbox', { name: 'Target' }).check({ force: true });
  await form.getByLabel('Target price').fill('103');
  await label(page, 'New: Target').getByText('+$5.00').waitFor();
  await frames(page);
  expect(await bandAt(page, await y(101))).toBe('gain');
  expect(await bandAt(page, await y(97))).toBeNull();
  expect(await barriers(page)).toEqual([]);
  await label(page, 'New: Target').getByRole('button', { name: 'Remove the target' }).click();
  await label(page, 'New: Target').waitFor({ state: 'detached' });
  expect(await form.getByRole('checkbox', { name: 'Target' }).isChecked()).toBe(false);

  await page.keyboard.press('Escape');
  await page.locator('.chart-line').nth(3).waitFor({ state: 'detached' });
  expect(page.problems).toEqual([]);
});

test('on a phone labels are a line of chips; a press puts one at its line, with an X of 44 pixels', async () => {
  const page = await holder(PHONE);
  const order = { symbol: 'AAPL', action: 'sell', quantity: '25', type: 'stop' };
  await post(page, '/api/orders', { ...order, stopPrice: '99.9' });
  await until(
    () => page.locator('.chart-label').count(),
    (count) => count === 4,
  );
  await frames(page);
  const labels = page.locator('.chart-label');
  const middles = await labels.evaluateAll((chips) =>
    chips.map((chip) => {
      const { top, height } = chip.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  expect(new Set(middles).size).toBe(1);
  const area = (await page.locator('.chart-area').boundingBox())!;
  expect(middles[0]).toBeGreaterThan(area.y + area.height - 80);
  const box = (await page.locator('.chart-box').boundingBox())!;
  for (const each of await labels.all()) {
    await each.locator('.chart-label-grip').tap();
    await each.locator('.chart-label-x:focus, :focus ~ .chart-label-x').waitFor();
    const reached = await each.evaluate((element) => {
      const cross = element.querySelector('.chart-label-x')!;
      const { left, top, width, height } = cross.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const reach = (dx: number, dy: number) => cross.contains(document.elementFromPoint(x + dx, y + dy));
      return [reach(-21, -21), reach(21, -21), reach(-21, 21), reach(21, 21)];
    });
    expect(reached).toEqual([true, true, true, true]);
    const { y, height } = (await each.boundingBox())!;
    const line = await each.evaluate((element) => {
      return Number.parseFloat(element.parentElement!.style.getPropertyValue('--label'));
    });
    expect(y + height / 2 - box.y).toBeCloseTo(line, 0);
  }
  await label(page, 'Long 25').locator('.chart-label-grip').tap();
  await label(page, 'Long 25').getByRole('button', { name: 'Close the position' }).tap();
  const answers = label(page, 'Long 25').locator('.chart-label-answer');
  await answers.first().waitFor();
  const sizes = await answers.evaluateAll((buttons) =>
    buttons.map((each) => Number.parseFloat(getComputedStyle(each, '::after').height)),
  );
  expect(sizes.every((size) => size >= 44)).toBe(true);
});
