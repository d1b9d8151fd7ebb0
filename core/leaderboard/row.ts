/** A row of the leaderboard, and its pages. Pure. */
import { pageCount } from '../contract/pages.ts';
import type { Cents } from '../money/units.ts';
import type { Rank } from './rank.ts';

/** Rows in a response of /api/rankings: the default and the maximum. */
export const PAGE_SIZE = 100;
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

/** Clamps the page to 1 … last and the limit to 1 … 100; a value that is no number gives the default. */
export function clampPage(page: unknown, limit: unknown, total: number): { page: number; limit: number } {
  const whole = (value: unknown, fallback: number) => {
    const n = typeof value === 'number' ? value : Number.parseInt(String(value ?? ''), 10);
    return Number.isFinite(n) ? Math.trunc(n) : fallback;
  };
  const size = Math.min(PAGE_SIZE, Math.max(1, whole(limit, PAGE_SIZE)));
  const last = pageCount(total, size);
  return { page: Math.min(last, Math.max(1, whole(page, 1))), limit: size };
}

/** Returns the 1-based page of a row. */
export function pageOf(rowNumber: number, limit = PAGE_SIZE): number {
  return Math.floor((rowNumber - 1) / limit) + 1;
}
