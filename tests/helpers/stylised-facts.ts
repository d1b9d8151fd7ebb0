/** Estimators of stylised facts of real returns (Cont 2001, Quantitative Finance 1, 223–236), for tests of the tape. */

const mean = (x: readonly number[]) => x.reduce((a, b) => a + b, 0) / x.length;

function moment(x: readonly number[], power: number): number {
  const m = mean(x);
  return mean(x.map((v) => (v - m) ** power));
}

/** Returns the log returns of a price path. */
export const returns = (prices: readonly number[]): number[] =>
  prices.slice(1).map((p, i) => Math.log(p / prices[i]!));

/** 0 for normal returns. */
export const excessKurtosis = (x: readonly number[]): number => moment(x, 4) / moment(x, 2) ** 2 - 3;

export const skewness = (x: readonly number[]): number => moment(x, 3) / moment(x, 2) ** 1.5;

/** Returns the autocorrelation at a lag. */
export function autocorrelation(x: readonly number[], lag: number): number {
  const m = mean(x);
  let sum = 0;
  for (let i = lag; i < x.length; i++) sum += (x[i]! - m) * (x[i - lag]! - m);
  return sum / x.length / moment(x, 2);
}

/** Returns the mean autocorrelation of |r| over lags 1–10, which measures volatility clustering. */
export function clustering(x: readonly number[]): number {
  const sizes = x.map(Math.abs);
  return mean(Array.from({ length: 10 }, (_, i) => autocorrelation(sizes, i + 1)));
}

/** Returns Hill's tail index of |r| from its largest 5%: about 3 for real returns, higher for thinner tails. */
export function hillTail(x: readonly number[], share = 0.05): number {
  const sizes = x.map(Math.abs).sort((a, b) => b - a);
  const k = Math.floor(x.length * share);
  return 1 / mean(sizes.slice(0, k).map((s) => Math.log(s / sizes[k]!)));
}

export function correlation(x: readonly number[], y: readonly number[]): number {
  const mx = mean(x);
  const my = mean(y);
  const cov = mean(x.map((v, i) => (v - mx) * (y[i]! - my)));
  return cov / Math.sqrt(moment(x, 2) * moment(y, 2));
}

/** Returns non-overlapping returns over `days` days. */
export const aggregate = (x: readonly number[], days: number): number[] =>
  Array.from({ length: Math.floor(x.length / days) }, (_, i) =>
    x.slice(i * days, (i + 1) * days).reduce((a, b) => a + b, 0),
  );

export function median(x: readonly number[]): number {
  const sorted = [...x].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
