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
