import { type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from 'lightweight-charts';
import { lastSma } from '#core/market/baseline.ts';
import { SMA_COLORS, SMA_PERIODS, type SmaPeriod, sma } from '#core/market/indicators.ts';

export type Closes = { times: readonly number[]; closes: readonly number[] };
/** An average at one bar. */
export type AverageAt = { period: SmaPeriod; value: number };

/** The moving averages on a chart: worked out once per change of data, at a live tick only their last value. */
export function createAverages(chart: IChartApi) {
  const lines = new Map<SmaPeriod, ISeriesApi<'Line'>>();

  function draw(period: SmaPeriod, { times, closes }: Closes): void {
    const points = sma(closes, period).flatMap((value, i) =>
      value === null ? [] : [{ time: times[i] as UTCTimestamp, value }],
    );
    lines.get(period)?.setData(points);
  }

  return {
    /** Shows these periods and no others. */
    set(periods: readonly SmaPeriod[], data: Closes): void {
      for (const [period, line] of lines) {
        if (periods.includes(period)) continue;
        chart.removeSeries(line);
        lines.delete(period);
      }
      for (const period of periods) {
        if (lines.has(period)) continue;
        const options = {
          color: SMA_COLORS[period],
          lineWidth: 1,
          lastValueVisible: false,
          priceLineVisible: false,
          crosshairMarkerVisible: false,
        } as const;
        lines.set(period, chart.addSeries(LineSeries, options));
        draw(period, data);
      }
    },
    redraw(data: Closes): void {
      for (const period of lines.keys()) draw(period, data);
    },
    updateLast(time: UTCTimestamp, closes: readonly number[]): void {
      for (const [period, line] of lines) {
        const value = lastSma(closes, period);
        if (value !== null) line.update({ time, value });
      }
    },
    /** What the lines show at a bar, shortest period first; those without a full window are left out. */
    at(index: number): AverageAt[] {
      return SMA_PERIODS.flatMap((period) => {
        const point = lines.get(period)?.dataByIndex(index);
        return point && 'value' in point ? [{ period, value: point.value }] : [];
      });
    },
  };
}
