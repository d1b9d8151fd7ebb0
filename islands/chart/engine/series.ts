import {
  AreaSeries,
  BarSeries,
  BaselineSeries,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts';
import { candleColor, UNCHANGED } from '#components/chart/colors.ts';
import type { Candle, ChartType } from '#components/chart/types.ts';
import { baselinePrice } from '#core/market/indicators.ts';
import { priceDecimals, priceText } from '#core/market/price-text.ts';
import type { Palette } from '#core/shop/themes.ts';

export type PriceSeries = ISeriesApi<'Candlestick' | 'Bar' | 'Line' | 'Area' | 'Baseline'>;

/** @property isOld true when the newest price is old: its tag on the axis is grey */
export type Look = { palette: Palette; thinBars: boolean; hollow: boolean; isOld: boolean };

const DEFINITION = {
  candlestick: CandlestickSeries,
  bar: BarSeries,
  line: LineSeries,
  area: AreaSeries,
  baseline: BaselineSeries,
} as const;

/** Adds the series of a chart type in its colours, without data. */
export function addPriceSeries(chart: IChartApi, type: ChartType, look: Look): PriceSeries {
  return chart.addSeries<'Candlestick'>(
    DEFINITION[type] as typeof CandlestickSeries,
    lookOf(type, look) as object,
  ) as PriceSeries;
}

export const lookOf = (type: ChartType, look: Look): object => ({
  ...colorsOf(type, look),
  priceLineColor: look.isOld ? UNCHANGED : '',
});

function colorsOf(type: ChartType, { palette, thinBars, hollow }: Look): object {
  const { upColor, downColor, lineColor, areaTop, areaBottom } = palette;
  switch (type) {
    case 'candlestick':
      return {
        upColor: hollow ? 'transparent' : upColor,
        downColor,
        borderUpColor: upColor,
        borderDownColor: downColor,
        wickUpColor: upColor,
        wickDownColor: downColor,
        borderVisible: hollow,
      };
    case 'bar':
      return { upColor, downColor, thinBars };
    case 'line':
      return { color: lineColor, lineWidth: 2 };
    case 'area':
      return { lineColor, topColor: areaTop, bottomColor: areaBottom, lineWidth: 2 };
    case 'baseline':
      return {
        topLineColor: upColor,
        bottomLineColor: downColor,
        topFillColor1: `${upColor}47`,
        topFillColor2: `${upColor}0d`,
        bottomFillColor1: `${downColor}0d`,
        bottomFillColor2: `${downColor}47`,
        lineWidth: 2,
      };
  }
}

/** Returns a candle as a data item of a chart type. Bars that closed at their opening price are grey. */
export function itemOf(type: ChartType, bar: Candle, palette: Palette) {
  const time = bar.time as UTCTimestamp;
  if (type !== 'candlestick' && type !== 'bar') return { time, value: bar.close };
  const { open, high, low, close } = bar;
  if (open !== close) return { time, open, high, low, close };
  const color = candleColor(bar, palette);
  return { time, open, high, low, close, color, borderColor: UNCHANGED, wickColor: UNCHANGED };
}

/** Returns the options that depend on the bars: the price format, and the base of a baseline chart. */
export function optionsFromData(type: ChartType, candles: readonly Candle[]): object {
  const precision = priceDecimals(candles.at(-1)?.close ?? 100);
  // the axis rounds like all other prices of the site
  const formatter = (price: number) => priceText(price, precision).replaceAll(',', '');
  const priceFormat = { type: 'custom', formatter, minMove: precision === 4 ? 0.0001 : 0.01 };
  if (type !== 'baseline') return { priceFormat };
  return { priceFormat, baseValue: { type: 'price', price: baselinePrice(candles.map((bar) => bar.close)) } };
}

/** Returns the base of a baseline series; null for the other types. */
export function basePriceOf(series: PriceSeries): number | null {
  const options = series.options();
  return 'baseValue' in options ? options.baseValue.price : null;
}
