/** Wall-clock times and days of a time zone. A day is "2026-11-28" and has 23, 24 or 25 hours. */

const DAY_MS = 86_400_000;

/** Cached, because creating a formatter takes a thousand times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
/** The most cached clocks: a request may name any zone in any mixture of capital and small letters. */
const MOST_CLOCKS = 600;

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (clocks.size >= MOST_CLOCKS) clocks.delete(clocks.keys().next().value!);
  clocks.set(zone, clock);
  return clock;
}

/** Returns how far the zone is ahead of UTC at an instant, ms. */
function offsetMs(utcMs: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(utcMs);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(utcMs / 1000) * 1000;
}

/**
 * Returns the instant of a form's `datetime-local` value in a zone. A time that the clocks skip moves forward by the
 * length of the gap; of a time that happens twice, the first instant counts.
 * @param local "2026-11-22T10:00", seconds allowed @returns epoch ms; null for any other text
 */
export function zonedToUtc(local: string, zone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return null;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== local.slice(0, 16)) return null;
  // the offsets of a day before and of a day after differ only when the clocks change between them
  const [byOldClock, byNewClock] = [
    asUtc - offsetMs(asUtc - DAY_MS, zone),
    asUtc - offsetMs(asUtc + DAY_MS, zone),
  ];
  const isRight = (utcMs: number) => utcMs + offsetMs(utcMs, zone) === asUtc;
  return isRight(byNewClock) && !isRight(byOldClock) ? byNewClock : byOldClock;
}

/** Returns an instant as a form's `datetime-local` value in a zone, to the minute. */
export function utcToZoned(utcMs: number, zone: string): string {
  return new Date(utcMs + offsetMs(utcMs, zone)).toISOString().slice(0, 16);
}

/**
 * Returns the first instant of an instant's day in a zone, epoch ms: midnight, or, when the clocks skip midnight, the
 * end of the gap.
 */
export function startOfDay(utcMs: number, zone: string): number {
  return zonedToUtc(`${utcToZoned(utcMs, zone).slice(0, 10)}T00:00`, zone) ?? utcMs;
}

/** Returns the day of an instant in a zone. @param instant epoch ms @param zone IANA name */
export const zonedDay = (instant: number, zone: string): string => utcToZoned(instant, zone).slice(0, 10);

/** Returns the day `count` days later; negative: earlier. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Returns the first instant of a day, and of the next one, epoch ms. */
export const dayRange = (day: string, zone: string): { from: number; to: number } => ({
  from: zonedToUtc(`${day}T00:00`, zone)!,
  to: zonedToUtc(`${addDays(day, 1)}T00:00`, zone)!,
});

/** Returns the days from `first` to `last`, both included. */
export function listDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
