/** When a season stops admitting new traders, and its last hours, in which nobody sees how others trade. Pure. */

/** `entryDays`: days of 24 hours after the start, 0 for none. `entryUntil`: epoch ms, null for none. At most one of them is set. */
export type EntryTerms = { entryDays: number; entryUntil: number | null };

export const OPEN_ENTRY: EntryTerms = { entryDays: 0, entryUntil: null };
export const MOST_ENTRY_DAYS = 366;
const DAY_MS = 86_400_000;

/** Returns when entry closes, epoch ms; null when it never does, and before the start of a season with `entryDays`. */
export function entryClosesAt({
  entryDays,
  entryUntil,
  startedAt,
}: EntryTerms & { startedAt: Date | null }): number | null {
  if (entryUntil !== null) return entryUntil;
  return entryDays > 0 && startedAt ? startedAt.getTime() + entryDays * DAY_MS : null;
}

/** True when a new account can no longer join the waiting or running season. @param now epoch ms */
export function isEntryClosed(
  season: EntryTerms & Record<'startedAt' | 'endedAt', Date | null>,
  now: number,
): boolean {
  const closesAt = entryClosesAt(season);
  return season.endedAt === null && closesAt !== null && now >= closesAt;
}

/** The longest freeze of the table before the planned end, hours. During it nobody sees how others trade. */
export const MOST_FROZEN_HOURS = 48;
const HOUR_MS = 3_600_000;

/**
 * Returns the instant since which the table of a running season is frozen, epoch ms; null while it is not frozen.
 * @param endsAt the planned end, epoch ms; null: an admin ends the season, and nothing is frozen
 */
export function frozenSince(
  { frozenHours, endsAt }: { frozenHours: number; endsAt: number | null },
  now: number,
): number | null {
  if (frozenHours === 0 || endsAt === null) return null;
  const since = endsAt - frozenHours * HOUR_MS;
  return now >= since ? since : null;
}
