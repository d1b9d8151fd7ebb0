import { sharedSignal } from '#framework/islands/signal.ts';

/** Which panel of the page is in realtime mode, and the ticker it entered with: at most one at a time. */
export type Live = { panel: number; ticker: string };

export const live = sharedSignal<Live | null>('live', null);

/** Returns the only ticker that may be traded now, if one of `symbols` is another; null otherwise. */
export const onlyTicker = (symbols: readonly string[]): string | null => {
  const ticker = live.value?.ticker ?? null;
  return symbols.some((symbol) => symbol !== ticker) ? ticker : null;
};
