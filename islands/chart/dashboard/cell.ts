import type { CSSProperties } from 'react';
import type { PanelRequest } from '#components/chart/panel.ts';

/** A chart's place on the dashboard: width in twelfths, height in rows, and what it shows. */
export type Cell = { id: number; w: number; h: number; request: PanelRequest };

/** Off, sizes can be changed, or charts can be dragged too (by double-click). */
export type DashboardMode = 'fixed' | 'resize' | 'drag';

export const FULL_WIDTH = 12;
export const LEAST_WIDTH = 4;
/** Five rows hold a toolbar and the 610 pixels of the smallest chart. */
export const LEAST_HEIGHT = 5;

/** The page's chart alone: no grid, the whole window. */
export function alone(request: PanelRequest): Cell[] {
  return [{ id: 1, w: FULL_WIDTH, h: LEAST_HEIGHT, request }];
}

export function isAlone(cells: readonly Cell[]): boolean {
  return cells.length === 1 && cells[0]!.w === FULL_WIDTH && cells[0]!.h === LEAST_HEIGHT;
}

/** The oldest chart is the page's own: its request is the address, its keys are the page's. */
export function leadOf(cells: readonly Cell[]): Cell {
  return cells.reduce((oldest, cell) => (cell.id < oldest.id ? cell : oldest));
}

/** Columns a chart takes when there are `columns`: its share of the twelve, never less than four. */
export function spanOf(cell: Cell, columns: number): number {
  return Math.min(columns, Math.max(LEAST_WIDTH, Math.round((cell.w * columns) / FULL_WIDTH)));
}

/** What the stylesheet's `chart-cell` reads; which width counts is its media queries' matter. */
export function placeStyle(cell: Cell): CSSProperties {
  return { '--w12': spanOf(cell, 12), '--w8': spanOf(cell, 8), '--rows': cell.h } as CSSProperties;
}
