/** A trader's drawings on a chart: two points each, by time and price. */

/** The kinds of drawings in the order of the menu. A level has the same point twice. */
export const DRAWING_KINDS = ['line', 'level', 'ray', 'fib', 'rect', 'measure'] as const;
export type DrawingKind = (typeof DRAWING_KINDS)[number];

/** A point of a drawing, independent of the interval: epoch seconds and dollars. */
export type Anchor = { time: number; price: number };

export type KeptDrawing = { kind: DrawingKind; a: Anchor; b: Anchor };

/** The most drawings of a trader on one symbol. */
export const MOST_DRAWINGS = 60;
/** The most symbols whose charts are stored for a trader. */
export const MOST_CHARTS = 200;

/** The levels of `fib`, as shares of its height. */
export const FIB_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
