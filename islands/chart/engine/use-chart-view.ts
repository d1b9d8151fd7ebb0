import { useEffect, useLayoutEffect } from 'react';
import type { Fill } from '#components/chart/types.ts';
import type { SmaPeriod, StudyId } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import type { View } from './bars.ts';
import type { Engine } from './engine.ts';

type ChartView = View & {
  averages: readonly SmaPeriod[];
  studies: readonly StudyId[];
  palette: Palette;
  /** Null while they are unknown. */
  fills: readonly Fill[] | null;
};

/** Keeps the live chart in step with the panel's state. */
export function useChartView(engine: Engine | null, drawn: ChartView): void {
  const { candles, interval, type, symbol, averages, studies, palette, fills } = drawn;
  // Before anything can be pressed: a chart that says it is live has its bars.
  useLayoutEffect(() => {
    engine?.show({ candles, interval, type, symbol });
  }, [engine, candles, interval, type, symbol]);
  useLayoutEffect(() => engine?.over.setAverages(averages), [engine, averages]);
  useLayoutEffect(() => engine?.over.setStudies(studies), [engine, studies]);
  useEffect(() => engine?.setPalette(palette), [engine, palette]);
  useEffect(() => {
    if (fills) engine?.over.setLayer({ fills });
  }, [engine, fills]);
}
