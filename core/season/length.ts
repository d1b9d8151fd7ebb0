/** The length of a season and its repetition, on the wall clock of a zone, and the countdown to its end. Pure. */

/** Lengths that have a button in the admin's form. */
export const SEASON_LENGTHS = ['month', 'week', 'day'] as const;
export type SeasonLength = (typeof SEASON_LENGTHS)[number];

/**
 * Returns the same time of day one length later. A month without such a day has its last day instead.
 * @param local "2026-01-31T10:00" @returns "2026-02-28T10:00" for a month
 */
export function laterBy(length: SeasonLength, local: string): string {
  if (length === 'month') return monthsAfter(local, 1);
  const date = new Date(`${local}Z`);
  date.setUTCDate(date.getUTCDate() + (length === 'week' ? 7 : 1));
  return date.toISOString().slice(0, 16);
}

function monthsAfter(local: string, months: number): string {
  const date = new Date(`${local}Z`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), daysInMonth));
  return date.toISOString().slice(0, 16);
}

export type LocalTimes = { start: string; end: string };

/**
 * Returns a season's times moved by the fewest whole months, at least one, that bring its start to `earliest` or later.
 */
export function nextMonthly(season: LocalTimes, earliest: string): LocalTimes {
  for (let months = 1; ; months++) {
    const start = monthsAfter(season.start, months);
    if (start >= earliest) return { start, end: monthsAfter(season.end, months) };
  }
}

/** The words of a language for one day, two days, and `{count}` days. */
export type DayWords = { dayOne: string; dayTwo: string; days: string };

/** Returns the remaining time: "2d 03:12:09", "03:12:09", at the end "00:00:00". */
export function countdownText(ms: number, words: DayWords): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(':');
  if (days === 0) return clock;
  const word = days === 1 ? words.dayOne : days === 2 ? words.dayTwo : words.days;
  return `${word.replace('{count}', String(days))} ${clock}`;
}
