import { CREATIVE_KEY } from '#core/account/preferences.ts';
import { cleanTicker } from '#core/market/ticker.ts';
import { keepServerHtml, wakeIsland } from '#framework/browser/host.ts';
import { liveText } from '#framework/browser/live-text.ts';
import { hasHoldings, holdingsNow, setHoldings, watchPositions } from '../../_live/holdings.ts';
import { seedQuote, standUntil } from '../../_live/quotes.ts';
import { LIVE_SOURCES } from '../../_live/sources.ts';
import { COMPETITION_EVENT } from '../../_state/competition-watch.ts';
import { layoutKey, localStore } from '../data/browser-store.ts';
import { type ChartPage, readChartPage } from '../data/page.ts';
import type { Engine } from '../engine/engine.ts';
import { priceAxis } from '../engine/price-axis.ts';
import { engineIn } from '../engine/running.ts';
import type { LinesCode } from '../lines/start-chart.ts';
import { isTyping, shortcutOf } from './shortcuts.ts';

const THEME_CHANGED = 'theme-changed';

/**
 * Wakes the panel when the server-rendered page is not enough: for a layout or settings that only this browser has, an
 * open ticket, missing bars, a key, another theme, a change in another tab, or the market's opening. Keys and theme
 * events are dispatched again after hydration. Until then the text in the ticker field is cleaned here.
 * @returns a function that stops
 */
