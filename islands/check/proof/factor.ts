/** One factor of the tape, day by day and minute by minute: steps 7 to 9 of docs/rules/15-tape.md. */
import type { Keystream } from './keystream.ts';
import { NORMAL } from './normals.ts';
import { FIRST, type SessionHours, spreadOf } from './sessions.ts';

const TWO_32 = 2 ** 32;
const uniform = (word: number) => word / TWO_32;
const normal = (a: number, b: number) =>
  Math.sqrt(-2 * Math.log((a + 0.5) / TWO_32)) * Math.cos((2 * Math.PI * b) / TWO_32);

export type Traits = { name: string; sigma: number; drift: number; jumpMean: number; jumpDeviation: number };
/** A move at one trade of a minute. */
export type Leap = { minute: number; tick: number; size: number };
/** Which seed rules from a session's minute on. */
export type Reign = { start: number; key: Keystream };
/** What of a day happens by night: of its variance, and of its jumps. */
export type NightShare = { isUs: boolean; v: number; q: number };

/** What a factor's moves since the last close are expected to be: T, V and H of step 10. */
export type Expected = { trend: number; variance: number; hazard: number };
/** `expected` by the opening, then by the end of each minute. */
export type Minutes = {
  open: number;
  close: Float64Array;
  sd: Float64Array;
  leaps: Leap[];
  expected: Expected[];
};

type Plan = { start: number; base: number; body: number; spread: number; leap: Leap | null; rate: number };
type DayState = {
  regime: number;
  sigma: number;
  gap: number;
  hours: SessionHours | null;
  reigns: Reign[];
  plan: Plan | null;
};

export type FactorWorld = {
  night: NightShare;
  hours: (day: number) => SessionHours | null;
  reigns: (hours: SessionHours) => Reign[];
  /** The market's regime of a day, for all other factors. */
  leader: (i: number) => number | null;
};

/** Paths of sessions a factor keeps. */
const KEEP = 4;

export class Factor {
  readonly #traits: Traits;
  readonly #world: FactorWorld;
  readonly #levels: number[] = [0];
  readonly #days: DayState[] = [];
  readonly #paths = new Map<number, Minutes>();
  #h = 0;
  #l = 0;
  #regime = 1;
  #z = 0;

  constructor(traits: Traits, world: FactorWorld) {
    this.#traits = traits;
    this.#world = world;
  }

  get name(): string {
    return this.#traits.name;
  }

  /** The log level before a day's first trade. */
  level(day: number): number {
    this.#extend(day - FIRST - 1);
    return this.#levels[day - FIRST]!;
  }

  /** Of the day with the index `i`. */
  regime(i: number): number {
    this.#extend(i);
    return this.#days[i]!.regime;
  }

  /** The minutes of a session's day. */
  path(day: number): Minutes {
    const i = day - FIRST;
    let minutes = this.#paths.get(i);
    if (!minutes) {
      this.#extend(i);
      minutes = this.#makePath(i);
      this.#paths.set(i, minutes);
      if (this.#paths.size > KEEP) this.#paths.delete(this.#paths.keys().next().value!);
    }
    return minutes;
  }

  #extend(to: number): void {
    while (this.#days.length <= to) this.#makeDay(this.#days.length);
  }

  #makeDay(i: number): void {
    const { night, hours: hoursOf, reigns: reignsOf, leader } = this.#world;
    const hours = hoursOf(FIRST + i);
    const level = this.#levels[i]!;
    if (!hours) {
      this.#days.push({ regime: this.#regime, sigma: 0, gap: 0, hours, reigns: [], plan: null });
      this.#levels.push(level);
      return;
    }
    const { name, sigma: usual, drift, jumpMean, jumpDeviation } = this.#traits;
    const reigns = reignsOf(hours);
    const w = reigns[0]!.key.words(`day ${name}`, 4 * i);
    const n = (a: number) => normal(w[a]!, w[a + 1]!);
    this.#h = 0.98 * this.#h + 0.07 * n(0) - 0.02 * this.#z;
    this.#l = 0.85 * this.#l + 0.13 * n(2);
    const isWild = this.#regime > 1;
    const turns = uniform(w[4]!) < (isWild ? 0.04 : 0.01);
    this.#regime = leader(i) ?? (isWild !== turns ? 1.9 : 1);
    const sigma = usual * Math.exp(this.#h + this.#l) * this.#regime;
    const zDay = n(5) * Math.sqrt(1 - night.v);
    const zNight = night.isUs ? n(7) * Math.sqrt(night.v) : 0;
    const size = uniform(w[9]!) < 0.02 ? jumpMean + jumpDeviation * n(10) : 0;
    const byNight = night.isUs && uniform(w[12]!) < 0.7;
    const minute = Math.floor(uniform(w[13]!) * hours.minutes);
    const gap = drift * night.v - 0.02 * night.q * jumpMean + sigma * zNight + (byNight ? size : 0);
    const plan: Plan = {
      start: 0,
      base: gap,
      body: sigma * zDay,
      spread: sigma * Math.sqrt(1 - night.v),
      rate: size !== 0 && byNight ? 0 : (0.02 * (1 - night.q)) / (1 - 0.02 * night.q) / hours.minutes,
      leap: size === 0 || byNight ? null : { minute, tick: 1 + Math.floor(uniform(w[14]!) * 64), size },
    };
    this.#days.push({ regime: this.#regime, sigma, gap, hours, reigns, plan });
    const isWhole = reigns.length === 1;
    const move = isWhole ? this.#end(plan, hours.minutes) : this.#makePath(i).close[hours.minutes - 1]!;
    this.#z = isWhole ? zDay + zNight : move / sigma;
    this.#levels.push(level + move);
  }

  /** What the moves of a whole day are expected to be. */
  expected(day: number): Expected {
    this.#extend(day - FIRST);
    const { hours, plan, reigns, sigma } = this.#days[day - FIRST]!;
    const n = hours!.minutes;
    if (reigns.length > 1) return this.path(day).expected[n]!;
    return this.#expect(this.#night(sigma), plan!, n, n, plan!.spread ** 2);
  }

  /** What is taken off the log price of a company that follows this factor. */
  growth(weight: number, { trend, variance, hazard }: Expected): number {
    const { jumpMean, jumpDeviation } = this.#traits;
    const jump = Math.exp(weight * jumpMean + (weight * jumpDeviation) ** 2 / 2) - 1;
    const byNight = Math.log(1 + 0.02 * this.#world.night.q * jump);
    return weight * trend + (weight * weight * variance) / 2 + byNight + jump * hazard;
  }

  #night(sigma: number): Expected {
    const { drift, jumpMean } = this.#traits;
    const { v, q } = this.#world.night;
    return { trend: drift * v - 0.02 * q * jumpMean, variance: sigma * sigma * v, hazard: 0 };
  }

  /** By the end of a course's k-th minute, in a session of `n`. */
  #expect(before: Expected, { start, leap, rate }: Plan, k: number, n: number, variance: number): Expected {
    const { drift, jumpMean } = this.#traits;
    const { v, q } = this.#world.night;
    const c = leap !== null && leap.minute < start + k ? leap.minute + 1 - start : k;
    const trend = ((drift * (1 - v)) / n) * k - ((0.02 * (1 - q) * jumpMean) / n) * c;
    return {
      trend: before.trend + trend,
      variance: before.variance + variance,
      hazard: before.hazard - Math.log(1 - rate * c),
    };
  }

