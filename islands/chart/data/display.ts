import { localStore } from './stores.ts';

/** Company corner and large ticker, stored as 'true' or 'false' (docs/rules/10-chart.md 7). */
export type Display = { showWatermark: boolean; showTickerWatermark: boolean };

/** As the server draws charts. */
export const DEFAULT_DISPLAY: Display = { showWatermark: true, showTickerWatermark: false };

export function readDisplay(): Display {
  return {
    showWatermark: readFlag('showWatermark'),
    showTickerWatermark: readFlag('showTickerWatermark'),
  };
}

export function toggleDisplay(key: keyof Display): void {
  localStore()?.setItem(key, String(!readFlag(key)));
}

function readFlag(key: keyof Display): boolean {
  const stored = localStore()?.getItem(key);
  return stored === 'true' ? true : stored === 'false' ? false : DEFAULT_DISPLAY[key];
}
