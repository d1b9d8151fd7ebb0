import { sharedSignal } from '#framework/islands/signal.ts';

export const balance = sharedSignal<string>('balance', '');
