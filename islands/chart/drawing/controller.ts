import type { Anchor, DrawingKind } from '#core/market/drawings.ts';
import type { Engine } from '../engine/engine.ts';
import { paneSize, pointTo, priceAtY } from '../engine/pane.ts';
import type { AxisPoint, Projection } from '../engine/projection.ts';
import { type Extent, type Grip, gripAt } from '../engine/shapes.ts';
import {
  beginMove,
  type Drawing,
  type DrawingTool,
  type Lines,
  move,
  placeAnchor,
  select,
} from './drawings.ts';

/** What pointer and keys need to know of the chart. */
type DrawSurface = {
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

type DrawState = {
  get(): Lines;
  set(lines: Lines): void;
  /** Null: what is on the chart is left alone. */
  tool(): DrawingTool | null;
  /** Tells a screen reader where the keyboard stands. */
  say(at: Anchor): void;
};

/** The kind that a press draws; null when it picks. */
const kindOf = (tool: DrawingTool | null): DrawingKind | null =>
  tool === 'select' || tool === null ? null : tool;

/** Bars and price steps of each key. */
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

/**
 * Drawing by keys while the chart has the focus: arrows move a point along bars and prices, Enter puts an anchor there,
 * with Shift arrows move what is selected.
 */
function attachKeys(surface: DrawSurface, state: DrawState, signal: AbortSignal): void {
  const { element } = surface;
  let at: Anchor | null = null;

  function stand(next: Anchor): void {
    at = next;
    surface.point(next);
    state.say(next);
    const kind = kindOf(state.tool());
    const { draft } = state.get();
    if (draft && kind) surface.preview({ kind, a: draft, b: next });
  }

  /** Moves the selected drawing. @returns whether there is one */
  function shift([bars, steps]: readonly [number, number]): boolean {
    const lines = state.get();
    const drawn = lines.list.find(({ id }) => id === lines.selected);
    if (!drawn) return false;
    const to = surface.stepped(drawn.a, bars, steps);
    state.set(move(beginMove(lines, drawn.id), drawn, 'body', drawn.a, to));
    state.say(to);
    return true;
  }

  function pressed(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[key];
    const kind = kindOf(state.tool());
    const from = at ?? surface.newest();
    if (step && shiftKey && shift(step)) event.preventDefault();
    else if (step && !shiftKey && kind && from) stand(surface.stepped(from, ...step));
    else if (key === 'Enter' && kind && from) {
      state.set(placeAnchor(state.get(), from, kind));
      if (state.get().draft) stand(from);
      else surface.preview(null);
    } else return;
    event.preventDefault();
    // the cursor that reads bars has the same keys
    event.stopPropagation();
  }
  const left = () => {
    if (at) surface.point(null);
    at = null;
  };
  element.addEventListener('keydown', pressed, { signal });
  element.addEventListener('focusout', left, { signal });
}

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

/** Price steps of the keyboard from top to bottom of a chart. */
const STEPS_A_CHART = 100;

/** A chart as what draws on it sees it. */
export function drawSurface(engine: Engine, projection: Projection, element: HTMLElement): DrawSurface {
  const { project, unproject, barAt, timeAt } = projection;
  return {
    ...{ element, project, unproject },
    extent: () => paneSize(engine),
    newest() {
      const bar = engine.bars.last();
      return bar && { time: bar.time, price: bar.close };
    },
    stepped({ time, price }, bars, steps) {
      const { height } = paneSize(engine);
      const [top, bottom] = [priceAtY(engine, 0), priceAtY(engine, height)];
      const step = top === null || bottom === null ? 0 : (top - bottom) / STEPS_A_CHART;
      return { time: timeAt(Math.round(barAt(time)) + bars), price: price + steps * step };
    },
    point: (at) => pointTo(engine, at),
    freeze: (isFrozen) => engine.freeze(isFrozen),
    preview: (preview) => engine.over.setLayer({ preview }),
  };
}
