/** Every price of every company at every moment: steps 10 and 11 of docs/rules/15-tape.md. */
import { type CatalogueRow, DailyLevels } from './daily-levels.ts';
import type { Factor, Minutes } from './factor.ts';
import { hashOf, hexHash, utf8 } from './hash.ts';
import { Keystream } from './keystream.ts';
import { NORMAL } from './normals.ts';
import { DAY, FIRST, hoursOf, MINUTE } from './sessions.ts';

const PUBLIC = hashOf(utf8('Paperpit: the public history of the simulated market'));
/** The versions of the tape this program knows. */
export const VERSIONS: readonly number[] = [3, 4];
/** A seed and when it takes over, epoch ms. */
export type SeedFrom = { from: number; seed: Uint8Array };
/** A trade: epoch ms, and its price in 1/10,000 $ before it is rounded. */
export type ExactTrade = { at: number; exact: number };

export const catalogueHash = (rows: readonly CatalogueRow[]): string =>
  hexHash(utf8(JSON.stringify(rows))).slice(0, 16);

export const wholePrice = (exact: number): number => Math.max(5000, Math.floor(exact + 0.5));
/** Whether a whole price is the exact one's rounding, by a program whose logarithms differ in the last digit. */
export const isRounded = (whole: number, exact: number): boolean =>
  Math.abs(Math.max(5000, exact) - whole) <= 0.501;

type PulledPath = { weight: number; path: Minutes; factor: Factor };

/** Nodes lie within this many of a minute's summed deviations of its ends: the table's largest normal, six halvings. */
const REACH = NORMAL[255]! * [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + 2 ** (-1 - k / 2), 0) * 1.000001;
/** Minutes kept: fills come in the order of time. */
const KEEP_MINUTES = 500;

export class Prices {
  readonly #kind: string;
  readonly #levels: DailyLevels;
  readonly #minutes = new Map<string, ExactTrade[]>();
  readonly #catalogue: ReadonlyMap<string, CatalogueRow>;

  /** @param version one of VERSIONS */
  constructor(version: number, kind: string, seeds: readonly SeedFrom[], catalogue: readonly CatalogueRow[]) {
    this.#kind = kind;
    this.#catalogue = new Map(catalogue.map((row) => [row[0], row]));
    const later = seeds.map(({ from, seed }) => ({
      from: Math.ceil(from / MINUTE) * MINUTE,
      key: new Keystream(seed),
    }));
    const keys = [
      { from: Number.NEGATIVE_INFINITY, key: new Keystream(PUBLIC) },
      ...later.sort((a, b) => a.from - b.from),
    ];
    this.#levels = new DailyLevels(version, kind, keys, this.#catalogue);
  }

  has(symbol: string): boolean {
    return this.#catalogue.has(symbol);
  }

