/** Where a stretch of a session is bound, and what of a day happens between the sessions. */
import type { SessionTimes } from '../calendar.ts';
import type { Hours } from '../market.ts';
import type { BridgeSegment, Course, Jump } from './bridge.ts';
import { TICKS } from './nodes.ts';
import { normal, type RandomStream, type TapeKey, uniform, WORDS_PER_BLOCK, words } from './random.ts';
import { shapeOf } from './shape.ts';

/** How a factor moves on average. */
export type Moves = {
  /** Expected log return of a day, jumps included. */
  drift: number;
  jumpMean: number;
  jumpSigma: number;
};

/** Days with a jump. */
export const JUMP_RATE = 0.02;

/** Blocks of draws for one day, or for one later stretch of it: 64 bytes. */
const DRAW_BLOCKS = 4;
const DAY_WORDS = DRAW_BLOCKS * WORDS_PER_BLOCK;
/** Days read at once. */
const DRAW_CHUNK = 512;
const MAX_MINUTES = 1440;

/** The draws of days, read many days at once. */
export class DayDraws {
  readonly #stream: RandomStream;
  #known: { keyId: string; first: number; data: Uint32Array } = {
    keyId: '',
    first: 0,
    data: new Uint32Array(),
  };

  constructor(of: RandomStream) {
    this.#stream = of;
  }

  /** The draws of day `i` under `key`, by their number. */
  of(key: TapeKey, i: number): (n: number) => number {
    const { keyId, first } = this.#known;
    if (keyId !== key.id || i < first || i >= first + DRAW_CHUNK) {
      const data = words(key, this.#stream, i * DRAW_BLOCKS, DRAW_CHUNK * DAY_WORDS);
      this.#known = { keyId: key.id, first: i, data };
    }
    const { data } = this.#known;
    const from = (i - this.#known.first) * DAY_WORDS;
    return (n) => data[from + n]!;
  }
}

/** Parts of a day's variance and of its jumps that happen between the sessions. */
export type Night = { us: boolean; variance: number; jumps: number };
export const nightOf = (hours: Hours): Night =>
  hours === 'us' ? { us: true, variance: 0.25, jumps: 0.7 } : { us: false, variance: 0, jumps: 0 };

/** Log drift a minute: see Course. */
export type MinuteDrift = Pick<Course, 'premium' | 'awaited'>;

/** Drift a minute of a session of `minutes`, even in time and not by the session's U: jumps are as likely in each minute. */
export function driftOf(moves: Moves, night: Night, minutes: number): MinuteDrift {
  return {
    premium: (moves.drift * (1 - night.variance)) / minutes,
    awaited: (JUMP_RATE * (1 - night.jumps) * moves.jumpMean) / minutes,
  };
}

/** What is left of a session when a later seed takes over: drawn anew, with what is left of its variance and jumps. */
export function laterCourse(from: {
  traits: Moves;
  night: Night;
  session: SessionTimes;
  segment: BridgeSegment;
  /** Log move so far. */
  base: number;
  /** The day's volatility. */
  sigma: number;
  stream: RandomStream;
  dayIndex: number;
}): Course {
  const { traits, night, session, segment, base } = from;
  const { minute, key } = segment;
  const block = (from.dayIndex * MAX_MINUTES + minute) * DRAW_BLOCKS;
  const draw = words(key, from.stream, block, DRAW_BLOCKS * WORDS_PER_BLOCK);
  const left = (1 - shapeOf(session.minutes).before[minute]!) * (1 - night.variance);
  const spread = from.sigma * Math.sqrt(left);
  const minutes = session.minutes - minute;
  const rate = (JUMP_RATE * (1 - night.jumps) * minutes) / session.minutes;
  const jump: Jump = {
    minute: minute + Math.floor(uniform(draw[5]!) * minutes),
    tick: 1 + Math.floor(uniform(draw[6]!) * TICKS),
    size: traits.jumpMean + traits.jumpSigma * normal(draw[3]!, draw[4]!),
  };
  return {
    ...segment,
    ...driftOf(traits, night, session.minutes),
    base,
    body: spread * normal(draw[0]!, draw[1]!),
    spread,
    rate: rate / minutes,
    jump: uniform(draw[2]!) < rate ? jump : null,
  };
}
