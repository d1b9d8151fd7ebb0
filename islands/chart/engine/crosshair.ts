import type { IChartApi, MouseEventParams, UTCTimestamp } from 'lightweight-charts';
import type { Candle } from '#components/chart/types.ts';
import type { SmaPeriod } from '#core/market/indicators.ts';
import type { PriceSeries } from './series.ts';

/** Starts of the bars, epoch seconds, and their closing prices, dollars. */
export type Closes = { times: readonly number[]; closes: readonly number[] };
export type AverageAt = { period: SmaPeriod; value: number };
export type IndicatorAt = { name: string; color: string; value: number };

/** The figures of one bar. */
export type Reading = {
  bar: Candle;
  averages: readonly AverageAt[];
  studies: readonly IndicatorAt[];
  /** The base price of a baseline chart; null for other types. */
  base: number | null;
};

/** Creates the crosshair, which pointer or keyboard move, and reports the figures under it. */
export function createCrosshair(
  chart: IChartApi,
  read: (index: number) => Reading | null,
  onHover: (reading: Reading | null) => void,
) {
  let hovered: Candle | null = null;
  /** True while the keyboard has placed the crosshair. */
  let isPlaced = false;
  let frame = 0;

  const onMove = (event: MouseEventParams) => {
    // While the keyboard has placed the crosshair, positions without a pointer event do not count: the library reports
    // one at each paint, and a wrong one until the chart has scrolled.
    if (isPlaced && !event.sourceEvent) return;
    isPlaced = false;
    const reading = event.point && event.logical !== undefined ? read(event.logical as number) : null;
    if (reading?.bar === hovered) return;
    hovered = reading?.bar ?? null;
    onHover(reading);
  };
  chart.subscribeCrosshairMove(onMove);

  return {
    /** Places the crosshair on one of `count` bars and returns the figures of the bar; null hides the crosshair. */
    place(index: number | null, count: number, series: PriceSeries): Reading | null {
      cancelAnimationFrame(frame);
      const reading = index === null ? null : read(index);
      isPlaced = reading !== null;
      if (!reading || index === null) {
        chart.clearCrosshairPosition();
        return null;
      }
      const { bar } = reading;
      const put = () => chart.setCrosshairPosition(bar.close, bar.time as UTCTimestamp, series);
      const range = chart.timeScale().getVisibleLogicalRange();
      if (!range || (index >= range.from + 1 && index <= range.to - 1)) put();
      else {
        chart.timeScale().scrollToPosition(index - count + 1 + (range.to - range.from) / 2, false);
        // the chart scrolls in its next frame
        frame = requestAnimationFrame(put);
      }
      return reading;
    },
    destroy(): void {
      cancelAnimationFrame(frame);
      chart.unsubscribeCrosshairMove(onMove);
    },
  };
}
