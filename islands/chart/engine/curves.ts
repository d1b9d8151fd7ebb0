/** Averages and indicators of a chart. The browser fetches this file for the first average or indicator. */
import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import { INDICATOR_MARGINS, PANE_PARTS } from '#components/chart/layout.ts';
import type { Candle } from '#components/chart/types.ts';
import { ink, line as rule } from '#components/ui/tokens.ts';
import { type IndicatorLine, indicatorLines } from '#core/market/indicator-lines.ts';
import {
  hasOwnPane,
  type IndicatorId,
  lastSma,
  paneOf,
  SMA_COLORS,
  SMA_PERIODS,
  type SmaPeriod,
  sma,
} from '#core/market/indicators.ts';
import type { AverageAt, Closes, IndicatorAt } from './crosshair.ts';

export type Curves = ReturnType<typeof createCurves>;

export const createCurves = (chart: IChartApi) => ({
  averages: createAverages(chart),
  indicators: createIndicators(chart),
});

/** Creates the moving averages of a chart. A change of the bars computes all values, a live price only the last. */
function createAverages(chart: IChartApi) {
  const lines = new Map<SmaPeriod, ISeriesApi<'Line'>>();

  function draw(period: SmaPeriod, { times, closes }: Closes): void {
    const points = sma(closes, period).flatMap((value, i) =>
      value === null ? [] : [{ time: times[i] as UTCTimestamp, value }],
    );
    lines.get(period)?.setData(points);
  }

  return {
    /** Shows exactly these periods. */
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
    /** Returns the averages at a bar, shortest period first, without averages whose window is incomplete. */
    at(index: number): AverageAt[] {
      return SMA_PERIODS.flatMap((period) => {
        const point = lines.get(period)?.dataByIndex(index);
        return point && 'value' in point ? [{ period, value: point.value }] : [];
      });
    },
  };
}

type IndicatorSeries = ISeriesApi<'Line' | 'Histogram'>;
const QUIET = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
const FRACTIONS = { type: 'price', precision: 2, minMove: 0.01 } as const;

/** Creates the indicators of a chart, over its prices or in panes below. Each change of a bar computes all values. */
function createIndicators(chart: IChartApi) {
  let active: { id: IndicatorId; lines: IndicatorLine[]; series: IndicatorSeries[] }[] = [];

  function add(id: IndicatorId, bars: readonly Candle[]) {
    const pane = hasOwnPane(id) ? chart.panes().length : 0;
    const lines = indicatorLines(id, bars);
    const series = lines.map(({ name, color, isHistogram }) => {
      // the axis of a separate pane shows the indicator's name beside its newest value
      const format = pane > 0 ? { priceFormat: FRACTIONS, title: name, lastValueVisible: name !== '' } : {};
      const added = isHistogram
        ? chart.addSeries(HistogramSeries, { ...QUIET, ...format, color }, pane)
        : chart.addSeries(LineSeries, { ...QUIET, ...format, color, lineWidth: 1 }, pane);
      return added as IndicatorSeries;
    });
    if (pane > 0) dressPane(id, series[0]!, pane);
    active.push({ id, lines, series });
  }

  function dressPane(id: IndicatorId, first: IndicatorSeries, pane: number): void {
    chart.panes()[0]!.setStretchFactor(PANE_PARTS.prices);
    chart.panes()[pane]!.setStretchFactor(PANE_PARTS.indicator);
    first.priceScale().applyOptions({ scaleMargins: INDICATOR_MARGINS });
    const { range, bounds = [] } = paneOf(id)!;
    if (range) {
      const [minValue, maxValue] = range;
      first.applyOptions({ autoscaleInfoProvider: () => ({ priceRange: { minValue, maxValue } }) });
    }
    for (const price of bounds)
      first.createPriceLine({ price, color: rule[2], lineWidth: 1, lineStyle: 2, axisLabelVisible: false });
  }

  function redraw(bars: readonly Candle[]): void {
    for (const indicator of active) {
      indicator.lines = indicatorLines(indicator.id, bars);
      for (const [i, { values }] of indicator.lines.entries())
        indicator.series[i]!.setData(pointsOf(values, bars));
    }
  }

  return {
    set(ids: readonly IndicatorId[], bars: readonly Candle[]): void {
      chart.applyOptions({ layout: { panes: { separatorColor: ink[4], enableResize: false } } });
      for (const { series } of active) for (const each of series) chart.removeSeries(each);
      active = [];
      for (const id of ids) add(id, bars);
      redraw(bars);
    },
    redraw,
    /** Draws the values of the newest bar, computed from all bars. */
    updateLast(bars: readonly Candle[]): void {
      const time = bars.at(-1)!.time as UTCTimestamp;
      for (const indicator of active) {
        indicator.lines = indicatorLines(indicator.id, bars);
        indicator.lines.forEach(({ values }, i) => {
          const value = values.at(-1);
          if (value != null) indicator.series[i]!.update({ time, value });
        });
      }
    },
    /** Returns the values at a bar, without lines that have no name or no value there. */
    at: (index: number): IndicatorAt[] =>
      active.flatMap(({ lines }) =>
        lines.flatMap(({ name, color, values }) => {
          const value = values[index];
          return name === '' || value == null ? [] : [{ name, color, value }];
        }),
      ),
  };
}

const pointsOf = (values: IndicatorLine['values'], bars: readonly Candle[]) =>
  values.flatMap((value, i) => (value === null ? [] : [{ time: bars[i]!.time as UTCTimestamp, value }]));
