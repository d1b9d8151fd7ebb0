/**
 * One factor of the tape (the market, a sector, a company's own part) as a log price: daily levels kept for the whole
 * history, the minutes of a day made when asked for.
 *
 * Daily log return: σ·z with σ = σ0·exp(h+l)·regime; h: AR(1) φ .98, shock .07, −.02·z of the day before (leverage);
 * l: AR(1) φ .85, shock .13; regime ×1 or ×1.9, switching .01 and .04 a day, the same for all; jumps on 2% of days. The minutes are a
 * bridge that ends exactly at the day's return.
 */
import { type Calendar, dayNumber, type SessionTimes } from '../calendar.ts';
import { bridge, type Course, type Segment } from './bridge.ts';
import { normal, type Stream, stream, type TapeKey, uniform, WORDS_PER_BLOCK, words } from './random.ts';
import { shapeOf } from './shape.ts';

/** The tape begins here. */
export const HISTORY_DAY = dayNumber(2022, 1, 3);
/** On this day the public history stands at the catalogue's prices. */
export const ANCHOR_DAY = dayNumber(2026, 1, 2);

export type SeriesTraits = {
  name: string;
  /** Base volatility σ0 of a day's log return. */
  sigma: number;
  drift: number;
  jumpMean: number;
  jumpSigma: number;
  /** How much harder it falls than it rises; 0: not. */
  lean?: number;
  /** Whose calm and wild regimes it shares (the market's); its own without. */
  leader?: Series;
};

/** Log moves since the previous close: `open` of the first trade, `close[m]` at the end of minute m. */
export type DayPath = { open: number; close: Float32Array };

const JUMP_RATE = 0.02;
/** Under `us` hours: part of a day's variance, and of the jumps, that happens between the sessions. */
const OVERNIGHT_VARIANCE = 0.25;
const OVERNIGHT_JUMPS = 0.7;

const DRAW_BLOCKS = 4; // 64 bytes: one day's, or one later segment's, draws
const DRAW_CHUNK = 512; // days read at once
const MAX_MINUTES = 1440;

/** Fields kept per day. */
const F = {
  level: 0,
  sigma: 1,
  gap: 2,
  body: 3,
  jump: 4,
  jumpMinute: 5,
  h: 6,
  l: 7,
  regime: 8,
  z: 9,
  size: 10,
} as const;

export class Series {
  readonly traits: SeriesTraits;
  readonly #calendar: Calendar;
  readonly #segments: (session: SessionTimes) => Segment[];
  /** Of the days without a jump: together with the jumps it makes traits.drift. */
  readonly #drift: number;
  readonly #dayStream: Stream;
  readonly #segmentStream: Stream;
  readonly #minuteStream: Stream;
  #days = new Float64Array(F.size * 2048);
  /** Days finished: the level of day `#ready` is known, nothing of later ones. */
  #ready = 0;
  #draws: { keyId: string; first: number; data: Uint32Array } | null = null;
  #paths = new Map<number, DayPath>();

  constructor(traits: SeriesTraits, calendar: Calendar, segments: (session: SessionTimes) => Segment[]) {
    this.traits = traits;
    this.#calendar = calendar;
    this.#segments = segments;
    this.#drift = traits.drift - JUMP_RATE * traits.jumpMean;
    this.#dayStream = stream(`day ${traits.name}`);
    this.#segmentStream = stream(`segment ${traits.name}`);
    this.#minuteStream = stream(`minutes ${traits.name}`);
  }

  /** Log level at the previous close, that is before the day's first trade. */
  level(day: number): number {
    this.#extend(day - HISTORY_DAY);
    return this.#days[(day - HISTORY_DAY) * F.size + F.level]!;
  }

  /** The day's volatility, known before its first trade. */
  sigma(day: number): number {
    this.#extend(day - HISTORY_DAY + 1);
    return this.#days[(day - HISTORY_DAY) * F.size + F.sigma]!;
  }

  /** What multiplies the day's volatility, 1 or 1.9. */
  regime(day: number): number {
    this.#extend(day - HISTORY_DAY + 1);
    return this.#days[(day - HISTORY_DAY) * F.size + F.regime]!;
  }

