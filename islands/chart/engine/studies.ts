import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import { PANE_PARTS, STUDY_MARGINS } from '#components/chart/layout.ts';
import type { Candle } from '#components/chart/types.ts';
import { ink, line as rule } from '#components/ui/tokens.ts';
import { hasOwnPane, type StudyId } from '#core/market/indicators.ts';
import { RSI_BOUNDS, type StudyLine, studyLines } from '#core/market/studies.ts';

type StudySeries = ISeriesApi<'Line' | 'Histogram'>;
/** Values of an indicator at one bar. */
export type StudyAt = { name: string; color: string; value: number };

const QUIET = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
const FRACTIONS = { type: 'price', precision: 2, minMove: 0.01 } as const;

/** The indicators on a chart, over its prices or in panes below, worked out anew with each change of its bars. */
export function createStudies(chart: IChartApi) {
  let shown: { id: StudyId; lines: StudyLine[]; series: StudySeries[] }[] = [];

  function add(id: StudyId, bars: readonly Candle[]) {
    const pane = hasOwnPane(id) ? chart.panes().length : 0;
    const lines = studyLines(id, bars);
    const series = lines.map(({ color, isHistogram }) => {
      const own = pane > 0 ? { priceFormat: FRACTIONS } : {};
      const made = isHistogram
        ? chart.addSeries(HistogramSeries, { ...QUIET, ...own, color }, pane)
        : chart.addSeries(LineSeries, { ...QUIET, ...own, color, lineWidth: 1 }, pane);
      return made as StudySeries;
    });
    if (pane > 0) dressPane(id, series[0]!, pane);
    shown.push({ id, lines, series });
  }

  function dressPane(id: StudyId, first: StudySeries, pane: number): void {
    chart.panes()[0]!.setStretchFactor(PANE_PARTS.prices);
    chart.panes()[pane]!.setStretchFactor(PANE_PARTS.study);
    first.priceScale().applyOptions({ scaleMargins: STUDY_MARGINS });
    if (id !== 'rsi') return;
    first.applyOptions({
      autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
    });
    for (const price of RSI_BOUNDS)
      first.createPriceLine({ price, color: rule[2], lineWidth: 1, lineStyle: 2, axisLabelVisible: false });
  }

  function redraw(bars: readonly Candle[]): void {
    for (const study of shown) {
      study.lines = studyLines(study.id, bars);
      for (const [i, { values }] of study.lines.entries()) study.series[i]!.setData(pointsOf(values, bars));
    }
  }

  return {
    /** Shows these and no others. */
    set(ids: readonly StudyId[], bars: readonly Candle[]): void {
      chart.applyOptions({ layout: { panes: { separatorColor: ink[4], enableResize: false } } });
      for (const { series } of shown) for (const each of series) chart.removeSeries(each);
      shown = [];
      for (const id of ids) add(id, bars);
      redraw(bars);
    },
    redraw,
    /** The newest bar has changed, or is new. */
    updateLast(bars: readonly Candle[]): void {
      const time = bars.at(-1)!.time as UTCTimestamp;
      for (const study of shown) {
        study.lines = studyLines(study.id, bars);
        study.lines.forEach(({ values }, i) => {
          const value = values.at(-1);
          if (value != null) study.series[i]!.update({ time, value });
        });
      }
    },
    /** Their values at a bar; those without one there are left out. */
    at: (index: number): StudyAt[] =>
      shown.flatMap(({ lines }) =>
        lines.flatMap(({ name, color, values }) => {
          const value = values[index];
          return name === '' || value == null ? [] : [{ name, color, value }];
        }),
      ),
  };
}

const pointsOf = (values: StudyLine['values'], bars: readonly Candle[]) =>
  values.flatMap((value, i) => (value === null ? [] : [{ time: bars[i]!.time as UTCTimestamp, value }]));
