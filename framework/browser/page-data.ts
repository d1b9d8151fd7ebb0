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
