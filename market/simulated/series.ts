/**
 * A factor of the tape (the market, a sector or a company's own part) as a log price. Computes daily levels for the
 * whole history, and the minutes of a day at their first use. The daily log return is σ·z: z is standard normal, and
 * σ = σ0·exp(h+l)·regime is known before the day. h: AR(1) with φ .98 and shock .07, minus .02·z of the previous day
 * (leverage). l: AR(1) with φ .85 and shock .13. regime: 1 or 1.9, the same for all factors; it leaves 1 with
 * probability .01 a day and 1.9 with .04. Jumps come on 2 % of days, at one trade print; the drift subtracts their
 * expected move. The minutes are a Brownian bridge that ends exactly at the day's return.
 */
import { type Calendar, dayNumber, type SessionTimes } from '../calendar.ts';
import {
  type BridgeSegment,
  bridge,
  type Course,
  DayDraws,
  type DayPath,
  driftBy,
  driftOf,
  JUMP_RATE,
  laterCourse,
  type MinuteDrift,
  type Moves,
  type Night,
  nightOf,
} from './course.ts';
import { Lru } from './lru.ts';
import { TICKS } from './minute.ts';
import { normal, type RandomStream, stream, uniform } from './random.ts';

/**
 * The facts known in advance about a factor's log moves since the previous close. They determine by how much the moves
 * raise a price on average. The tape subtracts that amount from a company's log price, which makes the price a
 * martingale: its expected value at any later instant is the present price. A log price without drift is not enough: a
 * price that is as likely to double as to halve grows on average.
 */
type Expectation = {
  /** The drift, minus the expected jump while the jump may still come. */
  trend: number;
  variance: number;
  /** Minus the log of the probability of no jump in the session. */
  hazard: number;
};

/**
 * Returns a function that computes the growth of a price from the expectation of a factor: the log of the price's
 * expected ratio. The price follows the factor with `weight`.
 */
function growthOf(weight: number, moves: Moves, night: Night): (expected: Expectation) => number {
  const jump = Math.exp(weight * moves.jumpMean + (weight * moves.jumpSigma) ** 2 / 2) - 1;
  const byNight = Math.log(1 + JUMP_RATE * night.jumps * jump);
  const half = weight ** 2 / 2;
  return ({ trend, variance, hazard }) => weight * trend + half * variance + byNight + jump * hazard;
}

/** Returns the expectation by the end of the night. @param sigma the day's volatility */
const nightExpectation = (moves: Moves, night: Night, sigma: number): Expectation => ({
  trend: moves.drift * night.variance - JUMP_RATE * night.jumps * moves.jumpMean,
  variance: sigma ** 2 * night.variance,
  hazard: 0,
});

type ExpectationVisit = (expected: Expectation, minute: number) => void;

/**
 * Calls `visit` with the expectation by the end of each minute, the same object each time.
 * @returns the last expectation
 */
function eachMinute(
  { stretches, sd }: Pick<DayPath, 'stretches' | 'sd'>,
  night: Expectation,
  { premium, awaited }: MinuteDrift,
  visit: ExpectationVisit = () => {},
): Expectation {
  const expected = { ...night };
  let [waited, hazard] = [0, 0];
  for (const [i, { minute, waiting, rate }] of stretches.entries()) {
    const end = stretches[i + 1]?.minute ?? sd.length;
    for (let m = minute; m < end; m++) {
      const minutes = Math.min(m + 1 - minute, waiting);
      expected.trend = night.trend + premium * (m + 1) - awaited * (waited + minutes);
      expected.variance += sd[m]! ** 2;
      expected.hazard = hazard - Math.log(1 - rate * minutes);
      visit(expected, m);
    }
    waited += Math.min(end - minute, waiting);
    hazard = expected.hazard;
  }
  return expected;
}

export const HISTORY_DAY = dayNumber(2022, 1, 3);
/** On this day the public history reaches the catalogue's prices. */
export const ANCHOR_DAY = dayNumber(2026, 1, 2);

export type SeriesTraits = Moves & {
  name: string;
  /** Base volatility σ0 of a day's log return. */
  sigma: number;
  /** The factor (the market) whose regimes this factor shares; absent for a factor with regimes of its own. */
  leader?: Series;
};

/** Most cached sessions: the running one, the previous one, and one for a chart. */
const KEEP_PATHS = 3;

const NIGHT = -1;

const F = {
  level: 0,
  sigma: 1,
  gap: 2,
  body: 3,
  jump: 4,
  jumpMinute: 5,
  jumpTick: 6,
  h: 7,
  l: 8,
  regime: 9,
  z: 10,
  size: 11,
} as const;

