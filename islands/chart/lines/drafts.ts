/** Levels of the order in a panel's open ticket, which its chart draws and lets move before anything is sent. */
import type { Engine } from '../engine/engine.ts';

export type DraftLine = {
  id: string;
  /** As of an order: `target` and `stop` end the position that the order would open. */
  kind: 'target' | 'stop' | 'order';
  /** "Buy 25 at 128.50". */
  name: string;
  /** "New: Buy limit", as it is read out with its price. */
  spoken: string;
  /** Which way an order trades; of a level that ends a position undefined. */
  side: 'up' | 'down' | undefined;
  /** Dollars, exact decimal string. */
  price: string;
  /** What filling it there costs, gains or loses; empty where that is not known. */
  figure: string;
  way: 'up' | 'down' | undefined;
  /** What it is measured from, dollars; null where that is not known, and of the order itself. */
  base: string | null;
  /** It would fill at once. */
  isReached: boolean;
  /** Null at the market: the newest price has a line and a tag of its own. */
  move: ((price: string) => void) | null;
  /** Takes the level out of the ticket; null where the order cannot be without it. */
  remove: { name: string; run(): void } | null;
};

type Watcher = (lines: readonly DraftLine[]) => void;

const drafts = new WeakMap<Engine, readonly DraftLine[]>();
const watchers = new WeakMap<Engine, Set<Watcher>>();
const NONE: readonly DraftLine[] = [];

export const draftsOf = (engine: Engine): readonly DraftLine[] => drafts.get(engine) ?? NONE;

/** As the ticket has them now; none when it closes. */
export function setDrafts(engine: Engine, lines: readonly DraftLine[]): void {
  if (lines.length === 0 && draftsOf(engine).length === 0) return;
  drafts.set(engine, lines);
  for (const watcher of watchers.get(engine) ?? []) watcher(lines);
}

/** Calls at each change. @returns stops */
export function watchDrafts(engine: Engine, watcher: Watcher): () => void {
  const own = watchers.get(engine) ?? new Set();
  watchers.set(engine, own.add(watcher));
  return () => own.delete(watcher);
}
