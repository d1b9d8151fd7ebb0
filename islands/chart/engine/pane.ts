/** What lines and drawings ask of a live chart: apart from the engine, as most visits need none of it at first. */
import type { ISeriesPrimitive, Logical, Time, UTCTimestamp } from 'lightweight-charts';
import * as layout from '#components/chart/layout.ts';
import type { Engine } from './engine.ts';

/** Hangs a primitive on the chart, for good. */
export const attachPrimitive = ({ bars }: Engine, primitive: ISeriesPrimitive<Time>): void =>
  bars.volume.attachPrimitive(primitive);

/** Pixels from the top at which a price stands; null while there is no data. */
export const yOf = ({ bars }: Engine, price: number): number | null => bars.prices.priceToCoordinate(price);

export const priceAtY = ({ bars }: Engine, y: number): number | null => bars.prices.coordinateToPrice(y);

/** The part with the bars, and the width of the price axis beside it, pixels. */
export function paneSize({ chart }: Engine): { width: number; height: number; axis: number } {
  const height = chart.panes()[0]!.getHeight();
  return { width: chart.timeScale().width(), height, axis: chart.priceScale('right').width() };
}

/** Where the room after the newest bar begins, pixels. */
export function roomStart({ chart, bars }: Engine): number {
  return chart.timeScale().logicalToCoordinate((bars.times.length - 0.5) as Logical) ?? 0;
}

/** Puts the crosshair on a moment and a price; null takes it away. */
export function pointTo({ chart, bars }: Engine, at: { time: number; price: number } | null): void {
  if (at) chart.setCrosshairPosition(at.price, at.time as UTCTimestamp, bars.prices);
  else chart.clearCrosshairPosition();
}

/** Keeps room free after the newest bar. @param pixels 0: as much as there usually is */
export function reserveRoom({ chart }: Engine, pixels: number): void {
  const scale = chart.timeScale();
  const spacing = scale.options().barSpacing;
  scale.applyOptions({ rightOffset: Math.max(layout.RIGHT_OFFSET, pixels / spacing) });
}
