/**
 * Frames of a busy screen: four charts that share the window, a dock of 20 positions, 20 trades a second in all and of each
 * of 10 symbols, at a quarter of the processor's speed. Counted by Chromium's own trace.
 * `node scripts/start.mjs --run scripts/bench/pages/frames.ts`
 */
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '#tests/helpers/browser.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import { DESKTOP, live, trader } from './chart-page.ts';

const CHARTS = ['AAPL', 'MSFT', 'NVDA', 'TSLA'];
const HELD = 20;
const TRADES_A_SECOND = 20;
/** Symbols that a socket may watch. */
const WATCHED = 10;
const SLOWDOWN = 4;
const SECONDS = 10;

type TraceEvent = { name: string };

async function hold(page: Page, server: TestServer): Promise<string[]> {
  const { id } = await (await page.request.get(`${server.url}/api/user`)).json();
  const found = await (await page.request.get(`${server.url}/api/screener?type=day`)).json();
  const others = (found.results ?? found).map(({ symbol }: { symbol: string }) => symbol);
  const held: string[] = [];
  for (const symbol of new Set<string>([...CHARTS, ...others])) {
    if (held.length === HELD) break;
    const data = { user_id: id, symbol, action: 'buy', quantity: 1 };
    const answer = await page.request.post(`${server.url}/api/trade`, {
      data,
      headers: { origin: server.url },
    });
    if (answer.ok()) held.push(symbol);
  }
  return held;
}

/** Trades come as the server would send them, at moments of this program's choosing. */
async function intercept(page: Page): Promise<(symbol: string, price: number) => void> {
  let send = (_: string) => {};
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(message));
    send = (text) => socket.send(text);
  });
  return (ticker, price) =>
    send(JSON.stringify({ ticker, trade: { price, size: 1, time: Date.now(), quote: true } }));
}

/** What Chromium's trace of some seconds says. */
async function traced(cdp: CDPSession, seconds: number) {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline.frame';
  await cdp.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  // frames a second are counted over a time, not up to an event
  await Bun.sleep(seconds * 1000);
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await complete;
  const perSecond = (name: string) => events.filter((event) => event.name === name).length / seconds;
  return { drawn: perSecond('DrawFrame'), dropped: perSecond('DroppedFrame') };
}

/** Seconds that the main thread has worked. */
async function workedSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

/** Sends trades of `symbols` in turn and says how the frames ran. */
async function measure(cdp: CDPSession, say: (symbol: string, price: number) => void, symbols: string[][]) {
  let turn = 0;
  const beat = setInterval(() => {
    turn += 1;
    for (const symbol of symbols[turn % symbols.length]!) say(symbol, 100 + Math.sin(turn / 9) * 2);
  }, 1000 / TRADES_A_SECOND);
  const before = await workedSeconds(cdp);
  const frames = await traced(cdp, SECONDS);
  clearInterval(beat);
  return { ...frames, busy: ((await workedSeconds(cdp)) - before) / SECONDS };
}

const [browser, server] = await Promise.all([launchBrowser(), startServer()]);
await (await server.admin()).post('/api/toggle-competition', { active: true });
const page = await trader(browser, server, DESKTOP);
const say = await intercept(page);
const held = await hold(page, server);
await page.goto(`${server.url}/chart?symbol=AAPL`);
await live(page);
await page.locator('summary[title="Chart settings"]').click();
await page.getByRole('button', { name: 'Charts in the window: 4', exact: true }).click();
await live(page, 4);
// all of the dock is in sight of what follows prices
await page.locator('.dock-toggle').click();
await page.locator('.dock:not(.dock-shut)').waitFor();
const cdp = await page.context().newCDPSession(page);
await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
await cdp.send('Performance.enable');
const watched = held.slice(0, WATCHED);
for (const [name, symbols] of [
  ["the market's own trades alone", [[]]],
  ['20 trades/s', watched.map((symbol) => [symbol])],
  [`20 trades/s of each of ${WATCHED} symbols`, [watched]],
] as const) {
  const { drawn, dropped, busy } = await measure(cdp, say, symbols as string[][]);
  console.log(
    `${held.length} positions, 4 charts, ${SLOWDOWN}x slowdown, ${name}: ${drawn.toFixed(1)} frames/s drawn, ` +
      `${dropped.toFixed(1)} dropped, main thread busy ${(100 * busy).toFixed(0)}%`,
  );
}
await browser.close();
await server.stop();
process.exit(0);
