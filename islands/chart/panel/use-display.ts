import { useCallback, useEffect, useState } from 'react';
import { DEFAULT_DISPLAY, type Display, readDisplay, toggleDisplay } from '../data/display.ts';

/** Other charts of the page follow a change by it; the browser's own `storage` fires in other tabs only. */
const CHANGED = 'chart-display';

export function useDisplay() {
  const [display, set] = useState(DEFAULT_DISPLAY);
  useEffect(() => {
    const read = () => set(readDisplay());
    read();
    window.addEventListener('storage', read);
    window.addEventListener(CHANGED, read);
    return () => {
      window.removeEventListener('storage', read);
      window.removeEventListener(CHANGED, read);
    };
  }, []);
  const toggle = useCallback((key: keyof Display) => {
    toggleDisplay(key);
    window.dispatchEvent(new Event(CHANGED));
  }, []);
  return { display, toggle };
}
