/** The look of a chart: sizes, colours, themes, averages, and the step from the server's drawing to the live chart. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { INDICATOR_COLORS, indicatorLines } from '#core/market/indicator-lines.ts';
import { INDICATOR_IDS, SMA_COLORS, SMA_PERIODS } from '#core/market/indicators.ts';
import { PALETTES, THEME_KEYS, themeId, themeName } from '#core/shop/themes.ts';
import { allAwake } from '../helpers/browser.ts';
import {
  barUnder,
  button,
  cachedBars,
  chartSite,
  DESKTOP,
  frames,
  hover,
  live,
  PHONE,
  painted,
  readLegend,
  rgbOf,
  runsOf,
  showing,
  ticker,
  toast,
} from '../helpers/chart.ts';
import { waveMarket } from '../helpers/held-market.ts';
import { shiftOf } from '../helpers/layout-shift.ts';
import { until } from '../helpers/until.ts';

/** The largest cumulative layout shift of a page, on the first visit or the second. */
const MOST_SHIFT = 0.02;
// a live price far from the bars would flatten them at its first print
const site = chartSite({ market: waveMarket({ AAPL: '100' }) });

const areaOf = async (page: Page) => (await page.locator('.chart-area').boundingBox())!;

/** Turns the wheel until the bars have their largest or smallest width. */
async function zoom(page: Page, way: 'in' | 'out'): Promise<void> {
  await hover(page, 150, 200);
  for (let i = 0; i < 25; i++) await page.mouse.wheel(0, way === 'in' ? -400 : 400);
  await frames(page);
}

/** Returns the colours that no canvas of the chart shows. */
function missing(page: Page, colors: string[]): Promise<string[]> {
  return page.evaluate((colors) => {
    const unseen = new Map(colors.map((color) => [Number.parseInt(color.slice(1), 16), color]));
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.chart-area canvas')) {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 0; i < data.length && unseen.size > 0; i += 4) {
        if (data[i + 3] === 255) unseen.delete((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
      }
    }
    return [...unseen.values()];
  }, colors);
}

test('with its dock at least 610 pixels high, at most 2100 wide, on any screen', async () => {
  const page = await site.chart();
  const sizes = [
    [1280, 800],
    [1280, 500],
    [2600, 900],
    [360, 740],
  ] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await frames(page);
    const area = await areaOf(page);
    const dock = (await page.locator('.dock').boundingBox())!;
    const panel = (await page.locator('.chart-panel').boundingBox())!;
    // 8 pixels separate chart and dock; on a phone the line of positions and the order buttons are in the panel
    const high = width < 700 ? panel.height : area.height + 8 + dock.height;
    expect(high).toBeGreaterThanOrEqual(610);
    expect(area.height).toBeGreaterThanOrEqual(220);
    expect(area.width).toBeLessThanOrEqual(2100);
    if (width > 2200) expect(panel.width).toBe(2100);
    if (width >= 1000) expect([dock.x, dock.width]).toEqual([panel.x, panel.width]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 2600, height: 900 });
  await page.locator('.chart-order').first().click();
  const ticket = (await page.locator('.chart-ticket').boundingBox())!;
  const rows = (await page.locator('.dock-panel').boundingBox())!;
  const panel = (await page.locator('.chart-panel').boundingBox())!;
  expect([rows.x, rows.x + rows.width]).toEqual([panel.x, panel.x + panel.width - 296]);
  expect(ticket.x + ticket.width).toBeLessThanOrEqual(panel.x + panel.width);
  expect(page.problems).toEqual([]);
});

