import { sharedSignal } from '#framework/islands/signal.ts';

/** The panel of the page in realtime mode, and the ticker it started with. At most one panel is in this mode. */
export type Live = { panel: number; ticker: string };

export const live = sharedSignal<Live | null>('live', null);

/**
 * Returns the ticker of realtime mode, the only one that can be traded in this mode, when `symbols` has another; else
 * null.
 */
export const onlyTicker = (symbols: readonly string[]): string | null => {
  const ticker = live.value?.ticker ?? null;
  return symbols.some((symbol) => symbol !== ticker) ? ticker : null;
};
