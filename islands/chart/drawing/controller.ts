import type { Anchor, DrawingKind } from '#core/market/drawings.ts';
import type { AxisPoint } from '../engine/bar-places.ts';
import type { Engine } from '../engine/engine.ts';
import { paneSize, pointTo, priceAtY } from '../engine/pane.ts';
import type { Projection } from '../engine/projection.ts';
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

/** The operations on a chart that pointer and keys need. */
type DrawSurface = {
  element: HTMLElement;
  /** Returns the time and price under a pixel of the element; null outside the pane. */
  unproject(pixel: AxisPoint): Anchor | null;
  project(anchor: Anchor): AxisPoint | null;
  /** The size of the pane with the bars, pixels. */
  extent(): Extent;
  /** Returns the newest bar's close, where the keyboard's cursor starts; null without bars. */
  newest(): Anchor | null;
  /** Returns the point `bars` bars and `steps` steps away; a step is 1/100 of the chart's height. */
  stepped(anchor: Anchor, bars: number, steps: number): Anchor;
  /** Moves the crosshair; null hides it. */
  point(anchor: Anchor | null): void;
  /** Disables panning while a drawing is dragged. */
  freeze(frozen: boolean): void;
  preview(drawn: { kind: DrawingKind; a: Anchor; b: Anchor } | null): void;
};

type DrawState = {
  get(): Lines;
  set(lines: Lines): void;
  /** Returns the active tool; null when presses are ignored. */
  tool(): DrawingTool | null;
  /** Announces the cursor's position to screen readers. */
  say(anchor: Anchor): void;
};

/** Returns the kind that a press draws; null when a press draws nothing. */
const kindOf = (tool: DrawingTool | null): DrawingKind | null =>
  tool === 'select' || tool === null ? null : tool;

/** The bars and price steps of each key. */
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};

/** Draws by keys: arrows move a cursor, Enter places an anchor, Shift with arrows moves the selected drawing. */
function attachKeys(surface: DrawSurface, state: DrawState, signal: AbortSignal): void {
  const { element } = surface;
  let cursor: Anchor | null = null;

  function stand(next: Anchor): void {
    cursor = next;
    surface.point(next);
    state.say(next);
    const kind = kindOf(state.tool());
    const { draft } = state.get();
    if (draft && kind) surface.preview({ kind, a: draft, b: next });
  }

  /** Moves the selected drawing. @returns true when one is selected */
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
    const from = cursor ?? surface.newest();
    if (step && shiftKey && shift(step)) event.preventDefault();
    else if (step && !shiftKey && kind && from) stand(surface.stepped(from, ...step));
    else if (key === 'Enter' && kind && from) {
      state.set(placeAnchor(state.get(), from, kind));
      if (state.get().draft) stand(from);
      else surface.preview(null);
    } else return;
    event.preventDefault();
    // the cursor that reads bars listens to the same keys
    event.stopPropagation();
  }
  const leave = () => {
    if (cursor) surface.point(null);
    cursor = null;
  };
  element.addEventListener('keydown', pressed, { signal });
  element.addEventListener('focusout', leave, { signal });
}

/** A press that moves less than this is a click, px. */
const CLICK_SLOP = 5;
const REACH_MOUSE = 6;
const REACH_TOUCH = 16;

type Press = {
  pointer: number;
  start: AxisPoint;
  /** The drawing under the press, its part, and the point of the press; null without one. */
  held: { drawn: Drawing; grip: Grip; from: Anchor } | null;
  dragging: boolean;
};

/** Returns the newest drawing under a pixel, and its part there; null without one. */
function hitAt(
  { extent, project }: DrawSurface,
  list: readonly Drawing[],
  pixel: AxisPoint,
  reach: number,
): { drawn: Drawing; grip: Grip } | null {
  for (const drawn of list.toReversed()) {
    const a = project(drawn.a);
    const b = project(drawn.b);
    const grip = a && b && gripAt(pixel, { kind: drawn.kind, a, b }, extent(), reach);
    if (grip) return { drawn, grip };
  }
  return null;
}

function pixelOf(element: Element, { clientX, clientY }: PointerEvent): AxisPoint {
  const box = element.getBoundingClientRect();
  return { x: clientX - box.left, y: clientY - box.top };
}

/** Draws, selects and moves drawings by pointer and keys while a tool is active. @returns a function that stops */
export function attachDrawing(surface: DrawSurface, state: DrawState): () => void {
  const { element } = surface;
  let press: Press | null = null;

  const hit = (pixel: AxisPoint, touch: boolean) =>
    hitAt(surface, state.get().list, pixel, touch ? REACH_TOUCH : REACH_MOUSE);

  function down(event: PointerEvent): void {
    if (!state.tool() || !event.isPrimary || event.button !== 0) return;
    const start = pixelOf(element, event);
    const from = surface.unproject(start);
    if (!from) return;
    const held = state.get().draft ? null : hit(start, event.pointerType !== 'mouse');
    press = { pointer: event.pointerId, start, held: held && { ...held, from }, dragging: false };
    if (held) surface.freeze(true);
  }

  function moved(event: PointerEvent): void {
    const tool = state.tool();
    if (!tool || !event.isPrimary) return;
    const pixel = pixelOf(element, event);
    const now = surface.unproject(pixel);
    if (
      press &&
      Math.hypot(pixel.x - press.start.x, pixel.y - press.start.y) > CLICK_SLOP &&
      !press.dragging
    ) {
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
    if (!press) element.style.cursor = !draft && hit(pixel, false) ? 'grab' : kind ? 'crosshair' : '';
  }

  function ended(event: PointerEvent): void {
    // another finger may leave the chart meanwhile
    if (event.pointerId !== press?.pointer) return;
    const { start, held, dragging } = press;
    const isUp = event.type === 'pointerup';
    // there may have been no pointermove to this point
    if (dragging && isUp) moved(event);
    press = null;
    if (held) surface.freeze(false);
    const tool = state.tool();
    if (!tool || dragging || !isUp) return;
    const kind = kindOf(tool);
    if (held || !kind) {
      const picked = held?.drawn.id ?? null;
      if (picked !== state.get().selected) state.set(select(state.get(), picked));
      return;
    }
    const anchor = surface.unproject(start);
    if (!anchor) return;
    state.set(placeAnchor(state.get(), anchor, kind));
    surface.preview(state.get().draft ? { kind, a: anchor, b: anchor } : null);
  }

  /** Stops the page from scrolling under a finger that drags a drawing. */
  function touched(event: TouchEvent): void {
    if (press?.held) event.preventDefault();
  }

  const over = new AbortController();
  const { signal } = over;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', moved, { signal });
  element.addEventListener('pointerup', ended, { signal });
  element.addEventListener('pointercancel', ended, { signal });
  element.addEventListener('touchmove', touched, { signal, passive: false });
  attachKeys(surface, state, signal);
  return () => over.abort();
}

/** The number of the keyboard's price steps from top to bottom of a chart. */
const STEPS_A_CHART = 100;

export function drawSurface(engine: Engine, projection: Projection, element: HTMLElement): DrawSurface {
  const { project, unproject, barAt, timeAt } = projection;
  return {
    element,
    project,
    unproject,
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
    point: (anchor) => pointTo(engine, anchor),
    freeze: (isFrozen) => engine.freeze(isFrozen),
    preview: (preview) => engine.over.setLayer({ preview }),
  };
}
