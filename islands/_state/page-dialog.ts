/** Code of every page that is fetched when it is needed: the keys of a dialog, and the on-screen keyboard. */

/**
 * Handles the keys of a dialog that has an address (components/ui/PageDialog.tsx): Tab stays inside, Escape follows the closing
 * link. @returns stops
 */
export function watchPageDialog(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.dialog[open]');
    if (!dialog || event.defaultPrevented) return;
    if (event.key === 'Escape') dialog.querySelector<HTMLAnchorElement>('a[data-close]')?.click();
    if (event.key === 'Tab') keepFocusIn(dialog, event);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

const FOCUSABLE =
  'a, button:not(:disabled), input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/** Handles Tab: keeps the focus inside `place`, and takes it back from outside. */
export function keepFocusIn(place: HTMLElement, event: KeyboardEvent): void {
  const stops = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.getClientRects().length > 0,
  );
  if (event.shiftKey) stops.reverse();
  const focused = document.activeElement as HTMLElement;
  if (stops.includes(focused) && focused !== stops.at(-1)) return;
  event.preventDefault();
  stops[0]?.focus();
}

/**
 * Publishes the height that the on-screen keyboard covers, CSS px, as `--keyboard` on the document, so that elements at the bottom
 * of the page move above it.
 */
export function followKeyboard(): void {
  const viewport = window.visualViewport!;
  const show = () => {
    // a page that is zoomed in shows less of itself without a keyboard
    const isZoomed = viewport.scale > 1.01;
    const covered = isZoomed ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
  };
  viewport.addEventListener('resize', show);
  viewport.addEventListener('scroll', show);
  show();
}
