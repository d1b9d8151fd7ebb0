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

/** The steps that keys and buttons take without a pointer. */
const STEPS = { cancel, undo, removeSelected, clear };
type LineStep = keyof typeof STEPS;

export type DrawingMode = {
  /** A tool that draws is in hand. */
  on: boolean;
  /** Null: nothing is drawn, and nothing is about to be. */
  tool: DrawingTool | null;
  lines: Lines;
  /** Where the keyboard stands. */
  spoken: string;
  /** Turning it off removes the symbol's drawings. @returns brings them back, null when there were none */
  toggle(): (() => void) | null;
  use(tool: DrawingTool): void;
  act(step: LineStep): void;
  pick(id: number): void;
  remove(id: number): void;
};

/** Drawings of a panel's symbol, and the tool in hand; the newest state is also in a ref, for the pointer's handlers. */
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
  const on = tool !== null && tool !== 'select';
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
    const before = drawingsOf(symbol);
    setTool(on ? null : 'line');
    setSpoken('');
    if (!on || before.list.length === 0) return null;
    act('clear');
    return () => {
      set({ ...drawingsOf(symbol), list: before.list });
      setTool(tool);
    };
  }
  function use(next: DrawingTool): void {
    setTool(next);
    if (get().draft) act('cancel');
    // arrows and Enter draw where the focus is
    box.current?.focus({ preventScroll: true });
  }
  return {
    ...{ on, tool, lines, spoken, toggle, use },
    act,
    pick: (id) => set({ ...get(), selected: id, draft: null }),
    remove: (id) => set(remove(get(), id)),
  };
}

/** Keeps the presses on `element`, until they are ended or done again for who listens by then. */
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

/** Lets pointer and keys draw while a tool is in hand; what was pressed before their code came is done then. */
function usePointer({
  engine,
  box,
  tool,
  latest,
  get,
  set,
  setSpoken,
}: {
  engine: Engine | null;
  box: RefObject<HTMLElement | null>;
  tool: DrawingTool | null;
  latest: RefObject<{ tool: DrawingTool | null }>;
  get(): Lines;
  set(lines: Lines): void;
  setSpoken(text: string): void;
}): void {
  const isOn = tool !== null;
  const isArmed = isOn && tool !== 'select';
  useEffect(() => {
    const element = box.current;
    if (!engine || !element || !isOn) return;
    let gone = false;
    const early = keepPresses(element);
    let detach = early.end;
    const begin = async () => {
      const [{ attachDrawing, drawSurface }, { projection }] = await Promise.all([
        import('./controller.ts'),
        engine.over.load(),
      ]);
      if (gone) return;
      detach = attachDrawing(drawSurface(engine, projection, element), {
        ...{ get, set, tool: () => latest.current.tool },
        say: ({ time, price }) => setSpoken(`${engine.timeText(time)}: ${priceText(price)}`),
      });
      early.replay();
    };
    // without the code nothing is drawn, and the button may be pressed again
    void begin().catch(() => {});
    return () => {
      gone = true;
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
