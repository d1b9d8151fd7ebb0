/**
 * Live regions: parts of a page that stay as the server would render them now. The page is fetched again and the parts are
 * morphed, so the browser computes nothing itself. All regions of a page share one request.
 */

import { serverNow } from './server-clock.ts';

/** When a region is refreshed. Times in ms. */
export type Freshness = {
  /** Refreshes this often while the tab is visible; undefined: only after `ask`. */
  everyMs?: number;
  /** The least time between two refreshes. */
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
/** True when a refresh was requested before the page's first region was mounted. */
let isOwed = false;
/** When the content on the page arrived, epoch ms by the server's clock. */
let arrivedAt = serverNow();
/** Returns the elements of the page's live regions. */
export const regionElements = (): HTMLElement[] => [...regions].map(({ element }) => element);

/** Hides or shows the page's notice `#stale`: its `bdi` says when the content arrived, its button fetches again. */
function tell(hidden: boolean): void {
  const notice = document.getElementById('stale');
  if (!notice) return;
  notice.querySelector('bdi')!.textContent = new Date(arrivedAt).toTimeString().slice(0, 5);
  notice.querySelector('button')!.onclick = () => void run(false);
  notice.hidden = hidden;
}

async function refresh(force: boolean): Promise<void> {
  for (const region of regions) region.isAsked = false;
  try {
    // fetched with the first change: most pages are left before it
    const { redraw } = await import('./redraw.ts');
    await redraw(regionElements, force);
    arrivedAt = serverNow();
    tell(true);
  } catch (error) {
    tell(false);
    console.warn(error);
  } finally {
    for (const region of regions) region.refreshedAt = Date.now();
  }
}

async function run(force: boolean): Promise<void> {
  const refreshed = refresh(force);
  refreshing = refreshed;
  await refreshed;
  if (refreshing === refreshed) refreshing = undefined;
  schedule();
}

/** Sets the timer to the earliest moment a region that asked may be refreshed. */
function schedule(): void {
  clearTimeout(timer);
  if (refreshing) return;
  const waiting = [...regions].filter((region) => region.isAsked);
  if (waiting.length === 0) return;
  const due = Math.min(...waiting.map(({ refreshedAt, leastMs }) => refreshedAt + leastMs));
  // one message reaches thousands of readers at once: spread their requests
  const spread = Math.random() * 0.2 * waiting[0]!.leastMs;
  timer = setTimeout(
    () => {
      if (document.visibilityState !== 'hidden' && !refreshing) void run(false);
    },
    Math.max(0, due - Date.now()) + spread,
  );
}

/**
 * Refreshes all regions with a request that begins after this call; resolves once they are morphed. On a page whose regions are
 * not mounted yet it resolves at once, and the first of them refreshes as soon as it is mounted.
 */
export async function refreshRegions(): Promise<void> {
  // the response of a request in flight may have been rendered before this call
  while (refreshing) await refreshing;
  isOwed = regions.size === 0;
  if (!isOwed) await run(true);
}

/** Makes `element`, which has `data-region`, a live region. */
export function liveRegion(element: HTMLElement, freshness: Freshness): LiveRegion {
  const region: Region = { ...freshness, element, isAsked: false, refreshedAt: Date.now() };
  regions.add(region);
  if (isOwed) void refreshRegions();

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
