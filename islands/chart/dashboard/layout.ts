import { DEFAULT_REQUEST, type PanelRequest, readAverages, readIndicators } from '#components/chart/panel.ts';
import { CHART_TYPES, PANEL_INTERVALS } from '#components/chart/types.ts';
import { enteredTicker } from '#core/market/ticker.ts';
import { type Cell, FULL_WIDTH as FULL, LEAST_HEIGHT, LEAST_WIDTH, spanOf } from './cell.ts';

/** The dashboard's grid: 12, 8 or 4 columns, on phones 1; rows of 160 px, at most four charts. */

export const MOST_CELLS = 4;
export const MOST_HEIGHT = 10;

/** Returns the number of columns at a window width, as `chart-grid` in the stylesheet has them. Phones have one. */
export function columnsAt(width: number): number {
  if (width >= 1200) return 12;
  if (width >= 768) return 8;
  return width >= 480 ? 4 : 1;
}

export function addCell(cells: readonly Cell[], request: PanelRequest = DEFAULT_REQUEST): Cell[] {
  if (cells.length >= MOST_CELLS) return [...cells];
  const id = Math.max(0, ...cells.map((cell) => cell.id)) + 1;
  // A lone full-width chart shrinks to make space for its first neighbour.
  const room = cells.map((cell) => (cells.length === 1 && cell.w === FULL ? { ...cell, w: 6 } : cell));
  return [...room, { id, w: 6, h: LEAST_HEIGHT, request }];
}

/** Removes a chart, but never the last one. A chart that becomes the last one gets the full width. */
export function removeCell(cells: readonly Cell[], id: number): Cell[] {
  if (cells.length === 1) return [...cells];
  const rest = cells.filter((cell) => cell.id !== id);
  return rest.length === 1 ? [{ ...rest[0]!, w: FULL }] : rest;
}

/** Resizes a chart by columns of the current grid and by rows, between the least size and the grid's limits. */
export function resizeCell(
  cells: readonly Cell[],
  id: number,
  dw: number,
  dh: number,
  columns: number = FULL,
): Cell[] {
  return cells.map((cell) => {
    if (cell.id !== id) return cell;
    const span = spanOf(cell, columns);
    const width = clamp(span + dw, Math.min(LEAST_WIDTH, columns), columns);
    return {
      ...cell,
      // An unchanged width keeps its twelfths, so that wider screens are not affected.
      w: width === span ? cell.w : Math.round((width * FULL) / columns),
      h: clamp(cell.h + dh, LEAST_HEIGHT, MOST_HEIGHT),
    };
  });
}

/** Moves a chart to the index `to`; the charts in between shift by one. An invalid index changes nothing. */
export function moveCell(cells: readonly Cell[], id: number, to: number): Cell[] {
  const from = cells.findIndex((cell) => cell.id === id);
  if (from < 0 || to < 0 || to >= cells.length) return [...cells];
  const rest = cells.toSpliced(from, 1);
  return rest.toSpliced(to, 0, cells[from]!);
}

/** Parses a stored layout; null if no chart is valid. The charts get ids from 1, oldest first: the page's own is 1. */
export function readLayout(text: string | null): Cell[] | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (!Array.isArray(stored)) return null;
  const byId = new Map<number, Cell>();
  for (const each of stored) {
    const cell = readCell(each);
    if (cell && !byId.has(cell.id) && byId.size < MOST_CELLS) byId.set(cell.id, cell);
  }
  if (byId.size === 0) return null;
  const ages = [...byId.keys()].sort((a, b) => a - b);
  return [...byId.values()].map((cell) => ({ ...cell, id: ages.indexOf(cell.id) + 1 }));
}

function readCell(value: unknown): Cell | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, w, h, request } = value as Record<string, number>;
  if (![id, w, h].every(Number.isInteger) || id! < 1) return null;
  return {
    id: id!,
    w: clamp(w!, LEAST_WIDTH, FULL),
    h: clamp(h!, LEAST_HEIGHT, MOST_HEIGHT),
    request: readRequest(request),
  };
}

function readRequest(value: unknown): PanelRequest {
  const { symbol, interval, type, averages, studies, short } = (value ?? {}) as Record<string, unknown>;
  return {
    symbol: enteredTicker(String(symbol ?? '')) || DEFAULT_REQUEST.symbol,
    interval: PANEL_INTERVALS.find((each) => each === interval) ?? DEFAULT_REQUEST.interval,
    type: CHART_TYPES.find((each) => each === type) ?? DEFAULT_REQUEST.type,
    averages: Array.isArray(averages) ? readAverages(averages.join(',')) : [],
    studies: Array.isArray(studies) ? readIndicators(studies.join(',')) : [],
    short: short === true,
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
