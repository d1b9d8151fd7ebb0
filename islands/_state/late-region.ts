import { ACCOUNT_CHANGED, eventOf } from '#core/contract/events.ts';
import type { Freshness } from '#framework/browser/live-region.ts';
import { onMessage, onReopen } from './socket.ts';

export type LateRegion = Freshness & {
  /**
   * Types of socket messages and names of window events after which the region is fetched again. `ACCOUNT_CHANGED` must
   * be one of them.
   */
  on: readonly string[];
};

/** Events that precede any change by the reader. */
const FIRST_EVENTS = ['pointerdown', 'focusin', 'keydown'];

/**
 * Mounts a live region, whose code is fetched late: at the first press, key or focused element on the page. The code is
 * also fetched, and the region then refreshed, when the window gets the focus, when the tab becomes visible, when the
 * socket opens again, and at the first event in `on`.
 */
export function mountLateRegion(host: HTMLElement, props: LateRegion): () => void {
  const listening = new AbortController();
  let isDue = false;
  let isLoading = false;
  let isOver = false;
  let stop = () => {};

  async function load(): Promise<void> {
    const { default: region } = await import('../LiveRegion.ts');
    unlisten();
    if (isOver) return;
    stop = region.mount(host, props);
    if (isDue) window.dispatchEvent(new Event(ACCOUNT_CHANGED));
  }
  function begin(): void {
    if (isLoading) return;
    isLoading = true;
    // the next event tries again
    load().catch(() => {
      isLoading = false;
    });
  }
  function ask(): void {
    isDue = true;
    begin();
  }
  const stopMessages = onMessage((message) => {
    const isGreeting = 'greeting' in message && message.greeting;
    if (!isGreeting && props.on.includes(eventOf(message))) ask();
  });
  const stopReopen = onReopen(ask);
  function unlisten(): void {
    listening.abort();
    stopMessages();
    stopReopen();
  }
  const { signal } = listening;
  for (const name of FIRST_EVENTS)
    document.addEventListener(name, begin, { capture: true, passive: true, signal });
  for (const name of [...props.on, 'focus']) window.addEventListener(name, ask, { signal });
  const onVisible = () => {
    if (document.visibilityState === 'visible') ask();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  return () => {
    isOver = true;
    unlisten();
    stop();
  };
}
