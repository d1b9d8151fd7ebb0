/**
 * The 64 prices of a minute: a random walk from its open to its close by midpoint displacement. The middle of an interval
 * is the mean of its ends and a normal number with half the interval's standard deviation, the interval's halves likewise,
 * six times over. Given that the minute's own move is normal with the same standard deviation, the walk has the
 * covariance of Brownian motion: nothing of it can be told from what came before.
 *
 * Three factors move a price at once (the market, a sector, the company), each with its own noise, which is the same for
 * all companies it moves: what all others do within a minute tells nothing of the next.
 */
import { MOST_NORMAL, NORMALS } from './normals.ts';

/** Trades a minute. Node 0 is the minute's open, before its first trade; node k its k-th trade. */
export const TICKS = 64;

/** Standard deviation of an interval's middle, of the minute's, by how often the minute was halved. */
const SPREAD = [1 / 2, Math.SQRT1_2 / 2, 1 / 4, Math.SQRT1_2 / 4, 1 / 8, Math.SQRT1_2 / 8] as const;
const [, , , S3, S4, S5] = SPREAD;
const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

/**
 * How far nodes between two neighbours may lie outside them, of the minute's summed standard deviations, by how often the
 * minute was halved: never further, since the table of normals ends.
 */
const REACH: readonly number[] = SPREAD.map(
  (_, level) => MOST_NORMAL * sum(SPREAD.slice(level)) * (1 + 1e-9),
);

/** The bytes of the three factors: of a whole session, or of one minute. */
export type Bytes = readonly [Uint8Array, Uint8Array, Uint8Array];

/**
 * One minute at a time, used again for the next: set its ends and its scales, then ask for nodes. `high` and `low` widen with
 * each node made.
 */
export class Walk {
  /** Log prices; the caller sets the first and the last. */
  readonly v: Float64Array = new Float64Array(TICKS + 1);
  /** Where the minute's bytes begin. */
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

  /** Whether a minute that runs from `a` to `b` may widen the bar. @param spread sum of its standard deviations */
  mayWiden(a: number, b: number, spread: number, level = 0): boolean {
    const reach = REACH[level]! * spread;
    return Math.max(a, b) + reach > this.high || Math.min(a, b) - reach < this.low;
  }

  /** Widens the bar by a node. */
  see(log: number): void {
    if (log > this.high) this.high = log;
    if (log < this.low) this.low = log;
  }

  /** The normals of the three factors at byte `i`, each at its own scale. */
  #kick(i: number): number {
    return (
      this.sd0 * NORMALS[this.#noise0[i]!]! +
      this.sd1 * NORMALS[this.#noise1[i]!]! +
      this.sd2 * NORMALS[this.#noise2[i]!]!
    );
  }

  /** Node k + half, between nodes k and k + 2·half. @param i its byte */
  #middle(k: number, half: number, level: number, i: number): void {
    const { v } = this;
    v[k + half] = (v[k]! + v[k + 2 * half]!) / 2 + SPREAD[level]! * this.#kick(this.at + i);
    this.see(v[k + half]!);
  }

  /** The seven nodes between two coarse ones, 8 j and 8 j + 8. */
  fine(j: number): void {
    const { v, at } = this;
    const k = 8 * j;
    const v0 = v[k]!;
    const v8 = v[k + 8]!;
    const v4 = (v0 + v8) / 2 + S3 * this.#kick(at + 7 + j);
    const v2 = (v0 + v4) / 2 + S4 * this.#kick(at + 15 + 2 * j);
    const v6 = (v4 + v8) / 2 + S4 * this.#kick(at + 16 + 2 * j);
    const last = at + 31 + 4 * j;
    const v1 = (v0 + v2) / 2 + S5 * this.#kick(last);
    const v3 = (v2 + v4) / 2 + S5 * this.#kick(last + 1);
    const v5 = (v4 + v6) / 2 + S5 * this.#kick(last + 2);
    const v7 = (v6 + v8) / 2 + S5 * this.#kick(last + 3);
    v[k + 1] = v1;
    v[k + 2] = v2;
    v[k + 3] = v3;
    v[k + 4] = v4;
    v[k + 5] = v5;
    v[k + 6] = v6;
    v[k + 7] = v7;
    let { high, low } = this;
    for (let i = k + 1; i < k + 8; i++) {
      const log = v[i]!;
      if (log > high) high = log;
      else if (log < low) low = log;
    }
    this.high = high;
    this.low = low;
  }

  /** All nodes. */
  all(): void {
    this.#middle(0, 32, 0, 0);
    for (let j = 0; j < 2; j++) this.#middle(32 * j, 16, 1, 1 + j);
    for (let j = 0; j < 4; j++) this.#middle(16 * j, 8, 2, 3 + j);
    for (let j = 0; j < 8; j++) this.fine(j);
  }

  /** The nodes that may widen the bar. @param spread sum of the factors' standard deviations */
  search(spread: number, k = 0, half = 32, level = 0, i = 0): void {
    if (!this.mayWiden(this.v[k]!, this.v[k + 2 * half]!, spread, level)) return;
    if (level === 3) {
      this.fine(k / 8);
      return;
    }
    this.#middle(k, half, level, i);
    this.search(spread, k, half / 2, level + 1, 2 * i + 1);
    this.search(spread, k + half, half / 2, level + 1, 2 * i + 2);
  }

  /** The first nodes, node 1 among them. */
  first(): void {
    for (let level = 0; level < 3; level++) this.#middle(0, 32 >> level, level, (1 << level) - 1);
    this.fine(0);
  }
}
