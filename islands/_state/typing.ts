/** What was typed on this page, so that it can come back after a login. */
import type { TextControl } from '#framework/browser/typed-text.ts';

/** Fields the reader has changed. */
export const editedFields = new Set<TextControl>();

/** Notes which fields the reader changes, and puts back what was typed here before a login. @returns stops */
export function watchTyping(): () => void {
  const onInput = ({ target }: Event) => editedFields.add(target as TextControl);
  document.addEventListener('input', onInput, true);
  try {
    // the module is fetched for readers who come back from a login
    if (sessionStorage.getItem('typed') !== null)
      void import('#framework/browser/typed-text.ts').then(({ restoreTyped }) => restoreTyped());
  } catch {
    // a browser that keeps no storage
  }
  return () => document.removeEventListener('input', onInput, true);
}
