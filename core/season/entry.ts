/** Until when new traders may join a season. Pure. */

/** `entryDays`: days of 24 hours after the start, 0 for none. `entryUntil`: epoch ms, null for none. At most one of them is set. */
export type EntryTerms = { entryDays: number; entryUntil: number | null };

export const OPEN_ENTRY: EntryTerms = { entryDays: 0, entryUntil: null };
export const MOST_ENTRY_DAYS = 366;
const DAY_MS = 86_400_000;

/** Returns when entry closes, epoch ms; null for never, and for a number of days before the start. */
export function entryClosesAt({
  entryDays,
  entryUntil,
  startedAt,
}: EntryTerms & { startedAt: Date | null }): number | null {
  if (entryUntil !== null) return entryUntil;
  return entryDays > 0 && startedAt ? startedAt.getTime() + entryDays * DAY_MS : null;
}

/** True when a new account takes no part in the season that waits or runs. @param now epoch ms */
export function isEntryClosed(
  season: EntryTerms & Record<'startedAt' | 'endedAt', Date | null>,
  now: number,
): boolean {
  const closesAt = entryClosesAt(season);
  return season.endedAt === null && closesAt !== null && now >= closesAt;
}
