/** The newest average of closes. Plain numbers for display; no balance is computed from them. */

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

export const BASELINE_PERIOD = 20;
