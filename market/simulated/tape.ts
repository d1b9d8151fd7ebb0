/**
 * The simulated tape: every price of every company at every instant, a pure function of the seeds. It has no clock
 * and computes future prices too, which simulated/market.ts withholds.
 */

import type { Bar } from '#core/market/bars.ts';
import { type Calendar, createCalendar, DAY_MS, dayOf, MINUTE_MS, type SessionTimes } from '../calendar.ts';
import { type Hours, type SeedPeriod, tenthsText } from '../market.ts';
import { COMPANIES, COMPANY_BY_SYMBOL } from './companies.ts';
import { CompanyDay, type Forces, type Reduction, STILL, volumesOf } from './company-day.ts';
import {
  addTrades,
  barTime,
  exactPriceOf,
  extendFold,
  type Fold,
  foldRunning,
  makeFold,
  priceOf,
} from './folds.ts';
import {
  Distances,
  type DistanceTraits,
  type Listing,
  Listings,
  MARKET_TRAITS,
  type Strides,
} from './listing.ts';
import { Lru } from './lru.ts';
import {
  type Bytes,
  clockOf,
  makeTicks,
  type TapeTick,
  type TapeTrade,
  TICKS,
  type Ticks,
} from './minute.ts';
import { PUBLIC_SEED } from './random.ts';
import { Noise, Seeds, SILENCE } from './seeds.ts';
import { ANCHOR_DAY, HISTORY_DAY, Series } from './series.ts';

/** Version of the algorithm from seeds to prices, which a season stores. Every change that moves a price raises it. */
export const TAPE_VERSION = 4;
/**
 * The versions that this code can compute. Version 3 makes log prices a martingale; version 4 makes prices a
 * martingale.
 */
export const TAPE_VERSIONS: readonly number[] = [3, TAPE_VERSION];

/** Most cached bars of all companies (about 70 bytes each), and most cached minutes with the times of their prints. */
const KEEP_BARS = 400_000;
const KEEP_CLOCKS = 8;

type TapeOptions = {
  hours?: Hours;
  /** One of TAPE_VERSIONS; default: the newest. */
  version?: number;
  seedPeriods?: readonly SeedPeriod[];
  /** The seed before the first seed period; default: the public one. */
  history?: Uint8Array;
};

export class Tape {
  readonly calendar: Calendar;
  readonly #version: number;
  readonly #history: Uint8Array;
  readonly #seeds: Seeds;
  readonly #market: Series;
  readonly #listings: Listings;
  readonly #noise: Noise;
  readonly #clocks = new Lru<number, Int32Array>(KEEP_CLOCKS);
  readonly #folds = new Lru<string, Fold>(KEEP_BARS);
  /** The tape without seed periods; null unless a period begins before the anchor day. */
  #unseasoned: Tape | null = null;

