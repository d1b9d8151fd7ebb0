/** Layouts of one, two and four charts, and what a new chart shows. */
import { DEFAULT_REQUEST, type PanelRequest } from '#components/chart/panel.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { setCookie } from '#framework/browser/set-cookie.ts';
import type { Account } from '../../_state/account.ts';
import { recentTickers } from '../data/recent.ts';
import { type Cell, FULL_WIDTH, LEAST_HEIGHT, leadOf } from './cell.ts';
import { addCell } from './layout.ts';

export const SPLITS = [1, 2, 4] as const;
export type ChartCount = (typeof SPLITS)[number];

/** The next symbol of the trader's that no chart shows: held ones first, then those looked at last. */
export function nextRequest(
  cells: readonly Cell[],
  { positions }: Account,
  recent = recentTickers(),
): PanelRequest {
  const shown = cells.map(({ request }) => request.symbol);
  const symbol = [...positions, ...recent].map((each) => each.symbol).find((each) => !shown.includes(each));
  return symbol ? { ...DEFAULT_REQUEST, symbol } : DEFAULT_REQUEST;
}

/** So many charts: the page's own stays, the newest go first, new ones show what is next. */
export function splitCells(
  cells: readonly Cell[],
  count: ChartCount,
  next: typeof nextRequest,
  account: Account,
): Cell[] {
  const lead = leadOf(cells).id;
  let now = [...cells];
  while (now.length > count) {
    const newest = Math.max(...now.filter(({ id }) => id !== lead).map(({ id }) => id));
    now = now.filter(({ id }) => id !== newest);
  }
  while (now.length < count) now = addCell(now, next(now, account));
  return count === 1 ? now.map((cell) => ({ ...cell, w: FULL_WIDTH, h: LEAST_HEIGHT })) : now;
}

/** Several charts share the window with the dock's first row alone. */
export async function shutDock(): Promise<void> {
  const toggle = document.querySelector<HTMLElement>('.dock:not(.dock-shut) .dock-toggle');
  if (!toggle?.dataset.dock) return;
  setCookie('dock', toggle.dataset.dock);
  await refreshRegions();
}
