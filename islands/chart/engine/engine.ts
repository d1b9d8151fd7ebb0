import { createChart, HistogramSeries, type IChartApi, type UTCTimestamp } from 'lightweight-charts';
import { volumeColor } from '#components/chart/colors.ts';
import * as layout from '#components/chart/layout.ts';
import {
  BAR_SECONDS,
  type BarInterval,
  type Candle,
  type ChartType,
  type Fill,
} from '#components/chart/types.ts';
import { gain, loss, paper } from '#components/ui/tokens.ts';
import { baselinePrice, type SmaPeriod } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import { DrawingLayer, type LayerState } from '../drawing/primitive.ts';
import { createLiveBars } from '../live/live-bars.ts';
import { createAverages } from './averages.ts';
import { chartOptions, colorOptions, scrollOptions } from './chart-look.ts';
import { createCrosshair, type Reading } from './crosshair.ts';
import { type AverageEntry, createEntryLine } from './entry-line.ts';
import { createProjection } from './projection.ts';
import { watchSize } from './resize.ts';
import { addPriceSeries, basePriceOf, itemOf, lookOf, optionsFromData, type PriceSeries } from './series.ts';
import { createTimeFormat, type TimeFormat } from './time-format.ts';

export type View = { candles: readonly Candle[]; interval: BarInterval; type: ChartType; symbol: string };

export type EngineSetup = {
  palette: Palette;
  locale: string;
  fontFamily: string;
  /** Up candles drawn hollow, for readers who ask for more contrast. */
  hollow: boolean;
  /** What is under the crosshair, or null when the pointer has left. */
  onHover(reading: Reading | null): void;
  /** The chart's width in CSS pixels, at first and after each change. */
  onWidth(width: number): void;
};

export type Engine = ReturnType<typeof createEngine>;

