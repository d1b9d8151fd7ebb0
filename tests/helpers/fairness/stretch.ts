/** Minutes of some companies' trade prints, for trading rules that know only the past. */
import { MINUTE_MS } from '#market/calendar.ts';

type Traded = { price: number; atMs: number; size: number };
export type StretchTrades = (symbol: string, fromMs: number, toMs: number) => Traded[];

/** Interval of sampled prices, ms. */
export const STEP_MS = 100;
const STEPS = MINUTE_MS / STEP_MS;
/** Minutes before the first traded one, for rules that look back; and one after the last, to close positions in. */
const BEFORE = 61;
const AFTER = 1;

/** Consecutive minutes of some companies, sampled from their trade prints. */
export class MarketStretch {
  readonly minutes: number;
  readonly companies: number;
  /** Minute of the day of the first traded minute. */
  readonly minuteOfDay: number;
  /** Log prices by company and step: of the newest trade print at or before the step. */
  readonly #log: Float64Array[];
  /** Shares by company and minute: of the whole minute, and of its first five seconds. */
  readonly #volume: Float64Array[];
  readonly #early: Float64Array[];
  readonly #unit: number;

  /** @param unit one unit of a trade's price, in dollars */
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

  /** Returns the index of the sample at a second of a minute. */
  step = (minute: number, second: number): number => (BEFORE + minute) * STEPS + second * (1000 / STEP_MS);

  log(company: number, step: number): number {
    return this.#log[company]![step]!;
  }

  /** Returns the log return of the last `seconds`. */
  move(company: number, step: number, seconds: number): number {
    return this.log(company, step) - this.log(company, step - Math.round(seconds * (1000 / STEP_MS)));
  }

  /** Returns the average of `move` over all other companies. */
  others(company: number, step: number, seconds: number): number {
    let sum = 0;
    for (let c = 0; c < this.companies; c++) if (c !== company) sum += this.move(c, step, seconds);
    return sum / (this.companies - 1);
  }

  /** Return the volume of a minute's first five seconds, and of a whole one, relative to the twenty minutes before. */
  early = (company: number, minute: number): number => against(this.#early[company]!, BEFORE + minute);
  volume = (company: number, minute: number): number => against(this.#volume[company]!, BEFORE + minute);

  /** Returns the price's distance from the nearest whole cent, −0.5 to 0.5 cents. */
  fraction(company: number, step: number): number {
    const cents = Math.exp(this.log(company, step)) * this.#unit * 100;
    return cents - Math.round(cents);
  }

  /**
   * Returns which of the minute's extremes so far came later (1 the high, −1 the low, 0 without a move), and where the
   * price is between them (−1 to 1).
   */
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

/** Returns the root mean square of each company's moves of a minute, over the hour before the traded minutes. */
export const scalesOf = (s: MarketStretch): number[] =>
  Array.from({ length: s.companies }, (_, c) => {
    let sum = 0;
    for (let m = -60; m < 0; m++) sum += s.move(c, s.step(m + 1, 0), 60) ** 2;
    return Math.sqrt(sum / 60) || 1;
  });
