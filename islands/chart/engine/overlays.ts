/** What a chart draws over its bars, fetched with the first of it: averages, indicators, lines and the trader's fills. */
import type { IChartApi } from 'lightweight-charts';
import type { BarInterval } from '#components/chart/types.ts';
import { INTERVAL_SECONDS } from '#core/market/bars.ts';
import { DrawingLayer } from '../drawing/primitive.ts';
import { createAverages } from './averages.ts';
import type { Bars } from './bars.ts';
import { createProjection } from './projection.ts';
import { createStudies } from './studies.ts';

export type Overlays = ReturnType<typeof createOverlays>;

/** @param interval that of the bars, at each call */
export function createOverlays(chart: IChartApi, bars: Bars, interval: () => BarInterval) {
  const projection = createProjection(chart, () => ({
    times: bars.times,
    step: INTERVAL_SECONDS[interval()],
    series: bars.prices,
  }));
  const layer = new DrawingLayer(projection);
  // The volume stays when the chart's type changes.
  bars.volume.attachPrimitive(layer);
  return { projection, layer, averages: createAverages(chart), studies: createStudies(chart) };
}
