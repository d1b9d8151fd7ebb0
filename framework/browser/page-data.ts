/** What a page carries once for several islands and behaviours, and what the server drew. */

const read = new Map<string, unknown>();

/** The data a page carries under `id` (`<PageData id value>`), parsed once: all who ask get the same object. */
export function readPageData<T>(id: string): T {
  if (!read.has(id)) read.set(id, JSON.parse(document.getElementById(id)!.textContent!));
  return read.get(id) as T;
}

const drawn = new WeakMap<Element, string>();

/** Notes what the server drew in an island's host, for a behaviour that changes it while the island sleeps. */
export function keepServerHtml(host: Element): void {
  if (!drawn.has(host)) drawn.set(host, host.innerHTML);
}

/** What the server drew in an island's host, which an island that fails falls back to. */
export const htmlOf = (host: Element): string => drawn.get(host) ?? host.innerHTML;