test('no number of the axis is under the newest price, drawn by the server or live before anybody touches it', async () => {
  const still = await site.trader({ ...DESKTOP, javaScriptEnabled: false });
  await still.goto(`${site.server.url}/chart`);
  expect(await still.locator('.chart-area is-slot').getByText('100.00', { exact: true }).count()).toBe(1);

  const page = await site.trader();
  // records the texts that the axes painted in their newest frame
  await page.addInitScript(() => {
    let texts: string[] | null = null;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...args) {
      if (!texts) {
        texts = [];
        Object.assign(window, { axisTexts: texts });
        queueMicrotask(() => {
          texts = null;
        });
      }
      if (this.canvas.clientWidth < 100) texts.push(args[0]);
      fillText.apply(this, args);
    };
  });
  await page.goto(`${site.server.url}/chart`);
  await live(page);
  const painted = () => page.evaluate(() => (window as unknown as { axisTexts?: string[] }).axisTexts ?? []);
  await until(painted, (texts) => texts.length > 3 && texts.filter((text) => text === '100.00').length === 1);
  expect(page.problems).toEqual([]);
});

test('several charts on a phone stand under each other, none over the next', async () => {
  const page = await site.trader(PHONE);
  await page.addInitScript(() => localStorage.setItem('creativeMode', 'true'));
  await page.goto(`${site.server.url}/chart`);
  await button(page, 'Add chart').click();
  await page.locator('.chart-panel[data-running=true]').nth(1).waitFor();
  const parts = await page
    .locator('.chart-panel')
    .evaluateAll((panels) =>
      panels.map((panel) => [panel.getBoundingClientRect().height, panel.scrollHeight] as const),
    );
  for (const [height, content] of parts) expect(content).toBeLessThanOrEqual(Math.ceil(height));
  for (const area of await page.locator('.chart-area').all()) {
    expect((await area.boundingBox())!.height).toBeGreaterThanOrEqual(610);
  }
  expect(page.problems).toEqual([]);
});

test('bars are 6 to 15 pixels apart however far one zooms, and thin on charts under 600 pixels', async () => {
  const page = await site.chart('/chart?type=bar');
  const bars = await cachedBars(page, 'AAPL-1D');
  const across = async (pixels: number) =>
    (await barUnder(page, bars, 100 + pixels)) - (await barUnder(page, bars, 100));
  await zoom(page, 'in');
  expect(await across(300)).toBe(20);
  const usual = (runs: number[]) => runs.toSorted((a, b) => a - b)[runs.length >> 1]!;
  expect(usual(await runsOf(page, rgbOf(PALETTES.default.upColor)))).toBeGreaterThan(1);
  await zoom(page, 'out');
  expect(await across(300)).toBe(50);

  await page.setViewportSize({ width: 590, height: 740 });
  await zoom(page, 'in');
  expect(usual(await runsOf(page, rgbOf(PALETTES.default.upColor)))).toBe(1);
});

