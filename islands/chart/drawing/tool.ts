import type { Anchor, DrawingKind } from '#core/market/drawings.ts';
import type { AxisPoint } from './axis.ts';
import type { Extent } from './shapes.ts';
import type { DrawingTool, Lines } from './state.ts';

/** What pointer and keys need to know of the chart. */
export type DrawSurface = {
  element: HTMLElement;
  /** Chart point under a pixel of the element, or null outside of the pane. */
  unproject(at: AxisPoint): Anchor | null;
  project(at: Anchor): AxisPoint | null;
  /** The part with the bars, pixels. */
  extent(): Extent;
  /** Where the keyboard begins: the newest bar. */
  newest(): Anchor | null;
  /** A point so many bars and price steps away. */
  stepped(at: Anchor, bars: number, steps: number): Anchor;
  /** Puts the crosshair somewhere; null takes it away. */
  point(at: Anchor | null): void;
  /** Panning stops while a drawing is dragged. */
  freeze(frozen: boolean): void;
  preview(drawn: { kind: DrawingKind; a: Anchor; b: Anchor } | null): void;
};

export type DrawState = {
  get(): Lines;
  set(lines: Lines): void;
  /** Null: what is on the chart is left alone. */
  tool(): DrawingTool | null;
  /** Tells a screen reader where the keyboard stands. */
  say(at: Anchor): void;
};

/** The kind that a press draws; null when it picks. */
export const kindOf = (tool: DrawingTool | null): DrawingKind | null =>
  tool === 'select' || tool === null ? null : tool;
