/**
 * Live regions: parts of a page that follow the server's newest rendering. This code fetches the page again and morphs
 * the regions, so the browser computes no figures. All regions of a page share one request.
 */

import { serverNow } from './server-clock.ts';

/** When a region is refreshed, in ms. */
export type Freshness = {
  /**
   * The interval of refreshes while the tab is visible; undefined: only after `ask` and when the reader returns to the
   * tab.
   */
  everyMs?: number;
  /** The shortest time between a refresh and the next one that this region requests. */
  leastMs: number;
};

export type LiveRegion = {
  /** Requests a refresh, which follows after `leastMs` at the earliest. */
  ask(): void;
  stop(): void;
};

type Region = Freshness & { element: HTMLElement; isAsked: boolean; refreshedAt: number };

const regions = new Set<Region>();
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshing: Promise<void> | undefined;
/** True when `refreshRegions` was called before the page's first region was mounted. */
let isOwed = false;
/** When the page's content arrived, epoch ms by the server's clock. */
let arrivedAt = serverNow();
export const regionElements = (): HTMLElement[] => [...regions].map(({ element }) => element);

/**
 * Shows or hides the page's notice `#stale`: its `bdi` has the time when the content arrived, its button fetches again.
 */
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
    // imported with the first refresh: most pages are closed before that
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

/** Sets the timer to the earliest moment when a region that requested a refresh may have one. */
function schedule(): void {
  clearTimeout(timer);
  if (refreshing) return;
  const waiting = [...regions].filter((region) => region.isAsked);
  if (waiting.length === 0) return;
  const due = Math.min(...waiting.map(({ refreshedAt, leastMs }) => refreshedAt + leastMs));
  // one message reaches thousands of readers at once: this spreads their requests over time
  const spread = Math.random() * 0.2 * waiting[0]!.leastMs;
  timer = setTimeout(
    () => {
      if (document.visibilityState !== 'hidden' && !refreshing) void run(false);
    },
    Math.max(0, due - Date.now()) + spread,
  );
}

/**
 * Refreshes all regions with a request that begins after this call; resolves once they are morphed. Before the page's
 * regions are mounted it resolves at once, and the first region refreshes when it is mounted.
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
    // a refresh that was requested while the tab was hidden did not take place
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
