/**
 * Parts of a page that stay as the server would draw them now: the page is fetched again and the parts morphed, so that
 * what is shown is computed in one place. However many regions a page has, one event costs one request.
 */

/** When a region asks for the page again. Times in ms. */
export type Freshness = {
  /** Refreshed at least this often while the tab is visible; undefined: only when asked. */
  everyMs?: number;
  /** And at most this often, however often it is asked to. */
  leastMs: number;
  /** What the console says when it could not be. */
  failed?: string;
};

export type LiveRegion = {
  /** Refreshes soon. */
  ask(): void;
  stop(): void;
};

type Region = Freshness & { element: HTMLElement; isAsked: boolean; refreshedAt: number };

/** Fetched with the first change: most pages are left before it. */
let idiomorph: typeof import('idiomorph').Idiomorph | undefined;

const regions = new Set<Region>();
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshing: Promise<void> | undefined;
/** Another view of the page, on its way: a refresh waits for it. */
let visiting: { promise: Promise<void>; controller: AbortController } | undefined;

/** A page as the server draws it, null when it leads elsewhere. @throws TypeError, AbortError, or what the server says */
async function fetchPage(url: string, signal?: AbortSignal): Promise<Document | null> {
  const response = await fetch(url, { headers: { accept: 'text/html' }, credentials: 'include', signal });
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  if (response.redirected) return null;
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

const nameOf = ({ element }: Region) => element.dataset.live ?? '';

/** The counterparts of the regions in a fetched page; null unless it has all of them. */
function counterparts(page: Document): [Region, Element][] | null {
  const found = [...regions].map(
    (region) => [region, page.querySelector(`[data-live="${nameOf(region)}"]`)] as const,
  );
  return found.every((pair): pair is [Region, Element] => pair[1] !== null)
    ? (found as [Region, Element][])
    : null;
}

/** A form that is being sent brings the newer page itself; one that is filled in, in a dialog, must stay. */
const isBusy = (element: Element) => element.querySelector('[aria-busy="true"], dialog form') !== null;

async function refresh(force: boolean): Promise<void> {
  if (visiting) await visiting.promise;
  const { href } = location;
  for (const region of regions) region.isAsked = false;
  try {
    const page = await fetchPage(href);
    // a link may have led on meanwhile
    if (!page || location.href !== href) return;
    for (const [region, to] of counterparts(page) ?? []) {
      if (force || !isBusy(region.element)) await morph(region.element, to);
    }
  } catch (error) {
    const sentences = [...regions].map(({ failed }) => failed ?? 'The page could not be refreshed');
    console.warn([...new Set(sentences)].join(' '), error);
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
  timer = undefined;
  if (refreshing) return;
  const asked = [...regions].filter((region) => region.isAsked);
  if (asked.length === 0) return;
  const due = Math.min(...asked.map(({ refreshedAt, leastMs }) => refreshedAt + leastMs));
  // readers who hear of it at the same moment do not all come back at the same moment
  const spread = Math.random() * 0.2 * Math.min(...asked.map(({ leastMs }) => leastMs));
  timer = setTimeout(
    () => {
      timer = undefined;
      if (document.visibilityState !== 'hidden' && !refreshing) void run(false);
    },
    Math.max(0, due - Date.now()) + spread,
  );
}

/** Refreshes all regions at once, from what the server knows from here on; resolves when it is shown. */
export async function refreshRegions(): Promise<void> {
  // what is under way may have been drawn before
  while (refreshing) await refreshing;
  if (regions.size > 0) await run(true);
}

/** Keeps `element`, which `data-live` names, as the server draws it. */
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
    // what was asked for while nobody looked has no timer any more
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

/**
 * Shows another view of this page in its regions. Whatever goes wrong, the browser goes there itself.
 * @param push whether the view gets an entry of its own in the history
 * @param show morphs a region; what it moves (focus, scroll) is its own
 */
export function visit(
  url: string,
  push: boolean,
  show: (element: HTMLElement, to: Element) => Promise<void>,
): Promise<void> {
  visiting?.controller.abort();
  const controller = new AbortController();
  const promise = (async () => {
    try {
      const page = await fetchPage(url, controller.signal);
      if (controller.signal.aborted) return;
      const pairs = page && counterparts(page);
      if (!pairs) return location.assign(url);
      if (push) history.pushState(null, '', url);
      document.title = page.title;
      for (const [region, to] of pairs) await show(region.element, to);
    } catch {
      if (!controller.signal.aborted) location.assign(url);
    }
  })();
  const own = { promise, controller };
  visiting = own;
  return promise.finally(() => {
    if (visiting === own) visiting = undefined;
  });
}

/**
 * Makes `from` look like `to`, touching only what differs. Focus, scroll, open details and what was typed stay. An
 * island looks after itself; one that is new wakes by its strategy.
 */
export async function morph(from: HTMLElement, to: Element): Promise<void> {
  idiomorph ??= (await import('idiomorph')).Idiomorph;
  idiomorph.morph(from, to as HTMLElement, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (node: Node, next: Node) => !isOwn(node) && !restart(node, next),
      beforeAttributeUpdated: (name: string, node: Element) =>
        name !== 'data-island-status' && !(name === 'open' && node.localName === 'details'),
    },
  });
  dispatchEvent(new Event('islands:scan'));
}

/** Puts a behaviour with other props in the old one's place, so that it begins anew. */
function restart(node: Node, next: Node): boolean {
  if (!(node instanceof HTMLElement && next instanceof HTMLElement)) return false;
  if (node.dataset.behaviour === undefined || node.dataset.props === next.dataset.props) return false;
  node.replaceWith(next.cloneNode(true));
  return true;
}

/** An island, or a field somebody has typed in. */
function isOwn(node: Node): boolean {
  if (node instanceof HTMLInputElement && /^(text|search|url|email|number|password|tel|)$/.test(node.type))
    return node.value !== node.defaultValue;
  if (node instanceof HTMLTextAreaElement) return node.value !== node.defaultValue;
  return node instanceof HTMLElement && node.localName === 'is-land' && node.dataset.behaviour === undefined;
}
