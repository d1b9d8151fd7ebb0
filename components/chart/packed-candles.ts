import { priceDecimals } from '#core/market/price-text.ts';
import type { Candle } from './types.ts';

/**
 * Bars as a page contains them: columns of whole numbers as text. Each price is stored as a small difference from
 * another price of the bars. A year of daily bars is 3.5 KB compressed. Prices have the decimals that the chart shows.
 */
export type PackedCandles = {
  /** The first bar's start, epoch seconds. The other bars follow at multiples of `step` seconds. */
  start: number;
  step: number;
  /** The numbers of decimals of prices and of volumes. */
  digits: [price: number, volume: number];
  /**
   * The columns, written by `encode`: `steps` since the previous bar, `open` minus the previous close, `high` above and
   * `low` below the bar's open and close, `close` minus open, and `volume`.
   */
  steps: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};

/** The maximum number of decimals of a volume. No source has more. */
const MOST_DIGITS = 8;

export function packCandles(candles: readonly Candle[]): PackedCandles {
  const times = candles.map((bar) => bar.time);
  const step = times.slice(1).reduce((all, time, i) => divisor(all, time - times[i]!), 0) || 1;
  const prices = candles.flatMap(({ open, high, low, close }) => [open, high, low, close]);
  const digits: [number, number] = [
    digitsOf(prices, Math.max(0, ...prices.map(priceDecimals))),
    digitsOf(
      candles.map((bar) => bar.volume),
      MOST_DIGITS,
    ),
  ];
  const [price, shares] = digits.map((count) => (value: number) => Math.round(value * 10 ** count));
  const bars = candles.map((bar) => ({
    open: price!(bar.open),
    high: price!(bar.high),
    low: price!(bar.low),
    close: price!(bar.close),
  }));
  return {
    start: times[0] ?? 0,
    step,
    digits,
    steps: encode(times.map((time, i) => (i === 0 ? 0 : (time - times[i - 1]!) / step))),
    open: encode(bars.map(({ open }, i) => open - (bars[i - 1]?.close ?? 0))),
    high: encode(bars.map(({ open, high, close }) => high - Math.max(open, close))),
    low: encode(bars.map(({ open, low, close }) => Math.min(open, close) - low)),
    close: encode(bars.map(({ open, close }) => close - open)),
    volume: encode(candles.map((bar) => shares!(bar.volume))),
  };
}

export function unpackCandles({ start, step, digits, ...packed }: PackedCandles): Candle[] {
  const [price, shares] = digits.map((count) => 10 ** count) as [number, number];
  const [opens, highs, lows] = [decode(packed.open), decode(packed.high), decode(packed.low)];
  const [closes, volumes] = [decode(packed.close), decode(packed.volume)];
  let time = start;
  let previousClose = 0;
  return decode(packed.steps).map((steps, i) => {
    time += steps * step;
    const open = previousClose + opens[i]!;
    const close = open + closes[i]!;
    previousClose = close;
    return {
      time,
      open: open / price,
      high: (Math.max(open, close) + highs[i]!) / price,
      low: (Math.min(open, close) - lows[i]!) / price,
      close: close / price,
      volume: volumes[i]! / shares,
    };
  });
}

/**
 * Digits of base 32; a number begins with its lowest digit. The first 32 letters are the digits 0 to 31 and end a
 * number. The last 32 letters are the digits 0 to 31 too, and another digit follows.
 */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes whole numbers as text. First it maps each to a number that is not negative: 0, -1, 1, -2 to 0, 1, 2, 3. */
function encode(numbers: readonly number[]): string {
  let text = '';
  for (const number of numbers) {
    let rest = number < 0 ? -2 * number - 1 : 2 * number;
    for (; rest >= 32; rest = Math.floor(rest / 32)) text += LETTERS[32 + (rest % 32)];
    text += LETTERS[rest];
  }
  return text;
}

function decode(text: string): number[] {
  const numbers: number[] = [];
  let [value, unit] = [0, 1];
  for (const letter of text) {
    const bits = LETTERS.indexOf(letter);
    value += (bits % 32) * unit;
    unit *= 32;
    if (bits >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, unit] = [0, 1];
  }
  return numbers;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Returns the number of decimals that the values need, up to `most`. */
function digitsOf(values: readonly number[], most: number): number {
  let digits = 0;
  for (const value of values) {
    while (digits < most && Math.round(value * 10 ** digits) / 10 ** digits !== value) digits++;
  }
  return digits;
}