/** The live chart of one panel: lightweight-charts as docs/rules/10-chart.md has it. */
export function createEngine(element: HTMLElement, setup: EngineSetup) {
  let { palette } = setup;
  let view: View = { candles: [], interval: '1D', type: 'candlestick', symbol: '' };
  let times: number[] = [];
  let closes: number[] = [];
  let format: TimeFormat = createTimeFormat(setup.locale, false);
  let thinBars = element.clientWidth < layout.THIN_BELOW;
  const entryLine = createEntryLine();
  const chart: IChartApi = createChart(element, {
    ...chartOptions(palette, { ...setup, width: element.clientWidth }, () => format),
    width: element.clientWidth,
    height: element.clientHeight,
  });

  // The library lays its canvases out in a table, which is none to a reader.
  element.querySelector('table')?.setAttribute('role', 'presentation');

  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: layout.VOLUME_MARGINS });

  const look = () => ({ palette, thinBars, hollow: setup.hollow });
  let main: PriceSeries = addPriceSeries(chart, view.type, look());

  const averages = createAverages(chart);
  const projection = createProjection(chart, element, () => ({
    times,
    step: BAR_SECONDS[view.interval],
    series: main,
  }));

  const layer = new DrawingLayer(projection, {
    lines: [],
    selected: null,
    preview: null,
    fills: [],
    color: paper.DEFAULT,
    fillColors: { up: gain.DEFAULT, down: loss.DEFAULT },
  });
  // The volume stays when the chart's type changes.
  volume.attachPrimitive(layer);

  function readAt(index: number): Reading | null {
    const bar = view.candles[index];
    return bar ? { bar, averages: averages.at(index), base: basePriceOf(main) } : null;
  }

  function fill(): void {
    main.applyOptions(optionsFromData(view.type, view.candles));
    main.setData(view.candles.map((bar) => itemOf(view.type, bar, palette)) as never);
    volume.setData(
      view.candles.map((bar) => ({
        time: bar.time as UTCTimestamp,
        value: bar.volume,
        color: volumeColor(bar, palette),
      })),
    );
    averages.redraw({ times, closes });
  }

  /** Draws the newest bar; the list is the engine's own from the first live tick on. */
  function applyUpdate(bar: Candle): void {
    const last = times.at(-1);
    if (last !== undefined && bar.time < last) return;
    const candles = view.candles as Candle[];
    if (bar.time === last) {
      candles[candles.length - 1] = bar;
      closes[closes.length - 1] = bar.close;
    } else {
      candles.push(bar);
      times.push(bar.time);
      closes.push(bar.close);
    }
    main.update(itemOf(view.type, bar, palette) as never);
    const time = bar.time as UTCTimestamp;
    volume.update({ time, value: bar.volume, color: volumeColor(bar, palette) });
    averages.updateLast(time, closes);
    if (view.type === 'baseline') {
      main.applyOptions({ baseValue: { type: 'price', price: baselinePrice(closes) } } as object);
    }
  }

  const crosshair = createCrosshair(chart, readAt, setup.onHover);
  const liveBars = createLiveBars(element, applyUpdate);

  const stopWatching = watchSize(element, (width, height) => {
    if (width === 0 || height === 0) return;
    chart.resize(width, height);
    setup.onWidth(width);
    const thin = width < layout.THIN_BELOW;
    if (thin === thinBars) return;
    thinBars = thin;
    chart.priceScale('right').applyOptions({ scaleMargins: layout.priceMargins(width) });
    main.applyOptions(lookOf(view.type, look()));
  });

  return {
    chart,
    project: projection.project,
    unproject: projection.unproject,

    /** Replaces what is shown. A new symbol or interval goes back to the newest bars. */
    show(next: View): void {
      const jump = next.symbol !== view.symbol || next.interval !== view.interval;
      const typeChanged = next.type !== view.type;
      liveBars.clear();
      view = { ...next, candles: [...next.candles] };
      times = view.candles.map((bar) => bar.time);
      closes = view.candles.map((bar) => bar.close);
      format = createTimeFormat(setup.locale, view.interval !== '1D');
      chart.applyOptions({
        timeScale: { timeVisible: view.interval !== '1D', secondsVisible: false },
      });
      if (typeChanged) {
        chart.removeSeries(main);
        entryLine.forget();
        main = addPriceSeries(chart, view.type, look());
        main.setSeriesOrder(1);
        entryLine.place(main, palette.text);
      }
      fill();
      if (!jump) return;
      chart.priceScale('right').applyOptions({ autoScale: true });
      chart.timeScale().resetTimeScale();
    },

    /** A live bar, last or newer; older ones are dropped. */
    update: liveBars.add,

    setAverages: (periods: readonly SmaPeriod[]) => averages.set(periods, { times, closes }),

    setPalette(next: Palette): void {
      if (next === palette) return;
      palette = next;
      chart.applyOptions(colorOptions(palette, setup.fontFamily));
      main.applyOptions(lookOf(view.type, look()));
      fill();
      entryLine.place(main, palette.text);
    },

    /** The dashed line at the position's average entry; null takes it away. */
    setAverageEntry(entry: AverageEntry | null): void {
      entryLine.set(entry);
      entryLine.place(main, palette.text);
    },

    setFills: (fills: readonly Fill[]) => layer.set({ fills }),
    setLayer: (change: Partial<LayerState>) => layer.set(change),
    freeze: (frozen: boolean) => chart.applyOptions(scrollOptions(frozen)),

    /** Puts the crosshair on a bar, scrolling it into sight, and reads what is there; null takes it away. */
    pointAt(index: number | null): Reading | null {
      // a bar the page knows of is there for the keyboard too, drawn or not
      if (index !== null) liveBars.flush();
      return crosshair.place(index, times.length, main);
    },

    timeText: (time: number) => format.full(time),

    destroy(): void {
      liveBars.destroy();
      crosshair.destroy();
      stopWatching();
      chart.remove();
    },
  };
}
