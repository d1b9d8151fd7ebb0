import { sharedSignal } from '#framework/islands/signal.ts';
import { COMPETITION_EVENT } from './competition-watch.ts';

/** Whether a competition is active, for islands; islands/NavStatus.ts follows it. */
export const competition = sharedSignal('competition', false);

if (typeof document !== 'undefined') {
  window.addEventListener(COMPETITION_EVENT, (event) => {
    competition.value = (event as CustomEvent<boolean>).detail;
  });
}
