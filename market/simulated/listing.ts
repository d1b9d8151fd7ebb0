/** A company on the tape: its factors, its distance from the catalogue's price, and its cached days. */

import { COMPANY_BY_SYMBOL, type Company, FUNDS } from './companies.ts';
import type { CompanyDay } from './company-day.ts';
import { Lru } from './lru.ts';
import type { Ticks } from './minute.ts';
import { type RandomStream, stream } from './random.ts';
import { ANCHOR_DAY, HISTORY_DAY, type Series, type SeriesTraits } from './series.ts';

/**
 * The largest distance, a factor of 4.48. The strides of shared moves shrink over the last SHARED_ROOM before the
 * limit, the strides of own moves over the last OWN_ROOM.
 */
const LIMIT = 1.5;
const SHARED_ROOM = 0.4;
const OWN_ROOM = 0.8;
/** The least stride, so that a price at the limit still moves. */
const LEAST_STRIDE = 0.02;

/** The applied share of a day's moves. `shared`: moves of market and sector. `own`: moves of the company's own part. */
export type Strides = { shared: number; own: number };

const WHOLE: Strides = { shared: 1, own: 1 };

function stridesAt(distance: number): Strides {
  const stride = (room: number) => Math.max(LEAST_STRIDE, Math.min(1, (LIMIT - Math.abs(distance)) / room));
  return { shared: stride(SHARED_ROOM), own: stride(OWN_ROOM) };
}

/** Strides of a day before the anchor. @param move the whole move @param end the distance at the day's end */
const pastStrides = (move: number, end: number): Strides => (move * end < 0 ? stridesAt(end) : WHOLE);

export type DistanceTraits = {
  /** Returns the factors' log moves over a day; 0 without a session. */
  moves: (day: number) => { shared: number; own: number };
  /** Returns the amount to subtract from the log move of a forward day, so that prices are a martingale. */
  growth: (day: number, strides: Strides) => number;
  /** The distances without seed periods, and the day of the first period. Null unless that day is before the anchor. */
  history: { distances: Distances; day: number } | null;
};

/**
 * The distance of a company's price from the catalogue's price, day by day, as a log: the sum of the factors' applied
 * moves. The larger the distance, the smaller the applied share of a move (the stride). So no price strays by a factor
 * of five, and no price is pulled back, which would be predictable. Days before the anchor are computed backwards, so
 * that the public history ends at the catalogue's price. On these days a move applies in full if it has the sign of the
 * distance at the day's end.
 */
export class Distances {
  readonly #traits: DistanceTraits;
  /** Distances at previous closes, by days since HISTORY_DAY. */
  readonly #distances: number[] = [];

  constructor(traits: DistanceTraits) {
    this.#traits = traits;
    const { history, moves } = traits;
    if (history) {
      for (let day = HISTORY_DAY; day <= history.day; day++)
        this.#distances.push(history.distances.before(day));
      return;
    }
    const backwards = [0];
    for (let day = ANCHOR_DAY - 1; day >= HISTORY_DAY; day--) {
      const end = backwards[ANCHOR_DAY - day - 1]!;
      const { shared, own } = moves(day);
      const strides = pastStrides(shared + own, end);
      backwards.push(end - strides.shared * shared - strides.own * own);
    }
    this.#distances = backwards.reverse();
  }

  before(day: number): number {
    const all = this.#distances;
    for (let next = HISTORY_DAY + all.length - 1; next < day; next++) {
      const { shared, own } = this.#traits.moves(next);
      const strides = this.strides(next);
      const growth = this.isForward(next) ? this.#traits.growth(next, strides) : 0;
      all.push(all.at(-1)! + strides.shared * shared + strides.own * own - growth);
    }
    return all[day - HISTORY_DAY]!;
  }

  /**
   * True for a day that is computed forwards: from the anchor on or, if the first seed period begins before the anchor,
   * after the first day of that period.
   */
  isForward(day: number): boolean {
    const { history } = this.#traits;
    return history ? day > history.day : day >= ANCHOR_DAY;
  }

  /**
   * Returns the strides of a day. The strides are known before the day's first trade. Only before the anchor do they
   * depend on the day's end.
   */
  strides(day: number): Strides {
    const { history } = this.#traits;
    if (this.isForward(day)) return stridesAt(this.before(day));
    if (history) return history.distances.strides(day);
    const { shared, own } = this.#traits.moves(day);
    return pastStrides(shared + own, this.before(day + 1));
  }

  /** Keeps the distance at the previous close of `day`, and evicts later ones. */
  forgetFrom(day: number): void {
    this.#distances.length = Math.min(this.#distances.length, day - HISTORY_DAY + 1);
  }
}

export type Listing = {
  company: Company;
  own: Series;
  sector: Series | null;
  volumeStream: RandomStream;
  sizeStream: RandomStream;
  /** Null until the first use. */
  distances: Distances | null;
  days: Lru<number, CompanyDay>;
  ticks: Lru<number, Ticks>;
};

const KEEP_DAYS = 3;
const KEEP_TICKS = 3;

/** An index falls harder than it rises: its jumps are losses on average. */
export const MARKET_TRAITS: SeriesTraits = {
  name: 'market',
  sigma: 0.006,
  drift: 0.0002,
  jumpMean: -0.025,
  jumpSigma: 0.014,
};

/** The listings of a tape. Each is created at its first use. */
export class Listings {
  readonly #make: (traits: SeriesTraits) => Series;
  readonly #market: Series;
  readonly #sectors = new Map<string, Series>();
  readonly #listings = new Map<string, Listing>();

  constructor(market: Series, make: (traits: SeriesTraits) => Series) {
    this.#market = market;
    this.#make = make;
  }

  /** @throws RangeError for a symbol outside the catalogue */
  get(symbol: string): Listing {
    let listing = this.#listings.get(symbol);
    if (!listing) {
      const company = COMPANY_BY_SYMBOL.get(symbol);
      if (!company) throw new RangeError(`The tape has no ${symbol}`);
      // jumps scale with volatility: 3.5 % for the usual base volatility of 1.2 %
      const jumps = Math.min(1.5, company.vol / 1.2);
      listing = {
        company,
        own: this.#follower(symbol, company.vol / 100, -0.003 * jumps, 0.035 * jumps),
        sector: company.sector === FUNDS ? null : this.#sector(company.sector),
        volumeStream: stream(`volume ${symbol}`),
        sizeStream: stream(`sizes ${symbol}`),
        distances: null,
        days: new Lru(KEEP_DAYS),
        ticks: new Lru(KEEP_TICKS),
      };
      this.#listings.set(symbol, listing);
    }
    return listing;
  }

  forgetFrom(day: number): void {
    for (const sector of this.#sectors.values()) sector.forgetFrom(day);
    for (const listing of this.#listings.values()) {
      listing.own.forgetFrom(day);
      if (day < ANCHOR_DAY) listing.distances = null;
      else listing.distances?.forgetFrom(day);
      listing.days.forget((cached) => cached >= day);
      listing.ticks.clear();
    }
  }

  #sector(name: string): Series {
    const sector = this.#sectors.get(name) ?? this.#follower(`sector ${name}`, 0.0035, -0.003, 0.012);
    this.#sectors.set(name, sector);
    return sector;
  }

  /** Creates a factor without drift that shares the market's regimes. */
  #follower(name: string, sigma: number, jumpMean: number, jumpSigma: number): Series {
    return this.#make({ name, sigma, drift: 0, jumpMean, jumpSigma, leader: this.#market });
  }
}
