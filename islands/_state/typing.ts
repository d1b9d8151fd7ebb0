/** Restores typed values of this page after a login. */
import type { TextControl } from '#framework/browser/typed-text.ts';

/** Fields the reader has changed. */
export const editedFields = new Set<TextControl>();

/** Records which fields the reader changes, and restores the values typed here before a login. @returns stops */
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
