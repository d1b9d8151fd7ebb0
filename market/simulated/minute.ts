/**
 * The 64 prices of a minute: a random walk from its open to its close by midpoint displacement. The middle of an
 * interval is the mean of its ends plus a normal number with half the interval's standard deviation; then both halves
 * are divided, six times in all. Because the minute's move is normal with the same standard deviation, the walk has
 * the covariance of Brownian motion: earlier prices predict none of it. Three factors move a price (market, sector,
 * company). Companies share the noise of the first two, so that one company's move within a minute does not predict
 * another's next move.
 */
import { MINUTE_MS } from '../calendar.ts';
import {
  BYTES_PER_BLOCK,
  bytes,
  MOST_NORMAL,
  NORMALS,
  type RandomStream,
  stream,
  type TapeKey,
} from './random.ts';

/** Trade prints a minute. Node 0 is the minute's open, before its first print; node k is its k-th print. */
export const TICKS = 64;

/** Standard deviation of an interval's middle as a share of the minute's, by the number of halvings. */
const SPREAD = [1 / 2, Math.SQRT1_2 / 2, 1 / 4, Math.SQRT1_2 / 4, 1 / 8, Math.SQRT1_2 / 8] as const;
const [S0, S1, S2, S3, S4, S5] = SPREAD;
const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

/**
 * How far nodes between two computed nodes may lie outside the range of the two, in sums of the factors' standard
 * deviations over the minute, by the number of halvings. A bound exists because the table of normals is bounded.
 */
const [REACH0, REACH1, REACH2, REACH3] = [0, 1, 2, 3].map(
  (level) => MOST_NORMAL * sum(SPREAD.slice(level)) * (1 + 1e-9),
) as [number, number, number, number];

/** How far a minute's nodes may lie outside its ends, in sums of the factors' standard deviations over the minute. */
export const REACH: number = REACH0;

/** The noise of the three factors, for a session or a minute. */
export type Bytes = readonly [Uint8Array, Uint8Array, Uint8Array];

/**
 * The walk of one minute, reused for the next: set its ends and scales, then compute nodes. Each node widens `high`
 * and `low`.
 */
export class Walk {
  /** Log prices of the nodes. The caller sets the first and the last. */
  readonly v: Float64Array = new Float64Array(TICKS + 1);
  /** Index of the minute's first byte of noise. */
  at = 0;
  /** Standard deviations of the factors over the minute. */
  sd0 = 0;
  sd1 = 0;
  sd2 = 0;
  high = 0;
  low = 0;
  #noise0: Uint8Array = new Uint8Array();
  #noise1: Uint8Array = new Uint8Array();
  #noise2: Uint8Array = new Uint8Array();

  take(bytes: Bytes): void {
    this.#noise0 = bytes[0];
    this.#noise1 = bytes[1];
    this.#noise2 = bytes[2];
  }

  /** True when a minute from `a` to `b` may widen the bar. @param spread sum of the factors' standard deviations */
  mayWiden(a: number, b: number, spread: number): boolean {
    return this.#reaches(a, b, REACH0 * spread);
  }

