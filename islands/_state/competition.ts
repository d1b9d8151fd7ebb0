import { onMessage, onStatus } from '#framework/browser/socket.ts';
import { sharedSignal } from '#framework/islands/signal.ts';
import { request } from './http.ts';

/** Whether a competition is active, as the newest message or poll said. */
export const competition = sharedSignal('competition', false);

/** SPEC section 7: every second in the layout, every ten on the chart page; only while the socket is down. */
export const POLL_MS = 1_000;
export const CHART_POLL_MS = 10_000;

/** Questions and pushed news, numbered as they began: what began before the value that is known is out of date. */
let begun = 0;
let known = 0;

function learn(active: unknown, number: number): void {
  if (typeof active !== 'boolean' || number < known) return;
  known = number;
  competition.value = active;
}

async function poll(): Promise<void> {
  const number = ++begun;
  try {
    const response = await request('/api/competition-status', { cache: 'no-cache' });
    learn(((await response.json()) as { active?: unknown }).active, number);
  } catch (error) {
    console.warn('Failed to fetch competition status', error);
  }
}

/** Keeps `competition` right: pushed while the socket is open, polled while it is not, and asked for on focus. */
export function watchCompetition(pollMs: number): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const whenVisible = () => {
    if (document.visibilityState === 'visible') void poll();
  };
  const stopMessages = onMessage((message) => {
    const { type, active } = (message ?? {}) as { type?: unknown; active?: unknown };
    if (type === 'competition') learn(active, ++begun);
  });
  let wasOpen = false;
  const stopStatus = onStatus((status) => {
    clearInterval(timer);
    if (status !== 'open') timer = setInterval(whenVisible, pollMs);
    // what happened while the socket was going down was told to nobody
    if (wasOpen && status !== 'open') whenVisible();
    wasOpen = status === 'open';
  });
  window.addEventListener('focus', whenVisible);
  return () => {
    clearInterval(timer);
    stopMessages();
    stopStatus();
    window.removeEventListener('focus', whenVisible);
  };
}
