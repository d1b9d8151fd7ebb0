import { DEFAULT_REQUEST } from '#components/chart/panel.ts';
import { DOCK_OPEN_KEY } from '#core/account/preferences.ts';
import { call } from '#core/contract/call.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { setCookie } from '#framework/browser/set-cookie.ts';
import type { Account } from '../../_state/account.ts';
import { readFlag, writeFlag } from '../../_state/flag.ts';
import { patientFetch } from '../../_state/patient-fetch.ts';
import { recentTickers } from '../data/browser-store.ts';
import type { ChartCount } from '../view/Settings.tsx';
import { type Cell, FULL_WIDTH, LEAST_HEIGHT, leadOf } from './cell.ts';
import { addCell, MOST_CELLS } from './layout.ts';

/** Returns the symbols of the market's largest companies; none when the request fails. */
const largest = async () => {
  const input = { query: { limit: MOST_CELLS } };
  const rows = await call('GET /api/screener', input, { fetch: patientFetch }).catch(() => []);
  return rows.map(({ symbol }) => symbol);
};

/** Returns symbols for new charts: held ones, recent ones, the default, and if these are too few, large companies. */
export async function nextSymbols(
  { positions }: Account,
  recent = recentTickers(),
  others = largest,
): Promise<string[]> {
  const preferred = [...positions, ...recent, DEFAULT_REQUEST].map(({ symbol }) => symbol);
  return new Set(preferred).size < MOST_CELLS ? [...preferred, ...(await others())] : preferred;
}

/** Adds a chart with the first of the symbols that no other chart shows, else with the default symbol. */
export function withNextChart(cells: readonly Cell[], symbols: readonly string[]): Cell[] {
  const shownSymbols = cells.map(({ request }) => request.symbol);
  const symbol = symbols.find((each) => !shownSymbols.includes(each)) ?? DEFAULT_REQUEST.symbol;
  return addCell(cells, { ...DEFAULT_REQUEST, symbol });
}

/** Returns `count` charts. It removes the newest first, never the page's own. New charts get unused symbols. */
export function splitCells(cells: readonly Cell[], count: ChartCount, symbols: readonly string[]): Cell[] {
  const lead = leadOf(cells).id;
  let now = [...cells];
  while (now.length > count) {
    const newest = Math.max(...now.filter(({ id }) => id !== lead).map(({ id }) => id));
    now = now.filter(({ id }) => id !== newest);
  }
  while (now.length < count) now = withNextChart(now, symbols);
  return count === 1 ? now.map((cell) => ({ ...cell, w: FULL_WIDTH, h: LEAST_HEIGHT })) : now;
}

/** Collapses the dock to its first row for several charts. For a lone chart it opens a dock that it collapsed. */
export async function turnDock(count: ChartCount): Promise<void> {
  const isSplit = count > 1;
  const dock = document.querySelector('.dock');
  const isShut = dock?.classList.contains('dock-shut') ?? true;
  if (isSplit === isShut || (!isSplit && !readFlag(DOCK_OPEN_KEY))) return;
  writeFlag(DOCK_OPEN_KEY, isSplit);
  const toggle = dock?.querySelector<HTMLElement>('.dock-toggle');
  if (!toggle?.dataset.dock) return;
  setCookie('dock', toggle.dataset.dock);
  await refreshRegions();
}
