import type { CSSProperties } from 'react';
import type { PanelRequest } from '#components/chart/panel.ts';

/** A chart on the dashboard: width in twelfths, height in rows, and its symbol and settings. */
export type Cell = { id: number; w: number; h: number; request: PanelRequest };

/** In `resize` a chart has a bar to size, move and remove it; in `drag` a trader can also drag it elsewhere. */
export type DashboardMode = 'fixed' | 'resize' | 'drag';

export const FULL_WIDTH = 12;
export const LEAST_WIDTH = 4;
/** The least height in rows: five hold a toolbar and the 610 px of the smallest chart. */
export const LEAST_HEIGHT = 5;

/** Returns the default layout: the page's chart alone, without a grid. */
export function alone(request: PanelRequest): Cell[] {
  return [{ id: 1, w: FULL_WIDTH, h: LEAST_HEIGHT, request }];
}

export function isAlone(cells: readonly Cell[]): boolean {
  return cells.length === 1 && cells[0]!.w === FULL_WIDTH && cells[0]!.h === LEAST_HEIGHT;
}

/** Returns the page's own chart, the oldest one. Its request is the address, and it handles the page's keys. */
export function leadOf(cells: readonly Cell[]): Cell {
  return cells.reduce((oldest, cell) => (cell.id < oldest.id ? cell : oldest));
}

/**
 * Returns the width of a chart in a grid of `columns` columns: proportional, at least `LEAST_WIDTH`, at most `columns`.
 */
export function spanOf(cell: Cell, columns: number): number {
  return Math.min(columns, Math.max(LEAST_WIDTH, Math.round((cell.w * columns) / FULL_WIDTH)));
}

/** Returns the custom properties of `.chart-cell`, whose media queries choose one of the widths. */
export function placeStyle(cell: Cell): CSSProperties {
  return { '--w12': spanOf(cell, 12), '--w8': spanOf(cell, 8), '--rows': cell.h } as CSSProperties;
}
