/** The minutes of a session, or of what is left of it, on their way to where the day is bound. */
import { quickNormal, type Stream, type TapeKey, words } from './random.ts';
import { shapeOf } from './shape.ts';

/** A stretch of a session under one seed. The first starts at minute 0. */
export type Segment = { minute: number; key: TapeKey };

export type Course = Segment & {
  /** Log move before `minute`. */
  base: number;
  /** What the stretch adds by its end, apart from the jump. */
  body: number;
  jump: number;
  jumpMinute: number;
  /** Standard deviation of the noise over the whole stretch. */
  spread: number;
};

/** Stretches of a day, half an hour at most, each with a liveliness of its own. */
const BURSTS = 64;
const LIVELINESS = 0.5;
const MAX_MINUTES = 1440;
/** Blocks of the stream a day takes: at least 2·(BURSTS + MAX_MINUTES) words. */
const DAY_BLOCKS = 1024;

const noiseSoFar = new Float64Array(MAX_MINUTES);
const weightSoFar = new Float64Array(MAX_MINUTES);

/**
 * Writes `close[m]`, the log move by the end of minute m, for the minutes from `course.minute` to the end: noise that is
 * tied to base + body + jump at the last minute (a Brownian bridge with the session's U as its clock).
 */
export function bridge(close: Float32Array, course: Course, of: Stream, dayIndex: number): void {
  const minutes = close.length;
  const { minute: start, base, body, jump } = course;
  const random = words(course.key, of, dayIndex * DAY_BLOCKS, 2 * (BURSTS + minutes));
  const draw = (n: number) => quickNormal(random[2 * n]!, random[2 * n + 1]!);
  const { share } = shapeOf(minutes);
  const burst = Math.ceil(minutes / BURSTS);

  let [weights, noise, lively] = [0, 0, 1];
  for (let m = start; m < minutes; m++) {
    if (m === start || m % burst === 0) lively = Math.exp(LIVELINESS * draw(Math.floor(m / burst)));
    const weight = share[m]! * lively;
    weights += weight;
    noise += Math.sqrt(weight) * draw(BURSTS + m);
    weightSoFar[m] = weights;
    noiseSoFar[m] = noise;
  }
  const scale = course.spread / Math.sqrt(weights);
  for (let m = start; m < minutes; m++) {
    const done = weightSoFar[m]! / weights;
    close[m] =
      base + done * body + (noiseSoFar[m]! - done * noise) * scale + (m >= course.jumpMinute ? jump : 0);
  }
  close[minutes - 1] = base + body + jump;
}
