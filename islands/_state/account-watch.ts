/** Refreshes of cash and positions for code that does not hold them. */
import { on, onReopen } from './socket.ts';

/** Fetches cash and positions again, and first the code for that. Without that code the figures stay. */
export async function fetchAccount(): Promise<void> {
  const code = await import('./account.ts').catch(() => null);
  await code?.refreshAccount();
}

/**
 * Fetches cash and positions again when the server announces a change, and when the socket opens again, which may have
 * missed one.
 * @returns a function that stops
 */
export function watchAccount(): () => void {
  const stops = [on('account', () => void fetchAccount()), onReopen(() => void fetchAccount())];
  return () => {
    for (const stop of stops) stop();
  };
}
