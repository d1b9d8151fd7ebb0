import { sharedSignal } from '#framework/islands/signal.ts';

/** The panel of the page in realtime mode, and the ticker it started with. At most one panel is in this mode. */
export type Live = { panel: number; ticker: string };

export const live = sharedSignal<Live | null>('live', null);

/** Returns the only ticker that realtime mode allows to trade when `symbols` has another one; null otherwise. */
export const onlyTicker = (symbols: readonly string[]): string | null => {
  const ticker = live.value?.ticker ?? null;
  return symbols.some((symbol) => symbol !== ticker) ? ticker : null;
};
