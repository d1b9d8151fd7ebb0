/**
 * The simulated tape: every price of every company at every moment, a pure function of the seeds. It knows no
 * clock and would tell the future; simulated/market.ts is what keeps it from doing so.
 */
import type { Bar } from '#core/bars.ts';
import { type Calendar, createCalendar, DAY_MS, dayOf, MINUTE_MS, type SessionTimes } from '../calendar.ts';
import type { Epoch, Hours } from '../market.ts';
import { COMPANIES, COMPANY_BY_SYMBOL } from './catalogue.ts';
import { type Listing, Listings, MARKET_TRAITS, remember } from './listing.ts';
import { type DayBars, foldDay, makeDayBars } from './minutes.ts';
import { PUBLIC_SEED } from './random.ts';
import { Seeds } from './seeds.ts';
import { ANCHOR_DAY, HISTORY_DAY, Series } from './series.ts';
import { makeTicks, type Ticks } from './ticks.ts';

/**
 * The version of the algorithm that makes prices of seeds. It rises with every change that moves a price; a season keeps
 * the one it was played on.
 */
export const TAPE_VERSION = 2;

export type Tick = { cents: number; atMs: number; size: number };

/** Days of minutes and folded days kept per company; the oldest asked for go first. */
const KEEP_DAYS = 4;
const KEEP_FOLDS = 1500;
const KEEP_TICKS = 3;
const FLOOR_CENTS = 50;

export type TapeOptions = {
  hours?: Hours;
  /** Seasons' seeds, any order. */
  epochs?: readonly Epoch[];
  /** Seed of what comes before the first epoch. */
  history?: Uint8Array;
};

export class Tape {
  readonly calendar: Calendar;
  readonly #history: Uint8Array;
  readonly #seeds: Seeds;
  readonly #market: Series;
  readonly #listings: Listings;
  /** The same tape without seasons, where a season began before the anchor day. */
  #unseasoned: Tape | null = null;

  constructor(options: TapeOptions = {}) {
    this.calendar = createCalendar(options.hours ?? 'always');
    this.#history = options.history ?? PUBLIC_SEED;
    this.#seeds = new Seeds(this.#history);
    this.#market = new Series(MARKET_TRAITS, this.calendar, this.#seeds.segments);
    this.#listings = new Listings(
      this.#market,
      (traits) => new Series(traits, this.calendar, this.#seeds.segments),
    );
    this.setEpochs(options.epochs ?? []);
  }

  /** Replaces the seeds; what the old and new ones agree on stays as it was. */
  setEpochs(epochs: readonly Epoch[]): void {
    const day = this.#seeds.set(epochs);
    if (day === null) return;
    this.#market.forgetFrom(day);
    this.#listings.forgetFrom(day);
  }

  has(symbol: string): boolean {
    return COMPANY_BY_SYMBOL.has(symbol);
  }

  /** The newest trade at or before `ms`; null before the tape begins. */
  tickAt(symbol: string, ms: number): Tick | null {
    const session = this.#sessionAt(ms);
    if (!session) return null;
    const minute = Math.floor((ms - session.openMs) / MINUTE_MS);
    if (minute < session.minutes) {
      const ticks = this.#ticks(symbol, session, minute);
      const k = ticks.count(ms) - 1;
      if (k >= 0) return ticks.at(k);
      // this minute's first trade is still to come
      if (minute === 0) return this.tickAt(symbol, session.openMs - 1);
    }
    return this.#ticks(symbol, session, Math.min(minute, session.minutes) - 1).last();
  }

  /** Trades after `fromMs` and up to `toMs`, oldest first. */
  ticksBetween(symbol: string, fromMs: number, toMs: number): Tick[] {
    const out: Tick[] = [];
    const first = Math.floor(fromMs / MINUTE_MS);
    for (let m = first; m * MINUTE_MS <= toMs; m++) {
      const session = this.#sessionAt(m * MINUTE_MS);
      const minute = session ? (m * MINUTE_MS - session.openMs) / MINUTE_MS : 0;
      if (!session || minute >= session.minutes) continue;
      const ticks = this.#ticks(symbol, session, minute);
      for (let k = ticks.count(fromMs); k < ticks.count(toMs); k++) out.push(ticks.at(k));
    }
    return out;
  }

  /** The last price of the session before the one running or latest at `ms`, in cents. */
  previousClose(symbol: string, ms: number): number {
    const session = this.#sessionAt(ms);
    return session ? this.#closeBefore(this.#listings.get(symbol), session.day) : 0;
  }

