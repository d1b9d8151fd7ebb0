import { ACCOUNT_CHANGED, eventOf } from '#core/contract/events.ts';
import type { Freshness } from '#framework/browser/live-region.ts';
import { onMessage } from '../_state/socket.ts';

/** What a late region is told. */
export type LateRegion = Freshness & {
  /** Types of socket messages, and window events, after which the region is drawn anew; `ACCOUNT_CHANGED` is one. */
  on: readonly string[];
};

/** What a reader does before they change anything. */
const TOUCHES = ['pointerdown', 'focusin', 'keydown'];

/**
 * A live region whose code comes when it is needed first: at a touch or key on the page, when the tab is looked at again, or
 * with the first of what `on` names, which it then draws.
 */
export function mountLateRegion(host: HTMLElement, props: LateRegion): () => void {
  const waiting = new AbortController();
  let isDue = false;
  let isLoading = false;
  let isOver = false;
  let stop = () => {};

  async function load(): Promise<void> {
    const { default: region } = await import('../LiveRegion.ts');
    rest();
    if (isOver) return;
    stop = region.mount(host, props);
    if (isDue) window.dispatchEvent(new Event(ACCOUNT_CHANGED));
  }
  function begin(): void {
    if (isLoading) return;
    isLoading = true;
    // the next reason tries again
    load().catch(() => {
      isLoading = false;
    });
  }
  function ask(): void {
    isDue = true;
    begin();
  }
  const unlisten = onMessage((message) => {
    const isNews = !('greeting' in message && message.greeting);
    if (isNews && props.on.includes(eventOf(message))) ask();
  });
  function rest(): void {
    waiting.abort();
    unlisten();
  }
  const { signal } = waiting;
  for (const name of TOUCHES)
    document.addEventListener(name, begin, { capture: true, passive: true, signal });
  for (const name of [...props.on, 'focus']) window.addEventListener(name, ask, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask(), {
    signal,
  });
  return () => {
    isOver = true;
    rest();
    stop();
  };
}
