import { baselinePrice, SMA_COLORS, type SmaPeriod, sma } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import { candleColor, volumeColor } from './colors.ts';
import { BAR_SPACING, MAX_WIDTH, priceMargins, RIGHT_OFFSET, VOLUME_MARGINS, visibleBars } from './layout.ts';
import { type Candle, type ChartType, priceDecimals } from './types.ts';

/**
 * The server's drawing of a chart, as paths. Across it is in pixels counted from the newest bar, so that it
 * stands where the live chart will draw it at any width; down it is in thousandths of the pane's height.
 */
export const UNITS = 1000;

export type Shape = { d: string; color: string; kind: 'fill' | 'line' };
export type AxisLabel = { text: string /** percent of the pane's height */; top: number };
export type TimeLabel = { text: string /** pixels from the price axis */; end: number };
export type Drawing = {
  shapes: Shape[];
  prices: AxisLabel[];
  times: TimeLabel[];
  last: AxisLabel | null;
  lastColor: string;
};

export type DrawingInput = {
  candles: readonly Candle[];
  type: ChartType;
  averages: readonly SmaPeriod[];
  palette: Palette;
  /** Language of the months. */
  locale: string;
  /** Bars of a day each: the time axis names months, else days. */
  daily: boolean;
  /** Width of the whole chart the reader probably has, CSS pixels: decides the price range. */
  width: number;
};

const CANDLE_WIDTH = 7;

export function drawChart({ candles, type, averages, palette, width, locale, daily }: DrawingInput): Drawing {
  const bars = candles.slice(-visibleBars(MAX_WIDTH));
  const seen = bars.slice(-visibleBars(width));
  if (seen.length === 0) return { shapes: [], prices: [], times: [], last: null, lastColor: palette.text };
  const averageLines = averages.map((period) => ({
    color: SMA_COLORS[period],
    values: sma(
      candles.map((bar) => bar.close),
      period,
    ).slice(-bars.length),
  }));
  const range = rangeOf(
    seen,
    type,
    averageLines.map((line) => line.values.slice(-seen.length)),
    width,
  );
  const y = (price: number) => round(UNITS * heightOf(price, range));
  const x = (index: number) => MAX_WIDTH - (RIGHT_OFFSET + bars.length - 1 - index + 0.5) * BAR_SPACING - 1;
  const shapes = [
    ...volumeShapes(bars, seen, palette, x),
    ...priceShapes(bars, candles, type, palette, x, y),
    ...averageLines.map(({ color, values }) => ({ d: linePath(values, x, y), color, kind: 'line' as const })),
  ];
  const newest = seen.at(-1)!;
  const digits = priceDecimals(newest.close);
  return {
    shapes: shapes.filter((shape) => shape.d !== ''),
    prices: gridPrices(range).map((price) => ({
      text: price.toFixed(digits),
      top: 100 * heightOf(price, range),
    })),
    times: timeLabels(bars, locale, daily, x),
    last: { text: newest.close.toFixed(digits), top: 100 * heightOf(newest.close, range) },
    lastColor: type === 'line' || type === 'area' ? palette.lineColor : candleColor(newest, palette),
  };
}

/** Lowest and highest price to be seen, and the shares of the height left free beyond them. */
type Range = { low: number; high: number; top: number; bottom: number };

function rangeOf(
  bars: readonly Candle[],
  type: ChartType,
  averages: readonly (number | null)[][],
  width: number,
): Range {
  const whole = type === 'candlestick' || type === 'bar';
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    low = Math.min(low, whole ? bar.low : bar.close);
    high = Math.max(high, whole ? bar.high : bar.close);
  }
  for (const value of averages.flat()) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const margins = priceMargins(width);
  return high > low ? { low, high, ...margins } : { low: low - 0.5, high: high + 0.5, ...margins };
}

