/** The table of a league: members by their return since they joined. Pure. */
import type { Cents } from '../money/units.ts';

/** A member with the equities that place it, cents. */
export type LeagueEntry = {
  userId: number;
  /** Equity when the member joined; the start cash in a private game and for a member who joined before the season. */
  base: Cents;
  equity: Cents;
  /** True when the member has a place in the season, or has traded in the private game, and is still in the league. */
  isRanked: boolean;
};
export type PlacedEntry = LeagueEntry & {
  /** 1, 2, 2, 4; null for a member without a place. */
  place: number | null;
};

/** Compares exact returns, because percents are rounded; the larger one comes first. */
const compareGrowth = (a: LeagueEntry, b: LeagueEntry): number => {
  const difference = b.equity * a.base - a.equity * b.base;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};

/**
 * Returns the members best first; members without a place come last, in the given order. A member whose `base` is zero or less has
 * no return, and so no place.
 */
export function rankLeague(entries: readonly LeagueEntry[]): PlacedEntry[] {
  const isRanked = ({ isRanked, base }: LeagueEntry) => isRanked && base > 0n;
  const ranked = entries.filter(isRanked).sort(compareGrowth);
  let place = 0;
  const placed = ranked.map((entry, i) => {
    const previous = ranked[i - 1];
    if (!previous || compareGrowth(previous, entry) !== 0) place = i + 1;
    return { ...entry, place };
  });
  const rest = entries.filter((entry) => !isRanked(entry)).map((entry) => ({ ...entry, place: null }));
  return [...placed, ...rest];
}
