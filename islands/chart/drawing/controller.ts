import type { Anchor, TrendLine } from '#components/chart/types.ts';
import { type Grip, gripAt, type Point } from './axis.ts';
import { beginMove, move, place, select } from './lines.ts';
import type { Lines } from './state.ts';

/** What the pointer needs to know of the chart. */
export type DrawSurface = {
  element: HTMLElement;
  /** Chart point under a pixel of the element, or null outside of the pane. */
  unproject(at: Point): Anchor | null;
  project(at: Anchor): Point | null;
  /** Panning stops while a line is dragged. */
  freeze(frozen: boolean): void;
  preview(line: { from: Anchor; to: Anchor } | null): void;
};

export type DrawState = { get(): Lines; set(lines: Lines): void; enabled(): boolean };

/** A press that moves less than this is a click. */
const CLICK_SLOP = 5;
const REACH_MOUSE = 6;
const REACH_TOUCH = 16;

type Press = {
  pointer: number;
  start: Point;
  /** What lay under the press, if anything. */
  held: { line: TrendLine; grip: Grip; from: Anchor } | null;
  dragging: boolean;
};

/** Turns pointer input into lines while draw mode is on: click-click, tap-tap, drag. @returns stops listening */
export function attachDrawing(surface: DrawSurface, state: DrawState): () => void {
  const { element } = surface;
  let press: Press | null = null;

  function pointOf(event: PointerEvent): Point {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function hit(at: Point, touch: boolean): { line: TrendLine; grip: Grip } | null {
    const reach = touch ? REACH_TOUCH : REACH_MOUSE;
    for (const line of state.get().list.toReversed()) {
      const a = surface.project(line.a);
      const b = surface.project(line.b);
      const grip = a && b && gripAt(at, a, b, reach);
      if (grip) return { line, grip };
    }
    return null;
  }

  function down(event: PointerEvent): void {
    if (!state.enabled() || !event.isPrimary || event.button !== 0) return;
    const start = pointOf(event);
    const from = surface.unproject(start);
    if (!from) return;
    const held = state.get().draft ? null : hit(start, event.pointerType !== 'mouse');
    press = { pointer: event.pointerId, start, held: held && { ...held, from }, dragging: false };
    if (held) surface.freeze(true);
  }

  function moved(event: PointerEvent): void {
    if (!state.enabled() || !event.isPrimary) return;
    const at = pointOf(event);
    const now = surface.unproject(at);
    if (press && Math.hypot(at.x - press.start.x, at.y - press.start.y) > CLICK_SLOP && !press.dragging) {
      press.dragging = true;
      if (press.held) state.set(beginMove(state.get(), press.held.line.id));
    }
    if (press?.dragging && press.held) {
      const { line, grip, from } = press.held;
      if (now) state.set(move(state.get(), line, grip, from, now));
      return;
    }
    const { draft } = state.get();
    if (draft && now) surface.preview({ from: draft, to: now });
    if (!press) element.style.cursor = !draft && hit(at, false) ? 'grab' : 'crosshair';
  }

  function up(event: PointerEvent): void {
    const done = press;
    press = null;
    if (done?.held) surface.freeze(false);
    if (!done || !state.enabled() || event.pointerId !== done.pointer || done.dragging) return;
    if (done.held) {
      state.set(select(state.get(), done.held.line.id));
      return;
    }
    const at = surface.unproject(done.start);
    if (!at) return;
    state.set(place(state.get(), at));
    surface.preview(state.get().draft ? { from: at, to: at } : null);
  }

  function cancelled(): void {
    if (press?.held) surface.freeze(false);
    press = null;
  }

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', moved);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', cancelled);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', moved);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', cancelled);
  };
}
