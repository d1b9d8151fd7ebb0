import { sharedSignal } from '#islands/_state/signal.ts';

export const balance = sharedSignal<string>('balance', '');
