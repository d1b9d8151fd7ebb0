/** The last hours of a season, in which nobody sees how others trade. Pure. */

/** Hours before the planned end from which the table is frozen for others; 0: never. */
export const MOST_FROZEN_HOURS = 48;
const HOUR_MS = 3_600_000;

/**
 * Returns since when the table of a season that runs is frozen, epoch ms; null while it is not.
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
