/**
 * When the market trades. `us`: NYSE regular hours, 09:30–16:00 New York, its ten holidays and 13:00 half days by
 * rule, the unscheduled closures since 2001 by list (nyse.com/markets/hours-calendars). `always`: virtual sessions,
 * each UTC day from midnight to midnight.
 */
import type { Hours, MarketSession } from './market.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** One session. `day`: its date as days since 1970-01-01. */
export type SessionTimes = { day: number; openMs: number; minutes: number };

export interface Calendar {
  readonly hours: Hours;
  /** The session of a date, or null when the market stays closed that day. */
  session(day: number): SessionTimes | null;
  /** The session running at `ms`, or the last one before it; null before the first. */
  latest(ms: number): SessionTimes | null;
  /** The session before a date. */
  previous(day: number): SessionTimes | null;
  /** What `Market.session()` answers at `ms`. */
  state(ms: number): MarketSession;
}

/** Of the longest session, a day around the clock. */
export const MAX_MINUTES = 1440;

/** The number of the day a YYYY-MM-DD date or an instant's UTC date falls on. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
export const dayNumber = (year: number, month: number, date: number): number =>
  Math.round(Date.UTC(year, month - 1, date) / DAY_MS);
/** YYYY-MM-DD of a day number. */
export const isoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function createCalendar(hours: Hours): Calendar {
  const session = hours === 'us' ? nyseSession : utcSession;
  const previous = (day: number) => {
    for (let d = day - 1; d >= day - 15; d--) {
      const found = session(d);
      if (found) return found;
    }
    return null;
  };
  const latest = (ms: number) => {
    const today = session(dayOf(ms));
    // a New York session lies within its own UTC date, winter and summer
    return today && today.openMs <= ms ? today : previous(dayOf(ms));
  };
  return {
    hours,
    session,
    previous,
    latest,
    state(ms) {
      if (hours === 'always') return { open: true, opensAt: null, closesAt: null };
      const now = latest(ms);
      const closesAt = now ? closeOf(now) : 0;
      if (ms < closesAt) return { open: true, opensAt: null, closesAt };
      for (let d = dayOf(ms); d < dayOf(ms) + 15; d++) {
        const next = session(d);
        if (next && next.openMs > ms) return { open: false, opensAt: next.openMs, closesAt: null };
      }
      return { open: false, opensAt: null, closesAt: null };
    },
  };
}

/** The end of a session, epoch ms. */
export const closeOf = (s: SessionTimes): number => s.openMs + s.minutes * MINUTE_MS;

/** The end of the session that runs at `at` or comes next, both epoch ms. A market that never closes ends its days in UTC. */
export function dayEnd(calendar: Calendar, at: number): number {
  const session = calendar.latest(calendar.state(at).opensAt ?? at);
  return session ? closeOf(session) : at;
}

const utcSession = (day: number): SessionTimes => ({ day, openMs: day * DAY_MS, minutes: MAX_MINUTES });

const sessions = new Map<number, SessionTimes | null>();

function nyseSession(day: number): SessionTimes | null {
  let found = sessions.get(day);
  if (found === undefined) {
    const kind = nyseDay(day);
    found =
      kind === 'closed'
        ? null
        : { day, openMs: newYorkMs(day, 9 * 60 + 30), minutes: kind === 'half' ? 210 : 390 };
    sessions.set(day, found);
  }
  return found;
}

const newYorkHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** The instant New York clocks show `minute` minutes after midnight on a date. */
export function newYorkMs(day: number, minute: number): number {
  // New York is UTC−5 or UTC−4 and changes over at 02:00: one look at the clock near the wanted time tells which
  const standard = day * DAY_MS + (minute + 5 * 60) * MINUTE_MS;
  const shown = Number(newYorkHour.format(standard));
  return shown === Math.floor(minute / 60) % 24 ? standard : standard - 60 * MINUTE_MS;
}

/** How the NYSE treats a date. */
export function nyseDay(day: number): 'open' | 'half' | 'closed' {
  const date = new Date(day * DAY_MS);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6) return 'closed';
  const year = date.getUTCFullYear();
  if (holidays(year).has(day) || UNSCHEDULED.has(isoDate(day))) return 'closed';
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  // the days before Independence Day and Christmas (when these are not on the preceding Friday's holiday), and after Thanksgiving
  if (monthDay === 703 || monthDay === 1224) return 'half';
  return day === nthWeekday(year, 11, 4, 4) + 1 ? 'half' : 'open';
}

const UNSCHEDULED = new Set([
  ...['2001-09-11', '2001-09-12', '2001-09-13', '2001-09-14'], // attacks on New York
  ...['2004-06-11', '2007-01-02', '2018-12-05', '2025-01-09'], // mourning for presidents
  ...['2012-10-29', '2012-10-30'], // hurricane Sandy
]);

const years = new Map<number, Set<number>>();

function holidays(year: number): Set<number> {
  let found = years.get(year);
  if (!found) {
    const weekdayOf = (day: number) => new Date(day * DAY_MS).getUTCDay();
    // a holiday on Saturday is kept on Friday, on Sunday on Monday
    const observed = (day: number) => day + ({ 6: -1, 0: 1 }[weekdayOf(day)] ?? 0);
    const newYear = dayNumber(year, 1, 1);
    found = new Set([
      nthWeekday(year, 1, 1, 3), // Martin Luther King Jr. Day
      nthWeekday(year, 2, 1, 3), // Washington's Birthday
      easterSunday(year) - 2, // Good Friday
      nthWeekday(year, 6, 1, 1) - 7, // Memorial Day, the last Monday of May
      observed(dayNumber(year, 7, 4)),
      nthWeekday(year, 9, 1, 1), // Labor Day
      nthWeekday(year, 11, 4, 4), // Thanksgiving
      observed(dayNumber(year, 12, 25)),
    ]);
    // New Year's Day on a Saturday is not kept: the Friday before ends the old year's books
    if (weekdayOf(newYear) !== 6) found.add(observed(newYear));
    if (year >= 2022) found.add(observed(dayNumber(year, 6, 19)));
    years.set(year, found);
  }
  return found;
}

/** Day number of the nth weekday (0 Sunday … 6 Saturday) of a month. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = dayNumber(year, month, 1);
  const shift = (weekday - new Date(first * DAY_MS).getUTCDay() + 7) % 7;
  return first + shift + (nth - 1) * 7;
}

/** Gregorian Easter (Meeus, Jones, Butcher). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(n / 31), (n % 31) + 1);
}
