/** Refreshes live regions: fetches the page again and morphs the regions to the new HTML. */
import { Idiomorph } from 'idiomorph';
import { needSheetFor } from './route-sheet.ts';
import { learnFromAnswer } from './server-clock.ts';

/** The timeout of a refresh, ms. Without one, a lost response would hold back all later refreshes of the page. */
const PATIENCE_MS = 20_000;

/** The request in flight for another view of the page. A refresh waits for it. */
let visiting: { promise: Promise<void>; controller: AbortController } | undefined;

/**
 * Fetches a page as the server renders it now; null when the response is a redirect.
 * @throws Error with the status, TypeError without a response, AbortError
 */
async function fetchPage(url: string, signal?: AbortSignal): Promise<Document | null> {
  const response = await fetch(url, { headers: { accept: 'text/html' }, credentials: 'include', signal });
  learnFromAnswer(response);
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  if (response.redirected) return null;
  const html = await response.text();
  await needSheetFor(html);
  return parsePage(html);
}

/** Parses a page without its styles: this page has the rules, and its policy would refuse the other page's nonce. */
export const parsePage = (html: string): Document =>
  new DOMParser().parseFromString(html.replace(/<style[\s\S]*?<\/style>/g, ''), 'text/html');

/** Returns each region with its counterpart in a fetched page; null unless the page has all of them. */
function counterparts(elements: readonly HTMLElement[], page: Document): [HTMLElement, Element][] | null {
  const pairs: [HTMLElement, Element][] = [];
  for (const element of elements) {
    const to = page.querySelector(`[data-region="${element.dataset.region ?? ''}"]`);
    if (!to) return null;
    pairs.push([element, to]);
  }
  return pairs;
}

/**
 * True for a region with a form that is being sent, because the form's response brings a newer page, and for a region
 * with a form in a dialog inside it. A dialog around the region, such as the sheet of a phone, does not count.
 */
const isBusy = (element: Element) => element.querySelector('[aria-busy="true"], :scope dialog form') !== null;

/**
 * Morphs regions to the page's new HTML. Without `force` a region with a form in a dialog, or with a form that is being
 * sent, is left alone. No region changes when the server redirects, or when the new page lacks one of the regions.
 * @param elements returns the regions; called once the page has arrived
 * @throws Error with the server's status or text; TypeError or TimeoutError without a response
 */
export async function redraw(elements: () => readonly HTMLElement[], force: boolean): Promise<void> {
  if (visiting) await visiting.promise;
  const { href } = location;
  const page = await fetchPage(href, AbortSignal.timeout(PATIENCE_MS));
  if (!page) return;
  // a link or a script may have changed the address meanwhile
  if (location.href !== href) return redraw(elements, force);
  const pairs = counterparts(elements(), page);
  if (!pairs) return;
  // the server could not read a part of the page: the page stays as it is
  const unread = pairs.find(([, to]) => to.querySelector('[data-unread]'));
  if (unread) throw new Error(unread[1].querySelector('[data-unread]')!.textContent ?? '');
  const idle = pairs.filter(([region]) => force || !isBusy(region));
  for (const [region, to] of idle) morph(region, to);
  if (idle.length === pairs.length) copyFigures(page);
}

/**
 * Copies the elements of the frame marked `data-figures` from a fetched page, so that their figures agree with the
 * regions.
 */
function copyFigures(page: Document): void {
  const fetched = page.querySelectorAll('[data-figures]');
  for (const [i, figures] of document.querySelectorAll('[data-figures]').entries())
    if (fetched[i]) figures.replaceChildren(...fetched[i].cloneNode(true).childNodes);
}

/**
 * Shows another view of this page in its live regions. When anything fails, the browser navigates to `url` instead.
 * @param push whether to add a history entry
 * @param show morphs a region, and moves focus and scroll position
 */
export function visit(
  elements: () => readonly HTMLElement[],
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
      const pairs = page && counterparts(elements(), page);
      if (!pairs) return location.assign(url);
      // the view closes an open overlay and takes over its history entry
      const isOverlay = history.state?.overlays > 0;
      if (push) history[isOverlay ? 'replaceState' : 'pushState'](null, '', url);
      document.title = page.title;
      for (const [region, to] of pairs) await show(region, to);
      copyFigures(page);
    } catch {
      if (!controller.signal.aborted) location.assign(url);
    }
  })();
  const visit = { promise, controller };
  visiting = visit;
  return promise.finally(() => {
    if (visiting === visit) visiting = undefined;
  });
}

/**
 * Morphs `from` to `to`, changing only what differs. Islands, focus, scroll position, open details and typed text stay.
 * New islands wake by their strategies.
 */
export function morph(from: HTMLElement, to: Element): void {
  Idiomorph.morph(from, to as HTMLElement, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (node: Node, next: Node) => !isUntouchable(node) && !restart(node, next),
      beforeAttributeUpdated: (name: string, node: Element) =>
        name !== 'data-island-status' && !(name === 'open' && node.localName === 'details'),
    },
  });
  dispatchEvent(new Event('islands:scan'));
}

/** Replaces a behaviour whose props differ, so that it starts again. @returns true when it was replaced */
function restart(node: Node, next: Node): boolean {
  if (!(node instanceof HTMLElement && next instanceof HTMLElement)) return false;
  if (node.dataset.behaviour === undefined || node.dataset.props === next.dataset.props) return false;
  node.replaceWith(next.cloneNode(true));
  return true;
}

/** True when a morph must leave a node alone: an island, or a field with typed text. */
function isUntouchable(node: Node): boolean {
  if (node instanceof HTMLInputElement && /^(text|search|url|email|number|password|tel|)$/.test(node.type))
    return node.value !== node.defaultValue;
  if (node instanceof HTMLTextAreaElement) return node.value !== node.defaultValue;
  return node instanceof HTMLElement && node.localName === 'is-land' && node.dataset.behaviour === undefined;
}
