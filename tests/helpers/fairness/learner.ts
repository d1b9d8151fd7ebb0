/** A small learner: ridge regression of the next moves on the prices and volumes that a trader sees. */
import type { Rule } from './rules.ts';
import { type MarketStretch, scalesOf } from './stretch.ts';

/** Returns the regressors at a step of a minute, in units of the company's usual minute. */
function features(s: MarketStretch, c: number, m: number, at: number, scale: number): number[] {
  const moves = [0.3, 1, 2, 5, 12, 20, 60].map((seconds) => s.move(c, at, seconds) / scale);
  const others = [0.3, 1, 2, 5, 20].map((seconds) => s.others(c, at, seconds) / scale);
  const { later, place } = s.extremes(c, m, at);
  const early = s.move(c, s.step(m, 5), 5) / scale;
  return [
    ...moves,
    ...others,
    moves[5]! ** 3,
    later * 0.3,
    place,
    early,
    s.early(c, m) * early,
    s.volume(c, m - 1) * moves[6]!,
    s.fraction(c, at),
    0.3,
  ];
}

const RIDGE = 100;

/** Ridge regression of the next moves on `features`, trained on some stretches. */
export class Learner {
  readonly #enter: number;
  readonly #leave: number;
  #gram: Float64Array[] = [];
  #against: Float64Array = new Float64Array();
  #weights: number[] = [];

  constructor(enter: number, leave: number) {
    this.#enter = enter;
    this.#leave = leave;
  }

  learn(s: MarketStretch): void {
    const scales = scalesOf(s);
    for (let m = 0; m < s.minutes; m++)
      for (let c = 0; c < s.companies; c++) {
        const step = s.step(m, this.#enter);
        const x = features(s, c, m, step, scales[c]!);
        // clips jumps, which would dominate the regression
        const ahead = (s.log(c, s.step(m, this.#leave)) - s.log(c, step)) / scales[c]!;
        this.#add(x, Math.max(-4, Math.min(4, ahead)));
      }
    this.#weights = [];
  }

  #add(x: readonly number[], y: number): void {
    const n = x.length;
    if (this.#gram.length === 0) {
      this.#gram = x.map(() => new Float64Array(n));
      this.#against = new Float64Array(n);
    }
    for (let i = 0; i < n; i++) {
      const row = this.#gram[i]!;
      for (let j = 0; j < n; j++) row[j]! += x[i]! * x[j]!;
      this.#against[i]! += x[i]! * y;
    }
  }

  /** The learnt rule: its position is its forecast. */
  get rule(): Rule {
    if (this.#weights.length === 0) this.#weights = solve(this.#gram, this.#against, RIDGE);
    const weights = this.#weights;
    return {
      name: `learner, second ${this.#enter} to ${this.#leave}`,
      enter: this.#enter,
      leave: this.#leave,
      position: (s, c, m, at) => {
        // scaled by the company's own moves, as in training
        const x = features(s, c, m, at, Math.abs(s.move(c, s.step(m, 0), 3600)) / 8 + 1e-5);
        return Math.max(-1, Math.min(1, 100 * x.reduce((sum, v, i) => sum + v * weights[i]!, 0)));
      },
    };
  }
}

/** Solves (A + ridge·I) w = b by elimination. */
function solve(a: readonly Float64Array[], b: Float64Array, ridge: number): number[] {
  const n = b.length;
  const rows = a.map((row, i) => [...row.map((v, j) => (i === j ? v + ridge : v)), b[i]!]);
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++) {
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= n; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  const w = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i]![n]!;
    for (let j = i + 1; j < n; j++) sum -= rows[i]![j]! * w[j]!;
    w[i] = sum / rows[i]![i]!;
  }
  return w;
}
