/** The dock in Chromium: below the chart, as a phone's sheet, on the portfolio, and without scripts. */
import { expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { holdModules } from '#framework/tests/browser.ts';
import { barriers } from '../helpers/axe.ts';
import { withoutResponse } from '../helpers/browser.ts';
import { chartSite, DESKTOP, live, PHONE, toast } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

/** Opens a page of a trader who is long in AAPL, short in TSLA, and has a working order. */
async function holder(context: BrowserContextOptions = DESKTOP) {
  const page = await site.trader(context);
  const { url } = site.server;
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  const send = (path: string, data: object) =>
    page.request.post(url + path, { data, headers: { origin: url, accept: 'application/json' } });
  await send('/api/trade', { user_id: id, symbol: 'AAPL', action: 'buy', quantity: '10' });
  await send('/api/trade', { user_id: id, symbol: 'TSLA', action: 'short', quantity: '5' });
  await send('/api/orders', { symbol: 'NVDA', action: 'buy', type: 'limit', quantity: '1', limitPrice: '1' });
  return page;
}

test('under the chart: it takes its room from it, Buy and Sell are in its first row, figures are live', async () => {
  const page = await holder();
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const [area, dock, buy, head] = await Promise.all(
    ['.chart-area', '.dock', '.chart-order >> nth=0', '.dock-head'].map(
      async (selector) => (await page.locator(selector).boundingBox())!,
    ),
  );
  expect(dock!.y + dock!.height - area!.y).toBeGreaterThanOrEqual(610);
  expect(dock!.y + dock!.height).toBeLessThanOrEqual(800);
  expect([buy!.width, buy!.height]).toEqual([104, 44]);
  expect(buy!.y).toBeGreaterThanOrEqual(head!.y);
  expect(buy!.y + buy!.height).toBeLessThanOrEqual(head!.y + head!.height);
  expect(await page.locator('.dock-row').count()).toBe(2);
  const last = page.locator('.dock-own .live-price');
  // price changes are visual only: a screen reader announces none
  await page.evaluate(() => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    const live = '[aria-live], [role=status], [role=alert]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target as Element).closest?.(live) ?? target.parentElement?.closest(live);
        if (region) announcements.push(region.outerHTML.slice(0, 200));
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  for (let count = 0; count < 2; count++) {
    const textBefore = await last.textContent();
    await until(
      () => last.textContent(),
      (text) => text !== textBefore,
    );
  }
  expect(await page.evaluate(() => (window as unknown as { announcements: string[] }).announcements)).toEqual(
    [],
  );
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('a position is closed in its row, by keys alone; the tab and the hidden list are kept', async () => {
  const page = await holder();
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const row = page.locator('.dock-row', { hasText: 'TSLA' });
  const close = row.locator('summary', { hasText: 'Close' });
  // two confirmations opened before the dock's script has loaded: the last one stays, with the focus on its button
  const release = await holdModules(page);
  await row.locator('.dock-stop summary').click();
  await close.press('Enter');
  expect(await row.locator('details[open]').count()).toBe(2);
  await release();
  await until(
    () =>
      page.evaluate(() => document.activeElement?.matches('button') && document.activeElement.textContent),
    (text) => text === 'Close',
  );
  expect(await row.locator('details[open]').count()).toBe(1);
  await page.keyboard.press('Escape');
  expect(await row.locator('details[open]').count()).toBe(0);
  await page.keyboard.press('Enter');
  await row.locator('.dock-answer button', { hasText: 'Close' }).press('Enter');
  const executed = toast(page, 'Trade Executed').filter({ hasText: /COVER 5 shares of TSLA at \$\d+\.\d\d/ });
  await executed.waitFor();
  await row.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/chart');

  await page.locator('.dock-tab', { hasText: 'Orders' }).click();
  await page.locator('.dock-body', { hasText: 'Buy limit' }).waitFor();
  await page.reload();
  expect(await page.locator('.dock-tab[aria-current]').textContent()).toContain('Orders');
  await page.locator('.dock-toggle').click();
  await page.locator('.dock-shut').waitFor();
  await page.reload();
  expect(await page.locator('.dock-body').isVisible()).toBe(false);
  expect(page.problems).toEqual([]);
});

test('a form without a response is ready again after 20 s, and says to look at the list', async () => {
  const page = await holder();
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const row = page.locator('.dock-row', { hasText: 'TSLA' });
  await row.locator('summary', { hasText: 'Close' }).click();
  await withoutResponse(page, '**/api/trade', async () => {
    await row.locator('.dock-answer button', { hasText: 'Close' }).click();
    await toast(page, 'No answer came. Look at the list before you try again.').waitFor();
  });
  await page.locator('.dock form[aria-busy=true]').waitFor({ state: 'detached' });
  expect(page.problems).toEqual([]);
});

test('the triangle of a gain points up, that of a loss down', async () => {
  const page = await holder();
  await page.goto(`${site.server.url}/portfolio`);
  const triangleOf = (side: string) =>
    page
      .locator('.live-figure')
      .first()
      .evaluate((figure, way) => {
        (figure as HTMLElement).dataset.way = way;
        return getComputedStyle(figure, '::before').clipPath;
      }, side);
  expect(await triangleOf('up')).toBe('polygon(50% 0px, 100% 100%, 0px 100%)');
  expect(await triangleOf('down')).toBe('polygon(0px 0px, 100% 0px, 50% 100%)');
});

test('while a chart is in realtime mode the dock trades its ticker only', async () => {
  const page = await holder();
  await page.goto(`${site.server.url}/chart?symbol=AAPL`);
  await live(page);
  await page.getByRole('button', { name: /^R:/ }).click();
  const close = async (symbol: string) => {
    const row = page.locator('.dock-row', { hasText: symbol });
    await row.locator('summary', { hasText: 'Close' }).click();
    await row.locator('.dock-answer button', { hasText: 'Close' }).click();
    return row;
  };
  const toasts = await close('TSLA');
  const refusal = toast(page, 'Realtime Mode Active');
  await refusal.filter({ hasText: 'You can only trade AAPL while Realtime Mode is active.' }).waitFor();
  expect(await toasts.count()).toBe(1);
  const gone = await close('AAPL');
  await toast(page, 'Trade Executed').filter({ hasText: 'SELL 10 shares of AAPL' }).waitFor();
  await gone.waitFor({ state: 'detached' });
  expect(page.problems).toEqual([]);
});

test('a symbol is watched once by a tab, ten of them at most, and by a tab nobody sees none', async () => {
  const page = await holder();
  const { url } = site.server;
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  for (const symbol of ['AMD', 'AMZN', 'GOOGL', 'INTC', 'JPM', 'META', 'MSFT', 'NFLX', 'NVDA', 'XOM']) {
    const data = { user_id: id, symbol, action: 'buy', quantity: '1' };
    const answer = await page.request.post(`${url}/api/trade`, { data, headers: { origin: url } });
    expect(answer.status()).toBe(200);
  }
  const watched = new Set<string>();
  const twice: string[] = [];
  page.on('websocket', (socket) => {
    watched.clear();
    socket.on('framesent', ({ payload }) => {
      const { action, ticker } = JSON.parse(String(payload));
      if (action === 'subscribe' ? watched.has(ticker) : !watched.has(ticker)) twice.push(String(payload));
      if (action === 'subscribe') watched.add(ticker);
      else watched.delete(ticker);
    });
  });
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: now });
      Object.defineProperty(document, 'hidden', { configurable: true, value: now === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  const seenAndNot = async (isWatched: () => boolean) => {
    await until(isWatched);
    await turn('hidden');
    await until(() => watched.size === 0);
    await turn('visible');
    await until(isWatched);
  };
  await page.goto(`${url}/portfolio`);
  await seenAndNot(() => watched.size === 10);
  // a row beyond the socket's tickers is refreshed with the page
  const names = await page.locator('[data-tickers]').getAttribute('data-tickers');
  const last = names!.split(' ').find((each) => !watched.has(each))!;
  const row = page.locator('.dock-row', { hasText: last });
  const textBefore = await row.textContent();
  await until(
    () => row.textContent(),
    (text) => text !== textBefore,
  );
  await page.goto(`${url}/chart`);
  await live(page);
  await seenAndNot(() => watched.has('AAPL'));
  expect(watched.size).toBeLessThanOrEqual(10);
  expect(twice).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('an open sheet shows a trade of another tab', async () => {
  const page = await holder(PHONE);
  const { url } = site.server;
  await page.goto(`${url}/chart`);
  await live(page);
  await page.locator('.dock-line').click();
  const rows = page.locator('.dock-sheet .dock-row');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(2);
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  const data = { user_id: id, symbol: 'TSLA', action: 'cover', quantity: '5' };
  await page.request.post(`${url}/api/trade`, { data, headers: { origin: url, accept: 'application/json' } });
  await until(
    () => rows.count(),
    (count) => count === 1,
  );
});

test('on a phone a line opens it as a sheet; Escape, the way back and the button close it', async () => {
  const page = await holder(PHONE);
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const line = page.locator('.dock-line');
  expect(await line.textContent()).toMatch(/^2 positions·[+−]?\$[\d.]+1 order$/);
  const box = (await line.boundingBox())!;
  expect(box.height).toBe(44);
  // Buy and Sell are below it at the thumb, also after the chart was scrolled out of sight
  const orders = page.locator('.chart-orders');
  const below = async () => (await orders.boundingBox())!.y - (await line.boundingBox())!.y;
  expect(await below()).toBe(44);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await below()).toBe(44);
  await page.evaluate(() => scrollTo(0, 0));
  const sheet = page.locator('.dock-sheet');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => sheet.getByRole('button', { name: 'Close the sheet' }).click(),
  ]) {
    await line.click();
    await sheet.waitFor();
    expect((await sheet.boundingBox())!.height).toBeLessThanOrEqual(740 * 0.75);
    expect(await sheet.locator('.dock-row').count()).toBe(2);
    await leave();
    await sheet.waitFor({ state: 'detached' });
    await until(() => line.evaluate((each) => each === document.activeElement));
  }
  await line.click();
  await sheet.waitFor();
  // a card shows entry, price and worth, and the price is live
  const card = sheet.locator('.dock-row', { hasText: 'AAPL' });
  for (const part of ['.dock-entry', '.dock-last', '.dock-worth']) {
    expect(await card.locator(part).isVisible()).toBe(true);
  }
  const widthOf = async (part: string) => Math.round((await card.locator(part).boundingBox())!.width);
  expect(await widthOf('.dock-target')).toBe(await widthOf('.dock-stop'));
  const last = card.locator('.dock-last');
  const textBefore = await last.textContent();
  await until(
    () => last.textContent(),
    (text) => text !== textBefore,
  );
  expect(await sheet.locator('.dock-sums').textContent()).toMatch(/^Open[▲▼ ]*[+−]?\$/);
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test.each([
  ['/chart', PHONE],
  ['/portfolio', DESKTOP],
])('without scripts positions are closed and orders cancelled on %s', async (path, screen) => {
  const page = await holder({ ...screen, javaScriptEnabled: false });
  await page.goto(site.server.url + path);
  const row = page.locator('.dock-row', { hasText: 'AAPL' });
  await row.locator('summary', { hasText: 'Close' }).click();
  await row.locator('.dock-answer button', { hasText: 'Close' }).click();
  await page.locator('.dock-row').nth(1).waitFor({ state: 'detached' });
  // the page loads at the previous scroll position
  const inSight = () =>
    page.locator('.dock-tabs').evaluate((each) => each.getBoundingClientRect().top < innerHeight);
  await until(inSight);
  expect(await page.locator('.dock-row').textContent()).toContain('TSLA');
  await page.locator('.dock-tab', { hasText: 'Orders' }).click();
  await until(inSight);
  await page.locator('.dock-row summary', { hasText: 'Cancel' }).click();
  await page.locator('.dock-row .dock-answer button', { hasText: 'Cancel' }).click();
  await page.locator('.dock-body', { hasText: 'No orders are waiting.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
});

test('the portfolio in Hebrew: figures line up, a target is added in its cell, and the value has its curve', async () => {
  const page = await holder({ ...DESKTOP, locale: 'he-IL' });
  await page.goto(`${site.server.url}/portfolio`);
  const shares = await page
    .locator('.dock-shares bdi')
    .evaluateAll((all) => all.map((each) => [each.textContent, each.getBoundingClientRect().right]));
  expect(shares.map(([text]) => text).toSorted()).toEqual(['10', '5']);
  expect(shares[0]![1]).toBe(shares[1]![1]!);
  const cell = page.locator('.dock-row', { hasText: 'AAPL' }).locator('.dock-target');
  await cell.locator('summary').click();
  await until(() => cell.locator('.dock-field').evaluate((each) => each === document.activeElement));
  await page.keyboard.type('9000');
  await page.keyboard.press('Enter');
  await cell.getByText('$9,000.00').waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('in Hebrew too the longest row of orders, a bracket, is no wider than its card', async () => {
  const page = await holder({ ...DESKTOP, locale: 'he-IL' });
  const { url } = site.server;
  await page.request.post(`${url}/api/orders`, {
    headers: { origin: url, accept: 'application/json' },
    data: {
      symbol: 'GOOGL',
      action: 'buy',
      type: 'limit',
      quantity: '1',
      limitPrice: '10',
      takeProfit: { limitPrice: '12' },
      stopLoss: { stopPrice: '9' },
    },
  });
  await page.goto(`${url}/portfolio?dock=orders`);
  await page.locator('.dock-child').nth(1).waitFor();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBe(0);
  const [table, card] = await Promise.all(
    ['.dock-table', '.dock'].map(async (selector) => (await page.locator(selector).first().boundingBox())!),
  );
  expect(table!.x).toBeGreaterThanOrEqual(card!.x);
});

test('who was away reads once, on a phone too, what became of their orders, and finds it in the history', async () => {
  const page = await holder(PHONE);
  const { url } = site.server;
  const { sql } = site.server;
  const soon = new Date(Date.now() + 500).toISOString();
  const order = { symbol: 'MSFT', action: 'buy', type: 'limit', quantity: '1', limitPrice: '1' };
  const headers = { origin: url, accept: 'application/json' };
  const placed = await page.request.post(`${url}/api/orders`, {
    data: { ...order, expiresAt: soon },
    headers,
  });
  const { id } = (await placed.json()).order;
  await until(async () => {
    const [row] = await sql`select from orders where id = ${id} and status = 'expired'`;
    return row !== undefined;
  });
  await sql`update sessions set last_seen_at = now() - interval '1 hour' where user_id = (
      select user_id from orders where id = ${id})`;
  const news = page.getByRole('status').filter({ hasText: 'While you were away' });
  await until(async () => {
    await page.goto(`${url}/chart`);
    return (await news.count()) === 1;
  });
  expect(await news.locator('p').textContent()).toMatch(
    /^While you were away, your order in MSFT ended without a fill\. Time: \d+ \w+ \d\d:\d\d\.$/,
  );
  await news.getByRole('link', { name: 'History' }).click();
  await page.locator('.dock-row', { hasText: 'MSFT' }).getByText('Expired').waitFor();
  expect(await barriers(page)).toEqual([]);
  await until(async () => {
    await page.goto(`${url}/chart`);
    return (await news.count()) === 0;
  });

  await page.goto(`${url}/portfolio?dock=history`);
  for (const row of await page.locator('.dock-row').all()) {
    const [price, pnl] = await Promise.all(
      ['.dock-price', '.dock-pnl'].map(async (part) => (await row.locator(part).boundingBox())!),
    );
    expect(pnl!.y).toBeGreaterThanOrEqual(price!.y + price!.height);
  }
  expect(page.problems).toEqual([]);
});

/** Returns the trading controls, and those of them that a message covers. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const controls = '.chart-order, .dock-ask > summary, .chart-label-x, .ticket-confirm button, .ticket-tab';
    const boxOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    const messages = boxOf('.toast-live').map((each) => each.getBoundingClientRect());
    const isUnder = (element: HTMLElement) => {
      const elementBox = element.getBoundingClientRect();
      return messages.some(
        (box) =>
          box.left < elementBox.right &&
          elementBox.left < box.right &&
          box.top < elementBox.bottom &&
          elementBox.top < box.bottom,
      );
    };
    const all = boxOf(controls);
    return {
      messages: messages.length,
      controls: all.length,
      covered: all.filter(isUnder).map((each) => each.className + each.textContent),
    };
  });

test.each(['en', 'he'])('messages lie over nothing that trades, at any size (%s)', async (lang) => {
  for (const context of [DESKTOP, PHONE]) {
    const page = await holder(context);
    await page.context().addCookies([{ name: 'lang', value: lang, url: site.server.url }]);
    const look = async (least: number) => {
      await page.evaluate(() => {
        for (let id = 1; id <= 4; id++) {
          const detail = {
            id: id + Math.random(),
            kind: 'success',
            title: 'A title',
            message: 'A b c '.repeat(9),
          };
          window.dispatchEvent(new CustomEvent('toast', { detail }));
        }
      });
      // the messages stay while one of them has the focus
      await page.locator('.toast-live button').last().focus();
      const covers = await covered(page);
      expect(covers.covered).toEqual([]);
      expect(covers.messages).toBeGreaterThan(0);
      expect(covers.controls).toBeGreaterThan(least);
    };
    await page.goto(`${site.server.url}/chart`);
    await live(page);
    await page.locator('.chart-line').first().waitFor({ state: 'attached' });
    const sizes = context === PHONE ? [PHONE.viewport] : [DESKTOP.viewport, { width: 900, height: 700 }];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await look(2);
    }
    await page.setViewportSize(sizes[0]!);
    await page.locator('.chart-order').first().click();
    await page.locator('.ticket-confirm button').first().waitFor({ state: 'attached' });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await look(3);
    }
    await page.goto(`${site.server.url}/portfolio`);
    await look(2);
    await page.context().close();
  }
});