export class Series {
  readonly traits: SeriesTraits;
  readonly #calendar: Calendar;
  readonly #night: Night;
  readonly #segments: (session: SessionTimes) => BridgeSegment[];
  readonly noise: RandomStream;
  readonly #draws: DayDraws;
  readonly #segmentStream: RandomStream;
  readonly #minuteStream: RandomStream;
  #days = new Float64Array(F.size * 2048);
  /** Expectations of days with several seeds, by the day's index. */
  readonly #expected = new Map<number, Expectation>();
  /** Number of computed days, and so the day with the newest computed level. */
  #ready = 0;
  readonly #paths = new Lru<number, DayPath>(KEEP_PATHS);

  constructor(
    traits: SeriesTraits,
    calendar: Calendar,
    segments: (session: SessionTimes) => BridgeSegment[],
  ) {
    this.traits = traits;
    this.#calendar = calendar;
    this.#night = nightOf(calendar.hours);
    this.#segments = segments;
    this.#draws = new DayDraws(stream(`day ${traits.name}`));
    this.#segmentStream = stream(`segment ${traits.name}`);
    this.#minuteStream = stream(`minutes ${traits.name}`);
    this.noise = stream(`noise ${traits.name}`);
  }

  get name(): string {
    return this.traits.name;
  }

  level(day: number): number {
    this.#extend(day - HISTORY_DAY);
    return this.#days[(day - HISTORY_DAY) * F.size + F.level]!;
  }

  /** Returns the day's volatility, which is fixed before its first trade. */
  sigma(day: number): number {
    this.#extend(day - HISTORY_DAY + 1);
    return this.#days[(day - HISTORY_DAY) * F.size + F.sigma]!;
  }

  /** Returns the factor of the day's volatility, 1 or 1.9. */
  regime(day: number): number {
    this.#extend(day - HISTORY_DAY + 1);
    return this.#days[(day - HISTORY_DAY) * F.size + F.regime]!;
  }

  forgetFrom(day: number): void {
    this.#ready = Math.max(0, Math.min(this.#ready, day - HISTORY_DAY));
    this.#paths.forget((cached) => cached >= day);
  }

