/**
 * Parts of a page that stay as the server would draw them now: the page is fetched again and the parts morphed, so that
 * what is shown is computed in one place. However many regions a page has, one event costs one request.
 */

import { serverNow } from './server-clock.ts';

/** When a region asks for the page again. Times in ms. */
export type Freshness = {
  /** Refreshed at least this often while the tab is visible; undefined: only when asked. */
  everyMs?: number;
  /** At most this often, however many requests come. */
  leastMs: number;
};

export type LiveRegion = {
  /** Refreshes soon. */
  ask(): void;
  stop(): void;
};

type Region = Freshness & { element: HTMLElement; isAsked: boolean; refreshedAt: number };

const regions = new Set<Region>();
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshing: Promise<void> | undefined;
/** When the shown content arrived, epoch ms by the server's clock. */
let shownAt = serverNow();
/** The parts of the page that stay as the server draws them. */
export const regionElements = (): HTMLElement[] => [...regions].map(({ element }) => element);

/** Hides or shows the page's notice `#stale`: its `bdi` says when the content arrived, its button fetches again. */
function tell(hidden: boolean): void {
  const notice = document.getElementById('stale');
  if (!notice) return;
  notice.querySelector('bdi')!.textContent = new Date(shownAt).toTimeString().slice(0, 5);
  notice.querySelector('button')!.onclick = () => void run(false);
  notice.hidden = hidden;
}

async function refresh(force: boolean): Promise<void> {
  for (const region of regions) region.isAsked = false;
  try {
    // fetched with the first change: most pages are left before it
    const { redraw } = await import('./redraw.ts');
    await redraw(regionElements, force);
    shownAt = serverNow();
    tell(true);
  } catch (error) {
    tell(false);
    console.warn(error);
  } finally {
    for (const region of regions) region.refreshedAt = Date.now();
  }
}

async function run(force: boolean): Promise<void> {
  const own = refresh(force);
  refreshing = own;
  await own;
  if (refreshing === own) refreshing = undefined;
  schedule();
}

/** Sets the timer to the earliest moment a region that asked may be refreshed. */
function schedule(): void {
  clearTimeout(timer);
  if (refreshing) return;
  const waiting = [...regions].filter((region) => region.isAsked);
  if (waiting.length === 0) return;
  const due = Math.min(...waiting.map(({ refreshedAt, leastMs }) => refreshedAt + leastMs));
  // readers who hear of it at the same moment do not all come back at the same moment
  const spread = Math.random() * 0.2 * waiting[0]!.leastMs;
  timer = setTimeout(
    () => {
      if (document.visibilityState !== 'hidden' && !refreshing) void run(false);
    },
    Math.max(0, due - Date.now()) + spread,
  );
}

/** Refreshes all regions at once, from what the server knows from here on; resolves when it is shown. */
export async function refreshRegions(): Promise<void> {
  // the answer under way may have been drawn before this call
  while (refreshing) await refreshing;
  if (regions.size > 0) await run(true);
}

/** Keeps `element`, which `data-region` names, as the server draws it. */
export function liveRegion(element: HTMLElement, freshness: Freshness): LiveRegion {
  const region: Region = { ...freshness, element, isAsked: false, refreshedAt: Date.now() };
  regions.add(region);

  function ask(): void {
    if (region.isAsked) return;
    region.isAsked = true;
    schedule();
  }

  const onReturn = () => {
    if (document.visibilityState !== 'visible') return;
    // requests made while the tab was hidden have no timer
    region.isAsked = false;
    ask();
  };
  const interval = freshness.everyMs === undefined ? undefined : setInterval(ask, freshness.everyMs);
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return {
    ask,
    stop() {
      regions.delete(region);
      clearInterval(interval);
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
      schedule();
    },
  };
}