  /** What a course adds apart from its noise by the end of its k-th minute, in a session of `n`. */
  #added({ start, leap }: Plan, k: number, n: number): number {
    const { drift, jumpMean } = this.#traits;
    const { v, q } = this.#world.night;
    const premium = (drift * (1 - v)) / n;
    const awaited = (0.02 * (1 - q) * jumpMean) / n;
    const leapt = leap !== null && leap.minute < start + k;
    return premium * k - awaited * (leapt ? leap.minute + 1 - start : k) + (leapt ? leap.size : 0);
  }

  #end(plan: Plan, n: number): number {
    return plan.base + plan.body + this.#added(plan, n - plan.start, n);
  }

  #makePath(i: number): Minutes {
    const { gap, hours, reigns, plan, sigma } = this.#days[i]!;
    const n = hours!.minutes;
    const expected = [this.#night(sigma)];
    const path: Minutes = {
      open: gap,
      close: new Float64Array(n),
      sd: new Float64Array(n),
      leaps: [],
      expected,
    };
    for (const reign of reigns) {
      const course = reign.start === 0 ? plan! : this.#later(i, reign, path, n);
      path.leaps = path.leaps.filter(({ minute }) => minute < reign.start);
      this.#bridge(path, course, reign.key, i);
    }
    return path;
  }

  #later(i: number, { start, key }: Reign, path: Minutes, n: number): Plan {
    const { jumpMean, jumpDeviation, name } = this.#traits;
    const { v, q } = this.#world.night;
    const w = key.words(`segment ${name}`, (1440 * i + start) * 4);
    const spread = this.#days[i]!.sigma * Math.sqrt((1 - spreadOf(n).before[start]!) * (1 - v));
    const leap = {
      minute: start + Math.floor(uniform(w[5]!) * (n - start)),
      tick: 1 + Math.floor(uniform(w[6]!) * 64),
      size: jumpMean + jumpDeviation * normal(w[3]!, w[4]!),
    };
    const comes = uniform(w[2]!) < (0.02 * (1 - q) * (n - start)) / n;
    const base = path.close[start - 1]!;
    return {
      start,
      base,
      body: spread * normal(w[0]!, w[1]!),
      spread,
      leap: comes ? leap : null,
      rate: (0.02 * (1 - q)) / n,
    };
  }

  #bridge(path: Minutes, plan: Plan, key: Keystream, i: number): void {
    const { close, sd } = path;
    const n = close.length;
    const random = key.read(`minutes ${this.name}`, 94 * i, 64 + n);
    const { root } = spreadOf(n);
    const burst = Math.ceil(n / 64);
    const weightAt = new Float64Array(n);
    const noiseAt = new Float64Array(n);
    let [weights, noise, lively] = [0, 0, 1];
    for (let m = plan.start; m < n; m++) {
      if (m === plan.start || m % burst === 0)
        lively = Math.exp(0.25 * NORMAL[random[Math.floor(m / burst)]!]!);
      const deviation = root[m]! * lively;
      weights += deviation * deviation;
      noise += deviation * NORMAL[random[64 + m]!]!;
      sd[m] = deviation;
      weightAt[m] = weights;
      noiseAt[m] = noise;
    }
    const scale = plan.spread / Math.sqrt(weights);
    const opening = path.expected[plan.start]!;
    let variance = 0;
    for (let m = plan.start; m < n; m++) {
      const f = weightAt[m]! / weights;
      sd[m] = sd[m]! * scale;
      variance += sd[m]! * sd[m]!;
      path.expected[m + 1] = this.#expect(opening, plan, m + 1 - plan.start, n, variance);
      close[m] =
        plan.base +
        f * plan.body +
        (noiseAt[m]! - f * noise) * scale +
        this.#added(plan, m + 1 - plan.start, n);
    }
    close[n - 1] = this.#end(plan, n);
    if (plan.leap) path.leaps.push(plan.leap);
  }
}
