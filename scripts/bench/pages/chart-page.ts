/** The chart page in real Chromium as the chart's bench needs it: what was fetched, when things were there, how frames ran. */
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { TestBrowser, TestPage } from '#tests/helpers/browser.ts';
import type { TestServer } from '#tests/helpers/server.ts';

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

export type Visit = {
  /** Milliseconds from the navigation to the frame that showed the server's candles, and the live chart. */
  candles: number;
  live: number;
  /** What tasks over 50 ms took beyond that, until a second after the live chart; and the longest of all. */
  blocking: number;
  longest: number;
};

let people = 0;

/** A page of a new trader's, nothing opened yet. */
export async function trader(
  browser: TestBrowser,
  server: TestServer,
  options: BrowserContextOptions = DESKTOP,
): Promise<TestPage> {
  const page = await browser.open(options);
  const data = { username: `bench-chart${++people}`, password: 'a pass phrase' };
  await page.request.post(`${server.url}/api/register`, { data, headers: { origin: server.url } });
  return page;
}

/** Waits until so many charts are live and have what they show. */
export async function live(page: Page, charts = 1): Promise<void> {
  await page
    .locator('.chart-panel[data-running=true][aria-busy=false]')
    .nth(charts - 1)
    .waitFor();
}

/** Opens /chart with a cold cache. @param slowdown of the processor, as developer tools mean it */
export async function visit(page: Page, url: string, slowdown: number): Promise<Visit> {
  await page.addInitScript(watch);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${url}/chart`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'seen' in window);
  return await page.evaluate(() => (window as unknown as { seen: Visit }).seen);
}

/** As `visit`, with none of the page's script files fetched. @returns when the server's candles were shown, in ms */
export async function visitUnscripted(page: Page, url: string, slowdown: number): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setBlockedURLs', { urls: ['*.js'] });
  await page.addInitScript(watch);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${url}/chart`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'drawn' in window);
  return await page.evaluate(() => (window as unknown as { drawn: number }).drawn);
}

/** Milliseconds of processor time the main thread takes until a second after the live chart, at full speed. */
export async function mainThread(page: Page, url: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  // Unlike the clock's, a thread's own time does not grow with what else the machine does.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  await page.goto('about:blank');
  const before = await taken();
  await visit(page, url, 1);
  return (await taken()) - before;
}

/** Runs in the page before anything of it. */
function watch(): void {
  const long: PerformanceEntry[] = [];
  new PerformanceObserver((list) => long.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  });
  const shown = (selector: string) =>
    new Promise<number>((done) => {
      const look = () => {
        if (!document.querySelector(selector)) return void requestAnimationFrame(look);
        // A frame callback comes before its frame is painted: the next one is after it.
        requestAnimationFrame(() => done(performance.now()));
      };
      look();
    });
  const drawn = shown('.chart-area svg path').then((at) => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    const candles = Math.max(at, first?.startTime ?? 0);
    Object.assign(window, { drawn: candles });
    return candles;
  });
  Promise.all([drawn, shown('.chart-panel[data-running=true] canvas')]).then(async ([candles, live]) => {
    await new Promise((later) => setTimeout(later, 1000));
    const late = long.filter((task) => task.startTime + task.duration > candles);
    const blocking = late.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0);
    const longest = Math.max(0, ...long.map((task) => task.duration));
    Object.assign(window, { seen: { candles, live, blocking, longest } });
  });
}

/** Milliseconds between animation frames for so long. */
export function frames(page: Page, ms: number): Promise<number[]> {
  return page.evaluate(
    (ms) =>
      new Promise<number[]>((done) => {
        const times: number[] = [];
        const next = (now: number) => {
          times.push(now);
          if (now - times[0]! < ms) requestAnimationFrame(next);
          else done(times.slice(1).map((time, i) => time - times[i]!));
        };
        requestAnimationFrame(next);
      }),
    ms,
  );
}

/** Bytes of JavaScript objects that are reachable. */
export async function heap(cdp: CDPSession): Promise<number> {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** Canvas elements that are reachable, in the document or not. */
export async function canvases(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'HTMLCanvasElement.prototype' });
  const { objects } = await cdp.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! });
  const { result: length } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await cdp.send('Runtime.releaseObject', { objectId: objects.objectId! });
  return length.value as number;
}