  #reaches(a: number, b: number, reach: number): boolean {
    return Math.max(a, b) + reach > this.high || Math.min(a, b) - reach < this.low;
  }

  see(log: number): void {
    if (log > this.high) this.high = log;
    else if (log < this.low) this.low = log;
  }

  /** Returns the sum of the factors' normals at byte `i`, each at its scale. */
  #kick(i: number): number {
    return (
      this.sd0 * NORMALS[this.#noise0[i]!]! +
      this.sd1 * NORMALS[this.#noise1[i]!]! +
      this.sd2 * NORMALS[this.#noise2[i]!]!
    );
  }

  /** Computes all nodes level by level. A search that skips only a few nodes is slower. */
  all(): void {
    const { v } = this;
    let i = this.at;
    for (let level = 0; level < SPREAD.length; level++) {
      const half = 32 >> level;
      const spread = SPREAD[level]!;
      for (let k = half; k < TICKS; k += 2 * half)
        v[k] = (v[k - half]! + v[k + half]!) / 2 + spread * this.#kick(i++);
    }
    let { high, low } = this;
    for (let k = 1; k < TICKS; k++) {
      const log = v[k]!;
      if (log > high) high = log;
      else if (log < low) low = log;
    }
    this.high = high;
    this.low = low;
  }

  /** Computes the nodes that may widen the bar and few others. @param spread sum of the factors' standard deviations */
  search(spread: number): void {
    const { v, at } = this;
    const v32 = (v[0]! + v[64]!) / 2 + S0 * this.#kick(at);
    v[32] = v32;
    this.see(v32);
    for (let h = 0; h < 2; h++) {
      const start = v[32 * h]!;
      const right = v[32 * h + 32]!;
      if (!this.#reaches(start, right, REACH1 * spread)) continue;
      const middle = (start + right) / 2 + S1 * this.#kick(at + 1 + h);
      v[32 * h + 16] = middle;
      this.see(middle);
      this.#quarter(2 * h, start, middle, spread);
      this.#quarter(2 * h + 1, middle, right, spread);
    }
  }

  #quarter(q: number, left: number, right: number, spread: number): void {
    if (!this.#reaches(left, right, REACH2 * spread)) return;
    const middle = (left + right) / 2 + S2 * this.#kick(this.at + 3 + q);
    this.v[16 * q + 8] = middle;
    this.see(middle);
    const reach = REACH3 * spread;
    if (this.#reaches(left, middle, reach)) this.#fine(2 * q, left, middle);
    if (this.#reaches(middle, right, reach)) this.#fine(2 * q + 1, middle, right);
  }

  #fine(j: number, v0: number, v8: number): void {
    const { v, at } = this;
    const v4 = (v0 + v8) / 2 + S3 * this.#kick(at + 7 + j);
    const v2 = (v0 + v4) / 2 + S4 * this.#kick(at + 15 + 2 * j);
    const v6 = (v4 + v8) / 2 + S4 * this.#kick(at + 16 + 2 * j);
    const last = at + 31 + 4 * j;
    const k = 8 * j;
    v[k + 1] = (v0 + v2) / 2 + S5 * this.#kick(last);
    v[k + 2] = v2;
    v[k + 3] = (v2 + v4) / 2 + S5 * this.#kick(last + 1);
    v[k + 4] = v4;
    v[k + 5] = (v4 + v6) / 2 + S5 * this.#kick(last + 2);
    v[k + 6] = v6;
    v[k + 7] = (v6 + v8) / 2 + S5 * this.#kick(last + 3);
    let { high, low } = this;
    for (let i = k + 1; i < k + 8; i++) {
      const log = v[i]!;
      if (log > high) high = log;
      else if (log < low) low = log;
    }
    this.high = high;
    this.low = low;
  }
}

// All companies trade at the same 64 random instants of a minute, so that no price is older than another. A print's
// price is a node of the minute, its size a part of the minute's volume.

const SLOT_MS = MINUTE_MS / TICKS;
const MINUTE_BLOCKS = TICKS / BYTES_PER_BLOCK;
const CLOCK = stream('clock');

/** `price`: 1/10,000 $. `atMs`: epoch ms. */
export type TapeTick = { price: number; atMs: number };
/** `size`: shares. */
export type TapeTrade = TapeTick & { size: number };

export type Ticks = {
  /** Counts the trade prints at or before `ms`. */
  count(ms: number): number;
  tick(k: number): TapeTick;
  /** True when `price` (1/10,000 $) is the price of the k-th print (docs/rules/15-tape.md, step 11). */
  isPrice(k: number, price: number): boolean;
  trade(k: number): TapeTrade;
};

/**
 * Returns the times of a minute's trade prints, ms since its start: one print in each 64th of the minute.
 * @param counter the minute's number since the tape began
 */
export function clockOf(key: TapeKey, counter: number): Int32Array {
  const random = bytes(key, CLOCK, counter * MINUTE_BLOCKS, TICKS);
  // no print comes before the start of its slot, which may lie between two milliseconds
  return Int32Array.from(random, (byte, k) =>
    Math.max(Math.ceil(k * SLOT_MS), Math.floor((k + byte / 0x100) * SLOT_MS)),
  );
}

/** Divides the volume of a minute at random among its trade prints. */
function sizesOf(volume: number, key: TapeKey, of: RandomStream, counter: number): Float64Array {
  const parts = Float64Array.from(bytes(key, of, counter * MINUTE_BLOCKS, TICKS), (byte) => 64 + byte);
  const total = parts.reduce((sum, part) => sum + part, 0);
  let sum = 0;
  let previous = 0;
  return parts.map((part) => {
    sum += part;
    const upTo = Math.floor((volume * sum) / total);
    const size = upTo - previous;
    previous = upTo;
    return size;
  });
}

/** A whole price this close to the exact one counts as right, because machines' logarithms differ in the last digit. */
const ROUNDING = 0.501;

export function makeTicks(minute: {
  startMs: number;
  clock: Int32Array;
  /** Price of the k-th print (1 to 64), 1/10,000 $. */
  price: (k: number) => number;
  /** Price of the k-th print before rounding, 1/10,000 $. */
  exact: (k: number) => number;
  volume: () => number;
  key: TapeKey;
  sizes: RandomStream;
  counter: number;
}): Ticks {
  const { startMs, clock } = minute;
  let sizes: Float64Array | null = null;
  const tick = (k: number): TapeTick => ({ price: minute.price(k + 1), atMs: startMs + clock[k]! });
  return {
    tick,
    isPrice: (k, price) => Math.abs(minute.exact(k + 1) - price) <= ROUNDING,
    trade(k) {
      sizes ??= sizesOf(minute.volume(), minute.key, minute.sizes, minute.counter);
      return { price: minute.price(k + 1), atMs: startMs + clock[k]!, size: sizes[k]! };
    },
    count(ms) {
      // all prints of earlier slots are at or before `ms`; the print in the slot of `ms` may still be later
      const k = Math.floor((ms - startMs) / SLOT_MS);
      if (k < 0) return 0;
      if (k >= TICKS) return TICKS;
      return startMs + clock[k]! <= ms ? k + 1 : k;
    },
  };
}
