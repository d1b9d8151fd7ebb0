/**
 * Measures the first press on a slow phone: the time from the press to the next frame, by the browser's Event Timing,
 * while the page's code may still be loading. The screen is 360 × 740 px, the processor six times slower, the network
 * slow 4G.
 */
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser, type TestBrowser, type TestPage } from '#tests/helpers/browser.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row } from './report.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const SLOWDOWN = 6;
const ROUNDS = 5;
/** Limit of a good Interaction to Next Paint, ms. */
const GOOD = 200;
/** Slow 4G by developer tools: latency of a request, ms, and bytes a second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

const PRESSES: readonly [what: string, path: string, selector: string][] = [
  ['Buy', '/chart', '.chart-panel button:has-text("Buy")'],
  ['the chart tools', '/chart', '.chart-more'],
  ['the interval 1h', '/chart', 'a:text-is("1h"), button:text-is("1h")'],
  ['the dock', '/chart', '.dock-line'],
  ['More', '/leaderboards', '.phonenav button'],
  ['the account menu', '/leaderboards', '.account-chip'],
  ['a trader', '/leaderboards', '.traders a'],
  ['a tab of the profile', '/profile', 'a[href*="tab=trades"]'],
];

let traderCount = 0;

async function phonePage(browser: TestBrowser, server: TestServer): Promise<TestPage> {
  const page = await browser.open(PHONE);
  const data = { username: `bench-press${++traderCount}`, password: 'a pass phrase' };
  await page.request.post(`${server.url}/api/register`, { data, headers: { origin: server.url } });
  return page;
}

async function slowed(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return cdp;
}

/** Runs in the page before its scripts. Stores the longest interaction in session storage, to survive a navigation. */
function watch(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.entryType === 'event' && !entry.interactionId) continue;
      const longest = Number(sessionStorage.getItem('press') ?? 0);
      sessionStorage.setItem('press', String(Math.max(longest, entry.duration)));
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  // Event Timing reports the first input even below the threshold.
  observer.observe({ type: 'first-input', buffered: true });
}

/** @returns time from the press to the next frame, ms */
async function press(browser: TestBrowser, server: TestServer, path: string, selector: string) {
  const page = await phonePage(browser, server);
  await page.addInitScript(watch);
  await slowed(page);
  await page.goto(server.url + path, { waitUntil: 'commit' });
  const target = page.locator(selector).first();
  // Presses as soon as the target is visible, even before its code has arrived.
  await target.waitFor();
  await target.tap();
  await page.waitForFunction(() => sessionStorage.getItem('press') !== null);
  const taken = Number(await page.evaluate(() => sessionStorage.getItem('press')));
  await page.context().close();
  return taken;
}

async function run(): Promise<Row[]> {
  const [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  const rows: Row[] = [];
  for (const [what, path, selector] of PRESSES) {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) times.push(await press(browser, server, path, selector));
    const middle = median(times);
    rows.push({
      name: `presses: the first on ${what}, ${path}, phone, ${SLOWDOWN}× slower, slow 4G`,
      figure: `${middle} ms to the next frame, at most ${Math.max(...times)} of ${ROUNDS}`,
      target: `at most ${GOOD} ms`,
      met: middle <= GOOD,
    });
  }
  await browser.close();
  await server.stop();
  return rows;
}

export const presses: Bench = { name: 'presses', run };
