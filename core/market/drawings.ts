/** A trader's drawings on a chart: two points each, stored by time and price. */

/** In the order of the menu. A level has one point twice. */
export const DRAWING_KINDS = ['line', 'level', 'ray', 'fib', 'rect', 'measure'] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

/** A point on the chart that means the same on every interval: epoch seconds and dollars. */
export type Anchor = { time: number; price: number };

/** A stored drawing. */
export type KeptDrawing = { kind: DrawingKind; a: Anchor; b: Anchor };

/** Most drawings of a symbol, and most symbols of a trader. */
export const MOST_DRAWINGS = 60;
export const MOST_CHARTS = 200;

/** Shares of a move at which it often turns, drawn by `fib`. */
export const FIB_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
