import { useEffect, useLayoutEffect } from 'react';
import type { Fill } from '#components/chart/types.ts';
import type { SmaPeriod } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import type { View } from './bars.ts';
import type { Engine } from './engine.ts';

type Drawn = View & {
  averages: readonly SmaPeriod[];
  palette: Palette;
  /** Null while they are unknown. */
  fills: readonly Fill[] | null;
  /** Average entry of the user's position, dollars; null without one. */
  entry: number | null;
  entryTitle: string;
};

/** Keeps the live chart in step with the panel's state. */
export function useDrawn(engine: Engine | null, drawn: Drawn): void {
  const { candles, interval, type, symbol, averages, palette, fills, entry, entryTitle } = drawn;
  // Before anything can be pressed: a chart that says it is live has its bars.
  useLayoutEffect(() => {
    engine?.show({ candles, interval, type, symbol });
  }, [engine, candles, interval, type, symbol]);
  useLayoutEffect(() => engine?.setAverages(averages), [engine, averages]);
  useEffect(() => engine?.setPalette(palette), [engine, palette]);
  useEffect(() => {
    if (fills) engine?.setFills(fills);
  }, [engine, fills]);
  useEffect(() => {
    engine?.setAverageEntry(entry === null ? null : { price: entry, title: entryTitle });
  }, [engine, entry, entryTitle]);
}
