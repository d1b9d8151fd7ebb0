/** Tests whether rules earn more than fair prices allow. */
import type { Rule } from './rules.ts';
import { type MarketStretch, STEP_MS, scalesOf } from './stretch.ts';

/** In steps: 300 ms until a price reaches the trader and 300 ms until an order arrives. */
const LATENCY = 600 / STEP_MS;

/** A rule's result: gains in 1/10,000 a trade, without delay and 600 ms late. */
export type TrialResult = {
  name: string;
  trades: number;
  t: number;
  gainBp: number;
  lateT: number;
  lateGainBp: number;
};

/** Sums a rule's gains, without delay and late. All trades of a moment count as one sample: their companies move together. */
export class TrialAccount {
  #trades = 0;
  readonly #gain = [0, 0];
  readonly #sum = [0, 0];
  readonly #squares = [0, 0];

  /** Adds a moment's trades. `move`: the price's move, without delay and late; `scale`: the usual size of the company's moves. */
  add(trades: readonly { position: number; move: readonly [number, number]; scale: number }[]): void {
    for (const late of [0, 1]) {
      let won = 0;
      for (const { position, move, scale } of trades) {
        won += (position * move[late]!) / scale;
        this.#gain[late]! += Math.sign(position) * move[late]!;
      }
      this.#sum[late]! += won;
      this.#squares[late]! += won * won;
    }
    this.#trades += trades.length;
  }

  result(name: string): TrialResult {
    const t = (late: number) => this.#sum[late]! / Math.sqrt(this.#squares[late]! || 1);
    const gain = (late: number) => (10_000 * this.#gain[late]!) / (this.#trades || 1);
    return {
      name,
      trades: this.#trades,
      t: t(0),
      gainBp: gain(0),
      lateT: t(1),
      lateGainBp: gain(1),
    };
  }
}

/** Tries rules on one stretch after another, so that no stretch stays in memory. */
export class StrategyTrial {
  readonly #accounts = new Map<Rule, TrialAccount>();

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) this.#accounts.set(rule, new TrialAccount());
  }

  add(s: MarketStretch): void {
    const scales = scalesOf(s);
    for (const [rule, account] of this.#accounts)
      for (let m = 0; m < s.minutes; m++) {
        const [enter, leave] = [s.step(m, rule.enter), s.step(m, rule.leave)];
        const trades = [];
        for (let c = 0; c < s.companies; c++) {
          const position = rule.position(s, c, m, enter);
          const after = (late: number) => s.log(c, leave + late) - s.log(c, enter + late);
          const move: [number, number] = [after(0), after(LATENCY)];
          if (position !== 0) trades.push({ position, move, scale: scales[c]! });
        }
        account.add(trades);
      }
  }

  results(): TrialResult[] {
    return [...this.#accounts].map(([rule, account]) => account.result(rule.name));
  }
}
