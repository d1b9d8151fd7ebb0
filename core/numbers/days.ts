/** Days of a time zone: 23, 24 or 25 hours. A day is "2026-11-28". Pure. */
import { utcToZoned, zonedToUtc } from '../locale/zone.ts';

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
