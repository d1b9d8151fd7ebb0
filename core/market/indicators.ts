/**
 * Simple moving averages, and the list of all indicators. Plain numbers for display; no balance is computed from them.
 */

/**
 * Returns the simple moving average, by a running sum in one pass.
 * @returns one entry per value; null for the first period−1
 */
export function sma(values: readonly number[], period: number): (number | null)[] {
  const out: (number | null)[] = [];
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!;
    if (i >= period) sum -= values[i - period]!;
    out.push(i >= period - 1 ? sum / period : null);
  }
  return out;
}

/** The periods of the picker, in its order. */
export const SMA_PERIODS = [9, 20, 50, 200] as const;
export type SmaPeriod = (typeof SMA_PERIODS)[number];

/** Orange, magenta, cyan, white in every theme. */
export const SMA_COLORS: Record<SmaPeriod, string> = {
  9: '#ffa500',
  20: '#ff00ff',
  50: '#00ffff',
  200: '#ffffff',
};

/** The axis of a pane below the prices. `range`: its lowest and highest value, if fixed. `bounds`: values marked with a line. */
type Pane = { range?: readonly [number, number]; bounds?: readonly number[] };

/** Indicators besides the averages, in the picker's order. An indicator without a pane is drawn over the prices. */
const INDICATORS = {
  ema: null,
  vwap: null,
  bb: null,
  rsi: { range: [0, 100], bounds: [70, 30] },
  macd: {},
} as const satisfies Record<string, Pane | null>;
export type IndicatorId = keyof typeof INDICATORS;
export const INDICATOR_IDS = Object.keys(INDICATORS) as IndicatorId[];

export const paneOf = (id: IndicatorId): Pane | null => INDICATORS[id];
export const hasOwnPane = (id: IndicatorId): boolean => INDICATORS[id] !== null;

/** Returns the average of the newest `period` values; null for fewer values. */
export function lastSma(values: readonly number[], period: number): number | null {
  if (values.length < period) return null;
  let sum = 0;
  for (let i = values.length - period; i < values.length; i++) sum += values[i]!;
  return sum / period;
}

/** Returns the base price of the baseline chart: the mean of the last 20 closes, or of all if fewer. */
export function baselinePrice(closes: readonly number[]): number {
  const window = Math.min(BASELINE_PERIOD, closes.length);
  return window === 0 ? 0 : lastSma(closes, window)!;
}

const BASELINE_PERIOD = 20;
