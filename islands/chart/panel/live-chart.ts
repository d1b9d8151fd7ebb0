import { liveText } from '#framework/browser/live-text.ts';
import { keepServerHtml } from '#framework/browser/page-data.ts';
import { wakeIsland } from '#framework/browser/wake-events.ts';
import { setHoldings } from '../../_live/holdings.ts';
import { seedQuote, standUntil } from '../../_live/quotes.ts';
import { LIVE_SOURCES } from '../../_live/sources.ts';
import { COMPETITION_EVENT } from '../../_state/competition-watch.ts';
import { type ChartPage, readChartPage } from '../data/page.ts';
import type { Engine } from '../engine/engine.ts';
import { engineIn } from '../engine/running.ts';
import { wakePanel } from './wake-panel.ts';

/** The engine's code, fetched by the caller. */
type Start = typeof import('../engine/start-engine.ts');

/**
 * Starts the page's chart over the server's drawing, without React. The panel that wakes later finds it running and
 * looks after it from there on. Without the engine's code the panel is woken, which says so.
 *
 * @param start the engine's code on its way
 */
export function mountLiveChart(host: HTMLElement, start: Promise<Start>): () => void {
  const page = readChartPage();
  const island = host.querySelector<HTMLElement>('is-land')!;
  const cameAt = Date.now();
  let isOver = false;
  start
    .then(
      ({ startEngine }) => {
        if (!isOver) run(island, page, startEngine);
      },
      () => wakeIsland(island),
    )
    .finally(() => keep(page, cameAt));
  const { symbol, last, opening } = page.start;
  if (opening) standUntil(opening.left);
  if (last) seedQuote(symbol, last);
  setHoldings({ held: '0', ...page.account });
  const ends = [wakePanel(island, page), leaveAtEnd(page), liveText(host, LIVE_SOURCES)];
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

function run(island: HTMLElement, page: ChartPage, startEngine: Start['startEngine']): void {
  const box = island.querySelector<HTMLElement>('.chart-box')!;
  const { palette, userId } = page.setting;
  if (!engineIn(box)) {
    keepServerHtml(island);
    const engine = startEngine(box, { palette, locale: document.documentElement.lang, onWidth: sendWidth });
    draw(engine, page);
    takeOver(island, box);
    // an awake panel does this itself, and may show another ticker
    const showFills = async () => {
      const { loadFills } = await import('../data/fills.ts');
      const fills = await loadFills(userId, page.start.symbol);
      if (island.dataset.islandStatus !== 'awake') engine.over.setLayer({ fills });
    };
    void showFills().catch(() => {});
    void import('../engine/price-axis.ts').then(({ priceAxis }) => priceAxis(engine)).catch(() => {});
  }
  performance.mark('chart-ready');
}

/** Draws what the server drew. */
function draw(engine: Engine, { start, keptChart }: ChartPage): void {
  const { candles, interval, type, symbol, averages, studies } = start;
  engine.show({ candles, interval, type, symbol });
  engine.over.setAverages(averages);
  engine.over.setStudies(studies);
  if (keptChart && keptChart.drawings.length > 0) engine.over.setLayer({ lines: keptChart.drawings });
}

/** The live chart takes the place of the drawing, and its name for readers who see neither. */
function takeOver(island: HTMLElement, box: HTMLElement): void {
  const picture = island.querySelector('is-slot');
  const name = picture?.querySelector('[role=img]')?.getAttribute('aria-label');
  if (name) box.setAttribute('aria-label', name);
  box.setAttribute('role', 'figure');
  box.tabIndex = 0;
  picture?.replaceChildren();
  box.closest<HTMLElement>('.chart-panel')!.dataset.running = 'true';
}

/** The server draws the next first chart for this width; without the code it draws for the last one. */
export function sendWidth(width: number): void {
  const write = async () => {
    const { setCookie } = await import('#framework/browser/set-cookie.ts');
    setCookie('chartw', String(Math.round(width)), '/chart');
  };
  void write().catch(() => {});
}

/** After the chart, not before it. */
function keep(page: ChartPage, cameAt: number): void {
  void import('./remember.ts').then(({ remember }) => remember(page, cameAt)).catch(() => {});
}

/** The page is left when the competition ends. */
function leaveAtEnd({ setting }: ChartPage): () => void {
  const changed = (event: Event) => {
    if (setting.leaves && !(event as CustomEvent<boolean>).detail) location.assign('/');
  };
  window.addEventListener(COMPETITION_EVENT, changed);
  return () => window.removeEventListener(COMPETITION_EVENT, changed);
}
