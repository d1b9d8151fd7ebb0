/**
 * Handles the keys of a dialog that has an address (components/ui/PageDialog.tsx): Tab stays inside, Escape follows the
 * closing link.
 * @returns a function that stops
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

/** Handles Tab: keeps the focus inside `place`, or returns it there. */
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
