import { DEFAULT_REQUEST, type PanelRequest, readAverages } from '#components/chart/panel.ts';
import { CHART_TYPES, PANEL_INTERVALS } from '#components/chart/types.ts';
import { cleanTicker } from '#core/ticker.ts';
import { type Cell, FULL_WIDTH as FULL, LEAST_WIDTH } from './cell.ts';

/** The dashboard's grid (SPEC.md section 9): 12, 8 or 4 columns, rows of 160 pixels, at most four charts. */

export const MOST_CELLS = 4;
/** Five rows hold a toolbar and the 610 pixels of the smallest chart. */
const LEAST_HEIGHT = 5;
const MOST_HEIGHT = 10;

/** Columns at a window width; phones have one. */
export function columnsAt(width: number): number {
  if (width >= 1200) return 12;
  if (width >= 768) return 8;
  return width >= 480 ? 4 : 1;
}

export function addCell(cells: readonly Cell[], request: PanelRequest = DEFAULT_REQUEST): Cell[] {
  if (cells.length >= MOST_CELLS) return [...cells];
  const id = Math.max(0, ...cells.map((cell) => cell.id)) + 1;
  // The first neighbour makes room beside a chart that has the whole width.
  const room = cells.map((cell) => (cells.length === 1 && cell.w === FULL ? { ...cell, w: 6 } : cell));
  return [...room, { id, w: 6, h: LEAST_HEIGHT, request }];
}

/** The first chart stays: it is the page's own. */
export function removeCell(cells: readonly Cell[], id: number): Cell[] {
  const rest = cells.filter((cell) => cell.id !== id || cell.id === 1);
  return rest.length === 1 ? [{ ...rest[0]!, w: FULL }] : rest;
}

export function resizeCell(cells: readonly Cell[], id: number, dw: number, dh: number): Cell[] {
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return cells.map((cell) =>
    cell.id === id
      ? {
          ...cell,
          w: clamp(cell.w + dw, LEAST_WIDTH, FULL),
          h: clamp(cell.h + dh, LEAST_HEIGHT, MOST_HEIGHT),
        }
      : cell,
  );
}

/** Moves a chart to the place of another; those between close up. */
export function moveCell(cells: readonly Cell[], id: number, to: number): Cell[] {
  const from = cells.findIndex((cell) => cell.id === id);
  if (from < 0 || to < 0 || to >= cells.length) return [...cells];
  const rest = cells.toSpliced(from, 1);
  return rest.toSpliced(to, 0, cells[from]!);
}

export const layoutKey = (userId: number) => `chartLayout-${userId}`;

/** A kept layout; null when there is none or it makes no sense. */
export function readLayout(text: string | null): Cell[] | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!Array.isArray(kept)) return null;
    const ids = new Set<number>();
    const cells = kept.slice(0, MOST_CELLS).flatMap((each: unknown) => {
      const cell = readCell(each);
      if (!cell || ids.has(cell.id)) return [];
      ids.add(cell.id);
      return [cell];
    });
    return ids.has(1) ? cells : null;
  } catch {
    return null;
  }
}

function readCell(value: unknown): Cell | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, w, h, request } = value as Record<string, unknown>;
  if (![id, w, h].every(Number.isInteger) || (id as number) < 1) return null;
  const sized = resizeCell(
    [{ id: id as number, w: w as number, h: h as number, request: null }],
    id as number,
    0,
    0,
  );
  return { ...sized[0]!, request: readRequest(request) };
}

function readRequest(value: unknown): PanelRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const { symbol, interval, type, averages, short } = value as Record<string, unknown>;
  return {
    symbol: cleanTicker(String(symbol ?? '')) || DEFAULT_REQUEST.symbol,
    interval: PANEL_INTERVALS.find((each) => each === interval) ?? DEFAULT_REQUEST.interval,
    type: CHART_TYPES.find((each) => each === type) ?? DEFAULT_REQUEST.type,
    averages: Array.isArray(averages) ? readAverages(averages.join(',')) : [],
    short: short === true,
  };
}
