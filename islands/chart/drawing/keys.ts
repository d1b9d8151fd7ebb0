import type { Anchor } from '#core/market/drawings.ts';
import { beginMove, move, placeAnchor } from './lines.ts';
import { type DrawState, type DrawSurface, kindOf } from './tool.ts';

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
export function attachKeys(surface: DrawSurface, state: DrawState, signal: AbortSignal): void {
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
