import { keepFocusIn } from './keep-focus.ts';

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
    if (event.key === 'Tab') keepFocusIn(dialog, event);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
