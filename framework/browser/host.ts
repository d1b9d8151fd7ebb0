/** Access for behaviours to their page: shared data, the islands, and the HTML that the server rendered. */

const read = new Map<string, unknown>();

/**
 * Returns the data of `<PageData id value>`, parsed once: all callers share one object.
 * @throws when the page has none
 */
export function readPageData<T>(id: string): T {
  if (!read.has(id)) read.set(id, JSON.parse(document.getElementById(id)!.textContent!));
  return read.get(id) as T;
}

export const hasPageData = (id: string): boolean => document.getElementById(id) !== null;

declare global {
  interface Element {
    /** The server's HTML of an island, stored before a behaviour changes the island. A failed island shows it. */
    serverHtml?: string;
  }
}

/** Stores the server's HTML of an island. A behaviour calls it before it changes a sleeping island. */
export function keepServerHtml(host: Element): void {
  host.serverHtml ??= host.innerHTML;
}

/** Dispatched on an island's host to wake it; bubbles to the window. */
export const WAKE = 'islands:wake';
/** Dispatched on a host that has woken. */
export const AWAKE = 'islands:awake';

/** Wakes the island of `host`, from a behaviour. @param then runs once the island is awake, at once if it already is */
export function wakeIsland(host: HTMLElement, then?: () => void): void {
  if (host.dataset.islandStatus === 'awake') {
    then?.();
    return;
  }
  if (then) host.addEventListener(AWAKE, then, { once: true });
  host.dispatchEvent(new Event(WAKE, { bubbles: true }));
}
