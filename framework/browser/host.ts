/** What a page carries once for several islands and behaviours, and what the server drew. */

const read = new Map<string, unknown>();

/** The data a page carries under `id` (`<PageData id value>`), parsed once: all who ask get the same object. */
export function readPageData<T>(id: string): T {
  if (!read.has(id)) read.set(id, JSON.parse(document.getElementById(id)!.textContent!));
  return read.get(id) as T;
}

declare global {
  interface Element {
    /** What the server drew in an island's host that a behaviour has changed: an island that fails falls back to it. */
    serverHtml?: string;
  }
}

/** Notes what the server drew in an island's host, for a behaviour that changes it while the island sleeps. */
export function keepServerHtml(host: Element): void {
  host.serverHtml ??= host.innerHTML;
}

/** Dispatched on an island's host by what wants it awake; bubbles to the window. */
export const WAKE = 'islands:wake';
/** Dispatched on a host that has woken. */
export const AWAKE = 'islands:awake';

/** Wakes the island of `host`, from a behaviour; `then` runs once it is awake, at once if it is. */
export function wakeIsland(host: HTMLElement, then?: () => void): void {
  if (host.dataset.islandStatus === 'awake') {
    then?.();
    return;
  }
  if (then) host.addEventListener(AWAKE, then, { once: true });
  host.dispatchEvent(new Event(WAKE, { bubbles: true }));
}
