/** Whether rules earn what no fair price pays. */
import type { Rule } from './rules.ts';
import { type MarketStretch, STEP_MS, scalesOf } from './stretch.ts';

/** 300 ms until a price is heard of and 300 ms until an order arrives. */
const LATENCY = 600 / STEP_MS;

/** How a rule fared: gains in 1/10,000 a trade, at once and 600 ms later. */
export type TrialResult = {
  name: string;
  trades: number;
  t: number;
  gainBp: number;
  lateT: number;
  lateGainBp: number;
};

/** What a rule won, at once and late. Moments count once each: companies traded at the same one move together. */
export class TrialAccount {
  #trades = 0;
  readonly #gain = [0, 0];
  readonly #sum = [0, 0];
  readonly #squares = [0, 0];

  /** Adds a moment's trades. `move`: what the price did, at once and late, in units of `scale`. */
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

/** Rules on trial: shown one stretch after the other, so that none need be kept. */
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
