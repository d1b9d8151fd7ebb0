/** The course of a session: the overnight part of a day's move, and the minutes up to the day's end. */

import { MAX_MINUTES, type SessionTimes } from '../calendar.ts';
import type { Hours } from '../market.ts';
import { TICKS } from './minute.ts';
import {
  BYTES_PER_BLOCK,
  bytes,
  NORMALS,
  normal,
  type RandomStream,
  type TapeKey,
  uniform,
  WORDS_PER_BLOCK,
  words,
} from './random.ts';

/** The U shape of a session: its minutes' shares in variance and volume, high at both ends. */
type DayShape = {
  /** Share of each minute; the sum is 1. */
  share: Float64Array;
  /** Square root of each share: the minute's part of the session's standard deviation. */
  root: Float64Array;
  /** Sum of the shares before minute m. */
  before: Float64Array;
};

const shapes = new Map<number, DayShape>();

/** Returns the U shape. In New York the first and the last half hour have about 17 % each, one around noon 5 %. */
export function shapeOf(minutes: number): DayShape {
  let shape = shapes.get(minutes);
  if (!shape) {
    const share = Float64Array.from({ length: minutes }, (_, m) => {
      const x = (m + 0.5) / minutes;
      return 1 + 4.5 * Math.exp(-x / 0.05) + 5 * Math.exp(-(1 - x) / 0.04);
    });
    const total = share.reduce((a, b) => a + b, 0);
    const shareBefore = new Float64Array(minutes + 1);
    for (let m = 0; m < minutes; m++) {
      share[m]! /= total;
      shareBefore[m + 1] = shareBefore[m]! + share[m]!;
    }
    shape = { share, root: share.map(Math.sqrt), before: shareBefore };
    shapes.set(minutes, shape);
  }
  return shape;
}

/** A part of a session under one seed. The first begins at minute 0. */
export type BridgeSegment = { minute: number; key: TapeKey };

/** The log price jumps by `size` at trade print `tick` (1 to 64) of a minute. */
export type Jump = { minute: number; tick: number; size: number };

/** The facts of a course that determine the expected price. */
export type CourseStretch = {
  minute: number;
  /** Minutes up to and including the minute of the jump; without a jump, minutes until the session's end. */
  waiting: number;
  /** Probability of the jump in each minute, as known when the course begins; 0 after an overnight jump. */
  rate: number;
};

/** Log moves since the previous close. */
export type DayPath = {
  open: number;
  /** Log move by the end of each minute. */
  close: Float64Array;
  /** Standard deviation of each minute's move without jumps, which scales its noise. */
  sd: Float64Array;
  jumps: Jump[];
  stretches: CourseStretch[];
};

export type Course = BridgeSegment & {
  /** Log move before `minute`. */
  base: number;
  /** The noise at the end of the course: normal, with standard deviation `spread`. */
  body: number;
  spread: number;
  /** Drift per minute. */
  premium: number;
  /** Expected jump per minute, subtracted while the jump may still come, so that waiting for the jump earns nothing. */
  awaited: number;
  rate: number;
  jump: Jump | null;
};

/** Most parts of a day, each at most half an hour. Each part has a random factor of volatility. */
const BURSTS = 64;
const LIVELINESS = 0.25;
const DAY_BLOCKS = (BURSTS + MAX_MINUTES) / BYTES_PER_BLOCK;

const noiseSoFar = new Float64Array(MAX_MINUTES);
const weightSoFar = new Float64Array(MAX_MINUTES);

/** Returns drift and jump of a course by the end of its `minutes`-th minute. */
function drift({ jump, minute, premium, awaited }: Course, minutes: number): number {
  const hasJumped = jump !== null && jump.minute < minute + minutes;
  const waiting = hasJumped ? jump.minute + 1 - minute : minutes;
  return driftBy(premium, awaited, minutes, waiting, hasJumped ? jump.size : 0);
}

/** @param waiting minutes up to and including the minute of the jump @param jump 0 for none */
export const driftBy = (premium: number, awaited: number, minutes: number, waiting: number, jump: number) =>
  premium * minutes - awaited * waiting + jump;

const endOf = (course: Course, minutes: number): number =>
  course.base + course.body + drift(course, minutes - course.minute);

/**
 * Writes the minutes from `course.minute` to the session's end: a Brownian bridge to the end of the course, whose
 * variance follows the U shape and bursts. Because that end is normally distributed, the bridge is a random walk for
 * a reader who knows only the past.
 */
