/** Charts in real Chromium: traders' pages, the pointer, the canvas. */
import { afterAll, afterEach, beforeAll } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser, type TestPage } from './browser.ts';
import { type ServerOptions, startServer } from './server.ts';

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

type ChartSite = Awaited<ReturnType<typeof openSite>>;

/** Creates the site of a test file: opened before its tests and closed after them, its pages after each test. */
export function chartSite(options?: ServerOptions): ChartSite {
  const site = {} as ChartSite;
  beforeAll(async () => void Object.assign(site, await openSite(options)));
  afterEach(() => site.closePages?.());
  afterAll(() => site.stop?.());
  return site;
}

/** A server with a running season, and a browser with a new trader for each page. */
async function openSite(options?: ServerOptions) {
  const [browser, server] = await Promise.all([launchBrowser(), startServer(options)]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  let people = 0;

  /** Opens a new trader's page without loading any address. */
  async function trader(context: BrowserContextOptions = DESKTOP): Promise<TestPage> {
    const page = await browser.open(context);
    const person = { username: `charter${++people}`, password: 'a pass phrase' };
    await page.request.post(`${server.url}/api/register`, { data: person, headers: { origin: server.url } });
    return page;
  }

  return {
    server,
    admin,
    trader,
    /** Opens a live chart of a new trader, its panel awake. */
    async chart(path = '/chart', context: BrowserContextOptions = DESKTOP): Promise<TestPage> {
      const page = await trader(context);
      await page.goto(server.url + path);
      await live(page);
      await wakePanel(page);
      return page;
    },
    closePages: browser.closePages,
    async stop(): Promise<void> {
      await browser.close();
      await server.stop();
    },
  };
}

export const live = (page: Page) => page.locator('.chart-panel[data-running=true]').first().waitFor();
/** Touches the panel and waits until it is awake: the first touch loads React. */
export async function wakePanel(page: Page): Promise<void> {
  await page.locator('.chart-panel').first().dispatchEvent('pointerdown');
  await page
    .locator('is-land[data-island=ChartDashboard][data-island-status=awake]')
    .waitFor({ state: 'attached' });
}
export const toast = (page: Page, title: string) =>
  page.locator('[role=status], [role=alert]').filter({ hasText: title });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const ticker = (page: Page) => page.getByRole('combobox', { name: 'Ticker' });
export const ticket = (page: Page) => page.locator('.chart-ticket-place form[action="/api/trade"]');
/** Presses Again as soon as the receipt shows, while Confirm is locked for a second. @returns Confirm at that moment */
export const again = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ text: string | null; disabled: boolean; width: number }>((done) => {
        const look = () => {
          const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')];
          const again = buttons.find((each) => each.textContent === 'Again');
          if (!again) return void requestAnimationFrame(look);
          again.click();
          requestAnimationFrame(() => {
            const confirm = document.querySelector<HTMLButtonElement>('[data-confirm=trade]')!;
            const { textContent: text, disabled } = confirm;
            done({ text, disabled, width: confirm.getBoundingClientRect().width });
          });
        };
        look();
      }),
  );
/** Opens the controls that a phone shows only after a press: type, averages, drawing, realtime, SHORT, settings. */
export const moreTools = (page: Page) => button(page, 'Chart tools').tap();
export const realtime = (page: Page) => page.getByRole('button', { name: /^R:/ });
/** The element of the chart that receives keys. */
export const figure = (page: Page) => page.locator('.chart-area [tabindex="0"][aria-label*="bars"]');
/** Waits until the chart's text alternative names this ticker and interval. */
export const showing = (page: Page, what: string) =>
  page.locator(`[aria-label^="${what}:"]`).first().waitFor();

/** Waits for two animation frames: the chart paints in the first one after a change. */
export const frames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Moves the pointer over the chart area. */
export async function hover(page: Page, x: number, y: number): Promise<void> {
  const area = (await page.locator('.chart-area').first().boundingBox())!;
  await page.mouse.move(area.x + x, area.y + y);
}

export async function clickAt(page: Page, x: number, y: number): Promise<void> {
  await hover(page, x, y);
  await page.mouse.down();
  await page.mouse.up();
}

/** Returns the legend: "O" → 101.5, "SMA 9" → 100.25. */
export async function readLegend(page: Page): Promise<Record<string, number>> {
  const legend = page.getByTestId('legend');
  await legend.waitFor();
  const pairs = await legend
    .locator('> div')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.firstChild!.textContent!,
        row.lastChild!.textContent!.replaceAll(',', '').replace('−', '-'),
      ]),
    );
  return Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)]));
}

type Bar = { time: number; open: number; high: number; low: number; close: number; volume: number };

