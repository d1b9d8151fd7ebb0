/** One company on the tape: the factors that move it, and what has been made of its prices so far. */
import { COMPANY_BY_SYMBOL, type Company, FUNDS } from './companies/catalogue.ts';
import type { CompanyDay } from './company-day.ts';
import type { Distances } from './distances.ts';
import { Lru } from './lru.ts';
import { type RandomStream, stream } from './random.ts';
import { ANCHOR_DAY, type Series, type SeriesTraits } from './series.ts';
import type { Ticks } from './ticks.ts';

export type Listing = {
  company: Company;
  own: Series;
  sector: Series | null;
  volumeStream: RandomStream;
  sizeStream: RandomStream;
  /** Log distances from the catalogue's price. */
  distances: Distances | null;
  /** By the number of the day. */
  days: Lru<number, CompanyDay>;
  /** By the minute's number. */
  ticks: Lru<number, Ticks>;
};

/** Kept per company; what was asked for longest ago goes first. */
const KEEP_DAYS = 3;
const KEEP_TICKS = 3;

/** An index falls harder than it rises: its surprises are losses. */
export const MARKET_TRAITS: SeriesTraits = {
  name: 'market',
  sigma: 0.006,
  drift: 0.0002,
  jumpMean: -0.025,
  jumpSigma: 0.014,
};

/** The listings of a tape, made when first asked for. */
export class Listings {
  readonly #make: (traits: SeriesTraits) => Series;
  readonly #market: Series;
  readonly #sectors = new Map<string, Series>();
  readonly #listings = new Map<string, Listing>();

  constructor(market: Series, make: (traits: SeriesTraits) => Series) {
    this.#market = market;
    this.#make = make;
  }

  /** @throws RangeError for a symbol that is not in the catalogue */
  get(symbol: string): Listing {
    let listing = this.#listings.get(symbol);
    if (!listing) {
      const company = COMPANY_BY_SYMBOL.get(symbol);
      if (!company) throw new RangeError(`The tape has no ${symbol}`);
      // a quiet company's surprises are small: 3.5% belongs to the usual base volatility of 1.2%
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

  /** Forgets what was made of `day` and all after it. */
  forgetFrom(day: number): void {
    for (const sector of this.#sectors.values()) sector.forgetFrom(day);
    for (const listing of this.#listings.values()) {
      listing.own.forgetFrom(day);
      if (day < ANCHOR_DAY) listing.distances = null;
      else listing.distances?.forgetFrom(day);
      listing.days.forget((known) => known >= day);
      listing.ticks.clear();
    }
  }

  #sector(name: string): Series {
    const sector = this.#sectors.get(name) ?? this.#follower(`sector ${name}`, 0.0035, -0.003, 0.012);
    this.#sectors.set(name, sector);
    return sector;
  }

  /** A factor without a drift of its own that shares the market's regimes. */
  #follower(name: string, sigma: number, jumpMean: number, jumpSigma: number): Series {
    return this.#make({ name, sigma, drift: 0, jumpMean, jumpSigma, leader: this.#market });
  }
}
