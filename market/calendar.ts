/**
 * The market's sessions. `us`: NYSE regular hours, 09:30–16:00 New York, with its holidays and 13:00 half days by
 * rule, and the unscheduled closures since 2001 by list (nyse.com/markets/hours-calendars). `always`: each UTC day
 * from midnight to midnight.
 */
import type { Hours, MarketSession } from './market.ts';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** `day`: days since 1970-01-01. */
export type SessionTimes = { day: number; openMs: number; minutes: number };

export interface Calendar {
  readonly hours: Hours;
  /** @returns null when the market is closed that day */
  session(day: number): SessionTimes | null;
  /** Returns the session running at `ms`, else the last one before; null without one in the 15 days before. */
  latest(ms: number): SessionTimes | null;
  /** Returns the last session before a day; null when none of the 15 days before it has a session. */
  previous(day: number): SessionTimes | null;
  /** Returns whether the market is open at `ms`, and when it next opens or closes. */
  state(ms: number): MarketSession;
}

/** Minutes of a whole day, the longest session. */
export const MAX_MINUTES = 1440;

/** Returns days since 1970-01-01 in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
export const dayNumber = (year: number, month: number, date: number): number =>
  Math.round(Date.UTC(year, month - 1, date) / DAY_MS);
export const isoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function createCalendar(hours: Hours): Calendar {
  const session = hours === 'us' ? nyseSession : utcSession;
  const previous = (day: number) => {
    for (let d = day - 1; d >= day - 15; d--) {
      const times = session(d);
      if (times) return times;
    }
    return null;
  };
  const latest = (ms: number) => {
    const today = session(dayOf(ms));
    // a New York session lies within its own UTC date all year
    return today && today.openMs <= ms ? today : previous(dayOf(ms));
  };
  return {
    hours,
    session,
    previous,
    latest,
    state(ms) {
      if (hours === 'always') return { open: true, opensAt: null, closesAt: null };
      const running = latest(ms);
      const closesAt = running ? closeOf(running) : 0;
      if (ms < closesAt) return { open: true, opensAt: null, closesAt };
      for (let d = dayOf(ms); d < dayOf(ms) + 15; d++) {
        const next = session(d);
        if (next && next.openMs > ms) return { open: false, opensAt: next.openMs, closesAt: null };
      }
      return { open: false, opensAt: null, closesAt: null };
    },
  };
}

export const closeOf = (s: SessionTimes): number => s.openMs + s.minutes * MINUTE_MS;

/**
 * Returns the end of the session that runs at `ms` or comes next, both epoch ms. A market that never closes has
 * sessions of one UTC day.
 */
export function dayEnd(calendar: Calendar, ms: number): number {
  const session = calendar.latest(calendar.state(ms).opensAt ?? ms);
  return session ? closeOf(session) : ms;
}

const utcSession = (day: number): SessionTimes => ({ day, openMs: day * DAY_MS, minutes: MAX_MINUTES });

const sessions = new Map<number, SessionTimes | null>();

function nyseSession(day: number): SessionTimes | null {
  let times = sessions.get(day);
  if (times === undefined) {
    const kind = nyseDay(day);
    times =
      kind === 'closed'
        ? null
        : { day, openMs: newYorkMs(day, 9 * 60 + 30), minutes: kind === 'half' ? 210 : 390 };
    sessions.set(day, times);
  }
  return times;
}

const newYorkHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** Returns the instant at which clocks in New York are `minute` minutes after midnight on a day, epoch ms. */
export function newYorkMs(day: number, minute: number): number {
  // New York is UTC−5 or UTC−4: try UTC−5, and take UTC−4 when that gives another hour
  const standard = day * DAY_MS + (minute + 5 * 60) * MINUTE_MS;
  const hour = Number(newYorkHour.format(standard));
  return hour === Math.floor(minute / 60) % 24 ? standard : standard - 60 * MINUTE_MS;
}

/** Returns the date in New York at `ms`, days since 1970-01-01. */
export function newYorkDay(ms: number): number {
  const day = dayOf(ms);
  return ms < newYorkMs(day, 0) ? day - 1 : day;
}

export function nyseDay(day: number): 'open' | 'half' | 'closed' {
  const date = new Date(day * DAY_MS);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6) return 'closed';
  const year = date.getUTCFullYear();
  if (holidays(year).has(day) || UNSCHEDULED.has(isoDate(day))) return 'closed';
  const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  // half days: the days before Independence Day and Christmas, unless they are holidays, and the day after Thanksgiving
  if (monthDay === 703 || monthDay === 1224) return 'half';
  return day === nthWeekday(year, 11, 4, 4) + 1 ? 'half' : 'open';
}

const UNSCHEDULED = new Set([
  // attacks on New York
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  // mourning for presidents
  '2004-06-11',
  '2007-01-02',
  '2018-12-05',
  '2025-01-09',
  // hurricane Sandy
  '2012-10-29',
  '2012-10-30',
]);

const years = new Map<number, Set<number>>();

function holidays(year: number): Set<number> {
  let days = years.get(year);
  if (!days) {
    const weekdayOf = (day: number) => new Date(day * DAY_MS).getUTCDay();
    // a holiday moves from Saturday to Friday, from Sunday to Monday
    const observed = (day: number) => day + ({ 6: -1, 0: 1 }[weekdayOf(day)] ?? 0);
    const newYear = dayNumber(year, 1, 1);
    days = new Set([
      nthWeekday(year, 1, 1, 3), // Martin Luther King Jr. Day
      nthWeekday(year, 2, 1, 3), // Washington's Birthday
      easterSunday(year) - 2, // Good Friday
      nthWeekday(year, 6, 1, 1) - 7, // Memorial Day, the last Monday of May
      observed(dayNumber(year, 7, 4)),
      nthWeekday(year, 9, 1, 1), // Labor Day
      nthWeekday(year, 11, 4, 4), // Thanksgiving
      observed(dayNumber(year, 12, 25)),
    ]);
    // a New Year's Day on a Saturday does not move, because that Friday belongs to the old year's accounts
    if (weekdayOf(newYear) !== 6) days.add(observed(newYear));
    // Juneteenth
    if (year >= 2022) days.add(observed(dayNumber(year, 6, 19)));
    years.set(year, days);
  }
  return days;
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = dayNumber(year, month, 1);
  const shift = (weekday - new Date(first * DAY_MS).getUTCDay() + 7) % 7;
  return first + shift + (nth - 1) * 7;
}

/** Uses the algorithm of Meeus, Jones and Butcher. */
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
