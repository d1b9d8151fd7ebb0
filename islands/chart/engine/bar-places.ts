/** Converts times and prices to pixels of a chart's pane. */
import type { IChartApi, Logical } from 'lightweight-charts';
import type { Anchor } from '#core/market/drawings.ts';
import type { PriceSeries } from './series.ts';

export type AxisPoint = { x: number; y: number };

/** The bars of a chart. `step`: the length of a bar, seconds. */
export type PresentBars = { times: readonly number[]; step: number; series: PriceSeries };

/** Returns the x of a bar index, px; null without bars. It interpolates, as the library converts whole indices only. */
export function xOfIndex(chart: IChartApi, index: number): number | null {
  const scale = chart.timeScale();
  const whole = Math.floor(index);
  const leftX = scale.logicalToCoordinate(whole as Logical);
  if (leftX === null || index === whole) return leftX;
  const rightX = scale.logicalToCoordinate((whole + 1) as Logical);
  return rightX === null ? null : leftX + (rightX - leftX) * (index - whole);
}

/**
 * Returns a function that converts a time and price to a pixel, or to null without bars.
 * @param now returns the current bars
 */
export const pixelsOf =
  (chart: IChartApi, now: () => PresentBars) =>
  ({ time, price }: Anchor, place: (index: number) => number): AxisPoint | null => {
    const { times, step, series } = now();
    if (times.length === 0) return null;
    const x = xOfIndex(chart, place(indexOfTime(times, time, step)));
    const y = series.priceToCoordinate(price);
    return x === null || y === null ? null : { x, y };
  };

/**
 * Returns the position of a moment among the bars as a fractional index: a line drawn on daily bars may end between
 * two five-minute bars. Outside the bars the axis continues in steps of one bar.
 * @param times bar starts, epoch seconds, ascending @param step bar length in seconds
 * @returns below 0 or above the last index for a moment outside the bars
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
