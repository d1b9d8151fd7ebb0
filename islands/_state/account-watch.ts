import { on, onReopen } from './socket.ts';

/**
 * Fetches cash and positions again when the server announces a change, and when the socket opens again, which may have
 * missed one.
 * @returns a function that stops
 */
export function watchAccount(): () => void {
  const refresh = () =>
    void import('./account.ts').then(
      ({ refreshAccount }) => refreshAccount(),
      // without that code the figures stay; the next change tries again
      () => {},
    );
  const stops = [on('account', refresh), onReopen(refresh)];
  return () => {
    for (const stop of stops) stop();
  };
}
