/**
 * Makes Back close overlays that have no address: a menu, a sheet, a dialog. Each open overlay has
 * one history entry, and `history.state.overlays` counts these entries. When an overlay closes in another way, or a
 * page is loaded at an overlay's entry, the history goes back over that entry, so that no entry is without its overlay.
 */

import { plainLinkOf } from './soft-links.ts';

/** Dispatched on the window after each step through the history, once the overlays that it left are closed. */
export const OVERLAY_CLOSED = 'overlay-closed';

type Overlay = {
  element: Element;
  close(): void;
  /** The address of the page under the overlay. */
  href: string;
};

/** Elements whose opening and closing fires a toggle event. */
const TOGGLED = '[popover], details[data-overlay], dialog:modal';

/** From the lowest to the topmost. */
const overlays: Overlay[] = [];
let isWatching = false;
/** The address where a step back over the entries of closed overlays began; null when no such step is under way. */
let leaving: string | null = null;
/** The address of a link that was pressed during such a step. */
let nextHref: string | null = null;

const depthNow = (): number => history.state?.overlays ?? 0;

/**
 * Adds a history entry for an overlay that has just opened.
 * @param close called when the reader goes back
 * @returns a function to call, once or more, when the overlay has closed
 */
export function overlayOpened(element: Element, close: () => void): () => void {
  watchOverlays();
  if (!overlays.some((overlay) => overlay.element === element)) {
    overlays.push({ element, close, href: location.href });
    queueMicrotask(settle);
  }
  return () => overlayClosed(element);
}

function overlayClosed(element: Element): void {
  const index = overlays.findIndex((overlay) => overlay.element === element);
  if (index === -1) return;
  overlays.splice(index, 1);
  // in a microtask, so that an overlay that opens in place of this one takes over its history entry
  queueMicrotask(settle);
}

/** Adds or removes history entries until there is one for each open overlay. */
function settle(): void {
  if (leaving !== null) return;
  for (const { element } of [...overlays]) if (!element.isConnected) overlayClosed(element);
  const depth = depthNow();
  for (let level = depth + 1; level <= overlays.length; level++)
    history.pushState({ ...history.state, overlays: level }, '');
  if (depth <= overlays.length) return;
  leaving = location.href;
  history.go(overlays.length - depth);
}

function onStep(event: PopStateEvent): void {
  const from = leaving;
  leaving = null;
  const depth = depthNow();
  const closed = from === null ? overlays.splice(depth) : [];
  // the page under the overlay stays: no other listener has anything to load
  if (location.href === (from ?? closed[0]?.href)) event.stopImmediatePropagation();
  for (const { close } of closed.reverse()) close();
  window.dispatchEvent(new Event(OVERLAY_CLOSED));
  if (nextHref !== null) location.assign(nextHref);
  else settle();
}

function onToggle({ target }: Event): void {
  const element = target as HTMLElement;
  if (isOpen(element)) overlayOpened(element, () => closeElement(element));
  else overlayClosed(element);
}

const isOpen = (element: Element) => element.matches(TOGGLED) && element.matches(':popover-open, [open]');

function closeElement(element: HTMLElement): void {
  if (element.popover) element.hidePopover();
  else if ('close' in element) (element as HTMLDialogElement).close();
  else element.removeAttribute('open');
}

/** Makes a link that leads away from an open overlay replace the overlay's history entry. */
function onLink(event: MouseEvent): void {
  const link = plainLinkOf(event);
  if (!link || depthNow() === 0) return;
  event.preventDefault();
  if (leaving === null) location.replace(link.href);
  else nextHref = link.href;
}

/**
 * Starts to follow popovers, modal dialogs and `details[data-overlay]`. Code with another kind of overlay calls
 * `overlayOpened`.
 */
export function watchOverlays(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('toggle', onToggle, true);
  window.addEventListener('popstate', onStep, true);
  window.addEventListener('pageshow', settle);
  window.addEventListener('islands:scan', settle);
  window.addEventListener('click', onLink);
  // Adds the overlays that the reader opened before this call. An overlay that the server rendered open belongs to the
  // page's address.
  if (navigator.userActivation?.hasBeenActive)
    for (const element of document.querySelectorAll<HTMLElement>(TOGGLED))
      if (isOpen(element)) onToggle({ target: element } as unknown as Event);
  settle();
}