  path(session: SessionTimes): DayPath {
    return this.#paths.get(session.day, () => {
      this.#extend(session.day - HISTORY_DAY + 1);
      return this.#makePath(session);
    });
  }

  #extend(upTo: number): void {
    if (upTo <= this.#ready) return;
    if ((upTo + 1) * F.size > this.#days.length) {
      const grown = new Float64Array((upTo + 1024) * F.size);
      grown.set(this.#days);
      this.#days = grown;
    }
    for (let i = this.#ready; i < upTo; i++) {
      this.#makeDay(i);
      this.#ready = i + 1;
    }
  }

  /** Computes day i, and the level of the next day. */
  #makeDay(i: number): void {
    const days = this.#days;
    const offset = i * F.size;
    const previous = offset - F.size;
    const session = this.#calendar.session(HISTORY_DAY + i);
    if (!session) {
      // a day without a session keeps the previous state
      for (const f of [F.h, F.l, F.regime, F.z])
        days[offset + f] = i ? days[previous + f]! : f === F.regime ? 1 : 0;
      days[offset + F.size + F.level] = days[offset + F.level]!;
      return;
    }
    const segments = this.#segments(session);
    const draw = this.#draws.of(segments[0]!.key, i);

    const wasZ = i ? days[previous + F.z]! : 0;
    const wasRegime = i ? days[previous + F.regime]! : 1;
    const h = 0.98 * (i ? days[previous + F.h]! : 0) + 0.07 * normal(draw(0), draw(1)) - 0.02 * wasZ;
    const l = 0.85 * (i ? days[previous + F.l]! : 0) + 0.13 * normal(draw(2), draw(3));
    const wasWild = wasRegime > 1;
    const turns = uniform(draw(4)) < (wasWild ? 0.04 : 0.01);
    const regime = this.traits.leader?.regime(HISTORY_DAY + i) ?? (wasWild !== turns ? 1.9 : 1);
    const sigma = this.traits.sigma * Math.exp(h + l) * regime;

    const { us, variance: night, jumps: jumpsByNight } = this.#night;
    const zDay = normal(draw(5), draw(6)) * Math.sqrt(1 - night);
    const zNight = us ? normal(draw(7), draw(8)) * Math.sqrt(night) : 0;
    const jumps = uniform(draw(9)) < JUMP_RATE;
    const jump = jumps ? this.traits.jumpMean + this.traits.jumpSigma * normal(draw(10), draw(11)) : 0;
    const isOvernight = us && uniform(draw(12)) < jumpsByNight;

    days[offset + F.sigma] = sigma;
    days[offset + F.gap] =
      this.traits.drift * night -
      JUMP_RATE * jumpsByNight * this.traits.jumpMean +
      sigma * zNight +
      (isOvernight ? jump : 0);
    days[offset + F.body] = sigma * zDay;
    days[offset + F.jump] = isOvernight ? 0 : jump;
    days[offset + F.jumpMinute] =
      isOvernight && jumps ? NIGHT : Math.floor(uniform(draw(13)) * session.minutes);
    days[offset + F.jumpTick] = 1 + Math.floor(uniform(draw(14)) * TICKS);
    days[offset + F.h] = h;
    days[offset + F.l] = l;
    days[offset + F.regime] = regime;
    let move: number;
    this.#expected.delete(i);
    if (segments.length === 1) {
      move = this.#firstMove(session);
      days[offset + F.z] = zDay + zNight;
    } else {
      // with several seeds the move follows only from the minutes
      const path = this.#makePath(session);
      move = path.close[session.minutes - 1]!;
      this.#expected.set(i, this.#eachExpected(session, path));
      days[offset + F.z] = move / sigma;
    }
    days[offset + F.size + F.level] = days[offset + F.level]! + move;
  }

  /** Returns a session's move under one seed, without its minutes: they would cost too much for each day and factor. */
  #firstMove({ day, minutes }: SessionTimes): number {
    const offset = (day - HISTORY_DAY) * F.size;
    const days = this.#days;
    const { premium, awaited } = driftOf(this.traits, this.#night, minutes);
    const jump = days[offset + F.jump]!;
    const waiting = jump === 0 ? minutes : days[offset + F.jumpMinute]! + 1;
    return days[offset + F.gap]! + days[offset + F.body]! + driftBy(premium, awaited, minutes, waiting, jump);
  }

  growth(weight: number): (expected: Expectation) => number {
    return growthOf(weight, this.traits, this.#night);
  }

  expected(session: SessionTimes): Expectation {
    this.#extend(session.day - HISTORY_DAY + 1);
    return this.#expected.get(session.day - HISTORY_DAY) ?? this.#wholeExpectation(session);
  }

  expectedByOpening({ day }: SessionTimes): Expectation {
    return nightExpectation(this.traits, this.#night, this.sigma(day));
  }

  /** Calls `visit` with the expectation by the end of each minute, the same object each time. */
  eachExpected(session: SessionTimes, visit: ExpectationVisit): void {
    this.#eachExpected(session, this.path(session), visit);
  }

  #eachExpected(session: SessionTimes, path: DayPath, visit?: ExpectationVisit): Expectation {
    const { day, minutes } = session;
    const sigma = this.#days[(day - HISTORY_DAY) * F.size + F.sigma]!;
    const night = nightExpectation(this.traits, this.#night, sigma);
    return eachMinute(path, night, driftOf(this.traits, this.#night, minutes), visit);
  }

  /** Returns the expectation of a session under one seed without computing its minutes. */
  #wholeExpectation(session: SessionTimes): Expectation {
    const offset = (session.day - HISTORY_DAY) * F.size;
    const { minutes } = session;
    const { trend } = this.expectedByOpening(session);
    const { premium, awaited } = driftOf(this.traits, this.#night, minutes);
    const waiting = this.#days[offset + F.jump] === 0 ? minutes : this.#days[offset + F.jumpMinute]! + 1;
    return {
      trend: trend + premium * minutes - awaited * waiting,
      variance: this.#days[offset + F.sigma]! ** 2,
      hazard: -Math.log(1 - this.#firstRate(session) * waiting),
    };
  }

  /** Returns the probability of a jump in each minute, as known at the opening. */
  #firstRate({ day, minutes }: SessionTimes): number {
    if (this.#days[(day - HISTORY_DAY) * F.size + F.jumpMinute] === NIGHT) return 0;
    const { jumps } = this.#night;
    return (JUMP_RATE * (1 - jumps)) / (1 - JUMP_RATE * jumps) / minutes;
  }

  #firstCourse(session: SessionTimes, segment: BridgeSegment): Course {
    const offset = (session.day - HISTORY_DAY) * F.size;
    const day = (field: number) => this.#days[offset + field]!;
    return {
      ...segment,
      ...driftOf(this.traits, this.#night, session.minutes),
      base: day(F.gap),
      body: day(F.body),
      spread: day(F.sigma) * Math.sqrt(1 - this.#night.variance),
      rate: this.#firstRate(session),
      jump:
        day(F.jump) === 0 ? null : { minute: day(F.jumpMinute), tick: day(F.jumpTick), size: day(F.jump) },
    };
  }

  #makePath(session: SessionTimes): DayPath {
    const i = session.day - HISTORY_DAY;
    const close = new Float64Array(session.minutes);
    const path: DayPath = {
      open: this.#days[i * F.size + F.gap]!,
      close,
      sd: new Float64Array(session.minutes),
      jumps: [],
      stretches: [],
    };
    for (const [n, segment] of this.#segments(session).entries()) {
      const course =
        n === 0
          ? this.#firstCourse(session, segment)
          : laterCourse({
              traits: this.traits,
              night: this.#night,
              session,
              segment,
              base: close[segment.minute - 1]!,
              sigma: this.#days[i * F.size + F.sigma]!,
              stream: this.#segmentStream,
              dayIndex: i,
            });
      // a later seed replaces the rest of the earlier course, jump included
      path.jumps = path.jumps.filter((jump) => jump.minute < segment.minute);
      bridge(path, course, this.#minuteStream, i);
    }
    return path;
  }
}