  /** The newest trade at or before a moment, null before the tape. */
  newest(symbol: string, ms: number): ExactTrade | null {
    let day = Math.floor(ms / DAY);
    let hours = hoursOf(this.#kind, day);
    while (!hours || hours.opens > ms) {
      day--;
      if (day < FIRST) return null;
      hours = hoursOf(this.#kind, day);
    }
    const minute = Math.floor((ms - hours.opens) / MINUTE);
    if (minute < hours.minutes) {
      const trade = this.#minute(symbol, day, minute).findLast(({ at }) => at <= ms);
      if (trade) return trade;
      if (minute === 0) return this.newest(symbol, hours.opens - 1);
    }
    return this.#minute(symbol, day, Math.min(minute, hours.minutes) - 1)[63]!;
  }

  /**
   * Trades after one moment and up to another, oldest first.
   * @param isQuiet whether a minute between these prices may be left out
   */
  *between(
    symbol: string,
    after: number,
    to: number,
    isQuiet: (low: number, high: number) => boolean,
  ): Generator<ExactTrade> {
    for (let m = Math.floor(after / MINUTE); m * MINUTE <= to; m++) {
      const day = Math.floor((m * MINUTE) / DAY);
      const hours = hoursOf(this.#kind, day);
      const minute = hours ? m - hours.opens / MINUTE : -1;
      if (!hours || minute < 0 || minute >= hours.minutes) continue;
      const range = this.#range(symbol, day, minute);
      if (range && isQuiet(range.low, range.high)) continue;
      for (const trade of this.#minute(symbol, day, minute))
        if (trade.at > after && trade.at <= to) yield trade;
    }
  }

  #ends(symbol: string, day: number, minute: number) {
    const level = this.#levels.before(symbol, day);
    const { shared, own } = this.#levels.strides(symbol, day);
    const all = this.#levels.pulls(symbol);
    const paths: PulledPath[] = all.map(({ weight, factor }, i) => ({
      weight: weight * (i === all.length - 1 ? own : shared),
      path: factor.path(day),
      factor,
    }));
    const isReduced = this.#levels.isReduced(day);
    const levelAt = (m: number) =>
      paths.reduce((log, { weight, path, factor }) => {
        const taken = isReduced ? factor.growth(weight, path.expected[m + 1]!) : 0;
        return log + weight * (m < 0 ? path.open : path.close[m]!) - taken;
      }, level);
    return {
      paths,
      open: levelAt(minute - 1),
      close: levelAt(minute),
      sds: paths.map(({ weight, path }) => weight * path.sd[minute]!),
    };
  }

  /** Prices no trade of the minute is beyond; null for a minute with a jump. */
  #range(symbol: string, day: number, minute: number): { low: number; high: number } | null {
    const { paths, open, close, sds } = this.#ends(symbol, day, minute);
    if (paths.some(({ path }) => path.leaps.some((leap) => leap.minute === minute))) return null;
    const reach = REACH * sds.reduce((sum, sd) => sum + Math.abs(sd), 0);
    const price = (log: number) => 10_000 * Math.exp(log);
    return { low: price(Math.min(open, close) - reach) - 1, high: price(Math.max(open, close) + reach) + 1 };
  }

  #minute(symbol: string, day: number, minute: number): ExactTrade[] {
    const id = `${symbol} ${day} ${minute}`;
    let trades = this.#minutes.get(id);
    if (!trades) {
      trades = this.#trades(symbol, day, minute);
      this.#minutes.set(id, trades);
      if (this.#minutes.size > KEEP_MINUTES) this.#minutes.delete(this.#minutes.keys().next().value!);
    }
    return trades;
  }

  #trades(symbol: string, day: number, minute: number): ExactTrade[] {
    const { paths, open, close, sds } = this.#ends(symbol, day, minute);
    const starts = hoursOf(this.#kind, day)!.opens + minute * MINUTE;
    const key = this.#levels.keyAt(starts);
    const leaps = paths.flatMap(({ weight, path }) =>
      path.leaps
        .filter((leap) => leap.minute === minute)
        .map(({ tick, size }) => ({ tick, size: weight * size })),
    );
    const block = (1440 * (day - FIRST) + minute) * 4;
    const noise = this.#levels.pulls(symbol).map(({ factor }) => key.read(`noise ${factor.name}`, block, 64));
    const v = new Float64Array(65);
    v[0] = open;
    v[64] = leaps.reduce((log, { size }) => log - size, close);
    for (let power = 0, byte = 0; power < 6; power++) {
      const half = 32 >> power;
      const spread = 2 ** (-1 - power / 2);
      for (let k = half; k < 64; k += 2 * half, byte++) {
        let kick = 0;
        for (let f = 0; f < sds.length; f++) kick += sds[f]! * NORMAL[noise[f]![byte]!]!;
        v[k] = (v[k - half]! + v[k + half]!) / 2 + spread * kick;
      }
    }
    for (const { tick, size } of leaps) for (let k = tick; k < 64; k++) v[k] = v[k]! + size;
    v[64] = close;
    const clock = key.read('clock', 4 * (starts / MINUTE - FIRST * 1440), 64);
    return Array.from(clock, (byte, k) => ({
      at: starts + Math.max(Math.ceil(k * 937.5), Math.floor((k + byte / 256) * 937.5)),
      exact: 10_000 * Math.exp(v[k + 1]!),
    }));
  }
}
