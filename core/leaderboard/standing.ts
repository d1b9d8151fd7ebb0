/** The arithmetic of a page of the leaderboard and of "Your place". Pure. */
import type { Cents } from '../money/units.ts';
import type { Rank } from './rank.ts';

/** Rows of a page unless asked otherwise, and at most. */
export const PAGE_SIZE = 100;

/** One line of the ranking. */
export type Standing = {
  userId: number;
  username: string;
  /** 1-based position of the row, ties in order; what paging counts. */
  rowNumber: number;
  /** Displayed place (1, 2, 2, 4), null when not ranked yet. */
  place: number | null;
  rank: Rank;
  /** Cash. */
  cash: Cents;
  /** Cash plus the value of every open position: the score. */
  equity: Cents;
  /** Never ranked. */
  isDisqualified: boolean;
  /** Id of the logo they wear. */
  logo: string | null;
  /** Everyone may read their page. */
  hasPage: boolean;
  /** A simulated trader of the demo. */
  isSimulated: boolean;
};

/** A row without name and logo: what concerns its owner. */
export type OwnStanding = Omit<Standing, 'username' | 'logo' | 'hasPage' | 'isSimulated'>;

/** A row of a season's final table. */
export type FinalStanding = OwnStanding & { realised: Cents; trades: number };

/** Clamps what a client asked for: page from 1 to the last, limit from 1 to 100; rubbish gives the defaults. */
export function clampPage(page: unknown, limit: unknown, total: number): { page: number; limit: number } {
  const whole = (value: unknown, fallback: number) => {
    const n = typeof value === 'number' ? value : Number.parseInt(String(value ?? ''), 10);
    return Number.isFinite(n) ? Math.trunc(n) : fallback;
  };
  const size = Math.min(PAGE_SIZE, Math.max(1, whole(limit, PAGE_SIZE)));
  const last = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(last, Math.max(1, whole(page, 1))), limit: size };
}

/** The page on which a row stands. */
export function pageOf(rowNumber: number, limit = PAGE_SIZE): number {
  return Math.floor((rowNumber - 1) / limit) + 1;
}
