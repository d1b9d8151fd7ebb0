import { baselinePrice, type IndicatorId, SMA_COLORS, type SmaPeriod, sma } from '#core/market/indicators.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import type { Palette } from '#core/shop/themes.ts';
import { candleColor, volumeColor } from './colors.ts';
import {
  type AtBar,
  type AtPrice,
  type ChartShape,
  LINE_WIDTH,
  overlayLines,
  paneShapes,
  priceShare,
  tenth,
  valuesPath,
} from './indicator-shapes.ts';
import { BAR_SPACING, MAX_WIDTH, priceMargins, RIGHT_OFFSET, VOLUME_MARGINS, visibleBars } from './layout.ts';
import type { Candle, ChartType } from './types.ts';

/**
 * A chart as paths that the server renders. x is in px and ends at MAX_WIDTH, the price axis, so that the picture
 * matches the live chart at any width; y is in thousandths of the pane's height.
 */
export const PANE_UNITS = 1000;

/** A price on the axis. `top`: percent of the height. */
export type AxisLabel = { text: string; top: number };
/** A date on the axis. `end`: px from the price axis. */
export type TimeLabel = { text: string; end: number };
export type ChartDrawing = {
  shapes: ChartShape[];
  prices: AxisLabel[];
  times: TimeLabel[];
  last: AxisLabel | null;
  lastColor: string;
};

export type DrawingInput = {
  candles: readonly Candle[];
  type: ChartType;
  averages: readonly SmaPeriod[];
  studies?: readonly IndicatorId[];
  palette: Palette;
  /** The language of the dates on the time axis. */
  locale: string;
  /** True when each bar is a day: the time axis then names months, otherwise days. */
  daily: boolean;
  /** The probable width of the reader's chart, CSS px. It decides the price range. */
  width: number;
  /** The px drawn beyond the probable width, because a reader's chart may be wider; 300 if absent. */
  spare?: number;
};

const CANDLE_WIDTH = 7;
const SPARE_WIDTH = 300;

export function drawChart({
  candles,
  type,
  averages,
  studies = [],
  palette,
  width,
  spare = SPARE_WIDTH,
  locale,
  daily,
}: DrawingInput): ChartDrawing {
  const bars = candles.slice(-visibleBars(Math.min(MAX_WIDTH, width + spare)));
  const shownBars = bars.slice(-visibleBars(width));
  if (shownBars.length === 0)
    return { shapes: [], prices: [], times: [], last: null, lastColor: palette.text };
  const closes = candles.map((bar) => bar.close);
  const lines = [
    ...averages.map((period) => ({
      color: SMA_COLORS[period],
      values: sma(closes, period).slice(-bars.length),
    })),
    ...overlayLines(studies, candles, bars.length),
  ];
  const range = rangeOf(
    shownBars,
    type,
    lines.map((line) => line.values.slice(-shownBars.length)),
  );
  const share = priceShare(studies);
  const floor = tenth(PANE_UNITS * share);
  const y = (price: number) => tenth(floor * heightOf(price, range));
  const x = (index: number) => MAX_WIDTH - (RIGHT_OFFSET + bars.length - 1 - index + 0.5) * BAR_SPACING - 1;
  const shapes = [
    ...volumeShapes(bars, shownBars, palette, x, floor),
    ...priceShapes(bars, candles, type, palette, x, y, floor),
    ...lines.map(({ color, values }) => ({ d: valuesPath(values, x, y), color, width: LINE_WIDTH })),
    ...paneShapes(studies, candles, {
      count: bars.length,
      visible: shownBars.length,
      palette,
      x,
      units: PANE_UNITS,
    }),
  ];
  const newest = shownBars.at(-1)!;
  const digits = priceDecimals(newest.close);
  return {
    shapes: shapes.filter((shape) => shape.d !== ''),
    prices: gridPrices(range).map((price) => ({
      text: price.toFixed(digits),
      top: percent(price, range, share),
    })),
    times: timeLabels(bars, locale, daily, x),
    last: { text: newest.close.toFixed(digits), top: percent(newest.close, range, share) },
    lastColor: type === 'line' || type === 'area' ? palette.lineColor : candleColor(newest, palette),
  };
}

/** The lowest and highest visible price, and the free shares of the height above and below them. */
type Range = { low: number; high: number; top: number; bottom: number };

function rangeOf(bars: readonly Candle[], type: ChartType, averages: readonly (number | null)[][]): Range {
  const hasWicks = type === 'candlestick' || type === 'bar';
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    low = Math.min(low, hasWicks ? bar.low : bar.close);
    high = Math.max(high, hasWicks ? bar.high : bar.close);
  }
  for (const value of averages.flat()) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const margins = priceMargins();
  return high > low ? { low, high, ...margins } : { low: low - 0.5, high: high + 0.5, ...margins };
}

/** Returns the distance of a price from the top of the price pane, as a share of the pane's height. */
function heightOf(price: number, { low, high, top, bottom }: Range): number {
  return top + ((high - price) / (high - low)) * (1 - top - bottom);
}

