/** Refreshes cash and positions for code that does not import account.ts itself. */
import { on, onReopen } from './socket.ts';

/** Loads account.ts and fetches cash and positions again. When account.ts fails to load, the figures stay. */
export async function fetchAccount(): Promise<void> {
  const code = await import('./account.ts').catch(() => null);
  await code?.refreshAccount();
}

/**
 * Fetches cash and positions again when the server announces a change, and when the socket opens again, because the
 * page may have missed an announcement.
 * @returns a function that stops
 */
export function watchAccount(): () => void {
  const stops = [on('account', () => void fetchAccount()), onReopen(() => void fetchAccount())];
  return () => {
    for (const stop of stops) stop();
  };
}
