/** Screening and searching a list of companies, the same for every market that has one in memory. */
import type { Profile, ScreenFilter, ScreenRow } from './market.ts';

const SCREEN_LIMIT = 100;
const SEARCH_LIMIT = 10;

/** Rows that pass every filter given, largest company first. A row that lacks a filtered fact does not pass. */
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

/** BRK-B is found by brk.b, brk/b and brkb. */
const withoutMarks = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Symbols that begin with the text, then names with a word that does, then names that contain it. */
export function searchProfiles(profiles: readonly Profile[], text: string, limit = SEARCH_LIMIT): Profile[] {
  const needle = text.trim().toLowerCase();
  if (!needle) return [];
  const letters = withoutMarks(needle);
  const place = ({ symbol, companyName }: Profile) => {
    const [ticker, name] = [withoutMarks(symbol), companyName.toLowerCase()];
    if (ticker === letters) return 0;
    if (letters !== '' && ticker.startsWith(letters)) return 1;
    if (name.startsWith(needle) || name.includes(` ${needle}`)) return 2;
    return name.includes(needle) ? 3 : 4;
  };
  return profiles
    .map((profile) => ({ profile, place: place(profile) }))
    .filter((found) => found.place < 4)
    .sort((a, b) => a.place - b.place || a.profile.symbol.localeCompare(b.profile.symbol))
    .slice(0, limit)
    .map((found) => found.profile);
}
