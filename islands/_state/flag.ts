const FLAG_EVENT = 'flag-changed';
type Change = { key: string; on: boolean };

export function writeFlag(key: string, on: boolean): void {
  try {
    localStorage.setItem(key, String(on));
  } catch {
    // without storage the switch lasts as long as the page
  }
  window.dispatchEvent(new CustomEvent<Change>(FLAG_EVENT, { detail: { key, on } }));
}

/**
 * Calls `show` with the switch at once, after changes in any tab, and when Back restores the page.
 * @param initial the state of a switch that was never pressed
 * @returns a function that stops
 */
export function watchFlag(key: string, show: (on: boolean) => void, initial = false): () => void {
  const read = () => show(readFlag(key, initial));
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

/** Returns whether a switch in local storage is on; `initial` without a stored state. */
export function readFlag(key: string, initial = false): boolean {
  try {
    return (localStorage.getItem(key) ?? String(initial)) === 'true';
  } catch {
    return initial;
  }
}
