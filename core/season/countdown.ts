/** How a language counts days: one, two, and any other number at the place `{count}`. */
export type DayWords = { dayOne: string; dayTwo: string; days: string };

/** The time left: "2d 03:12:09", "03:12:09"; "00:00:00" once it is over. @param ms until then */
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