  /**
   * A session's bars of `minutes` minutes each (0: the whole day as one), as they stood at `ms`: the last is still
   * forming while the session runs. Bars start at the opening; a whole day's at 00:00 UTC of its date.
   */
  bars(symbol: string, session: SessionTimes, minutes: number, ms: number): Bar[] {
    const listing = this.#listings.get(symbol);
    const done = Math.min(session.minutes, Math.floor((ms - session.openMs) / MINUTE_MS));
    const whole = done === session.minutes;
    const id = `${session.day} ${minutes}`;
    const known = whole && listing.folds.get(id);
    if (known) return known;
    const bars = foldDay(this.#days(listing, session), session, minutes, Math.max(0, done));
    if (whole) {
      // shorter bars are quickly folded again, and many to keep
      if (minutes === 0 || minutes >= 240) remember(listing.folds, id, bars, KEEP_FOLDS);
      return bars;
    }
    if (done >= 0) this.#addForming(bars, symbol, session, minutes, done, ms);
    return bars;
  }

  /** The session running at `ms` or the last before it, none before the tape begins. */
  #sessionAt(ms: number): SessionTimes | null {
    const session = this.calendar.latest(ms);
    return session && session.day >= HISTORY_DAY ? session : null;
  }

  #addForming(
    bars: Bar[],
    symbol: string,
    session: SessionTimes,
    minutes: number,
    minute: number,
    ms: number,
  ): void {
    const ticks = this.#ticks(symbol, session, minute);
    const count = ticks.count(ms);
    if (count === 0) return;
    const at = minutes === 0 ? 0 : minute - (minute % minutes);
    const time = minutes === 0 ? (session.day * DAY_MS) / 1000 : session.openMs / 1000 + at * 60;
    let bar = bars.at(-1);
    if (bar?.time !== time) {
      const open = ticks.at(0).cents / 100;
      bar = { time, open, high: open, low: open, close: open, volume: 0 };
      bars.push(bar);
    }
    for (let k = 0; k < count; k++) {
      const { cents, size } = ticks.at(k);
      const price = cents / 100;
      bar.high = Math.max(bar.high, price);
      bar.low = Math.min(bar.low, price);
      bar.close = price;
      bar.volume += size;
    }
  }

  #ticks(symbol: string, session: SessionTimes, minute: number): Ticks {
    const listing = this.#listings.get(symbol);
    const id = session.openMs / MINUTE_MS + minute;
    let ticks = listing.ticks.get(id);
    if (!ticks) {
      const bars = this.#days(listing, session);
      const startMs = id * MINUTE_MS;
      const counter = id - (HISTORY_DAY * DAY_MS) / MINUTE_MS;
      ticks = makeTicks(
        bars,
        minute,
        startMs,
        listing.company.volume,
        this.#seeds.keyAt(startMs),
        listing.tickStream,
        counter,
      );
      remember(listing.ticks, id, ticks, KEEP_TICKS);
    }
    return ticks;
  }

  #days(listing: Listing, session: SessionTimes): DayBars {
    let bars = listing.days.get(session.day);
    if (!bars) {
      const { company, own, sector } = listing;
      const base = this.#levelAt(listing, session.day);
      const [market, group, rest] = [this.#market.path(session), sector?.path(session), own.path(session)];
      const sigma = (s: Series | null) => s?.sigma(session.day) ?? 0;
      const usual = (s: Series | null) => s?.traits.sigma ?? 0;
      const total = (of: (s: Series | null) => number) =>
        Math.hypot(company.beta * of(this.#market), of(sector), of(own));
      const log = new Float64Array(session.minutes);
      for (let m = 0; m < session.minutes; m++)
        log[m] = base + company.beta * market.close[m]! + (group?.close[m] ?? 0) + rest.close[m]!;
      bars = makeDayBars({
        openLog: base + company.beta * market.open + (group?.open ?? 0) + rest.open,
        log,
        dayBefore: this.#closeBefore(listing, session.day),
        overnight: this.calendar.hours === 'us',
        sigma: total(sigma),
        usualSigma: total(usual),
        usualVolume: company.volume * 1e6,
        floorCents: FLOOR_CENTS,
        segments: this.#seeds.segments(session),
        stream: listing.barStream,
        dayIndex: session.day - HISTORY_DAY,
      });
      remember(listing.days, session.day, bars, KEEP_DAYS);
    }
    return bars;
  }

  /** Log price at the previous close. */
  #levelAt(listing: Listing, day: number): number {
    listing.base ??= this.#baseOf(listing);
    return (
      listing.base +
      listing.company.beta * this.#market.level(day) +
      (listing.sector?.level(day) ?? 0) +
      listing.own.level(day)
    );
  }

  #closeBefore(listing: Listing, day: number): number {
    return Math.max(FLOOR_CENTS, Math.round(100 * Math.exp(this.#levelAt(listing, day))));
  }

  /** Puts the history, as it runs without any season, at the catalogue's price on the anchor day. */
  #baseOf({ company, own, sector }: Listing): number {
    const { firstMs } = this.#seeds;
    if (firstMs !== null && dayOf(firstMs) < ANCHOR_DAY) {
      this.#unseasoned ??= new Tape({ hours: this.calendar.hours, history: this.#history });
      return this.#unseasoned.#baseOf(this.#unseasoned.#listings.get(company.symbol));
    }
    const moved =
      company.beta * this.#market.level(ANCHOR_DAY) +
      (sector?.level(ANCHOR_DAY) ?? 0) +
      own.level(ANCHOR_DAY);
    return Math.log(company.price) - moved;
  }
}

export const ALL_SYMBOLS: readonly string[] = COMPANIES.map((c) => c.symbol);
