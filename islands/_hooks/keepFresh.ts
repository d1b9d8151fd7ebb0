import { morph } from './morph.ts';

export type Freshness = {
  /** Refreshed at least this often while the tab is visible. */
  everyMs: number;
  /** And at most this often, however often it is asked to. */
  leastMs: number;
};

/**
 * Keeps the part of the page marked `data-live={region}` as the server would draw it now: by fetching the page
 * again, so that what is shown is computed in one place. A failed fetch leaves what is there.
 * @returns `ask` refreshes soon, `stop` ends it
 */
export function keepFresh(region: string, { everyMs, leastMs }: Freshness): { ask(): void; stop(): void } {
  const place = () => document.querySelector(`[data-live="${region}"]`);
  let last = Date.now();
  let busy = false;
  let asked = false;
  let stopped = false;
  let soon: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    if (busy || stopped || document.visibilityState === 'hidden') return;
    busy = true;
    asked = false;
    try {
      const response = await fetch(location.href, {
        credentials: 'include',
        headers: { accept: 'text/html' },
      });
      if (!response.ok || response.redirected) return;
      const drawn = new DOMParser().parseFromString(await response.text(), 'text/html');
      const [from, to] = [place(), drawn.querySelector(`[data-live="${region}"]`)];
      if (from && to && !stopped) morph(from, to);
    } catch (error) {
      console.warn('The page could not be refreshed', error);
    } finally {
      busy = false;
      last = Date.now();
      if (asked) ask();
    }
  }

  function ask(): void {
    asked = true;
    if (soon !== undefined || busy) return;
    // readers who are told at the same moment do not all come back at the same moment
    const wait = Math.max(0, last + leastMs - Date.now()) + Math.random() * leastMs * 0.2;
    soon = setTimeout(() => {
      soon = undefined;
      void refresh();
    }, wait);
  }

  const onReturn = () => {
    if (document.visibilityState === 'visible') ask();
  };
  const timer = setInterval(ask, everyMs);
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return {
    ask,
    stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    },
  };
}
