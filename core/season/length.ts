/** The lengths of a season that admins choose by one press. Pure; times are the wall clock of a zone. */
export const SEASON_LENGTHS = ['month', 'week', 'day'] as const;
export type SeasonLength = (typeof SEASON_LENGTHS)[number];

/**
 * Returns the same time of day one length later. A month that has no such day ends on its last day.
 * @param local "2026-01-31T10:00" @returns "2026-02-28T10:00" for a month
 */
export function laterBy(length: SeasonLength, local: string): string {
  const date = new Date(`${local}Z`);
  if (length === 'month') {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + 1);
    date.setUTCDate(Math.min(day, daysIn(date)));
  } else date.setUTCDate(date.getUTCDate() + (length === 'week' ? 7 : 1));
  return date.toISOString().slice(0, 16);
}

/** Returns how many days an instant's month has. */
const daysIn = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
