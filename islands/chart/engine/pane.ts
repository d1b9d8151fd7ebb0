/** Geometry of a live chart for panel, price lines and drawings, in a separate file without the engine's code. */

import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import * as layout from '#components/chart/layout.ts';
import type { LiveBars } from './bars.ts';

/** Attaches a primitive to the chart for the chart's whole life. */
export const attachPrimitive = ({ bars }: LiveBars, primitive: ISeriesPrimitive<Time>): void =>
  bars.volume.attachPrimitive(primitive);

/** Returns the y of a price, px from the top; null without bars. */
export const yOf = ({ bars }: LiveBars, price: number): number | null => bars.prices.priceToCoordinate(price);

export const priceAtY = ({ bars }: LiveBars, y: number): number | null => bars.prices.coordinateToPrice(y);

/** Returns the size of the pane with the bars, and the width of the price axis, px. */
export function paneSize({ chart }: LiveBars): { width: number; height: number; axis: number } {
  const height = chart.panes()[0]!.getHeight();
  return { width: chart.timeScale().width(), height, axis: chart.priceScale('right').width() };
}

/** Returns the x where the space after the newest bar begins, px. */
export function roomStart({ chart, bars }: LiveBars): number {
  return chart.timeScale().logicalToCoordinate((bars.times.length - 0.5) as Logical) ?? 0;
}

/** Moves the crosshair to a time and a price; null hides it. */
export function pointTo({ chart, bars }: LiveBars, anchor: { time: number; price: number } | null): void {
  if (anchor) chart.setCrosshairPosition(anchor.price, anchor.time as UTCTimestamp, bars.prices);
  else chart.clearCrosshairPosition();
}

/** Reserves space after the newest bar. @param pixels the least space; 0 for the usual one */
export function reserveRoom({ chart }: LiveBars, pixels: number): void {
  const scale = chart.timeScale();
  const spacing = scale.options().barSpacing;
  scale.applyOptions({ rightOffset: Math.max(layout.RIGHT_OFFSET, pixels / spacing) });
}

export type PaintTarget = Parameters<IPrimitivePaneRenderer['draw']>[0];
type Paint = Parameters<PaintTarget['useMediaCoordinateSpace']>[0];

/** Paints in CSS pixels. This wraps a library method whose name looks like a React hook's. */
export function inMediaSpace(target: PaintTarget, paint: Paint): void {
  const run = target.useMediaCoordinateSpace.bind(target);
  run(paint);
}