/** Share of the pane's height above a price. */
function heightOf(price: number, { low, high, top, bottom }: Range): number {
  return top + ((high - price) / (high - low)) * (1 - top - bottom);
}

/** Round prices across the whole pane, about eight of them. */
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

/** Least distance of two labels on the time axis, pixels. */
const LABEL_GAP = 64;

/** Where a month begins, or a day when the bars are shorter. Days are those of the session's date, in UTC. */
function timeLabels(bars: readonly Candle[], locale: string, daily: boolean, x: AtBar): TimeLabel[] {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    timeZone: 'UTC',
    ...(daily ? { month: 'short' } : { day: 'numeric' }),
  });
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

type AtBar = (index: number) => number;
type AtPrice = (price: number) => number;

function volumeShapes(bars: readonly Candle[], seen: readonly Candle[], palette: Palette, x: AtBar): Shape[] {
  const most = Math.max(...seen.map((bar) => bar.volume), 1);
  const { top } = VOLUME_MARGINS;
  return byColor(
    bars.map((bar, i) => {
      const height = round(UNITS * (1 - top) * Math.min(1, bar.volume / most));
      return { color: volumeColor(bar, palette), d: box(x(i), UNITS - height, UNITS, BAR_SPACING - 1) };
    }),
  );
}

function priceShapes(
  bars: readonly Candle[],
  candles: readonly Candle[],
  type: ChartType,
  palette: Palette,
  x: AtBar,
  y: AtPrice,
): Shape[] {
  if (type === 'candlestick') {
    return byColor(
      bars.map((bar, i) => {
        const top = y(Math.max(bar.open, bar.close));
        const bottom = Math.max(y(Math.min(bar.open, bar.close)), top + 1);
        const d = box(x(i), y(bar.high), y(bar.low), 1) + box(x(i), top, bottom, CANDLE_WIDTH);
        return { color: candleColor(bar, palette), d };
      }),
    );
  }
  if (type === 'bar') {
    return byColor(
      bars.map((bar, i) => {
        const arm = (price: number, left: number) => `M${round(left)} ${y(price)}h3v${1.5}h-3z`;
        const d = box(x(i), y(bar.high), y(bar.low), 1) + arm(bar.open, x(i) - 3) + arm(bar.close, x(i));
        return { color: candleColor(bar, palette), d };
      }),
    );
  }
  const closes = bars.map((bar) => bar.close);
  const line = linePath(closes, x, y);
  if (type === 'line') return [{ d: line, color: palette.lineColor, kind: 'line' }];
  if (type === 'area') {
    const area = `${line}V${UNITS}H${round(x(0))}z`;
    return [
      { d: area, color: palette.areaTop, kind: 'fill' },
      { d: line, color: palette.lineColor, kind: 'line' },
    ];
  }
  const base = y(baselinePrice(candles.map((bar) => bar.close)));
  const side = (above: boolean) =>
    linePath(closes, x, (price) => (above ? Math.min(y(price), base) : Math.max(y(price), base)));
  return [
    { d: side(false), color: palette.downColor, kind: 'line' },
    { d: side(true), color: palette.upColor, kind: 'line' },
  ];
}

/** One path per colour: a year of candles in a handful of elements. */
function byColor(pieces: { color: string; d: string }[]): Shape[] {
  const paths = new Map<string, string>();
  for (const { color, d } of pieces) paths.set(color, (paths.get(color) ?? '') + d);
  return [...paths].map(([color, d]) => ({ color, d, kind: 'fill' }));
}

function box(center: number, top: number, bottom: number, width: number): string {
  const left = round(center - width / 2);
  return `M${left} ${top}h${width}V${bottom}h${-width}z`;
}

function linePath(values: readonly (number | null)[], x: AtBar, y: AtPrice): string {
  let d = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    d += `${d === '' ? 'M' : 'L'}${round(x(i))} ${y(value)}`;
  }
  return d;
}

/** One decimal is a tenth of a pixel; more would only be bytes. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
