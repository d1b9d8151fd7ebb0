import { sharedSignal } from '#framework/islands/signal.ts';

/** This browser's flag for the hidden chart toolbar: shown when its value is 'true'. */
export const CREATIVE_KEY = 'creativeMode';

export const creative = sharedSignal<boolean>('creative', false);

/** Reads the flag; a browser that keeps no storage has none. */
function readCreative(): boolean {
  try {
    return localStorage.getItem(CREATIVE_KEY) === 'true';
  } catch {
    return false;
  }
}

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