export function bridge(path: DayPath, course: Course, of: RandomStream, dayIndex: number): void {
  const { close, sd } = path;
  const minutes = close.length;
  const { minute: start, base, body } = course;
  const random = bytes(course.key, of, dayIndex * DAY_BLOCKS, BURSTS + minutes);
  const { root } = shapeOf(minutes);
  const burst = Math.ceil(minutes / BURSTS);

  let [weights, noise, lively] = [0, 0, 1];
  for (let m = start; m < minutes; m++) {
    if (m === start || m % burst === 0)
      lively = Math.exp(LIVELINESS * NORMALS[random[Math.floor(m / burst)]!]!);
    const scale = root[m]! * lively;
    weights += scale * scale;
    noise += scale * NORMALS[random[BURSTS + m]!]!;
    sd[m] = scale;
    weightSoFar[m] = weights;
    noiseSoFar[m] = noise;
  }
  const scale = course.spread / Math.sqrt(weights);
  for (let m = start; m < minutes; m++) {
    const done = weightSoFar[m]! / weights;
    sd[m] = sd[m]! * scale;
    close[m] = base + done * body + (noiseSoFar[m]! - done * noise) * scale + drift(course, m + 1 - start);
  }
  close[minutes - 1] = endOf(course, minutes);
  if (course.jump) path.jumps.push(course.jump);
  const waiting = (course.jump?.minute ?? minutes - 1) + 1 - start;
  path.stretches.push({ minute: start, waiting, rate: course.rate });
}

export type Moves = {
  /** Expected log return of a day, jumps included. */
  drift: number;
  jumpMean: number;
  jumpSigma: number;
};

/** Share of days with a jump. */
export const JUMP_RATE = 0.02;

/** Blocks of 64 bytes with the draws for one day, or for one later course of the day. */
const DRAW_BLOCKS = 4;
const DAY_WORDS = DRAW_BLOCKS * WORDS_PER_BLOCK;
const DRAW_CHUNK = 512;

export class DayDraws {
  readonly #stream: RandomStream;
  #chunk: { keyId: string; first: number; data: Uint32Array } = {
    keyId: '',
    first: 0,
    data: new Uint32Array(),
  };

  constructor(of: RandomStream) {
    this.#stream = of;
  }

  /** Returns a function that returns the `n`-th random word (32 bits) of day `i` under `key`. */
  of(key: TapeKey, i: number): (n: number) => number {
    const { keyId, first } = this.#chunk;
    if (keyId !== key.id || i < first || i >= first + DRAW_CHUNK) {
      const data = words(key, this.#stream, i * DRAW_BLOCKS, DRAW_CHUNK * DAY_WORDS);
      this.#chunk = { keyId: key.id, first: i, data };
    }
    const { data } = this.#chunk;
    const from = (i - this.#chunk.first) * DAY_WORDS;
    return (n) => data[from + n]!;
  }
}

/** Shares of a day's variance and jumps that fall between two sessions. */
export type Night = { us: boolean; variance: number; jumps: number };
export const nightOf = (hours: Hours): Night =>
  hours === 'us' ? { us: true, variance: 0.25, jumps: 0.7 } : { us: false, variance: 0, jumps: 0 };

/** Log drift per minute. */
export type MinuteDrift = Pick<Course, 'premium' | 'awaited'>;

/** Returns the drift per minute. All minutes have the same drift, because the jump is equally likely in each. */
export function driftOf(moves: Moves, night: Night, minutes: number): MinuteDrift {
  return {
    premium: (moves.drift * (1 - night.variance)) / minutes,
    awaited: (JUMP_RATE * (1 - night.jumps) * moves.jumpMean) / minutes,
  };
}

/** Draws a course for the rest of a session under a later seed, with the remaining variance and jump probability. */
export function laterCourse(from: {
  traits: Moves;
  night: Night;
  session: SessionTimes;
  segment: BridgeSegment;
  base: number;
  sigma: number;
  stream: RandomStream;
  dayIndex: number;
}): Course {
  const { traits, night, session, segment, base } = from;
  const { minute, key } = segment;
  const block = (from.dayIndex * MAX_MINUTES + minute) * DRAW_BLOCKS;
  const draw = words(key, from.stream, block, DRAW_BLOCKS * WORDS_PER_BLOCK);
  const restVariance = (1 - shapeOf(session.minutes).before[minute]!) * (1 - night.variance);
  const spread = from.sigma * Math.sqrt(restVariance);
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