function wakePanel(island: HTMLElement, { start, setting }: ChartPage): () => void {
  const isAsleep = () => island.dataset.islandStatus !== 'awake';
  const wake = () => wakeIsland(island);

  const onKey = (event: KeyboardEvent) => {
    if (!isAsleep() || !isForPanel(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { target } = event;
    const again = new KeyboardEvent('keydown', event);
    wakeIsland(island, () => target?.dispatchEvent(again));
  };
  const onTheme = () => {
    if (isAsleep()) wakeIsland(island, () => window.dispatchEvent(new Event(THEME_CHANGED)));
  };
  const onInput = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    if (isAsleep() && input.name === 'symbol') input.value = cleanTicker(input.value);
  };
  island.addEventListener('input', onInput);
  document.addEventListener('keydown', onKey, true);
  const onStorage = ({ key }: StorageEvent) => (key === THEME_CHANGED ? onTheme() : wake());
  window.addEventListener(THEME_CHANGED, onTheme);
  window.addEventListener('storage', onStorage);
  const opening = start.opening && setTimeout(wake, start.opening.left - performance.now());
  if (hasOwnLayout(setting.userId) || start.ticket !== null || start.problem !== null) wake();
  return () => {
    island.removeEventListener('input', onInput);
    document.removeEventListener('keydown', onKey, true);
    window.removeEventListener(THEME_CHANGED, onTheme);
    window.removeEventListener('storage', onStorage);
    if (opening !== null) clearTimeout(opening);
  };
}

/** True when this browser's settings differ from those that the server rendered. */
function hasOwnLayout(userId: number): boolean {
  const store = localStore();
  return (
    store?.getItem(CREATIVE_KEY) === 'true' ||
    store?.getItem(layoutKey(userId)) != null ||
    store?.getItem('showWatermark') === 'false' ||
    store?.getItem('showTickerWatermark') === 'true'
  );
}

/** True for a shortcut of the page's chart except Escape, and for a cursor key on the chart. */
function isForPanel(event: KeyboardEvent): boolean {
  const { target } = event;
  if (document.querySelector('dialog[open]')) return false;
  if (target instanceof Element && target.closest('.chart-lines')) return false;
  const shortcut = shortcutOf(event, isTyping(target));
  if (shortcut) return shortcut.do !== 'escape';
  return target instanceof Element && target.matches('.chart-box') && CURSOR_KEYS.has(event.key);
}

const CURSOR_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']);

type Start = typeof import('../lines/start-chart.ts');

/**
 * Starts the page's chart over the server-rendered one, without React. The panel takes over the running chart when it
 * hydrates. When the fetch of the engine's code fails, the panel is hydrated at once and reports the failure.
 * @param start the import of the engine's module
 * @param lines the import of the price lines' module. The chart of a trader who holds something waits for it, so that
 * the labels appear with the bars.
 */
export function mountLiveChart(
  host: HTMLElement,
  start: Promise<Start>,
  lines: Promise<LinesCode>,
): () => void {
  const page = readChartPage();
  const island = host.querySelector<HTMLElement>('is-land')!;
  const cameAt = Date.now();
  let isOver = false;
  setHoldings({ held: '0', ...page.account });
  // after a failed fetch `attachLines` fetches the code again
  const fetchedLines = lines.catch(() => undefined);
  Promise.all([start, hasHoldings(holdingsNow()) ? fetchedLines : undefined])
    .then(inNextTask)
    .then(
      ([{ startEngine }, code]) => {
        if (!isOver) run(island, page, startEngine, code && inNextTask(code));
      },
      () => wakeIsland(island),
    )
    .finally(() => keep(page, cameAt));
  const { symbol, last, opening } = page.start;
  if (opening) standUntil(opening.left);
  if (last) seedQuote(symbol, last);
  const ends = [wakePanel(island, page), leaveAtEnd(page), liveText(host, LIVE_SOURCES)];
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/**
 * Resolves in a new task. In browsers with `scheduler` this task runs before the next frame. A single task that
 * evaluates the code, starts the chart and makes the labels would block a slow phone for 0.4 s.
 */
const inNextTask = <T>(value: T) =>
  new Promise<T>((done) => {
    if ('scheduler' in window) void scheduler.postTask(() => done(value), { priority: 'user-blocking' });
    else setTimeout(done, 0, value);
  });

function run(
  island: HTMLElement,
  page: ChartPage,
  startEngine: Start['startEngine'],
  lines: Promise<LinesCode> | undefined,
): void {
  const box = island.querySelector<HTMLElement>('.chart-box')!;
  const { palette, userId } = page.setting;
  if (!engineIn(box)) {
    keepServerHtml(island);
    const { lang: locale } = document.documentElement;
    const engine = startEngine(box, { palette, locale, orders: page.orders, lines, onWidth: sendWidth });
    draw(engine, page);
    priceAxis(engine);
    takeOver(island, box);
    const showFills = async () => {
      const { fillVersion, loadFills } = await import('../data/fills.ts');
      const version = fillVersion();
      // a hydrated panel loads fills itself, and may show another ticker
      const isDue = () => island.dataset.islandStatus !== 'awake' && version === fillVersion();
      if (!isDue()) return;
      const fills = await loadFills(userId, page.start.symbol, version);
      if (isDue()) engine.over.setLayer({ fills });
    };
    engine.ends.push(watchPositions(() => void showFills().catch(() => {})));
  }
  performance.mark('chart-ready');
}

function draw(engine: Engine, { start, keptChart }: ChartPage): void {
  const { candles, interval, type, symbol, averages, studies } = start;
  engine.show({ candles, interval, type, symbol });
  engine.over.setAverages(averages);
  engine.over.setIndicators(studies);
  if (keptChart && keptChart.drawings.length > 0) engine.over.setLayer({ lines: keptChart.drawings });
}

/** Replaces the server-rendered chart by the live chart and copies the accessible name. */
function takeOver(island: HTMLElement, box: HTMLElement): void {
  const picture = island.querySelector('is-slot');
  const name = picture?.querySelector('[role=img]')?.getAttribute('aria-label');
  if (name) box.setAttribute('aria-label', name);
  box.setAttribute('role', 'figure');
  box.tabIndex = 0;
  picture?.replaceChildren();
  box.closest<HTMLElement>('.chart-panel')!.dataset.running = 'true';
}

/** Stores the chart's width in a cookie, for the server's next rendering. */
export function sendWidth(width: number): void {
  const write = async () => {
    const { setCookie } = await import('#framework/browser/set-cookie.ts');
    setCookie('chartw', String(Math.round(width)), location.pathname);
  };
  void write().catch(() => {});
}

/** Stores the page's bars and ticker. It runs after the chart's start, so as not to delay it. */
function keep(page: ChartPage, cameAt: number): void {
  void import('../data/cache.ts')
    .then(({ rememberPage }) => rememberPage(page.start, cameAt))
    .catch(() => {});
}

/** Leaves the page when the season ends, if `setting.leaves`. @returns a function that stops */
function leaveAtEnd({ setting }: ChartPage): () => void {
  const changed = (event: Event) => {
    if (setting.leaves && !(event as CustomEvent<boolean>).detail) location.assign('/');
  };
  window.addEventListener(COMPETITION_EVENT, changed);
  return () => window.removeEventListener(COMPETITION_EVENT, changed);
}