/** Returns a chart's bars from session storage. @param key ticker and interval, like `AAPL-1D` */
export async function cachedBars(page: Page, key: string): Promise<Bar[]> {
  const text = await page.evaluate((name) => sessionStorage.getItem(name), `fetchDataCache_${key}`);
  return (JSON.parse(text!) as { data: Bar[] }).data;
}

/** Returns the index of the bar under the pointer at `x` pixels into the chart area; -1 without one. */
export async function barUnder(page: Page, bars: readonly Bar[], x: number): Promise<number> {
  await hover(page, x, 200);
  await frames(page);
  const { O, H, L, C, V } = await readLegend(page);
  const near = (a: number, b: number | undefined) => Math.abs(a - b!) < 0.00501;
  return bars.findLastIndex(
    (bar) =>
      near(bar.open, O) &&
      near(bar.high, H) &&
      near(bar.low, L) &&
      near(bar.close, C) &&
      Math.abs(bar.volume - V!) <= 0.5,
  );
}

export type Rgb = readonly [number, number, number];
export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** True when a canvas has this colour within 3 pixels of a point of the chart area, at most `slack` off in each channel. */
export function painted(page: Page, x: number, y: number, rgb: Rgb, slack = 0): Promise<boolean> {
  return page.evaluate(
    ([x, y, r, g, b, slack]) => {
      const area = document.querySelector('.chart-area')!.getBoundingClientRect();
      return [...document.querySelectorAll<HTMLCanvasElement>('.chart-area canvas')].some((canvas) => {
        const box = canvas.getBoundingClientRect();
        const scale = canvas.width / box.width;
        const point = [(area.x + x - box.x - 3) * scale, (area.y + y - box.y - 3) * scale] as const;
        const { data } = canvas.getContext('2d')!.getImageData(point[0], point[1], 7 * scale, 7 * scale);
        for (let i = 0; i < data.length; i += 4) {
          const off = [data[i]! - r, data[i + 1]! - g, data[i + 2]! - b].map(Math.abs);
          if (Math.max(...off) <= slack && data[i + 3] === 255) return true;
        }
        return false;
      });
    },
    [x, y, ...rgb, slack] as const,
  );
}

/** Returns the lengths of horizontal runs of a colour on the chart's pane, at most `slack` off in each channel. */
export function runsOf(page: Page, rgb: Rgb, slack = 0): Promise<number[]> {
  return page.evaluate(
    ([r, g, b, slack]) => {
      const lengths: number[] = [];
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.chart-area canvas')) {
        // the axes have separate canvases
        if (canvas.width < 200 || canvas.height < 200) continue;
        const { data, width, height } = canvas
          .getContext('2d')!
          .getImageData(0, 0, canvas.width, canvas.height);
        const is = (i: number) =>
          Math.abs(data[i]! - r) <= slack &&
          Math.abs(data[i + 1]! - g) <= slack &&
          Math.abs(data[i + 2]! - b) <= slack &&
          data[i + 3] === 255;
        for (let y = 0; y < height; y++) {
          let run = 0;
          for (let x = 0; x <= width; x++) {
            if (x < width && is(4 * (y * width + x))) run++;
            else if (run > 0) {
              lengths.push(run);
              run = 0;
            }
          }
        }
      }
      return lengths;
    },
    [...rgb, slack] as const,
  );
}

/** AAPL's price in all parts of the page in one frame, and whether the chart painted the header's price. */
export type SeenFrame = {
  header: string;
  ticket: string;
  dock: string;
  /** Profit of the position, in the dock. */
  gain: string;
  /** The same on its price line, with its percent. */
  position: string;
  isOnAxis: boolean;
};

/** Runs in the page: records all parts of the page after each frame that changed the header's price. */
export function watchFrames(): void {
  const painted = new Set<string>();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...args) {
    painted.add(args[0]);
    fillText.apply(this, args);
  };
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  const frames: SeenFrame[] = [];
  Object.assign(window, { seen: frames });
  new MutationObserver(() =>
    setTimeout(() => {
      const header = text('[data-testid=last-price]');
      frames.push({
        header,
        ticket: text('[data-testid=ticket-price]'),
        dock: text('.dock-body [data-live="last:AAPL"]'),
        gain: text('.dock-body .dock-pnl .live-figure'),
        position: text('.chart-line[data-kind=position] .live-figure[dir=ltr]'),
        isOnAxis: painted.has(header),
      });
      painted.clear();
    }),
  ).observe(document.querySelector('[data-testid=last-price]')!, { characterData: true, subtree: true });
}

/** Returns the frames that `watchFrames` has recorded. */
export const framesSeen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: SeenFrame[] }).seen);