/**
 * Returns the distance of a price from the top, in percent of the height of all panes, to a hundredth.
 * @param share the part of that height that the price pane has
 */
function percent(price: number, range: Range, share: number): number {
  return Math.round(10_000 * share * heightOf(price, range)) / 100;
}

/** Returns about five to nine round prices across the whole pane. */
function gridPrices(range: Range): number[] {
  const { top, bottom } = range;
  const span = (range.high - range.low) / (1 - top - bottom);
  const highest = range.high + span * top;
  const rough = span / 9;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough) ?? 10);
  const prices: number[] = [];
  for (let price = Math.floor(highest / step) * step; price > highest - span; price -= step)
    prices.push(price);
  return prices;
}

/** Returns a formatter for the dates of sessions, which are in UTC. English dates are British. */
export const sessionFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeZone: 'UTC', ...options });

/** The least distance between two labels on the time axis, px. */
const LABEL_GAP = 64;

/** Returns labels at the starts of months, or of days for shorter bars. Dates are those of the session, in UTC. */
function timeLabels(bars: readonly Candle[], locale: string, daily: boolean, x: AtBar): TimeLabel[] {
  const format = sessionFormat(locale, daily ? { month: 'short' } : { day: 'numeric' });
  const labels: TimeLabel[] = [];
  for (let i = 1; i < bars.length; i++) {
    const text = format.format(bars[i]!.time * 1000);
    if (text === format.format(bars[i - 1]!.time * 1000)) continue;
    const end = MAX_WIDTH - x(i);
    const previous = labels.at(-1);
    if (!previous || previous.end - end >= LABEL_GAP) labels.push({ text, end });
  }
  return labels;
}

function volumeShapes(
  bars: readonly Candle[],
  shownBars: readonly Candle[],
  palette: Palette,
  x: AtBar,
  floor: number,
): ChartShape[] {
  const most = Math.max(...shownBars.map((bar) => bar.volume), 1);
  const { top } = VOLUME_MARGINS;
  return strokes(BAR_SPACING - 1, bars, (bar, i) => {
    const height = Math.round(floor * (1 - top) * Math.min(1, bar.volume / most));
    return [volumeColor(bar, palette), `M${x(i)} ${tenth(floor - height)}V${floor}`];
  });
}

function priceShapes(
  bars: readonly Candle[],
  candles: readonly Candle[],
  type: ChartType,
  palette: Palette,
  x: AtBar,
  y: AtPrice,
  floor: number,
): ChartShape[] {
  const rounded = (price: number) => Math.round(y(price));
  const range: Stroke = (bar, i) => [
    candleColor(bar, palette),
    `M${x(i)} ${rounded(bar.high)}V${Math.max(rounded(bar.low), rounded(bar.high) + 1)}`,
  ];
  if (type === 'candlestick') {
    const body: Stroke = (bar, i) => {
      const top = rounded(Math.max(bar.open, bar.close));
      const bottom = Math.max(rounded(Math.min(bar.open, bar.close)), top + 1);
      return [candleColor(bar, palette), `M${x(i)} ${top}V${bottom}`];
    };
    return [...strokes(1, bars, range), ...strokes(CANDLE_WIDTH, bars, body)];
  }
  if (type === 'bar') {
    const arms: Stroke = (bar, i) => [
      candleColor(bar, palette),
      `M${x(i) - 3} ${rounded(bar.open)}h3M${x(i)} ${rounded(bar.close)}h3`,
    ];
    return [...strokes(1, bars, range), ...strokes(LINE_WIDTH, bars, arms)];
  }
  const closes = bars.map((bar) => bar.close);
  const line = valuesPath(closes, x, y);
  if (type === 'line') return [{ d: line, color: palette.lineColor, width: LINE_WIDTH }];
  if (type === 'area') {
    const area = `${line}V${floor}H${tenth(x(0))}z`;
    return [
      { d: area, color: palette.areaTop },
      { d: line, color: palette.lineColor, width: LINE_WIDTH },
    ];
  }
  const base = y(baselinePrice(candles.map((bar) => bar.close)));
  const side = (above: boolean) =>
    valuesPath(closes, x, (price) => (above ? Math.min(y(price), base) : Math.max(y(price), base)));
  return [
    { d: side(false), color: palette.downColor, width: LINE_WIDTH },
    { d: side(true), color: palette.upColor, width: LINE_WIDTH },
  ];
}

type Stroke = (bar: Candle, index: number) => [color: string, d: string];

/** Returns one path per colour, so that a year of candles needs a handful of elements. @param width px */
function strokes(width: number, bars: readonly Candle[], stroke: Stroke): ChartShape[] {
  const paths = new Map<string, string>();
  bars.forEach((bar, i) => {
    const [color, d] = stroke(bar, i);
    paths.set(color, (paths.get(color) ?? '') + d);
  });
  return [...paths].map(([color, d]) => ({ color, d, width }));
}
