/** The parts that all benchmarks share: rows of the report, medians, comparisons. */

/** One line of the report. */
export type Row = {
  name: string;
  /** The figure with its unit. */
  figure: string;
  /** The figure divided by the yardstick of the same run; absent without a yardstick. */
  ratio?: number;
  /** The target of the ratio or figure, in words. */
  target: string;
  met: boolean;
};

/** A benchmark, run by `npm run bench -- NAME`. */
export type Bench = { name: string; run: () => Promise<Row[]> };

/** Returns the median; of an even number of figures the lower of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

/** Returns the figure below which a share of all figures lies, 0.99 for 99 of 100; 0 without any figure. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** Runs `work` again and again. @returns the duration of each round, ms */
export async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

/**
 * Runs `ours` and `yardstick` in turn, so that a change of the machine's speed affects both. Returns the median of
 * each, and the median of the ratios of pairs.
 */
export async function paired(rounds: number, ours: () => Promise<number>, yardstick: () => Promise<number>) {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await yardstick()]);
  return {
    ours: median(pairs.map(([a]) => a)),
    yardstick: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}

export function print(rows: readonly Row[]): void {
  for (const { name, figure, ratio, target, met } of rows)
    console.log(
      `${met ? 'met   ' : 'missed'}  ${name}\n        ${figure}${ratio === undefined ? '' : `, ratio ${ratio.toFixed(2)}`} (target ${target})`,
    );
}
