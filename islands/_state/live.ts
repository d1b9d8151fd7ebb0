import { sharedSignal } from '#framework/islands/signal.ts';

/** Which panel of the page is in realtime mode, and the ticker it entered with: at most one at a time. */
export type Live = { panel: number; ticker: string };

export const live = sharedSignal<Live | null>('live', null);
