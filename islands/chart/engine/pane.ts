/** What lines and drawings ask of a live chart: apart from the engine, as most visits need none of it at first. */

import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import * as layout from '#components/chart/layout.ts';
import type { LiveBars } from './bars.ts';

/** Hangs a primitive on the chart, for good. */
export const attachPrimitive = ({ bars }: LiveBars, primitive: ISeriesPrimitive<Time>): void =>
  bars.volume.attachPrimitive(primitive);

/** Pixels from the top at which a price stands; null while there is no data. */
export const yOf = ({ bars }: LiveBars, price: number): number | null => bars.prices.priceToCoordinate(price);

export const priceAtY = ({ bars }: LiveBars, y: number): number | null => bars.prices.coordinateToPrice(y);

/** The part with the bars, and the width of the price axis beside it, pixels. */
export function paneSize({ chart }: LiveBars): { width: number; height: number; axis: number } {
  const height = chart.panes()[0]!.getHeight();
  return { width: chart.timeScale().width(), height, axis: chart.priceScale('right').width() };
}

/** Where the room after the newest bar begins, pixels. */
export function roomStart({ chart, bars }: LiveBars): number {
  return chart.timeScale().logicalToCoordinate((bars.times.length - 0.5) as Logical) ?? 0;
}

/** Puts the crosshair on a moment and a price; null takes it away. */
export function pointTo({ chart, bars }: LiveBars, at: { time: number; price: number } | null): void {
  if (at) chart.setCrosshairPosition(at.price, at.time as UTCTimestamp, bars.prices);
  else chart.clearCrosshairPosition();
}

/** Keeps room free after the newest bar. @param pixels 0: as much as there usually is */
export function reserveRoom({ chart }: LiveBars, pixels: number): void {
  const scale = chart.timeScale();
  const spacing = scale.options().barSpacing;
  scale.applyOptions({ rightOffset: Math.max(layout.RIGHT_OFFSET, pixels / spacing) });
}

export type PaintTarget = Parameters<IPrimitivePaneRenderer['draw']>[0];
type Paint = Parameters<PaintTarget['useMediaCoordinateSpace']>[0];

/** Paints in CSS pixels. The library's method has a name that is a hook's elsewhere. */
export function inMediaSpace(target: PaintTarget, paint: Paint): void {
  const run = target.useMediaCoordinateSpace.bind(target);
  run(paint);
}
