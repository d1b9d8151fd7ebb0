/**
 * Measures the frames a second of /chart with four charts and a dock of 20 positions, while 20 trades a second arrive
 * and the browser's processor is four times slower. Compares them with the same page without any price change.
 */
import type { Page } from 'playwright-core';
import { launchBrowser, signIn, type TestPage } from '#tests/helpers/browser.ts';
import { type HeldMarket, waveMarket } from '#tests/helpers/held-market.ts';
import { startServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row } from './report.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const CHARTS = 4;
const SYMBOLS = Array.from({ length: 20 }, (_, i) => `S${String.fromCharCode(65 + i)}`);
const TRADES_A_SECOND = 20;
const SLOWDOWN = 4;
const SECONDS = 5;
const ROUNDS = 5;
const TARGET = 55;
/** Price of the first symbol, dollars; each further symbol costs one dollar more. */
const FIRST_PRICE = 100;

const priceOf = (index: number, cents: number) => (FIRST_PRICE + index + cents / 100).toFixed(2);

/** Changes the prices of the symbols in turn by some cents. @returns a function that stops it */
function startTrades(market: HeldMarket): () => void {
  let count = 0;
  const timer = setInterval(() => {
    const index = count % SYMBOLS.length;
    market.set(SYMBOLS[index]!, priceOf(index, (count * 7) % 50));
    count++;
  }, 1000 / TRADES_A_SECOND);
  return () => clearInterval(timer);
}

const live = (page: Page, charts: number) =>
  page
    .locator('.chart-panel[data-running=true][aria-busy=false]')
    .nth(charts - 1)
    .waitFor();

async function openFourCharts(page: TestPage, url: string): Promise<void> {
  await page.goto(`${url}/chart?symbol=${SYMBOLS[0]}`);
  await live(page, 1);
  await page.locator('.chart-panel').dispatchEvent('pointerdown');
  await page.locator('[data-cell="1"]').waitFor();
  await page.locator('[data-cell="1"] summary[title="Chart settings"]').click();
  await page
    .getByRole('button', { name: `Charts in the window: ${CHARTS}`, exact: true })
    .filter({ visible: true })
    .click();
  await live(page, CHARTS);
  // The layout closes the dock; its first tab opens it again.
  await page.locator('.dock.dock-shut').waitFor();
  await page.locator('.dock-tab').first().click();
  await page.locator('.dock:not(.dock-shut) .dock-row').first().waitFor();
}

/** @returns frames a second */
const framesOf = (page: Page) =>
  page.evaluate(
    (seconds) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let frames = 0;
        const count = (now: number) => {
          if (now - began >= seconds * 1000) return resolve((frames * 1000) / (now - began));
          frames++;
          requestAnimationFrame(count);
        };
        requestAnimationFrame(count);
      }),
    SECONDS,
  );

async function run(): Promise<Row[]> {
  const market = waveMarket(Object.fromEntries(SYMBOLS.map((symbol, i) => [symbol, priceOf(i, 0)])));
  const [browser, server] = await Promise.all([launchBrowser(), startServer({ market })]);
  await (await server.admin()).post('/api/toggle-competition', { active: true });
  const trader = await server.register();
  for (const symbol of SYMBOLS)
    await trader.post('/api/trade', { user_id: trader.userId, symbol, action: 'buy', quantity: 1 });
  const page = await browser.open(DESKTOP);
  await signIn(page, trader);
  await openFourCharts(page, server.url);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const moving: number[] = [];
  const still: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    still.push(await framesOf(page));
    const stop = startTrades(market);
    moving.push(await framesOf(page));
    stop();
  }
  await browser.close();
  await server.stop();
  const middle = median(moving);
  return [
    {
      name: `charts: ${CHARTS} charts, ${SYMBOLS.length} positions, ${TRADES_A_SECOND} trades a second, ${SLOWDOWN}× slower`,
      figure: `${middle.toFixed(1)} frames a second, least ${Math.min(...moving).toFixed(1)}; ${median(still).toFixed(1)} without a trade`,
      ratio: middle / median(still),
      target: `at least ${TARGET}`,
      met: middle >= TARGET,
    },
  ];
}

export const charts: Bench = { name: 'charts', run };
