import type { Candle } from '../chart/types.ts';

/** The data of the landing page; figures are finished texts. */
export type LandingView = {
  /** Everyone's start cash. */
  startCash: string;
  /** The season a new account would trade in. */
  joins: number;
  season: LandingSeason;
  /** The first five; null when they could not be read. */
  top: readonly LandingRow[] | null;
  /** True when the table is final. */
  isFinal: boolean;
  /** Finished text: the winners are provisional, or were corrected; null otherwise. */
  review: string | null;
  chart: LandingChart | null;
  /** SHA-256 of the seed of a season, in hexadecimal. */
  lock: { season: number; hash: string } | null;
  /** The newest season whose seed is public, or the one that runs. */
  proof: { season: number; isPublic: boolean };
};

export type LandingSeason = {
  number: number;
  state: 'live' | 'waiting' | 'over';
  /** "2,500.00" */
  prize: string;
  /** Places that win a prize. */
  prizePlaces: number;
  /** True when the season is practice, without a prize. */
  isPractice: boolean;
  /** The planned end of a running season; null without one. */
  ends: { iso: string; left: TimeUnits; when: string } | null;
  /** When the next one starts, null while nobody has said, and whether that is planned to the minute. */
  next: string | null;
  isNextPlanned: boolean;
  traders: { count: number; text: string };
};

/** The two largest units of a time. */
export type TimeUnits = { unit: 'day' | 'hour' | 'minute'; count: number }[];

export type LandingRow = {
  username: string;
  place: number;
  /** Id of an item. */
  logo: string | null;
  /** Everyone may read their page. */
  hasPage: boolean;
  isSimulated: boolean;
  change: { value: string; text: string };
};

export type LandingChart = {
  symbol: string;
  name: string;
  exchange: string;
  price: string;
  change: { value: string; text: string } | null;
  candles: readonly Candle[];
  /** Where the prices are from. */
  source: string;
  /** Fills of 24 hours; 0: nobody traded, and the symbol is the default one. */
  trades: { count: number; text: string };
  /** When it was drawn, "14:03". */
  time: string;
};
