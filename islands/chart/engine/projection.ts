import type { IChartApi } from 'lightweight-charts';
import type { Anchor } from '#core/market/drawings.ts';
import { type AxisPoint, indexOfTime, type PresentBars, pixelsOf, xOfIndex } from './bar-places.ts';

export type Projection = {
  /** Returns the pixel of a time and price, which may be outside of the pane; null without bars. */
  project(anchor: Anchor): AxisPoint | null;
  /** Returns the bar index of a time; a fraction between two bars. */
  barAt(time: number): number;
  /** Returns the time of a bar index; beyond the bars it continues by the bar's length. */
  timeAt(bar: number): number;
  /** Returns the time and price under a pixel, on the nearest bar; null outside the pane and without bars. */
  unproject(pixel: AxisPoint): Anchor | null;
};

export function createProjection(chart: IChartApi, now: () => PresentBars): Projection {
  const pixelOf = pixelsOf(chart, now);
  return {
    project: (anchor) => pixelOf(anchor, (index) => index),
    barAt(time) {
      const { times, step } = now();
      return indexOfTime(times, time, step);
    },
    timeAt(bar) {
      const { times, step } = now();
      return timeOfIndex(times, bar, step);
    },
    unproject(pixel) {
      const { times, step, series } = now();
      const scale = chart.timeScale();
      if (times.length === 0 || pixel.x < 0 || pixel.x > scale.width()) return null;
      if (pixel.y < 0 || pixel.y > chart.panes()[0]!.getHeight()) return null;
      const origin = xOfIndex(chart, 0);
      const next = xOfIndex(chart, 1);
      const price = series.coordinateToPrice(pixel.y);
      if (origin === null || next === null || price === null) return null;
      // anchors snap to bars: a line that starts at a candle means that candle
      const index = Math.round((pixel.x - origin) / (next - origin));
      return { time: timeOfIndex(times, index, step), price };
    },
  };
}

/** Returns the time at a fractional bar index, epoch seconds: the inverse of `indexOfTime`. */
export function timeOfIndex(times: readonly number[], index: number, step: number): number {
  const last = times.length - 1;
  if (last < 0) return 0;
  if (index <= 0) return times[0]! + index * step;
  if (index >= last) return times[last]! + (index - last) * step;
  const low = Math.floor(index);
  const from = times[low]!;
  const to = times[low + 1] ?? from;
  return from + (index - low) * (to - from);
}
