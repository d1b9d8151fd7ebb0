/** Price lines of the order in the open ticket. The trader can drag them on the chart before the order is sent. */
import type { Engine } from '../engine/engine.ts';

export type DraftLine = {
  id: string;
  /** `target` and `stop` close the position that the order would open. */
  kind: 'target' | 'stop' | 'order';
  /** "Buy 25 at 128.50". */
  name: string;
  /** "New: Buy limit", which is read out together with the price. */
  spoken: string;
  /** `up` for an order that buys or covers; undefined for target and stop. */
  side: 'up' | 'down' | undefined;
  /** Dollars, exact decimal string. */
  price: string;
  /** The cost, profit or loss of a fill at this price; empty while unknown. */
  figure: string;
  way: 'up' | 'down' | undefined;
  /**
   * Dollars, decimal string: the price of the entry, where the coloured band of a target or stop ends. Null while that
   * price is unknown, and for a line of the entry itself.
   */
  base: string | null;
  /** True when the order would fill at once. */
  isReached: boolean;
  /** Sets the price; null for an order at the market, as the newest price already has a line and a tag. */
  move: ((price: string) => void) | null;
  /** Removes the price from the ticket; null for a price that the order needs. */
  remove: { name: string; run(): void } | null;
};

type Watcher = (lines: readonly DraftLine[]) => void;

const drafts = new WeakMap<Engine, readonly DraftLine[]>();
const watchers = new WeakMap<Engine, Set<Watcher>>();
const NONE: readonly DraftLine[] = [];

export const draftsOf = (engine: Engine): readonly DraftLine[] => drafts.get(engine) ?? NONE;

export function setDrafts(engine: Engine, lines: readonly DraftLine[]): void {
  if (lines.length === 0 && draftsOf(engine).length === 0) return;
  drafts.set(engine, lines);
  for (const watcher of watchers.get(engine) ?? []) watcher(lines);
}

/** Calls `watcher` after each change. @returns a function that stops */
export function watchDrafts(engine: Engine, watcher: Watcher): () => void {
  const engineWatchers = watchers.get(engine) ?? new Set();
  watchers.set(engine, engineWatchers.add(watcher));
  return () => engineWatchers.delete(watcher);
}
