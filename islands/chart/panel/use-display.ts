import { useCallback, useEffect, useState } from 'react';
import { localStore } from '../data/stores.ts';

/** Company corner and large ticker, stored as 'true' or 'false' (docs/rules/10-chart.md 7). */
export type Display = { showWatermark: boolean; showTickerWatermark: boolean };

const DEFAULT: Display = { showWatermark: true, showTickerWatermark: false };

export function useDisplay() {
  const [display, set] = useState(DEFAULT);
  useEffect(() => {
    const read = () =>
      set({
        showWatermark: readFlag('showWatermark', DEFAULT.showWatermark),
        showTickerWatermark: readFlag('showTickerWatermark', DEFAULT.showTickerWatermark),
      });
    read();
    // Another panel or tab may change them; `storage` fires in other tabs only, so ours has its own event.
    window.addEventListener('storage', read);
    window.addEventListener('chart-display', read);
    return () => {
      window.removeEventListener('storage', read);
      window.removeEventListener('chart-display', read);
    };
  }, []);
  const toggle = useCallback((key: keyof Display) => {
    localStore()?.setItem(key, String(!readFlag(key, DEFAULT[key])));
    window.dispatchEvent(new Event('chart-display'));
  }, []);
  return { display, toggle };
}

function readFlag(key: keyof Display, fallback: boolean): boolean {
  const kept = localStore()?.getItem(key);
  return kept === 'true' ? true : kept === 'false' ? false : fallback;
}
