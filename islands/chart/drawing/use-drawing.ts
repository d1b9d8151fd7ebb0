import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { priceText } from '#core/market/price-text.ts';
import type { Engine } from '../engine/engine.ts';
import type { Announce } from '../ground/say.ts';
import {
  cancel,
  clear,
  type DrawingTool,
  type Lines,
  NO_LINES,
  remove,
  removeSelected,
  undo,
} from './drawings.ts';
import { drawingsOf, loadDrawings, setLines, watchLines } from './store.ts';

const STEPS = { cancel, undo, removeSelected, clear };
type LineStep = keyof typeof STEPS;

export type DrawingMode = {
  /** True while a tool that draws is active; false for `select`. */
  on: boolean;
  /** The active tool; null when there is none and there are no drawings to select. */
  tool: DrawingTool | null;
  lines: Lines;
  /** The cursor's position, for screen readers. */
  spoken: string;
  /** Turns drawing on or off. Off removes the symbol's drawings. @returns a function that restores them, or null */
  toggle(): (() => void) | null;
  use(tool: DrawingTool): void;
  act(step: LineStep): void;
  pick(id: number): void;
  remove(id: number): void;
};

/** Returns the drawings of a panel's symbol and the active tool. Pointer handlers read the newest state from a ref. */
export function useDrawing(
  engine: Engine | null,
  box: RefObject<HTMLElement | null>,
  symbol: string,
  say: Announce,
): DrawingMode {
  const [chosen, setTool] = useState<DrawingTool | null>(null);
  const [spoken, setSpoken] = useState('');
  const lines = useSyncExternalStore(
    watchLines,
    () => drawingsOf(symbol),
    () => NO_LINES,
  );
  const tool = chosen ?? (lines.list.length > 0 ? 'select' : null);
  const isDrawing = tool !== null && tool !== 'select';
  const latest = useRef({ tool, symbol });
  latest.current = { tool, symbol };

  const set = useCallback(
    (next: Lines) => setLines(latest.current.symbol, next, () => say.refuse('errorTitle', 'drawingsNotKept')),
    [say],
  );
  const get = useCallback(() => drawingsOf(latest.current.symbol), []);
  const act = useCallback(
    (step: LineStep) => {
      const { list, draft, past, selected } = get();
      const isIdle = step === 'cancel' && !draft && selected === null;
      if (isIdle) setTool((now) => now && 'select');
      else if (list.length > 0 || draft || past.length > 0) set(STEPS[step](get()));
    },
    [get, set],
  );

  useEffect(() => void loadDrawings(symbol), [symbol]);
  usePointer({ engine, box, tool, latest, get, set, setSpoken });
  useEffect(() => {
    engine?.over.setLayer({
      lines: lines.list,
      selected: lines.selected,
      ...(lines.draft === null && { preview: null }),
    });
  }, [engine, lines]);

  function toggle() {
    const previous = drawingsOf(symbol);
    setTool(isDrawing ? null : 'line');
    setSpoken('');
    if (!isDrawing || previous.list.length === 0) return null;
    act('clear');
    return () => {
      set({ ...drawingsOf(symbol), list: previous.list });
      setTool(tool);
    };
  }
  function use(next: DrawingTool): void {
    setTool(next);
    if (get().draft) act('cancel');
    // arrows and Enter draw on the focused chart
    box.current?.focus({ preventScroll: true });
  }
  return {
    on: isDrawing,
    tool,
    lines,
    spoken,
    toggle,
    use,
    act,
    pick: (id) => set({ ...get(), selected: id, draft: null }),
    remove: (id) => set(remove(get(), id)),
  };
}

/** Records presses on `element` until `end`, or until `replay` dispatches them again. */
function keepPresses(element: HTMLElement) {
  const presses: PointerEvent[] = [];
  const over = new AbortController();
  const keep = (event: PointerEvent) => void presses.push(event);
  element.addEventListener('pointerdown', keep, { signal: over.signal });
  element.addEventListener('pointerup', keep, { signal: over.signal });
  const end = () => over.abort();
  return {
    end,
    replay() {
      end();
      for (const press of presses) element.dispatchEvent(new PointerEvent(press.type, press));
    },
  };
}

type PointerSetting = {
  engine: Engine | null;
  box: RefObject<HTMLElement | null>;
  tool: DrawingTool | null;
  latest: RefObject<{ tool: DrawingTool | null }>;
  get(): Lines;
  set(lines: Lines): void;
  setSpoken(text: string): void;
};

/** Fetches the code that handles pointer and keys while a tool is active, then replays the presses since the start. */
function usePointer({ engine, box, tool, latest, get, set, setSpoken }: PointerSetting): void {
  const isOn = tool !== null;
  const isArmed = isOn && tool !== 'select';
  useEffect(() => {
    const element = box.current;
    if (!engine || !element || !isOn) return;
    let isDisposed = false;
    const early = keepPresses(element);
    let detach = early.end;
    const begin = async () => {
      const [{ attachDrawing, drawSurface }, { projection }] = await Promise.all([
        import('./controller.ts'),
        engine.over.load(),
      ]);
      if (isDisposed) return;
      detach = attachDrawing(drawSurface(engine, projection, element), {
        get,
        set,
        tool: () => latest.current.tool,
        say: ({ time, price }) => setSpoken(`${engine.timeText(time)}: ${priceText(price)}`),
      });
      early.replay();
    };
    // without the code nothing is drawn; the next press of the button tries again
    void begin().catch(() => {});
    return () => {
      isDisposed = true;
      detach();
      engine.over.setLayer({ preview: null });
    };
  }, [engine, box, isOn, latest, get, set, setSpoken]);
  useEffect(() => {
    const style = box.current?.style;
    if (!style || !isArmed) return;
    style.touchAction = 'none';
    style.cursor = 'crosshair';
    return () => {
      style.touchAction = '';
      style.cursor = '';
    };
  }, [box, isArmed]);
}
