/** Minutes of some companies as everybody saw them, for trading rules that know only the past. */
import { MINUTE_MS } from '#market/calendar.ts';

type Traded = { price: number; atMs: number; size: number };
export type StretchTrades = (symbol: string, fromMs: number, toMs: number) => Traded[];

/** Prices are looked at ten times a second. */
export const STEP_MS = 100;
const STEPS = MINUTE_MS / STEP_MS;
/** Minutes before the first one traded, which rules may look back on; and one after the last, to trade out in. */
const BEFORE = 61;
const AFTER = 1;

/** Some companies' consecutive minutes, as everybody saw them. */
export class MarketStretch {
  readonly minutes: number;
  readonly companies: number;
  /** Minute of the day of the first one traded. */
  readonly minuteOfDay: number;
  /** Log prices by company and step, the newest trade at or before it. */
  readonly #log: Float64Array[];
  /** Shares by company and minute: all of it, and its first five seconds. */
  readonly #volume: Float64Array[];
  readonly #early: Float64Array[];
  readonly #unit: number;

  /** @param unit of a trade's price, in dollars */
  constructor(
    trades: StretchTrades,
    symbols: readonly string[],
    fromMs: number,
    minutes: number,
    unit: number,
  ) {
    this.minutes = minutes;
    this.companies = symbols.length;
    this.minuteOfDay = (fromMs / MINUTE_MS) % 1440;
    this.#unit = unit;
    const all = BEFORE + minutes + AFTER;
    const startMs = fromMs - BEFORE * MINUTE_MS;
    this.#log = [];
    this.#volume = [];
    this.#early = [];
    for (const symbol of symbols) {
      const log = new Float64Array(all * STEPS);
      const volume = new Float64Array(all);
      const early = new Float64Array(all);
      let step = 0;
      let now = Number.NaN;
      for (let m = -1; m < all; m++) {
        const beginMs = startMs + m * MINUTE_MS;
        for (const { price, atMs, size } of trades(symbol, beginMs - 1, beginMs + MINUTE_MS - 1)) {
          const until = Math.ceil((atMs - startMs) / STEP_MS);
          while (step < until) log[step++] = now;
          now = Math.log(price);
          if (m < 0) continue;
          volume[m]! += size;
          if (atMs < beginMs + 5000) early[m]! += size;
        }
      }
      while (step < log.length) log[step++] = now;
      this.#log.push(log);
      this.#volume.push(volume);
      this.#early.push(early);
    }
  }

  /** Step of a second of a minute. */
  step = (minute: number, second: number): number => (BEFORE + minute) * STEPS + second * (1000 / STEP_MS);

  log(company: number, step: number): number {
    return this.#log[company]![step]!;
  }

  /** Log return of the last `seconds`. */
  move(company: number, step: number, seconds: number): number {
    return this.log(company, step) - this.log(company, step - Math.round(seconds * (1000 / STEP_MS)));
  }

  /** The average of `move` over all other companies. */
  others(company: number, step: number, seconds: number): number {
    let sum = 0;
    for (let c = 0; c < this.companies; c++) if (c !== company) sum += this.move(c, step, seconds);
    return sum / (this.companies - 1);
  }

  /** A minute's first five seconds' volume, and a whole minute's, against the average of the twenty minutes before. */
  early = (company: number, minute: number): number => against(this.#early[company]!, BEFORE + minute);
  volume = (company: number, minute: number): number => against(this.#volume[company]!, BEFORE + minute);

  /** What is beyond the whole cent, −0.5 to 0.5. */
  fraction(company: number, step: number): number {
    const cents = Math.exp(this.log(company, step)) * this.#unit * 100;
    return cents - Math.round(cents);
  }

  /** Which of the minute's extremes so far came later: 1 the high, −1 the low; and where in between the price stands. */
  extremes(company: number, minute: number, step: number): { later: number; place: number } {
    const log = this.#log[company]!;
    const from = this.step(minute, 0);
    let [high, low, highAt, lowAt] = [log[from]!, log[from]!, from, from];
    for (let minute = from + 1; minute <= step; minute++) {
      const now = log[minute]!;
      if (now > high) {
        high = now;
        highAt = minute;
      } else if (now < low) {
        low = now;
        lowAt = minute;
      }
    }
    const place = high > low ? (2 * (log[step]! - low)) / (high - low) - 1 : 0;
    return { later: Math.sign(highAt - lowAt), place };
  }
}

function against(all: Float64Array, at: number): number {
  let sum = 0;
  for (let m = at - 20; m < at; m++) sum += all[m]!;
  return sum > 0 ? (20 * all[at]!) / sum - 1 : 0;
}

/** Root mean square of a company's minutes. */
export const scalesOf = (s: MarketStretch): number[] =>
  Array.from({ length: s.companies }, (_, c) => {
    let sum = 0;
    for (let m = -60; m < 0; m++) sum += s.move(c, s.step(m + 1, 0), 60) ** 2;
    return Math.sqrt(sum / 60) || 1;
  });
