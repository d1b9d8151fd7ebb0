/** What a live tick changes of averages of closes. Plain numbers: display data, never an input of a balance. */

/** The average of the newest `period` values alone: what a live tick changes. Null when there are too few. */
export function lastSma(values: readonly number[], period: number): number | null {
  if (values.length < period) return null;
  let sum = 0;
  for (let i = values.length - period; i < values.length; i++) sum += values[i]!;
  return sum / period;
}

/** Base price of the baseline chart: the mean of the last 20 closes, or of all when there are fewer. */
export function baselinePrice(closes: readonly number[]): number {
  const window = Math.min(BASELINE_PERIOD, closes.length);
  return window === 0 ? 0 : lastSma(closes, window)!;
}

export const BASELINE_PERIOD = 20;
