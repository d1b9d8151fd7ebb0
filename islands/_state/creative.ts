import { sharedSignal } from '#framework/islands/signal.ts';
import { CREATIVE_KEY, readCreative } from './creative-flag.ts';

export const creative = sharedSignal<boolean>('creative', false);

/** Sets the flag for this tab at once, and for later pages where the browser keeps it. */
export function writeCreative(on: boolean): void {
  creative.value = on;
  try {
    localStorage.setItem(CREATIVE_KEY, String(on));
  } catch {
    // private mode: it holds until the page is left
  }
}

/** Takes the flag as this browser keeps it, and follows other tabs and the way back to a page. @returns stops */
export function watchCreative(): () => void {
  const read = () => {
    creative.value = readCreative();
  };
  read();
  window.addEventListener('storage', read);
  window.addEventListener('pageshow', read);
  return () => {
    window.removeEventListener('storage', read);
    window.removeEventListener('pageshow', read);
  };
}
