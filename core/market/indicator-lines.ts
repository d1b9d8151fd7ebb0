/**
 * Indicators computed from bars, other than the simple moving averages of indicators.ts. Plain numbers for display; no
 * balance is computed from them. Each has one value per bar, null until its window is full.
 */
import { type IndicatorId, sma } from './indicators.ts';

export type IndicatorValue = number | null;
/** A bar with its volume; `time` is its start, epoch seconds. */
type TradedBar = { time: number; high: number; low: number; close: number; volume: number };

const DAY_S = 86_400;
export const EMA_PERIOD = 20;

/** Returns the exponential moving average, which begins with the simple average of its first `period` values. */
export function ema(values: readonly number[], period: number): IndicatorValue[] {
  const weight = 2 / (period + 1);
  let value: IndicatorValue = null;
  return sma(values, period).map((average, i) => {
    if (average === null) return null;
    value = value === null ? average : value + weight * (values[i]! - value);
    return value;
  });
}

/** Returns the exponential moving average of values that begin later than the bars. */
function emaOf(values: readonly IndicatorValue[], period: number): IndicatorValue[] {
  const from = values.findIndex((value) => value !== null);
  if (from < 0) return values.map(() => null);
  return [...values.slice(0, from), ...ema(values.slice(from) as number[], period)];
}

export type Bollinger = { upper: IndicatorValue[]; middle: IndicatorValue[]; lower: IndicatorValue[] };

/** Returns Bollinger bands: the average, and `width` population standard deviations above and below it. */
export function bollinger(values: readonly number[], period = 20, width = 2): Bollinger {
  const middle = sma(values, period);
  const distance = middle.map((mean, i) => {
    if (mean === null) return null;
    let squares = 0;
    for (let k = i - period + 1; k <= i; k++) squares += (values[k]! - mean) ** 2;
    return width * Math.sqrt(squares / period);
  });
  const band = (sign: 1 | -1) => middle.map((mean, i) => (mean === null ? null : mean + sign * distance[i]!));
  return { upper: band(1), middle, lower: band(-1) };
}

/** Returns Wilder's relative strength index, 0 to 100; 50 while no price has moved. */
export function rsi(values: readonly number[], period = 14): IndicatorValue[] {
  let gain = 0;
  let loss = 0;
  return values.map((value, i) => {
    if (i === 0) return null;
    const change = value - values[i - 1]!;
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)];
    if (i <= period) {
      gain += up / period;
      loss += down / period;
      if (i < period) return null;
    } else {
      gain += (up - gain) / period;
      loss += (down - loss) / period;
    }
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

export type Macd = { macd: IndicatorValue[]; signal: IndicatorValue[]; histogram: IndicatorValue[] };

/**
 * Returns the moving average convergence/divergence (MACD): the fast average minus the slow one. Also returns its
 * average (the signal), and MACD minus the signal. The fast and the slow average begin at the same bar.
 */
export function macd(values: readonly number[], fast = 12, slow = 26, smoothing = 9): Macd {
  const offset = slow - fast;
  const quick = [...values.slice(0, offset).map(() => null), ...ema(values.slice(offset), fast)];
  const line = ema(values, slow).map((value, i) => (value === null ? null : quick[i]! - value));
  const signal = emaOf(line, smoothing);
  const histogram = signal.map((value, i) => (value === null ? null : line[i]! - value));
  return { macd: line, signal, histogram };
}

/** True when VWAP does not restart between two bars: both lie in one UTC day, or are daily bars of one month. */
const isSameStretch = (one: number, other: number, daily: boolean): boolean =>
  daily
    ? new Date(one * 1000).toISOString().slice(0, 7) === new Date(other * 1000).toISOString().slice(0, 7)
    : Math.floor(one / DAY_S) === Math.floor(other / DAY_S);

/**
 * Returns the volume-weighted average of the typical price since the beginning of the UTC day, or for daily bars of the
 * month; null until there is volume.
 */
export function vwap(bars: readonly TradedBar[]): IndicatorValue[] {
  const daily = bars.length > 1 && bars.every(({ time }) => time % DAY_S === bars[0]!.time % DAY_S);
  let money = 0;
  let volume = 0;
  return bars.map((bar, i) => {
    const previous = bars[i - 1];
    if (previous && !isSameStretch(previous.time, bar.time, daily)) money = volume = 0;
    money += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return volume === 0 ? null : money / volume;
  });
}

/** One line or histogram of an indicator; without a name it is not in the legend. */
export type IndicatorLine = { name: string; color: string; values: IndicatorValue[]; isHistogram?: true };

/** Colours, the same in every theme and different from the colours of the averages. */
export const INDICATOR_COLORS: Record<IndicatorId, string> = {
  ema: '#ffe066',
  vwap: '#b197fc',
  bb: '#74a7e8',
  rsi: '#b197fc',
  macd: '#74a7e8',
};
const SIGNAL_COLOR = '#ffa94d';
const HISTOGRAM_COLOR = '#6b7688';

export function indicatorLines(id: IndicatorId, bars: readonly TradedBar[]): IndicatorLine[] {
  const color = INDICATOR_COLORS[id];
  const closes = bars.map((bar) => bar.close);
  switch (id) {
    case 'ema':
      return [{ name: `EMA ${EMA_PERIOD}`, color, values: ema(closes, EMA_PERIOD) }];
    case 'vwap':
      return [{ name: 'VWAP', color, values: vwap(bars) }];
    case 'bb': {
      const { upper, middle, lower } = bollinger(closes);
      return [
        { name: 'BB +2σ', color, values: upper },
        { name: 'BB 20', color, values: middle },
        { name: 'BB −2σ', color, values: lower },
      ];
    }
    case 'rsi':
      return [{ name: 'RSI 14', color, values: rsi(closes) }];
    case 'macd': {
      const { macd: line, signal, histogram } = macd(closes);
      return [
        { name: '', color: HISTOGRAM_COLOR, values: histogram, isHistogram: true },
        { name: 'MACD', color, values: line },
        { name: 'MACD 9', color: SIGNAL_COLOR, values: signal },
      ];
    }
  }
}
