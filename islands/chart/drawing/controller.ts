import type { Anchor } from '#core/market/drawings.ts';
import type { AxisPoint } from './axis.ts';
import { attachKeys } from './keys.ts';
import { beginMove, move, placeAnchor, select } from './lines.ts';
import { type Grip, gripAt } from './shapes.ts';
import type { Drawing } from './state.ts';
import { type DrawState, type DrawSurface, kindOf } from './tool.ts';

/** A press that moves less than this is a click. */
const CLICK_SLOP = 5;
const REACH_MOUSE = 6;
const REACH_TOUCH = 16;

type Press = {
  pointer: number;
  start: AxisPoint;
  /** What lay under the press, if anything. */
  held: { drawn: Drawing; grip: Grip; from: Anchor } | null;
  dragging: boolean;
};

/** The newest drawing under a pixel. */
function hitAt(
  { extent, project }: DrawSurface,
  list: readonly Drawing[],
  at: AxisPoint,
  reach: number,
): { drawn: Drawing; grip: Grip } | null {
  for (const drawn of list.toReversed()) {
    const a = project(drawn.a);
    const b = project(drawn.b);
    const grip = a && b && gripAt(at, { kind: drawn.kind, a, b }, extent(), reach);
    if (grip) return { drawn, grip };
  }
  return null;
}

/** Turns pointer and keys into drawings while a tool is in hand: click-click, tap-tap, drag. @returns stops listening */
export function attachDrawing(surface: DrawSurface, state: DrawState): () => void {
  const { element } = surface;
  let press: Press | null = null;

  function pointOf(event: PointerEvent): AxisPoint {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  const hit = (at: AxisPoint, touch: boolean) =>
    hitAt(surface, state.get().list, at, touch ? REACH_TOUCH : REACH_MOUSE);

  function down(event: PointerEvent): void {
    if (!state.tool() || !event.isPrimary || event.button !== 0) return;
    const start = pointOf(event);
    const from = surface.unproject(start);
    if (!from) return;
    const held = state.get().draft ? null : hit(start, event.pointerType !== 'mouse');
    press = { pointer: event.pointerId, start, held: held && { ...held, from }, dragging: false };
    if (held) surface.freeze(true);
  }

  function moved(event: PointerEvent): void {
    const tool = state.tool();
    if (!tool || !event.isPrimary) return;
    const at = pointOf(event);
    const now = surface.unproject(at);
    if (press && Math.hypot(at.x - press.start.x, at.y - press.start.y) > CLICK_SLOP && !press.dragging) {
      press.dragging = true;
      if (press.held) state.set(beginMove(state.get(), press.held.drawn.id));
    }
    if (press?.dragging && press.held) {
      const { drawn, grip, from } = press.held;
      if (now) state.set(move(state.get(), drawn, grip, from, now));
      return;
    }
    const { draft } = state.get();
    const kind = kindOf(tool);
    if (draft && now && kind) surface.preview({ kind, a: draft, b: now });
    if (!press) element.style.cursor = !draft && hit(at, false) ? 'grab' : kind ? 'crosshair' : '';
  }

  function up(event: PointerEvent): void {
    // it stays where it is released, even when no move event said so
    if (press?.dragging) moved(event);
    const done = press;
    press = null;
    if (done?.held) surface.freeze(false);
    const tool = state.tool();
    if (!done || !tool || event.pointerId !== done.pointer || done.dragging) return;
    const kind = kindOf(tool);
    if (done.held || !kind) {
      const picked = done.held?.drawn.id ?? null;
      if (picked !== state.get().selected) state.set(select(state.get(), picked));
      return;
    }
    const at = surface.unproject(done.start);
    if (!at) return;
    state.set(placeAnchor(state.get(), at, kind));
    surface.preview(state.get().draft ? { kind, a: at, b: at } : null);
  }

  function cancelled(): void {
    if (press?.held) surface.freeze(false);
    press = null;
  }
  /** A finger that drags a drawing does not scroll the page. */
  const touched = (event: TouchEvent) => void (press?.held && event.preventDefault());

  const over = new AbortController();
  const { signal } = over;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', moved, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', cancelled, { signal });
  element.addEventListener('touchmove', touched, { signal, passive: false });
  attachKeys(surface, state, signal);
  return () => over.abort();
}
