import type { WireOrder } from '#core/contract/orders.ts';
import type { Palette } from '#core/shop/themes.ts';
import { hasHoldings, watchPositions } from '../../_live/holdings.ts';
import { on, onReopen } from '../../_state/socket.ts';
import { Engine, type EngineListeners } from '../engine/engine.ts';
import { engineIn, setRunning } from '../engine/running.ts';
import { watchDrafts } from './drafts.ts';

export type LinesCode = typeof import('./board.ts');

/**
 * Attaches price lines to a chart with the first position, order, draft or change.
 * @param pageOrders the orders in the page data, for the page's own chart
 * @param code the code of the lines; without it their code is fetched then
 */
export function attachLines(
  engine: Engine,
  box: HTMLElement,
  pageOrders: readonly WireOrder[] | null,
  code?: Promise<LinesCode>,
): () => void {
  // null after an event that may have changed the orders: `createLines` then fetches them
  let orders = pageOrders;
  let end: (() => void) | undefined;
  let isRequested = false;
  let isOver = false;

  function begin(): void {
    if (isRequested) return;
    isRequested = true;
    void (code ?? import('./board.ts')).then(
      ({ createLines }) => {
        if (!isOver) end = createLines(engine, box, orders);
      },
      // after a failed fetch the next position, order or draft tries again
      () => {
        isRequested = false;
      },
    );
  }

  const changed = () => {
    orders = null;
    begin();
  };
  const stops = [
    watchPositions((holdings) => {
      if (hasHoldings(holdings)) begin();
    }),
    on('account', changed),
    on('order', changed),
    onReopen(changed),
    watchDrafts(engine, begin),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    end?.();
  };
}

export type StartOptions = {
  palette: Palette;
  locale: string;
  /** The working orders in the page's symbol, for the page's own chart. */
  orders?: readonly WireOrder[];
  lines?: Promise<LinesCode>;
} & EngineListeners;

/** Returns the live chart in `box`, and starts it unless one is running there. */
export function startEngine(
  box: HTMLElement,
  { palette, locale, orders, lines, ...listeners }: StartOptions,
): Engine {
  const runningEngine = engineIn(box);
  if (runningEngine) return runningEngine;
  const { fontFamily } = getComputedStyle(box);
  const hollow = matchMedia('(prefers-contrast: more)').matches;
  const engine = new Engine(box, { palette, locale, fontFamily, hollow, listeners });
  setRunning(box, engine);
  engine.ends.push(attachLines(engine, box, orders ?? null, lines));
  return engine;
}
