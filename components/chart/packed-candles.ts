import type { Candle } from './types.ts';

/**
 * Bars as they travel in a page: integers, each as far from what it is expected to be as is seldom far. `open` is counted
 * from the close before, `close` from its open, `high` and `low` from the nearer of both; a year of days is 3 KB compressed.
 */
export type PackedCandles = {
  /** The first bar's start, epoch seconds, and what the others' distances are multiples of. */
  start: number;
  step: number;
  /** Decimals of prices and of volumes. */
  digits: [price: number, volume: number];
  steps: number[];
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: number[];
};

/** Finer fractions of a dollar or share than any source has are rounded. */
const MOST_DIGITS = 8;

export function packCandles(candles: readonly Candle[]): PackedCandles {
  const times = candles.map((bar) => bar.time);
  const step = times.slice(1).reduce((all, time, i) => divisor(all, time - times[i]!), 0) || 1;
  const digits: [number, number] = [
    digitsOf(candles.flatMap(({ open, high, low, close }) => [open, high, low, close])),
    digitsOf(candles.map((bar) => bar.volume)),
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
    steps: times.map((time, i) => (i === 0 ? 0 : (time - times[i - 1]!) / step)),
    open: bars.map(({ open }, i) => open - (bars[i - 1]?.close ?? 0)),
    high: bars.map(({ open, high, close }) => high - Math.max(open, close)),
    low: bars.map(({ open, low, close }) => Math.min(open, close) - low),
    close: bars.map(({ open, close }) => close - open),
    volume: candles.map((bar) => shares!(bar.volume)),
  };
}

export function unpackCandles({ start, step, digits, ...packed }: PackedCandles): Candle[] {
  const [price, shares] = digits.map((count) => 10 ** count) as [number, number];
  let time = start;
  let before = 0;
  return packed.steps.map((steps, i) => {
    time += steps * step;
    const open = before + packed.open[i]!;
    const close = open + packed.close[i]!;
    before = close;
    return {
      time,
      open: open / price,
      high: (Math.max(open, close) + packed.high[i]!) / price,
      low: (Math.min(open, close) - packed.low[i]!) / price,
      close: close / price,
      volume: packed.volume[i]! / shares,
    };
  });
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** How many decimals the values need. */
function digitsOf(values: readonly number[]): number {
  let digits = 0;
  for (const value of values) {
    while (digits < MOST_DIGITS && Math.round(value * 10 ** digits) / 10 ** digits !== value) digits++;
  }
  return digits;
}
