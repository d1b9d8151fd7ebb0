/** Whether a competition is active: pushed while the socket is open, polled while it is not. */

import { call } from '#core/contract/call.ts';
import { on, onStatus } from './socket.ts';

/** Dispatched on the window at each change, with `true` or `false` as its detail. */
export const COMPETITION_EVENT = 'competition';
/** Every second in the layout, every ten on the chart page; only while the socket is down. */
export const POLL_MS = 1_000;
export const CHART_POLL_MS = 10_000;

/** Follows the competition's state and tells the window when it changes. @param known as the page was drawn @returns stops */
export function watchCompetition(known: boolean, pollMs: number): () => void {
  let active = known;
  // polls and pushes are numbered as they begin: what began before the value that is shown is out of date
  let begun = 0;
  let newest = 0;
  const take = (value: boolean, number: number) => {
    if (number < newest) return;
    newest = number;
    if (value === active) return;
    active = value;
    window.dispatchEvent(new CustomEvent(COMPETITION_EVENT, { detail: active }));
  };
  const poll = async () => {
    const number = ++begun;
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
  const stopMessages = on('competition', (message) => take(message.active, ++begun));
  let wasOpen: boolean | undefined;
  const stopStatus = onStatus((status) => {
    const isOpen = status === 'open';
    // one try after the other leaves the rhythm as it is
    if (!isOpen) timer ??= setInterval(whenVisible, pollMs);
    else {
      clearInterval(timer);
      timer = undefined;
    }
    // what was said on a socket that others opened, and while one was going down, was not heard here
    if (isOpen ? wasOpen === undefined : wasOpen) whenVisible();
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
