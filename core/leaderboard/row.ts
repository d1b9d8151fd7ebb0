/** A row of the leaderboard. Pure. */
import type { Cents } from '../money/units.ts';
import type { Rank } from './rank.ts';

/** Rows on a page of a table of traders. */
export const TABLE_ROWS = 50;
/** The most results of a search for a trader. */
export const FOUND_ROWS = 20;

export type LeaderboardRow = {
  userId: number;
  username: string;
  /** 1-based number of the row, by which pages are counted. */
  rowNumber: number;
  /** 1, 2, 2, 4; null while not ranked. */
  place: number | null;
  rank: Rank;
  cash: Cents;
  /** Cash plus the worth of every open position: the score. */
  equity: Cents;
  /** A disqualified trader has no place. */
  isDisqualified: boolean;
  logo: string | null;
  /** False when the trader limits who may read their page. True also for suspended and leaving traders, whose pages are closed. */
  hasPage: boolean;
  isSimulated: boolean;
  /** Fills of the trader's orders; null when the reader may not see that number. */
  trades: number | null;
  /**
   * Places gained since the day's first snapshot, negative for lost places; null unless the trader has a place in both
   * tables.
   */
  move: number | null;
};

/** The columns of a row that a ranking pass computes; the database supplies the others. */
export type RowFigures = Omit<LeaderboardRow, 'username' | 'logo' | 'hasPage' | 'isSimulated' | 'move'>;

export type ResultRow = RowFigures & { realised: Cents; trades: number };

/** A row of a stored final table. */
export type FinalRow = {
  userId: number;
  username: string;
  /** Equals `rowNumber` when the trader is not ranked. */
  place: number;
  rowNumber: number;
  ranked: boolean;
  /** Dollars, decimal strings. */
  equity: string;
  realised: string;
  trades: number;
  rank: string;
  /** The reason of the trader's disqualification. Null without a disqualification. */
  disqualified: string | null;
};
