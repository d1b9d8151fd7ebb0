/** A company's session: log prices at the ends of its minutes, the nodes within them, bars and volumes. */

import { MAX_MINUTES, type SessionTimes } from '../calendar.ts';
import { type BridgeSegment, type DayPath, type Jump, shapeOf } from './course.ts';
import { type Bytes, REACH, TICKS, Walk } from './minute.ts';
import { BYTES_PER_BLOCK, bytes, NORMALS, type RandomStream } from './random.ts';

/** Log prices. */
type LogBar = { open: number; high: number; low: number; close: number };

/** A factor's session, and how strongly the company follows the factor. */
type Force = { path: DayPath; weight: number };
export type Forces = readonly [Force, Force, Force];
/** A factor without moves, for funds, which have no sector. */
export const STILL: Force = {
  path: {
    open: 0,
    close: new Float64Array(MAX_MINUTES),
    sd: new Float64Array(MAX_MINUTES),
    jumps: [],
    stretches: [],
  },
  weight: 0,
};
/** The amounts to subtract from log prices. `open`: at the opening. `close`: at the end of each minute. */
export type Reduction = { open: number; close: Float64Array };

/** In a bar of up to this many minutes almost any node may be the high or the low: all are computed. */
const SHORT = 5;

const walk = new Walk();
const { v } = walk;

export class CompanyDay {
  readonly session: SessionTimes;
  /** `openLog`: log price before the first minute. `log`: log prices at the end of each minute. */
  readonly openLog: number;
  readonly log: Float64Array;
  readonly #forces: Forces;
  /** Sum of the factors' standard deviations over each minute. */
  readonly #spread: Float64Array;
  readonly #jumps = new Map<number, Jump[]>();
  readonly #makeVolumes: (day: CompanyDay) => Float64Array;
  #volumes: Float64Array | null = null;

  /**
   * @param base log price at the previous close @param reduction null for none
   * @param volumes called at the first read of the volumes
   */
  constructor(
    session: SessionTimes,
    base: number,
    forces: Forces,
    reduction: Reduction | null,
    volumes: (day: CompanyDay) => Float64Array,
  ) {
    this.session = session;
    this.#makeVolumes = volumes;
    this.#forces = forces;
    const [a, b, c] = forces;
    const openLog = base + a.weight * a.path.open + b.weight * b.path.open + c.weight * c.path.open;
    this.openLog = reduction ? openLog - reduction.open : openLog;
    this.log = new Float64Array(session.minutes);
    this.#spread = new Float64Array(session.minutes);
    const [al, bl, cl] = [a.path.close, b.path.close, c.path.close];
    const [as, bs, cs] = [a.path.sd, b.path.sd, c.path.sd];
    for (let m = 0; m < session.minutes; m++) {
      this.log[m] = base + a.weight * al[m]! + b.weight * bl[m]! + c.weight * cl[m]!;
      if (reduction) this.log[m]! -= reduction.close[m]!;
      this.#spread[m] = Math.abs(a.weight) * as[m]! + b.weight * bs[m]! + c.weight * cs[m]!;
    }
    for (const { path, weight } of forces)
      for (const jump of path.jumps)
        this.#jumps.set(jump.minute, [
          ...(this.#jumps.get(jump.minute) ?? []),
          { ...jump, size: jump.size * weight },
        ]);
  }

  get volumes(): Float64Array {
    this.#volumes ??= this.#makeVolumes(this);
    return this.#volumes;
  }

  /**
   * Returns the log prices of a minute's nodes: node 0 is its open, nodes 1 to 64 are its trade prints.
   * @param bytes noise of this minute
   */
  nodes(minute: number, bytes: Bytes): Float64Array {
    walk.take(bytes);
    this.#begin(minute, 0);
    this.#finish(minute);
    return v.slice();
  }

  /** Returns bounds of a minute's log prices; null for a minute with a jump. */
  range(minute: number): { low: number; high: number } | null {
    if (this.#jumps.has(minute)) return null;
    const [from, to] = [minute ? this.log[minute - 1]! : this.openLog, this.log[minute]!];
    const reach = REACH * this.#spread[minute]!;
    return { low: Math.min(from, to) - reach, high: Math.max(from, to) + reach };
  }

  /** Returns the bar of the minutes from `from` to before `to`. @param bytes noise of the session */
  bar(from: number, to: number, bytes: Bytes): LogBar {
    const { log } = this;
    const close = log[to - 1]!;
    walk.take(bytes);
    walk.high = close;
    walk.low = close;
    for (let m = from; m < to - 1; m++) walk.see(log[m]!);
    const isShort = to - from <= SHORT;
    let open = 0;
    for (let m = from; m < to; m++) {
      if (this.#jumps.has(m)) this.#widenByJump(m);
      else if (m === from || isShort) {
        this.#begin(m, m * TICKS);
        walk.all();
      } else if (walk.mayWiden(log[m - 1]!, log[m]!, this.#spread[m]!)) {
        this.#begin(m, m * TICKS);
        walk.search(this.#spread[m]!);
      }
      if (m === from) open = v[1]!;
    }
    return { open, high: walk.high, low: walk.low, close };
  }

  #widenByJump(m: number): void {
    const { high, low } = walk;
    this.#begin(m, m * TICKS);
    this.#finish(m);
    // `#finish` calls `walk.all` before it adds the jumps: prices that the minute never has widened the bar
    walk.high = high;
    walk.low = low;
    for (let k = 1; k < TICKS; k++) walk.see(v[k]!);
  }

  /** Sets the walk to a minute. @param at where the minute's noise begins */
  #begin(m: number, at: number): void {
    const forces = this.#forces;
    walk.at = at;
    walk.sd0 = forces[0].weight * forces[0].path.sd[m]!;
    walk.sd1 = forces[1].weight * forces[1].path.sd[m]!;
    walk.sd2 = forces[2].weight * forces[2].path.sd[m]!;
    v[0] = m ? this.log[m - 1]! : this.openLog;
    v[TICKS] = this.log[m]!;
  }

  /** Computes all nodes of the current minute. Each jump applies from its trade print on. */
  #finish(m: number): void {
    const jumps = this.#jumps.get(m) ?? [];
    for (const { size } of jumps) v[TICKS] = v[TICKS]! - size;
    walk.all();
    for (const { tick, size } of jumps) for (let k = tick; k < TICKS; k++) v[k] = v[k]! + size;
    v[TICKS] = this.log[m]!;
  }
}