test('up is #4caf50, down #f44336, unchanged grey; averages are orange, magenta, cyan and white', async () => {
  const page = await site.trader();
  await page.goto(`${site.server.url}/chart?sma=9,20,50,200`);
  await live(page);
  await button(page, '5m').click();
  await showing(page, 'AAPL, 5m');
  await frames(page);
  for (const color of ['#4caf50', '#f44336', '#808080']) {
    expect((await runsOf(page, rgbOf(color))).length).toBeGreaterThan(50);
  }
  // averages are drawn once their code and the new bars have loaded
  for (const period of SMA_PERIODS)
    await until(async () => (await runsOf(page, rgbOf(SMA_COLORS[period]), 60)).length > 30);
  expect(Object.values(SMA_COLORS)).toEqual(['#ffa500', '#ff00ff', '#00ffff', '#ffffff']);
  // the volume fills the lowest fifth
  const area = await areaOf(page);
  const volumes = [PALETTES.default.volumeUp, PALETTES.default.volumeDown].map(rgbOf);
  const colorsAt = async (y: number) =>
    (await Promise.all(volumes.map((color) => painted(page, area.width - 150, y, color)))).includes(true);
  expect(await colorsAt(area.height - 40)).toBe(true);
  expect(await colorsAt(area.height * 0.7)).toBe(false);

  // the legend shows the averages at a bar, except those that are switched off
  await hover(page, 700, 200);
  const legend = await readLegend(page);
  expect(Object.keys(legend)).toEqual(['O', 'H', 'L', 'C', 'V', 'SMA 9', 'SMA 20', 'SMA 50', 'SMA 200']);
  await page.locator('summary[title="Averages and indicators"]').click();
  await button(page, 'SMA 50').click();
  await page.keyboard.press('Escape');
  await hover(page, 600, 200);
  expect(Object.keys(await readLegend(page))).not.toContain('SMA 50');

  // the same for the other indicators, two of them in separate panes
  await page.locator('summary[title="Averages and indicators"]').click();
  const studies = ['EMA 20', 'VWAP', 'Bollinger bands 20, 2', 'RSI 14', 'MACD 12, 26, 9'];
  for (const indicator of studies) await button(page, indicator).click();
  await page.keyboard.press('Escape');
  await until(async () => new URL(page.url()).searchParams.get('ind') === 'ema,vwap,bb,rsi,macd');
  const candles = await cachedBars(page, 'AAPL-5m');
  const bar = await barUnder(page, candles, 640);
  const readings = await readLegend(page);
  for (const line of INDICATOR_IDS.flatMap((id) => indicatorLines(id, candles)))
    if (line.name) expect(Math.abs(readings[line.name]! - line.values[bar]!), line.name).toBeLessThan(0.0051);
  await frames(page);
  for (const id of INDICATOR_IDS)
    expect((await runsOf(page, rgbOf(INDICATOR_COLORS[id]), 60)).length, id).toBeGreaterThan(20);
  expect(page.problems).toEqual([]);
});

test('all 26 themes by key, id and display name redraw the chart at once; an unknown one is the default', async () => {
  const page = await site.chart();
  let activeTheme = '';
  await page.route('**/api/user-profile', (route) => route.fulfill({ json: { activeTheme } }));
  const announce = () => page.evaluate(() => window.dispatchEvent(new Event('theme-changed')));
  const wear = async (name: string, key: keyof typeof PALETTES, tell: () => Promise<unknown> = announce) => {
    activeTheme = name;
    await tell();
    await page.waitForFunction(([r, g, b]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.chart-area canvas');
      const [red, green, blue] = canvas?.getContext('2d')?.getImageData(40, 300, 1, 1).data ?? [];
      return red === r && green === g && blue === b;
    }, rgbOf(PALETTES[key].background));
    const { upColor, downColor, volumeUp, volumeDown, text } = PALETTES[key];
    expect(await missing(page, [upColor, downColor, volumeUp, volumeDown, text]), name).toEqual([]);
  };
  expect(THEME_KEYS).toHaveLength(26);
  for (const [i, key] of THEME_KEYS.entries()) {
    await wear([key, themeId(key), themeName(key)][i % 3]!, key);
  }
  for (const name of ['gear_5_luffy', 'theme_21', 'Gear 5 Luffy']) {
    await wear('default', 'default');
    await wear(name, 'gear_5_luffy');
  }
  await wear('no such theme', 'default');
  const otherTab = await page.context().newPage();
  await otherTab.goto(new URL('/favicon.svg', page.url()).href);
  await wear('theme_5', 'matrix_code', () =>
    otherTab.evaluate(() => localStorage.setItem('theme-changed', String(Date.now()))),
  );
  await otherTab.close();
  expect(page.problems).toEqual([]);
});

