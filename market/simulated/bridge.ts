/** The minutes of a session, or of what is left of it, on their way to where the day is bound. */
import { MAX_MINUTES } from '../calendar.ts';
import type { CourseStretch } from './growth.ts';
import { NORMALS } from './normals.ts';
import { BYTES_PER_BLOCK, bytes, type RandomStream, type TapeKey } from './random.ts';
import { shapeOf } from './shape.ts';

/** A stretch of a session under one seed. The first starts at minute 0. */
export type BridgeSegment = { minute: number; key: TapeKey };

/** A move that happens at one trade: `tick` of its minute, 1 to 64, is the first that has it. */
export type Jump = { minute: number; tick: number; size: number };

/** Log moves since the previous close. */
export type DayPath = {
  /** Before the session's first minute: what happened overnight. */
  open: number;
  /** By the end of each minute. */
  close: Float64Array;
  /** Standard deviation of each minute's move, jumps apart: the scale of the noise within it. */
  sd: Float64Array;
  jumps: Jump[];
  /** The courses the session followed. */
  stretches: CourseStretch[];
};

export type Course = BridgeSegment & {
  /** Log move before `minute`. */
  base: number;
  /** The noise the stretch ends at: normal, with standard deviation `spread`. */
  body: number;
  spread: number;
  /** Drift a minute. */
  premium: number;
  /** What a jump is expected to add, a minute, while it may still come: taken back, so that waiting for it pays nothing. */
  awaited: number;
  /** Probability a minute, seen from the course's beginning, that its jump happens. */
  rate: number;
  jump: Jump | null;
};

/** Stretches of a day, half an hour at most, each with a liveliness of its own. */
const BURSTS = 64;
const LIVELINESS = 0.25;
/** Blocks of the stream a day takes. */
const DAY_BLOCKS = (BURSTS + MAX_MINUTES) / BYTES_PER_BLOCK;

const noiseSoFar = new Float64Array(MAX_MINUTES);
const weightSoFar = new Float64Array(MAX_MINUTES);

/** What a course adds by the end of its `minutes`-th minute apart from its noise. */
function drift({ jump, minute, premium, awaited }: Course, minutes: number): number {
  const jumped = jump !== null && jump.minute < minute + minutes;
  const waiting = jumped ? jump.minute + 1 - minute : minutes;
  return driftBy(premium, awaited, minutes, waiting, jumped ? jump.size : 0);
}

/** The same of figures. @param waiting minutes in which the jump was still to come, its own the last @param jump 0 without */
export const driftBy = (premium: number, awaited: number, minutes: number, waiting: number, jump: number) =>
  premium * minutes - awaited * waiting + jump;

/** Where a course ends: the log move by the end of a session of `minutes` minutes. */
const endOf = (course: Course, minutes: number): number =>
  course.base + course.body + drift(course, minutes - course.minute);

/**
 * Writes the minutes from `course.minute` to the session's end: a random walk, its variance spread by the session's U and
 * by bursts, tied to the course's end (a Brownian bridge to a normal end: seen from its past, a random walk).
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
    const own = root[m]! * lively;
    weights += own * own;
    noise += own * NORMALS[random[BURSTS + m]!]!;
    sd[m] = own;
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
