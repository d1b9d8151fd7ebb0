import { sharedSignal } from '#framework/islands/signal.ts';

/** The panel of the page in realtime mode, and the ticker it started with. At most one panel is in this mode. */
export type Live = { panel: number; ticker: string };

export const live = sharedSignal<Live | null>('live', null);

/** Returns realtime mode's ticker if `symbols` has any other, which cannot be traded in this mode; else null. */
export const onlyTicker = (symbols: readonly string[]): string | null => {
  const ticker = live.value?.ticker ?? null;
  return symbols.some((symbol) => symbol !== ticker) ? ticker : null;
};