  /** Forgets `day` and all after it: a new seed begins there. */
  forgetFrom(day: number): void {
    this.#ready = Math.max(0, Math.min(this.#ready, day - HISTORY_DAY));
    for (const known of this.#paths.keys()) if (known >= day) this.#paths.delete(known);
    this.#draws = null;
  }

  /** The minutes of a session. */
  path(session: SessionTimes): DayPath {
    let path = this.#paths.get(session.day);
    if (!path) {
      this.#extend(session.day - HISTORY_DAY + 1);
      path = this.#makePath(session);
      if (this.#paths.size >= 6) this.#paths.delete(this.#paths.keys().next().value!);
      this.#paths.set(session.day, path);
    }
    return path;
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

  /** Day i's draws and state, and the level of the day after. */
  #makeDay(i: number): void {
    const days = this.#days;
    const at = i * F.size;
    const before = at - F.size;
    const session = this.#calendar.session(HISTORY_DAY + i);
    if (!session) {
      // closed: the state waits
      for (const f of [F.h, F.l, F.regime, F.z])
        days[at + f] = i ? days[before + f]! : f === F.regime ? 1 : 0;
      days[at + F.size + F.level] = days[at + F.level]!;
      return;
    }
    const segments = this.#segments(session);
    const draws = this.#dayDraws(segments[0]!.key, i);
    const draw = (n: number) => draws.data[(i - draws.first) * DRAW_BLOCKS * WORDS_PER_BLOCK + n]!;

    const wasZ = i ? days[before + F.z]! : 0;
    const wasRegime = i ? days[before + F.regime]! : 1;
    const h = 0.98 * (i ? days[before + F.h]! : 0) + 0.07 * normal(draw(0), draw(1)) - 0.02 * wasZ;
    const l = 0.85 * (i ? days[before + F.l]! : 0) + 0.13 * normal(draw(2), draw(3));
    const wasWild = wasRegime > 1;
    const turns = uniform(draw(4)) < (wasWild ? 0.04 : 0.01);
    const regime = this.traits.leader?.regime(HISTORY_DAY + i) ?? (wasWild !== turns ? 1.9 : 1);
    const sigma = this.traits.sigma * Math.exp(h + l) * regime;

    const us = this.#calendar.hours === 'us';
    const night = us ? OVERNIGHT_VARIANCE : 0;
    const zDay = leaning(normal(draw(5), draw(6)), this.traits.lean ?? 0) * Math.sqrt(1 - night);
    const zNight = us ? normal(draw(7), draw(8)) * Math.sqrt(night) : 0;
    const jumps = uniform(draw(9)) < JUMP_RATE;
    const jump = jumps ? this.traits.jumpMean + this.traits.jumpSigma * normal(draw(10), draw(11)) : 0;
    const byNight = us && uniform(draw(12)) < OVERNIGHT_JUMPS;

    days[at + F.sigma] = sigma;
    days[at + F.gap] = sigma * zNight + (byNight ? jump : 0);
    days[at + F.body] = this.#drift + sigma * zDay;
    days[at + F.jump] = byNight ? 0 : jump;
    days[at + F.jumpMinute] = Math.floor(uniform(draw(13)) * session.minutes);
    days[at + F.h] = h;
    days[at + F.l] = l;
    days[at + F.regime] = regime;
    days[at + F.z] = zDay + zNight;
    // a seed that changes within the session leaves only the minutes to tell where it ended
    const move =
      segments.length === 1
        ? Math.fround(days[at + F.gap]! + days[at + F.body]! + days[at + F.jump]!)
        : this.#makePath(session).close[session.minutes - 1]!;
    days[at + F.size + F.level] = days[at + F.level]! + move;
  }

  #dayDraws(key: TapeKey, i: number) {
    const known = this.#draws;
    if (known && known.keyId === key.id && i >= known.first && i < known.first + DRAW_CHUNK) return known;
    const size = DRAW_CHUNK * DRAW_BLOCKS * WORDS_PER_BLOCK;
    this.#draws = { keyId: key.id, first: i, data: words(key, this.#dayStream, i * DRAW_BLOCKS, size) };
    return this.#draws;
  }

  #makePath(session: SessionTimes): DayPath {
    const i = session.day - HISTORY_DAY;
    const day = (field: number) => this.#days[i * F.size + field]!;
    const gap = day(F.gap);
    const night = this.#calendar.hours === 'us' ? OVERNIGHT_VARIANCE : 0;
    const close = new Float32Array(session.minutes);
    const { before } = shapeOf(session.minutes);
    for (const [n, segment] of this.#segments(session).entries()) {
      const first = n === 0;
      const left = (1 - before[segment.minute]!) * (1 - night);
      const spread = day(F.sigma) * Math.sqrt(left);
      const draw = first
        ? null
        : words(
            segment.key,
            this.#segmentStream,
            (i * MAX_MINUTES + segment.minute) * DRAW_BLOCKS,
            DRAW_BLOCKS * WORDS_PER_BLOCK,
          );
      const course: Course = {
        ...segment,
        base: draw ? close[segment.minute - 1]! : gap,
        body: draw ? this.#drift * left + spread * normal(draw[0]!, draw[1]!) : day(F.body),
        jump: !draw
          ? day(F.jump)
          : uniform(draw[2]!) < JUMP_RATE * left
            ? this.traits.jumpMean + this.traits.jumpSigma * normal(draw[3]!, draw[4]!)
            : 0,
        jumpMinute: draw
          ? segment.minute + Math.floor(uniform(draw[5]!) * (session.minutes - segment.minute))
          : day(F.jumpMinute),
        spread,
      };
      bridge(close, course, this.#minuteStream, i);
    }
    return { open: gap, close };
  }
}

/** A normal number with its falls stretched and its rises shortened; mean 0 and variance 1 as before. */
const leaning = (z: number, lean: number) => (z - lean * (z * z - 1)) / Math.sqrt(1 + 2 * lean * lean);
