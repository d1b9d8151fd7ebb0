import type { IChartApi, Logical } from 'lightweight-charts';
import type { Anchor } from '#core/market/drawings.ts';
import type { PriceSeries } from './series.ts';

/** A pixel of the chart's pane. */
export type AxisPoint = { x: number; y: number };

export type Projection = {
  /** Returns the pixel of a time and price, also outside the pane; null without bars. */
  project(anchor: Anchor): AxisPoint | null;
  /** Returns the pixel of a price on the bar that contains a time. */
  projectOnBar(anchor: Anchor): AxisPoint | null;
  /** Returns the bar index of a time; a fraction between two bars. */
  barAt(time: number): number;
  /** Returns the time of a bar index; beyond the bars it continues by the bar's length. */
  timeAt(bar: number): number;
  /** Returns the time and price under a pixel, on the nearest bar; null outside the pane. */
  unproject(pixel: AxisPoint): Anchor | null;
};

/** Converts between pixels and times with prices. @param now returns the present bars; `step` is a bar's length in seconds */
export function createProjection(
  chart: IChartApi,
  now: () => { times: readonly number[]; step: number; series: PriceSeries },
): Projection {
  /** The library converts whole indices only, also beyond the bars; fractions are interpolated. */
  function xOfIndex(index: number): number | null {
    const scale = chart.timeScale();
    const whole = Math.floor(index);
    const leftX = scale.logicalToCoordinate(whole as Logical);
    if (leftX === null || index === whole) return leftX;
    const rightX = scale.logicalToCoordinate((whole + 1) as Logical);
    return rightX === null ? null : leftX + (rightX - leftX) * (index - whole);
  }

  function pixelOf({ time, price }: Anchor, place: (index: number) => number): AxisPoint | null {
    const { times, step, series } = now();
    if (times.length === 0) return null;
    const x = xOfIndex(place(indexOfTime(times, time, step)));
    const y = series.priceToCoordinate(price);
    return x === null || y === null ? null : { x, y };
  }

  return {
    project: (anchor) => pixelOf(anchor, (index) => index),
    projectOnBar: (anchor) => pixelOf(anchor, Math.floor),
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
      const origin = xOfIndex(0);
      const next = xOfIndex(1);
      const price = series.coordinateToPrice(pixel.y);
      if (origin === null || next === null || price === null) return null;
      // Anchors snap to bars: a line that starts at a candle means that candle.
      const index = Math.round((pixel.x - origin) / (next - origin));
      return { time: timeOfIndex(times, index, step), price };
    },
  };
}

/**
 * Returns where a moment lies among the bars, as a fractional index: a daily line seen on five-minute bars ends between
 * two of them. Outside the data the axis continues at the bar's own length, so a line can point into the future without
 * whitespace bars.
 * @param times bar starts, epoch seconds, ascending @param step bar length in seconds
 * @returns below 0 or above the last index outside the data
 */
export function indexOfTime(times: readonly number[], time: number, step: number): number {
  const last = times.length - 1;
  if (last < 0) return 0;
  const first = times[0]!;
  const newest = times[last]!;
  if (time <= first) return (time - first) / step;
  if (time >= newest) return last + (time - newest) / step;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  const from = times[low]!;
  return low + (time - from) / (times[high]! - from);
}

/** Returns the epoch seconds at a fractional bar index; the inverse of `indexOfTime`. */
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
