import { request } from '../_state/http.ts';
import { morph } from './morph.ts';

export type Freshness = {
  /** Refreshed at least this often while the tab is visible. */
  everyMs: number;
  /** And at most this often, however often it is asked to. */
  leastMs: number;
  /** What the console is told when it cannot be. */
  failed?: string;
};

const FAILED = 'The page could not be refreshed';

export type Fresh = {
  /** Refreshes soon. */
  ask(): void;
  /** Refreshes at once, from what the server knows from here on; resolves when it is shown. */
  now(): Promise<void>;
  stop(): void;
};

/**
 * Keeps the part of the page marked `data-live={region}` as the server would draw it now: by fetching the page
 * again, so that what is shown is computed in one place. A failed fetch leaves what is there, and so does a form in
 * it that is being sent (`aria-busy`), whose answer brings the newer page, or filled in (in a dialog).
 */
export function keepFresh(region: string, { everyMs, leastMs, failed = FAILED }: Freshness): Fresh {
  const place = () => document.querySelector(`[data-live="${region}"]`);
  let last = Date.now();
  let running: Promise<void> | null = null;
  let asked = false;
  let stopped = false;
  let soon: ReturnType<typeof setTimeout> | undefined;

  async function draw(force: boolean): Promise<void> {
    asked = false;
    const { href } = location;
    try {
      const response = await request(href, { headers: { accept: 'text/html' } });
      if (response.redirected) return;
      const drawn = new DOMParser().parseFromString(await response.text(), 'text/html');
      const [from, to] = [place(), drawn.querySelector(`[data-live="${region}"]`)];
      // a soft link may have led on meanwhile
      if (!from || !to || stopped || location.href !== href) return;
      if (force || !from.querySelector('[aria-busy="true"], dialog form')) morph(from, to);
    } catch (error) {
      console.warn(failed, error);
    }
  }

  async function run(force: boolean): Promise<void> {
    running = draw(force);
    await running;
    running = null;
    last = Date.now();
    if (asked) ask();
  }

  function ask(): void {
    asked = true;
    if (soon !== undefined || running) return;
    // readers who are told at the same moment do not all come back at the same moment
    const wait = Math.max(0, last + leastMs - Date.now()) + Math.random() * leastMs * 0.2;
    soon = setTimeout(() => {
      soon = undefined;
      if (!running && !stopped && document.visibilityState !== 'hidden') void run(false);
    }, wait);
  }

  async function now(): Promise<void> {
    // what is under way may have been drawn before
    while (running) await running;
    if (!stopped) await run(true);
  }

  const onReturn = () => {
    if (document.visibilityState === 'visible') ask();
  };
  const timer = setInterval(ask, everyMs);
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return {
    ask,
    now,
    stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    },
  };
}
