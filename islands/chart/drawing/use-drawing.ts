import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Engine } from '../engine/engine.ts';
import { extras } from '../panel/parts.ts';
import { type Lines, NO_LINES } from './state.ts';

/** What keys and buttons do to lines. */
export type LineStep = 'cancel' | 'undo' | 'removeSelected';

export type Drawing = {
  on: boolean;
  lines: Lines;
  /** Turning it off removes the lines of all tickers. @returns brings them back, null when there were none */
  toggle(): (() => void) | null;
  act(step: LineStep): void;
};

/** Trend lines of a panel, kept per ticker; the newest state is also in a ref, for the pointer's handlers. */
export function useDrawing(
  engine: Engine | null,
  box: RefObject<HTMLElement | null>,
  symbol: string,
): Drawing {
  const [on, setOn] = useState(false);
  const [bySymbol, setBySymbol] = useState<ReadonlyMap<string, Lines>>(new Map());
  const lines = bySymbol.get(symbol) ?? NO_LINES;
  const stored = useRef(bySymbol);
  stored.current = bySymbol;
  const latest = useRef({ on, lines, symbol });
  latest.current = { on, lines, symbol };

  const set = useCallback((next: Lines) => {
    const now = latest.current;
    latest.current = { ...now, lines: next };
    setBySymbol((all) => new Map(all).set(now.symbol, next));
  }, []);
  /** Here as soon as draw mode is on: there are no lines before. */
  const steps = useRef<Awaited<ReturnType<typeof extras>> | null>(null);
  const act = useCallback(
    (step: LineStep) => {
      const { list, draft, past } = latest.current.lines;
      if (list.length === 0 && !draft && past.length === 0) return;
      if (steps.current) set(steps.current[step](latest.current.lines));
    },
    [set],
  );

  useEffect(() => {
    const element = box.current;
    if (!engine || !element || !on) return;
    element.style.touchAction = 'none';
    element.style.cursor = 'crosshair';
    let gone = false;
    let detach = () => {};
    void extras().then((loaded) => {
      if (gone) return;
      steps.current = loaded;
      detach = loaded.attachDrawing(
        {
          element,
          project: engine.project,
          unproject: engine.unproject,
          freeze: (isFrozen) => engine.freeze(isFrozen),
          preview: (preview) => engine.setLayer({ preview }),
        },
        { get: () => latest.current.lines, set, enabled: () => latest.current.on },
      );
    });
    return () => {
      gone = true;
      detach();
      engine.setLayer({ preview: null });
      element.style.touchAction = '';
      element.style.cursor = '';
    };
  }, [engine, box, on, set]);

  useEffect(() => {
    engine?.setLayer({
      lines: lines.list,
      selected: lines.selected,
      ...(lines.draft === null && { preview: null }),
    });
  }, [engine, lines]);

  const toggle = useCallback(() => {
    setOn((now) => !now);
    if (!latest.current.on) return null;
    const before = stored.current;
    setBySymbol(new Map());
    if (![...before.values()].some((each) => each.list.length > 0)) return null;
    return () => {
      setBySymbol(new Map([...before].map(([ticker, each]) => [ticker, { ...each, draft: null }])));
      setOn(true);
    };
  }, []);
  return { on, lines, toggle, act };
}
