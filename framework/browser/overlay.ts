/**
 * Back closes what lies over a page without an address of its own: a menu, a sheet, a dialog, the order ticket. Every open
 * overlay owns one history entry, counted in `history.state.overlays`. Closing an overlay in another way goes back over
 * its entry, and so does a page that was loaded on one: no entry is left that shows nothing.
 */

import { plainLinkOf } from './soft-links.ts';

/** Dispatched on the window when a history entry of an overlay was left. */
export const OVERLAY_CLOSED = 'overlay-closed';

type Overlay = {
  element: Element;
  close(): void;
  /** The address of the page under it. */
  href: string;
};

/** Elements that tell of their opening by a toggle event. */
const TOGGLED = '[popover], details[data-overlay], dialog:modal';

/** From the lowest to the one on top. */
const overlays: Overlay[] = [];
let isWatching = false;
/** Where a step back over entries of closed overlays began; null when none is under way. */
let leaving: string | null = null;
/** A link pressed during such a step. */
let nextHref: string | null = null;

const depthNow = (): number => history.state?.overlays ?? 0;

/**
 * Gives an overlay that has just opened its history entry.
 * @param close is called when the reader goes back @returns a function that reports that the overlay has closed; it may be called more than once
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
  // An overlay that opens in its place takes over its history entry.
  queueMicrotask(settle);
}

/** Adds or leaves history entries until there is one for each open overlay. */
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
  // the page under it stays: nobody else has anything to load
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

/** A link that leads on from an open overlay takes the overlay's entry over. */
function onLink(event: MouseEvent): void {
  const link = plainLinkOf(event);
  if (!link || depthNow() === 0) return;
  event.preventDefault();
  if (leaving === null) location.replace(link.href);
  else nextHref = link.href;
}

/** Follows popovers, modal dialogs and `details[data-overlay]` from here on; others call `overlayOpened`. */
export function watchOverlays(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('toggle', onToggle, true);
  window.addEventListener('popstate', onStep, true);
  window.addEventListener('pageshow', settle);
  window.addEventListener('islands:scan', settle);
  window.addEventListener('click', onLink);
  // overlays that the reader opened earlier; an overlay the server rendered open is part of the address
  if (navigator.userActivation?.hasBeenActive)
    for (const element of document.querySelectorAll<HTMLElement>(TOGGLED))
      if (isOpen(element)) onToggle({ target: element } as unknown as Event);
  settle();
}
