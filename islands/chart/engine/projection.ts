import type { IChartApi, Logical } from 'lightweight-charts';
import type { Anchor } from '#core/market/drawings.ts';
import type { PriceSeries } from './series.ts';

/** A pixel of the chart's pane. */
export type AxisPoint = { x: number; y: number };

export type Projection = {
  /** Pixel of a moment and price, anywhere on or beyond the chart; null while there is no data. */
  project(at: Anchor): AxisPoint | null;
  /** Pixel of a price on the bar a moment fell in. */
  projectOnBar(at: Anchor): AxisPoint | null;
  /** Which bar a moment falls on, a fraction between two. */
  barAt(time: number): number;
  /** The moment of a bar; past either end by a bar's length. */
  timeAt(bar: number): number;
  /** The point of the chart under a pixel, on the nearest bar; null outside of the pane. */
  unproject(at: AxisPoint): Anchor | null;
};

/** Between pixels and (time, price). @param now the data as it is at each call; `step` is a bar's length in s */
export function createProjection(
  chart: IChartApi,
  now: () => { times: readonly number[]; step: number; series: PriceSeries },
): Projection {
  /** The library answers whole indices only, also beyond the data; a fraction lies between two of them. */
  function xOfIndex(index: number): number | null {
    const scale = chart.timeScale();
    const whole = Math.floor(index);
    const left = scale.logicalToCoordinate(whole as Logical);
    if (left === null || index === whole) return left;
    const right = scale.logicalToCoordinate((whole + 1) as Logical);
    return right === null ? null : left + (right - left) * (index - whole);
  }

  function pixelOf({ time, price }: Anchor, place: (index: number) => number): AxisPoint | null {
    const { times, step, series } = now();
    if (times.length === 0) return null;
    const x = xOfIndex(place(indexOfTime(times, time, step)));
    const y = series.priceToCoordinate(price);
    return x === null || y === null ? null : { x, y };
  }

  return {
    project: (at) => pixelOf(at, (index) => index),
    projectOnBar: (at) => pixelOf(at, Math.floor),
    barAt(time) {
      const { times, step } = now();
      return indexOfTime(times, time, step);
    },
    timeAt(bar) {
      const { times, step } = now();
      return timeOfIndex(times, bar, step);
    },
    unproject(at) {
      const { times, step, series } = now();
      const scale = chart.timeScale();
      if (times.length === 0 || at.x < 0 || at.x > scale.width()) return null;
      if (at.y < 0 || at.y > chart.panes()[0]!.getHeight()) return null;
      const origin = xOfIndex(0);
      const next = xOfIndex(1);
      const price = series.coordinateToPrice(at.y);
      if (origin === null || next === null || price === null) return null;
      // Anchors sit on bars: a line that starts "at this candle" means the candle.
      const index = Math.round((at.x - origin) / (next - origin));
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

/** The inverse of `indexOfTime`: epoch seconds at a fractional bar index. */
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
