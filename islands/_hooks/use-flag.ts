import { useEffect, useState } from 'react';
import { readFlag } from '../_state/flag.ts';

const FLAG_EVENT = 'flag-changed';
type Change = { key: string; on: boolean };

/** Sets a switch for this page at once, and for later pages where the browser keeps it. */
export function writeFlag(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, String(on));
  } catch {
    // private mode: it holds until the page is left
  }
  window.dispatchEvent(new CustomEvent<Change>(FLAG_EVENT, { detail: { key, on } }));
}

/** Takes a switch as this browser keeps it, and follows this page, other tabs and the way back to a page. @returns stops */
function watchFlag(key: string, show: (on: boolean) => void): () => void {
  const read = () => show(readFlag(key));
  const onChange = (event: Event) => {
    const change = (event as CustomEvent<Change>).detail;
    if (change.key === key) show(change.on);
  };
  read();
  window.addEventListener('storage', read);
  window.addEventListener('pageshow', read);
  window.addEventListener(FLAG_EVENT, onChange);
  return () => {
    window.removeEventListener('storage', read);
    window.removeEventListener('pageshow', read);
    window.removeEventListener(FLAG_EVENT, onChange);
  };
}

/** A switch of this browser; off until the browser says otherwise. */
export function useFlag(key: string): boolean {
  const [on, set] = useState(false);
  useEffect(() => watchFlag(key, set), [key]);
  return on;
}
