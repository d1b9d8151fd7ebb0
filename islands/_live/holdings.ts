/** The signed-in trader's cash and open positions, for code with and without React. */
import type { Holding } from '#core/trading/holding-text.ts';

/** `cash` and `held` in dollars, decimal strings. `held` is the part of the cash that working orders reserve. */
export type LiveHoldings = { cash: string; positions: readonly Holding[]; held: string };

let holdings: LiveHoldings = { cash: '0', positions: [], held: '0' };
const listeners = new Set<(holdings: LiveHoldings) => void>();

export const holdingsNow = (): LiveHoldings => holdings;

/** True when the trader has a position, or a working order that reserves cash. */
export const hasHoldings = ({ positions, held }: LiveHoldings): boolean =>
  positions.length > 0 || Number(held) > 0;

export function setHoldings(next: LiveHoldings): void {
  holdings = next;
  for (const listener of [...listeners]) listener(next);
}

/** Calls `listener` at once and at each change. @returns a function that stops */
export function watchPositions(listener: (holdings: LiveHoldings) => void): () => void {
  listeners.add(listener);
  listener(holdings);
  return () => listeners.delete(listener);
}
