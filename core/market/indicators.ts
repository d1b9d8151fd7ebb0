/** The plain averages, and the list of all indicators. Plain numbers for display; no balance is computed from them. */

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

/** Indicators besides the averages, in the picker's order. */
export const STUDY_IDS = ['ema', 'vwap', 'bb', 'rsi', 'macd'] as const;
export type StudyId = (typeof STUDY_IDS)[number];
/** True for an indicator in a pane below the prices, with its own axis; the others are drawn over the prices. */
export const hasOwnPane = (id: StudyId): boolean => id === 'rsi' || id === 'macd';
