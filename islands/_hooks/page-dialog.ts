/** What can have the focus in a dialog. */
const FOCUSABLE =
  'a, button:not(:disabled), input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/**
 * Keys of a dialog that is a state of the page's address (components/ui/PageDialog.tsx): Tab stays inside, Escape
 * follows its closing link. One listener serves whatever dialog is open.
 * @returns a function that ends it
 */
export function watchPageDialog(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.dialog[open]');
    if (!dialog || event.defaultPrevented) return;
    if (event.key === 'Escape') dialog.querySelector<HTMLAnchorElement>('a[data-close]')?.click();
    if (event.key === 'Tab') turn(event, dialog);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** Sends the focus round, or back in from behind the dialog. */
function turn(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.getClientRects().length > 0,
  );
  if (event.shiftKey) stops.reverse();
  const at = document.activeElement as HTMLElement;
  if (stops.includes(at) && at !== stops.at(-1)) return;
  event.preventDefault();
  stops[0]?.focus();
}