const LEAST_VOLUME = 320;
/**
 * HEAT: weight of the last minute's move in the activity. STIR: share of a large move's effect that remains after a
 * minute.
 */
const HEAT = 0.1;
const STIR = 0.97;
const NOISE = 0.4;
const NOISES = NORMALS.map((z) => Math.exp(NOISE * z));
const VOLUME_BLOCKS = 1440 / BYTES_PER_BLOCK;

/**
 * Returns the shares traded in each minute. They depend on the session's U shape, the day's volatility, the moves of
 * earlier minutes (never of the minute itself) and noise.
 */
export function volumesOf(
  day: CompanyDay,
  traits: {
    /** The day's volatility; `usualSigma`: the company's base volatility. */
    sigma: number;
    usualSigma: number;
    usualVolume: number;
    segments: readonly BridgeSegment[];
    stream: RandomStream;
    dayIndex: number;
    gap: number;
  },
): Float64Array {
  const { minutes } = day.session;
  const { share, root } = shapeOf(minutes);
  const volumes = new Float64Array(minutes);
  let random: Uint8Array = new Uint8Array();
  let next = 0;
  let heat = (0.8 * traits.sigma) / traits.usualSigma;
  let stir = Math.min(4, Math.abs(traits.gap) / traits.usualSigma);
  let previous = day.openLog;
  for (let m = 0; m < minutes; m++) {
    if (m === traits.segments[next]?.minute)
      random = bytes(traits.segments[next++]!.key, traits.stream, traits.dayIndex * VOLUME_BLOCKS, minutes);
    const noise = NOISES[random[m]!]!;
    volumes[m] = Math.max(
      LEAST_VOLUME,
      Math.round(traits.usualVolume * share[m]! * (0.3 + 0.7 * heat + stir) * noise),
    );
    const size = Math.min(12, Math.abs(day.log[m]! - previous) / (traits.usualSigma * root[m]!));
    heat += HEAT * (size - heat);
    stir = Math.max(stir * STIR, size > 6 ? size / 3 : 0);
    previous = day.log[m]!;
  }
  return volumes;
}
