/** Averages drawn on the chart. Plain numbers: display data, never an input of a balance. */

/**
 * Simple moving average with a running sum: one pass whatever the period.
 * @returns one entry per value; null for the first period−1, which have no full window
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

/** Periods the SMA picker offers, in its order. */
export const SMA_PERIODS = [9, 20, 50, 200] as const;
export type SmaPeriod = (typeof SMA_PERIODS)[number];

/** Orange, magenta, cyan, white: fixed whatever the theme. */
export const SMA_COLORS: Record<SmaPeriod, string> = {
  9: '#ffa500',
  20: '#ff00ff',
  50: '#00ffff',
  200: '#ffffff',
};

/** Indicators besides the averages, in the picker's order; the last two have a pane of their own. */
export const STUDY_IDS = ['ema', 'vwap', 'bb', 'rsi', 'macd'] as const;
export type StudyId = (typeof STUDY_IDS)[number];
/** True for an indicator below the prices, with an axis of its own; the others lie over the prices. */
export const hasOwnPane = (id: StudyId): boolean => id === 'rsi' || id === 'macd';
