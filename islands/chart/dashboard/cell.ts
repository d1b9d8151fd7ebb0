import type { PanelRequest } from '#components/chart/panel.ts';

/** A chart's place on the dashboard: width in twelfths, height in rows. The first one's request is the page's. */
export type Cell = { id: number; w: number; h: number; request: PanelRequest | null };

/** Off, sizes can be changed, or charts can be dragged too (by double-click). */
export type DashboardMode = 'fixed' | 'resize' | 'drag';

export const FULL_WIDTH = 12;
export const LEAST_WIDTH = 4;

/** Columns a chart takes when there are `columns`: its share of the twelve, never less than four. */
export function spanOf(cell: Cell, columns: number): number {
  return Math.min(columns, Math.max(LEAST_WIDTH, Math.round((cell.w * columns) / FULL_WIDTH)));
}
