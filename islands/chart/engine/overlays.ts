/** Drawings and the marks of fills over a chart. The code is fetched with the first of them. */

import type { IChartApi } from 'lightweight-charts';
import type { BarInterval } from '#components/chart/types.ts';
import { INTERVAL_SECONDS } from '#core/market/bars.ts';
import type { Bars } from './bars.ts';
import { DrawingLayer } from './drawing-layer.ts';
import { createProjection } from './projection.ts';

export type Overlays = ReturnType<typeof createOverlays>;

/** @param interval returns the present interval of the bars */
export function createOverlays(chart: IChartApi, bars: Bars, interval: () => BarInterval) {
  const projection = createProjection(chart, () => ({
    times: bars.times,
    step: INTERVAL_SECONDS[interval()],
    series: bars.prices,
  }));
  const layer = new DrawingLayer(projection);
  // The volume series stays when the chart's type changes.
  bars.volume.attachPrimitive(layer);
  return { projection, layer };
}
