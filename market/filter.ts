/** Filters and searches companies. */
import type { Profile, ScreenFilter, ScreenRow } from './market.ts';

const SCREEN_LIMIT = 100;
const SEARCH_LIMIT = 10;

/**
 * Returns up to `filter.limit` (100) rows that pass every filter, the largest company first. An unknown figure fails
 * its filter.
 */
export function screenRows(rows: readonly ScreenRow[], filter: ScreenFilter): ScreenRow[] {
  const more = (value: number | null, least: number | undefined) =>
    least === undefined || (value !== null && value > least);
  const less = (value: number | null, most: number | undefined) =>
    most === undefined || (value !== null && value < most);
  const sector = filter.sector?.trim().toLowerCase() ?? '';
  return rows
    .filter(
      (row) =>
        more(row.price, filter.priceMoreThan) &&
        less(row.price, filter.priceLowerThan) &&
        more(row.volume, filter.volumeMoreThan) &&
        more(row.marketCap, filter.marketCapMoreThan) &&
        more(row.beta, filter.betaMoreThan) &&
        less(row.beta, filter.betaLowerThan) &&
        row.sector.toLowerCase().includes(sector),
    )
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0) || a.symbol.localeCompare(b.symbol))
    .slice(0, filter.limit ?? SCREEN_LIMIT);
}

/** Returns only the letters and digits, so that brk.b, brk/b and brkb match BRK-B. */
const withoutMarks = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Returns up to SEARCH_LIMIT matches: first the symbol itself, then symbols that begin with the text, names with a word
 * that begins with the text, and names that contain the text.
 */
export function searchProfiles(profiles: readonly Profile[], text: string): Profile[] {
  const needle = text.trim().toLowerCase();
  if (!needle) return [];
  const letters = withoutMarks(needle);
  const score = ({ symbol, companyName }: Profile) => {
    const [ticker, name] = [withoutMarks(symbol), companyName.toLowerCase()];
    if (ticker === letters) return 0;
    if (letters !== '' && ticker.startsWith(letters)) return 1;
    if (name.startsWith(needle) || name.includes(` ${needle}`)) return 2;
    return name.includes(needle) ? 3 : 4;
  };
  return profiles
    .map((profile) => ({ profile, score: score(profile) }))
    .filter((match) => match.score < 4)
    .sort((a, b) => a.score - b.score || a.profile.symbol.localeCompare(b.profile.symbol))
    .slice(0, SEARCH_LIMIT)
    .map((match) => match.profile);
}