  /** @throws RangeError for a version outside TAPE_VERSIONS */
  constructor(options: TapeOptions = {}) {
    this.#version = options.version ?? TAPE_VERSION;
    if (!TAPE_VERSIONS.includes(this.#version)) throw new RangeError(`There is no tape ${this.#version}`);
    this.calendar = createCalendar(options.hours ?? 'always');
    this.#history = options.history ?? PUBLIC_SEED;
    this.#seeds = new Seeds(this.#history);
    this.#noise = new Noise(this.#seeds.segments, HISTORY_DAY);
    this.#market = new Series(MARKET_TRAITS, this.calendar, this.#seeds.segments);
    this.#listings = new Listings(
      this.#market,
      (traits) => new Series(traits, this.calendar, this.#seeds.segments),
    );
    this.setSeedPeriods(options.seedPeriods ?? []);
  }

  /** Replaces the seeds. Prices under unchanged seeds stay. */
  setSeedPeriods(seedPeriods: readonly SeedPeriod[]): void {
    const day = this.#seeds.set(seedPeriods);
    if (day === null) return;
    this.#market.forgetFrom(day);
    this.#listings.forgetFrom(day);
    this.#noise.clear();
    this.#clocks.clear();
    this.#folds.forget((id) => Number.parseInt(id, 10) >= day);
  }

  has(symbol: string): boolean {
    return COMPANY_BY_SYMBOL.has(symbol);
  }

  /** @returns null before the tape begins */
  tickAt(symbol: string, ms: number): TapeTick | null {
    const print = this.#printAt(symbol, ms);
    return print?.ticks.tick(print.k) ?? null;
  }

  /**
   * True when `price` (1/10,000 $) is the price at `ms`, or differs from it only because logarithms differ between
   * machines (docs/rules/15-tape.md).
   */
  isPriceAt(symbol: string, ms: number, price: number): boolean {
    const print = this.#printAt(symbol, ms);
    return print?.ticks.isPrice(print.k, price) ?? false;
  }

  #printAt(symbol: string, ms: number): { ticks: Ticks; k: number } | null {
    const session = this.#sessionAt(ms);
    if (!session) return null;
    const minute = Math.floor((ms - session.openMs) / MINUTE_MS);
    if (minute < session.minutes) {
      const ticks = this.#ticks(symbol, session, minute);
      const k = ticks.count(ms) - 1;
      if (k >= 0) return { ticks, k };
      // before the minute's first print, the newest print is the last one of the previous minute or session
      if (minute === 0) return this.#printAt(symbol, session.openMs - 1);
    }
    return { ticks: this.#ticks(symbol, session, Math.min(minute, session.minutes) - 1), k: TICKS - 1 };
  }

  /** Returns the trade prints after `fromMs` and up to `toMs`, oldest first. */
  ticksBetween(symbol: string, fromMs: number, toMs: number): TapeTrade[] {
    const out: TapeTrade[] = [];
    const first = Math.floor(fromMs / MINUTE_MS);
    for (let m = first; m * MINUTE_MS <= toMs; m++) {
      const session = this.#sessionAt(m * MINUTE_MS);
      const minute = session ? (m * MINUTE_MS - session.openMs) / MINUTE_MS : 0;
      if (!session || minute >= session.minutes) continue;
      const ticks = this.#ticks(symbol, session, minute);
      for (let k = ticks.count(fromMs); k < ticks.count(toMs); k++) out.push(ticks.trade(k));
    }
    return out;
  }

  /**
   * Yields the trade prints after `fromMs` and up to `toMs`, oldest first.
   * @param isQuiet true to skip a minute whose prints are all from `low` to `high`, 1/10,000 $
   */
  *ticksAlong(
    symbol: string,
    fromMs: number,
    toMs: number,
    isQuiet: (low: number, high: number) => boolean,
  ): Generator<TapeTick> {
    const listing = this.#listings.get(symbol);
    for (let m = Math.floor(fromMs / MINUTE_MS); m * MINUTE_MS <= toMs; m++) {
      const session = this.#sessionAt(m * MINUTE_MS);
      const minute = session ? (m * MINUTE_MS - session.openMs) / MINUTE_MS : 0;
      if (!session || minute >= session.minutes) continue;
      const range = this.#day(listing, session).range(minute);
      if (range && isQuiet(priceOf(range.low) - 1, priceOf(range.high) + 1)) continue;
      const ticks = this.#ticks(symbol, session, minute);
      for (let k = ticks.count(fromMs); k < ticks.count(toMs); k++) yield ticks.tick(k);
    }
  }

  /** Returns the close of the session before the newest one at `ms`, 1/10,000 $. */
  previousClose(symbol: string, ms: number): number {
    const session = this.#sessionAt(ms);
    return session ? this.#closeBefore(this.#listings.get(symbol), session.day) : 0;
  }

  /**
   * Returns a session's bars of `minutes` minutes (0: the whole day) as of `ms`; while the session runs, the last one
   * still forms. Bars start at the opening, a whole day's at 00:00 UTC of its date.
   */
  bars(symbol: string, session: SessionTimes, minutes: number, ms: number): Bar[] {
    const listing = this.#listings.get(symbol);
    const done = Math.min(session.minutes, Math.floor((ms - session.openMs) / MINUTE_MS));
    if (done < 0) return [];
    const step = minutes || session.minutes;
    const isOver = done === session.minutes;
    const finished = isOver ? Math.ceil(done / step) : Math.floor(done / step);
    const fold = this.#foldOf(listing, session, minutes);
    const bytes = () => this.#bytesOf(listing, session);
    if (fold.bars.length < finished)
      extendFold(fold, this.#day(listing, session), minutes, finished, bytes());
    const bars = fold.bars.slice(0, finished);
    if (isOver) return bars;
    const from = bars.length * step;
    const time = barTime(session, from, minutes);
    const minutesSoFar =
      from < done ? foldRunning(fold, this.#day(listing, session), from, done, time, bytes) : null;
    const forming = addTrades(minutesSoFar, time, this.#ticks(symbol, session, done), ms);
    return forming ? [...bars, forming] : bars;
  }

  #foldOf({ company }: Listing, session: SessionTimes, minutes: number): Fold {
    const bars = Math.ceil(session.minutes / (minutes || session.minutes));
    return this.#folds.get(`${session.day} ${company.symbol} ${minutes}`, makeFold, bars);
  }

  /** Returns the session running at `ms`, or the last one; null before the tape begins. */
  #sessionAt(ms: number): SessionTimes | null {
    const session = this.calendar.latest(ms);
    return session && session.day >= HISTORY_DAY ? session : null;
  }

  #ticks(symbol: string, session: SessionTimes, minute: number): Ticks {
    const listing = this.#listings.get(symbol);
    const id = session.openMs / MINUTE_MS + minute;
    return listing.ticks.get(id, () => {
      const startMs = id * MINUTE_MS;
      const counter = id - (HISTORY_DAY * DAY_MS) / MINUTE_MS;
      const key = this.#seeds.keyAt(startMs);
      const day = this.#day(listing, session);
      const nodes = day.nodes(minute, this.#bytesOf(listing, session, minute));
      return makeTicks({
        startMs,
        clock: this.#clocks.get(id, () => clockOf(key, counter)),
        price: (k) => priceOf(nodes[k]!),
        exact: (k) => exactPriceOf(nodes[k]!),
        volume: () => day.volumes[minute]!,
        key,
        sizes: listing.sizeStream,
        counter,
      });
    });
  }

  #day(listing: Listing, session: SessionTimes): CompanyDay {
    return listing.days.get(session.day, () => {
      const { company, own, sector } = listing;
      const { day } = session;
      const distances = this.#distancesOf(listing);
      const strides = distances.strides(day);
      const { shared, own: alone } = strides;
      const isReduced = this.#version > 3 && distances.isForward(day);
      const forces: Forces = [
        { path: this.#market.path(session), weight: shared * company.beta },
        sector ? { path: sector.path(session), weight: shared } : STILL,
        { path: own.path(session), weight: alone },
      ];
      const total = (of: (s: Series | null) => number) =>
        Math.hypot(shared * company.beta * of(this.#market), shared * of(sector), alone * of(own));
      const base = this.#levelAt(listing, day);
      const reduction = isReduced ? this.#reduction(listing, session, strides) : null;
      return new CompanyDay(session, base, forces, reduction, (companyDay) =>
        volumesOf(companyDay, {
          sigma: total((s) => s?.sigma(day) ?? 0),
          usualSigma: total((s) => s?.traits.sigma ?? 0),
          usualVolume: company.volume * 1e6,
          segments: this.#seeds.segments(session),
          stream: listing.volumeStream,
          dayIndex: day - HISTORY_DAY,
          gap: companyDay.openLog - base,
        }),
      );
    });
  }

  /** Returns the amounts to subtract from a session's log prices, so that prices are a martingale. */
  #reduction(listing: Listing, session: SessionTimes, strides: Strides): Reduction {
    const close = new Float64Array(session.minutes);
    let open = 0;
    for (const { series, weight } of this.#pulls(listing, strides)) {
      const growth = series.growth(weight);
      open += growth(series.expectedByOpening(session));
      series.eachExpected(session, (expected, minute) => {
        close[minute]! += growth(expected);
      });
    }
    return { open, close };
  }

  #pulls({ company, own, sector }: Listing, strides: Strides): { series: Series; weight: number }[] {
    return [
      { series: this.#market, weight: strides.shared * company.beta },
      ...(sector ? [{ series: sector, weight: strides.shared }] : []),
      { series: own, weight: strides.own },
    ];
  }

  /** Returns the noise of a company's factors for a session, or for one minute. */
  #bytesOf({ own, sector }: Listing, session: SessionTimes, minute?: number): Bytes {
    const of = (series: Series | null) =>
      series === null
        ? SILENCE
        : minute === undefined
          ? this.#noise.session(series, session)
          : this.#noise.minute(series, session, minute);
    return [of(this.#market), of(sector), of(own)];
  }

  #levelAt(listing: Listing, day: number): number {
    return Math.log(listing.company.price) + this.#distancesOf(listing).before(day);
  }

  #closeBefore(listing: Listing, day: number): number {
    return priceOf(this.#levelAt(listing, day));
  }

  #distancesOf(listing: Listing): Distances {
    listing.distances ??= this.#makeDistances(listing);
    return listing.distances;
  }

  #makeDistances(listing: Listing): Distances {
    const { company, own, sector } = listing;
    const over = (series: Series | null, day: number) =>
      series ? series.level(day + 1) - series.level(day) : 0;
    const moves = (day: number) => ({
      shared: company.beta * over(this.#market, day) + over(sector, day),
      own: over(own, day),
    });
    const growth = (day: number, strides: Strides) => {
      const session = this.#version > 3 ? this.calendar.session(day) : null;
      if (!session) return 0;
      return this.#pulls(listing, strides).reduce(
        (sum, { series, weight }) => sum + series.growth(weight)(series.expected(session)),
        0,
      );
    };
    return new Distances({ moves, growth, history: this.#historyOf(company.symbol) });
  }

  /**
   * Returns a symbol's distances on the tape without seed periods, and the day of the first period. Null unless a
   * period begins before the anchor day.
   */
  #historyOf(symbol: string): DistanceTraits['history'] {
    const { firstMs } = this.#seeds;
    if (firstMs === null || dayOf(firstMs) >= ANCHOR_DAY) return null;
    this.#unseasoned ??= new Tape({
      hours: this.calendar.hours,
      version: this.#version,
      history: this.#history,
    });
    const tape = this.#unseasoned;
    return { distances: tape.#distancesOf(tape.#listings.get(symbol)), day: dayOf(firstMs) };
  }
}

export const ALL_SYMBOLS: readonly string[] = COMPANIES.map((c) => c.symbol);

const tapes = new WeakMap<readonly SeedPeriod[], Map<string, Tape>>();

/**
 * Returns a symbol's price at `ms` as a decimal string, and the time of its trade print, to check a fill. Null for an
 * unknown symbol and before the tape begins.
 * @param ms epoch ms @param seedPeriods all seed periods up to `ms`; pass the same array each time, because cached
 * tapes are found by it
 */
export function priceAt(
  symbol: string,
  ms: number,
  seedPeriods: readonly SeedPeriod[],
  options: Omit<TapeOptions, 'seedPeriods'> = {},
): { price: string; asOfMs: number } | null {
  const { hours = 'always', version = TAPE_VERSION, history } = options;
  const id = `${hours} ${version} ${history ? Buffer.from(history).toString('hex') : ''}`;
  const cached = tapes.get(seedPeriods) ?? new Map<string, Tape>();
  tapes.set(seedPeriods, cached);
  const tape = cached.get(id) ?? new Tape({ ...options, seedPeriods });
  cached.set(id, tape);
  const tick = tape.has(symbol) ? tape.tickAt(symbol, ms) : null;
  return tick && { price: tenthsText(tick.price), asOfMs: tick.atMs };
}
