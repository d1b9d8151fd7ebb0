import {
  ColorType,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  LineStyle,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { volumeColor } from '#components/chart/colors.ts';
import * as layout from '#components/chart/layout.ts';
import { BAR_SECONDS, type BarInterval, type Candle, type ChartType } from '#components/chart/types.ts';
import { baselinePrice, type SmaPeriod } from '#core/indicators.ts';
import type { Palette } from '#core/themes.ts';
import { createAverages } from './averages.ts';
import { DrawingLayer, type LayerState } from './drawing/primitive.ts';
import { createProjection } from './projection.ts';
import { watchSize } from './resize.ts';
import { addPriceSeries, itemOf, lookOf, optionsFromData, type PriceSeries } from './series.ts';
import { createTimeFormat, type TimeFormat } from './timeFormat.ts';

export type View = { candles: readonly Candle[]; interval: BarInterval; type: ChartType; symbol: string };

export type EngineSetup = {
  palette: Palette;
  locale: string;
  fontFamily: string;
  /** Up candles drawn hollow, for readers who ask for more contrast. */
  hollow: boolean;
  /** The bar under the crosshair, or null when the pointer has left. */
  onHover(bar: Candle | null): void;
  /** The chart's width in CSS pixels, at first and after each change. */
  onWidth(width: number): void;
};

export type Engine = ReturnType<typeof createEngine>;

/** The live chart of one panel: lightweight-charts with what SPEC.md sections 2 and 9 ask of it. */
export function createEngine(element: HTMLElement, setup: EngineSetup) {
  let { palette } = setup;
  let view: View = { candles: [], interval: '1D', type: 'candlestick', symbol: '' };
  let times: number[] = [];
  let closes: number[] = [];
  let format: TimeFormat = createTimeFormat(setup.locale, false);
  let thinBars = element.clientWidth < layout.THIN_BELOW;
  let averageLine: { line: IPriceLine | null; price: number; title: string } | null = null;
  const pending: Candle[] = [];
  let frame = 0;

  const colors = colorsOf(palette);
  const chart: IChartApi = createChart(element, {
    ...colors,
    width: element.clientWidth,
    height: element.clientHeight,
    hoveredSeriesOnTop: false,
    handleScroll: { vertTouchDrag: false },
    crosshair: { mode: 0 },
    localization: { locale: setup.locale, timeFormatter: (time: Time) => format.full(time as number) },
    rightPriceScale: {
      ...colors.rightPriceScale,
      scaleMargins: layout.PRICE_MARGINS,
      minimumWidth: layout.PRICE_AXIS_WIDTH,
    },
    timeScale: {
      ...colors.timeScale,
      barSpacing: layout.BAR_SPACING,
      minBarSpacing: layout.MIN_BAR_SPACING,
      maxBarSpacing: layout.MAX_BAR_SPACING,
      rightOffset: layout.RIGHT_OFFSET,
      minimumHeight: layout.TIME_AXIS_HEIGHT,
      tickMarkFormatter: (time: Time, weight: number) => format.tick(time as number, weight),
    },
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
  const { project, unproject } = createProjection(chart, element, () => ({
    times,
    step: BAR_SECONDS[view.interval],
    series: main,
  }));

  const layer = new DrawingLayer(project, {
    lines: [],
    selected: null,
    preview: null,
    fills: [],
    color: '#f3f0e6',
    fillColors: { up: '#46dcae', down: '#ff6b5e' },
  });
  chart.panes()[0]!.attachPrimitive(layer);

  function colorsOf(colors: Palette) {
    return {
      layout: {
        background: { type: ColorType.Solid, color: colors.background } as const,
        textColor: colors.text,
        fontFamily: setup.fontFamily,
        fontSize: 12,
        attributionLogo: true,
      },
      grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
      rightPriceScale: { borderColor: colors.border },
      timeScale: { borderColor: colors.border },
    };
  }

  function barAt(index: number): Candle | null {
    return view.candles[index] ?? null;
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

  function placeAverageLine(): void {
    if (!averageLine) return;
    const { price, title } = averageLine;
    averageLine.line = main.createPriceLine({
      price,
      title,
      color: palette.text,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
    });
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

  function flush(): void {
    frame = 0;
    for (const bar of pending.splice(0)) applyUpdate(bar);
  }

  const onCrosshair = (event: MouseEventParams) => {
    const index = event.point && event.logical !== undefined ? (event.logical as number) : null;
    setup.onHover(index === null ? null : barAt(index));
  };
  chart.subscribeCrosshairMove(onCrosshair);

  const stopWatching = watchSize(element, (width, height) => {
    if (width === 0 || height === 0) return;
    chart.resize(width, height);
    setup.onWidth(width);
    const thin = width < layout.THIN_BELOW;
    if (thin === thinBars) return;
    thinBars = thin;
    main.applyOptions(lookOf(view.type, look()));
  });

  return {
    chart,
    project,
    unproject,

    /** Replaces what is shown. A new symbol or interval goes back to the newest bars. */
    show(next: View): void {
      const jump = next.symbol !== view.symbol || next.interval !== view.interval;
      const typeChanged = next.type !== view.type;
      pending.length = 0;
      view = { ...next, candles: [...next.candles] };
      times = view.candles.map((bar) => bar.time);
      closes = view.candles.map((bar) => bar.close);
      format = createTimeFormat(setup.locale, view.interval !== '1D');
      chart.applyOptions({
        timeScale: { timeVisible: view.interval !== '1D', secondsVisible: false },
      });
      if (typeChanged) {
        chart.removeSeries(main);
        main = addPriceSeries(chart, view.type, look());
        main.setSeriesOrder(1);
        placeAverageLine();
      }
      fill();
      if (!jump) return;
      chart.priceScale('right').applyOptions({ autoScale: true });
      chart.timeScale().resetTimeScale();
    },

    /** A live bar, last or newer; drawn at most once per animation frame. Older ones are dropped. */
    update(bar: Candle): void {
      if (pending.at(-1)?.time === bar.time) pending[pending.length - 1] = bar;
      else pending.push(bar);
      frame ||= requestAnimationFrame(flush);
    },

    setAverages: (periods: readonly SmaPeriod[]) => averages.set(periods, { times, closes }),

    setPalette(next: Palette): void {
      palette = next;
      chart.applyOptions(colorsOf(palette));
      main.applyOptions(lookOf(view.type, look()));
      fill();
      if (averageLine?.line) averageLine.line.applyOptions({ color: palette.text });
    },

    /** The dashed line at the position's average entry; null takes it away. */
    setAverageEntry(entry: { price: number; title: string } | null): void {
      if (averageLine?.line) main.removePriceLine(averageLine.line);
      averageLine = entry && { ...entry, line: null };
      placeAverageLine();
    },

    setLayer(change: Partial<LayerState>): void {
      layer.set(change);
    },

    freeze(frozen: boolean): void {
      chart.applyOptions({
        handleScroll: frozen ? false : { vertTouchDrag: false, pressedMouseMove: true, horzTouchDrag: true },
      });
    },

    /** Puts the crosshair on a bar, scrolling it into sight; null takes it away. */
    pointAt(index: number | null): void {
      const bar = index === null ? null : barAt(index);
      if (!bar || index === null) {
        chart.clearCrosshairPosition();
        return;
      }
      const range = chart.timeScale().getVisibleLogicalRange();
      if (range && (index < range.from + 1 || index > range.to - 1)) {
        chart.timeScale().scrollToPosition(index - times.length + 1 + (range.to - range.from) / 2, false);
      }
      chart.setCrosshairPosition(bar.close, bar.time as UTCTimestamp, main);
    },

    timeText: (time: number) => format.full(time),

    destroy(): void {
      cancelAnimationFrame(frame);
      stopWatching();
      chart.unsubscribeCrosshairMove(onCrosshair);
      chart.remove();
    },
  };
}
