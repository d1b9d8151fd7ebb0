import type { Candle } from '../chart/types.ts';

/** The data of the landing page; figures are formatted texts. */
export type LandingView = {
  startCash: string;
  /** The number of the season that a new account would trade in. */
  joins: number;
  season: LandingSeason;
  /** The first five rows of the leaderboard; null when they could not be read. */
  top: readonly LandingRow[] | null;
  isFinal: boolean;
  /** A sentence when the winners are provisional or were corrected; null otherwise. */
  review: string | null;
  chart: LandingChart | null;
  /** SHA-256 of a season's seed, hexadecimal; null before the first seed, and when it could not be read. */
  lock: { season: number; hash: string } | null;
  /**
   * The newest season that is over; the newest season when none is over, and when the seasons could not be read.
   * `isPublic`: true when anybody may download the season's bundle.
   */
  proof: { season: number; isPublic: boolean };
};

export type LandingSeason = {
  number: number;
  state: 'live' | 'waiting' | 'over';
  /** "2,500", or "2,500.50" for an amount with agorot. */
  prize: string;
  prizePlaces: number;
  /** True for a practice season, which has no prize. */
  isPractice: boolean;
  /** The planned end of a running season; null without one. */
  ends: { iso: string; left: TimeUnits; when: string } | null;
  /** When the next season starts; null while unknown. `isNextPlanned`: true when it is planned to the minute. */
  next: string | null;
  isNextPlanned: boolean;
  traders: { count: number; text: string };
};

/** The two largest units of a duration. */
export type TimeUnits = { unit: 'day' | 'hour' | 'minute'; count: number }[];

export type LandingRow = {
  username: string;
  place: number;
  /** Id of the logo, an item of the shop; null without one. */
  logo: string | null;
  /** True when everyone may open the trader's page. */
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
  source: string;
  /** The symbol's fills in the last 24 hours; none for the default symbol, which the chart shows when nobody traded. */
  trades: { count: number; text: string };
  /** When the chart was rendered, "14:03". */
  time: string;
};
