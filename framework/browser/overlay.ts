/**
 * Back closes what lies over a page without an address of its own: a menu, a sheet, a dialog, the order ticket. Every open
 * overlay owns one history entry, counted in `history.state.overlays`. Closing an overlay in another way goes back over
 * its entry, and so does a page that was loaded on one: no entry is left that shows nothing.
 */

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
/** Popstate events that only opened or closed overlays: the page under them stays. */
const overlaySteps = new WeakSet<Event>();
let isWatching = false;
/** Where a step back over entries of closed overlays began; null when none is under way. */
let leaving: string | null = null;
/** A link pressed during such a step. */
let nextHref: string | null = null;

const depthNow = (): number => history.state?.overlays ?? 0;

/** Whether a popstate event only closed an overlay, so that the page has nothing to load. */
export const isOverlayStep = (event: Event): boolean => overlaySteps.has(event);

/**
 * Gives an overlay that has just opened its history entry.
 * @param close closes it when the reader goes back @returns tells that it has closed; it may be called more than once
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
  // one that opens in its place takes its entry over
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
  if (location.href === (from ?? closed[0]?.href)) overlaySteps.add(event);
  for (const { close } of closed.reverse()) close();
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
  else if (element instanceof HTMLDialogElement) element.close();
  else element.removeAttribute('open');
}

/** The link that a plain click follows to another view or page, or null: not a new tab, a download or a place of this page. */
export function plainLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hash || link.download) return null;
  if (event.button !== 0 || event.defaultPrevented) return null;
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey ? null : link;
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
  // what the reader opened before this came; what the server drew open is part of the address
  if (navigator.userActivation?.hasBeenActive)
    for (const element of document.querySelectorAll<HTMLElement>(TOGGLED))
      if (isOpen(element)) onToggle({ target: element } as unknown as Event);
  settle();
}