test('a theme that is put on in one tab recolours the chart of another at once', async () => {
  const page = await site.chart();
  const { id } = await (await page.request.get(`${site.server.url}/api/user`)).json();
  await site.server
    .sql`insert into owned_items (user_id, item_id, type, price) values (${id}, 'theme_5', 'theme', 0)`;
  const profile = await page.context().newPage();
  await profile.goto(`${site.server.url}/profile?tab=themes`);
  await allAwake(profile);
  await profile.locator('[data-item=theme_5]').getByRole('button').last().click();
  const { background } = PALETTES.matrix_code;
  await until(
    () => missing(page, [background]),
    (colors) => colors.length === 0,
  );
  expect(page.problems).toEqual([]);
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)(
  'on a %s nothing moves when the live chart takes over, and nothing typed before is lost',
  async (_, context) => {
    for (const path of ['/chart', '/chart?ticket=open']) {
      const page = await site.trader(context);
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      await page.route(/\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      // the font is used on the next page here; first-paint.test.ts measures the layout shift of a font
      await page.route(/\.woff2$/, () => {});
      await page.goto(site.server.url + path, { waitUntil: 'commit' });
      const drawn = page.getByRole('img', { name: /^AAPL, 1D/ }).locator('path');
      await drawn.first().waitFor({ state: 'attached' });
      // a document that is still loading may be painted in parts
      await page.waitForFunction(() => document.readyState !== 'loading');
      await frames(page);
      const areaBefore = await areaOf(page);
      const typing = path !== '/chart';
      if (typing) {
        await page.getByText('Amount ($)').click();
        await page.getByLabel('Amount in dollars').fill('250');
        await ticker(page).fill('msf');
        await frames(page);
      }
      // a phone's ticket makes room for the keyboard while its size is typed
      const early = await shiftOf(page);
      release();
      await live(page);
      await frames(page);
      expect(await areaOf(page)).toEqual(areaBefore);
      // a price fetched meanwhile may be a pixel wider than the server's
      expect((await shiftOf(page)) - early).toBeLessThan(MOST_SHIFT);
      if (typing) {
        expect(await page.getByLabel('Amount in dollars').inputValue()).toBe('250');
        expect((await ticker(page).inputValue()).toUpperCase()).toBe('MSF');
        await page.getByTestId('ticket-cost').filter({ hasText: '$250.00' }).waitFor();
      }
      expect(page.problems).toEqual([]);
    }
  },
);

test('when the chart’s code cannot be fetched the server’s drawing stays, and orders still go', async () => {
  const page = await site.trader();
  await page.route('**/*.js', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await (/tradingview/i.test(text) ? route.abort() : route.fulfill({ response: answer, body: text }));
  });
  await page.goto(`${site.server.url}/chart`);
  await toast(page, 'Failed to load chart data').waitFor();
  expect(await toast(page, 'Failed to load chart data').textContent()).toStartWith('Error');
  expect(await page.getByRole('img', { name: /^AAPL, 1D/ }).isVisible()).toBe(true);
  await button(page, 'Buy').click();
  await page.getByTestId('ticket-price').filter({ hasText: '$' }).waitFor();
  await button(page, 'Confirm buy').click();
  await toast(page, 'Trade Executed').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('times are those of the reader’s zone; days stay days', async () => {
  const spoken = async (timezoneId: string) => {
    const page = await site.chart('/chart?interval=4h', { ...DESKTOP, timezoneId });
    const say = async () => {
      await page.locator('.chart-area [tabindex="0"]').first().focus();
      await page.keyboard.press('Home');
      return (await page.locator('.chart-area [aria-live]').textContent())!.split(': ')[0]!;
    };
    const intraday = await say();
    const first = (await cachedBars(page, 'AAPL-4h'))[0]!.time;
    await button(page, '1D').click();
    await showing(page, 'AAPL, 1D');
    return { intraday, day: await say(), first };
  };
  const inZone = (seconds: number, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(seconds * 1000);
  const tokyo = await spoken('Asia/Tokyo');
  const york = await spoken('America/New_York');
  expect(tokyo.intraday).toBe(inZone(tokyo.first, 'Asia/Tokyo'));
  expect(york.intraday).toBe(inZone(york.first, 'America/New_York'));
  expect(tokyo.day).toBe(york.day);
});
