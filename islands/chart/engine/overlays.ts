/** Drawings over a chart. The code is fetched with the first of them. */

import type { IChartApi } from 'lightweight-charts';
import type { PresentBars } from './bar-places.ts';
import { paintDrawings } from './drawing-painter.ts';
import type { OverlayLayer } from './overlay-layer.ts';
import { createProjection } from './projection.ts';

export type Overlays = ReturnType<typeof createOverlays>;

/** Makes the layer paint drawings. @param now returns the current bars */
export function createOverlays(chart: IChartApi, now: () => PresentBars, layer: OverlayLayer) {
  const projection = createProjection(chart, now);
  layer.paintDrawings = (context, size, state) => paintDrawings(context, size, state, projection);
  return { projection, layer };
}
