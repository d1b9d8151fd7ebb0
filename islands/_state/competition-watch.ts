/** Watches whether a season is active: by the open socket, by polls while the socket is closed, and at each focus. */
import { call } from '#core/contract/call.ts';
import { competitionNow, on, onStatus } from './socket.ts';

/** The window event of each change; its detail is whether a season is active now. */
export const COMPETITION_EVENT = 'competition';
/** The poll intervals while the socket is closed, ms: on most pages, and on the chart. */
export const POLL_MS = 1_000;
export const CHART_POLL_MS = 10_000;

/**
 * Dispatches `COMPETITION_EVENT` when a season starts or ends.
 * @param initial true when a season was active as the page was rendered
 * @param pollMs interval while the socket is closed
 * @returns a function that stops
 */
export function watchCompetition(initial: boolean, pollMs: number): () => void {
  let active = initial;
  // each poll and each message gets a number when it begins: a result older than the shown state is dropped
  let lastNumber = 0;
  let shownNumber = 0;
  const take = (value: boolean, number: number) => {
    if (number < shownNumber) return;
    shownNumber = number;
    if (value === active) return;
    active = value;
    window.dispatchEvent(new CustomEvent(COMPETITION_EVENT, { detail: active }));
  };
  const poll = async () => {
    const number = ++lastNumber;
    try {
      const { active } = await call('GET /api/competition-status', {}, { cache: 'no-cache' });
      take(active, number);
    } catch (error) {
      console.warn('Failed to fetch competition status', error);
    }
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  const whenVisible = () => {
    if (document.visibilityState === 'visible') void poll();
  };
  const stopMessages = on('competition', (message) => take(message.active, ++lastNumber));
  // the server sends the state when a socket opens, perhaps before this listener was added
  const present = competitionNow();
  if (present !== undefined) take(present, ++lastNumber);
  let wasOpen = false;
  const stopStatus = onStatus((status) => {
    const isOpen = status === 'open';
    // further failed attempts do not restart the timer
    if (!isOpen) timer ??= setInterval(whenVisible, pollMs);
    else {
      clearInterval(timer);
      timer = undefined;
    }
    // a message may have been missed when the socket closed
    if (!isOpen && wasOpen) whenVisible();
    wasOpen = isOpen;
  });
  window.addEventListener('focus', whenVisible);
  return () => {
    clearInterval(timer);
    stopMessages();
    stopStatus();
    window.removeEventListener('focus', whenVisible);
  };
}
