import { HistogramSeries, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import { volumeColor } from '#components/chart/colors.ts';
import { VOLUME_MARGINS } from '#components/chart/layout.ts';
import type { BarInterval, Candle, ChartType } from '#components/chart/types.ts';
import { baselinePrice } from '#core/market/indicators.ts';
import type { AverageAt, Closes, IndicatorAt, Reading } from './crosshair.ts';
import {
  addPriceSeries,
  basePriceOf,
  itemOf,
  type Look,
  lookOf,
  optionsFromData,
  type PriceSeries,
} from './series.ts';

export type View = { candles: readonly Candle[]; interval: BarInterval; type: ChartType; symbol: string };

export type LiveBars = { readonly chart: IChartApi; readonly bars: Bars };

/** Curves over the bars. `redraw` computes them from all bars, `updateLast` adds the newest bar, `at` reads one bar. */
type BarCurves = {
  averages: {
    redraw(data: Closes): void;
    updateLast(time: UTCTimestamp, closes: readonly number[]): void;
    at(index: number): AverageAt[];
  };
  indicators: {
    redraw(bars: readonly Candle[]): void;
    updateLast(bars: readonly Candle[]): void;
    at(index: number): IndicatorAt[];
  };
};

/** The bars of a chart, and the series that show them: prices in the current chart type, and volume. */
export class Bars {
  /** The current view, null before the first one; `candles` below is the copy that live bars change. */
  view: View | null = null;
  private type: ChartType = 'candlestick';
  candles: Candle[] = [];
  closes: number[] = [];
  times: number[] = [];
  prices: PriceSeries;
  readonly volume: ISeriesApi<'Histogram'>;
  private curves: BarCurves | null = null;
  /** Called after the bars have changed. */
  changed = () => {};
  private readonly chart: IChartApi;
  private look: Look;

  constructor(chart: IChartApi, look: Look) {
    this.chart = chart;
    this.look = look;
    this.volume = chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.volume.priceScale().applyOptions({ scaleMargins: VOLUME_MARGINS });
    this.prices = addPriceSeries(chart, this.type, look);
  }

  /**
   * Draws a view.
   * @returns true for another symbol or interval, false for other changes, null when the view was drawn already
   */
  show(next: View): boolean | null {
    const { view } = this;
    const isJump = view?.symbol !== next.symbol || view.interval !== next.interval;
    const isSame = !isJump && view.candles === next.candles;
    if (isSame && view.type === next.type) return null;
    this.view = next;
    if (next.type !== this.type) this.changeType(next.type);
    // `this.candles` may have live bars that the unchanged `view.candles` lacks
    this.replace(isSame ? this.candles : next.candles);
    return isJump;
  }

  replace(candles: readonly Candle[]): void {
    this.candles = [...candles];
    this.times = this.candles.map((bar) => bar.time);
    this.closes = this.candles.map((bar) => bar.close);
    this.fill();
  }

  /** Draws a new bar, or an update of the newest bar; drops an older one. */
  update(bar: Candle): void {
    const last = this.times.at(-1);
    if (last !== undefined && bar.time < last) return;
    const index = bar.time === last ? this.times.length - 1 : this.times.length;
    this.candles[index] = bar;
    this.times[index] = bar.time;
    this.closes[index] = bar.close;
    this.prices.update(itemOf(this.type, bar, this.look.palette) as never);
    this.volume.update(this.volumeOf(bar));
    this.curves?.averages.updateLast(bar.time as UTCTimestamp, this.closes);
    this.curves?.indicators.updateLast(this.candles);
    if (this.type === 'baseline') {
      this.prices.applyOptions({ baseValue: { type: 'price', price: baselinePrice(this.closes) } } as object);
    }
    this.changed();
  }

  last(): Candle | null {
    return this.candles.at(-1) ?? null;
  }

  setCurves(curves: BarCurves): void {
    this.curves = curves;
  }

  setLook(change: Partial<Look>): void {
    this.look = { ...this.look, ...change };
    this.prices.applyOptions(lookOf(this.type, this.look));
    if (change.palette) this.fill();
  }

  /** Makes the newest price on the axis grey while it is old. */
  setOld(isOld: boolean): void {
    if (isOld !== this.look.isOld) this.setLook({ isOld });
  }

  /** Returns the figures at a bar; null without one. */
  readAt(index: number): Reading | null {
    const bar = this.candles[index];
    if (!bar) return null;
    const { curves } = this;
    return {
      bar,
      averages: curves?.averages.at(index) ?? [],
      studies: curves?.indicators.at(index) ?? [],
      base: basePriceOf(this.prices),
    };
  }

  private changeType(type: ChartType): void {
    this.type = type;
    this.chart.removeSeries(this.prices);
    this.prices = addPriceSeries(this.chart, type, this.look);
    this.prices.setSeriesOrder(1);
  }

  private fill(): void {
    const { type, candles, look, times, closes } = this;
    this.prices.applyOptions(optionsFromData(type, candles));
    this.prices.setData(candles.map((bar) => itemOf(type, bar, look.palette)) as never);
    this.volume.setData(candles.map((bar) => this.volumeOf(bar)));
    this.curves?.averages.redraw({ times, closes });
    this.curves?.indicators.redraw(candles);
    this.changed();
  }

  private volumeOf(bar: Candle) {
    const color = volumeColor(bar, this.look.palette);
    return { time: bar.time as UTCTimestamp, value: bar.volume, color };
  }
}
