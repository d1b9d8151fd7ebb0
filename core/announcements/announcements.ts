/** The kinds of announcements, and the moments at which reminders are due. Pure. */
import type { StoredText } from '../account/notifications.ts';
import type { WrittenText } from '../locale/locale.ts';
import type { SeasonStatus } from '../season/season.ts';

/** The kinds of announcements that the server sends. Admins turn each kind on or off. */
export const AUTOMATIC_KINDS = [
  'openSoon',
  'open',
  'endSoon',
  'lastHour',
  'over',
  'confirmed',
  'changed',
  'recording',
] as const;
export type AutomaticKind = (typeof AUTOMATIC_KINDS)[number];
export type AnnouncementKind = AutomaticKind | 'hand';

export type AnnouncementText = StoredText | readonly StoredText[] | WrittenText;

/** The longest text in each language, characters. */
export const MOST_ANNOUNCEMENT = 1_000;
/** The most announcements that admins can send in 24 hours. */
export const MOST_A_DAY = 3;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The time in which admins can send at most MOST_A_DAY announcements, ms. */
export const SENDING_WINDOW_MS = DAY_MS;
/** How long pages show an announcement to a reader who has not read it, ms. */
export const NOTICE_MS = 7 * DAY_MS;

/** The planned start and end, epoch ms, and the newest season. */
export type Plan = {
  startsAt: number | null;
  endsAt: number | null;
  season: { number: number; status: SeasonStatus };
};
export type Reminder = {
  kind: 'openSoon' | 'endSoon' | 'lastHour';
  season: number;
  /** The planned start or end, epoch ms. */
  plannedAt: number;
};

/** A reminder is sent between `fromMs` and `untilMs` before the planned time; a later reminder would help nobody. */
const WINDOWS = {
  openSoon: { fromMs: DAY_MS, untilMs: HOUR_MS },
  endSoon: { fromMs: DAY_MS, untilMs: 2 * HOUR_MS },
  lastHour: { fromMs: HOUR_MS, untilMs: 10 * 60_000 },
} as const;

/** Returns the reminders that are due. @param now epoch ms */
export function dueReminders(
  { startsAt, endsAt, season: { number, status } }: Plan,
  now: number,
): Reminder[] {
  // the planned start belongs to the waiting season, or else to the next one
  const starting = status === 'waiting' ? number : number + 1;
  const ending = status === 'active' ? endsAt : null;
  const planned = [
    { kind: 'openSoon' as const, plannedAt: startsAt, season: starting },
    { kind: 'endSoon' as const, plannedAt: ending, season: number },
    { kind: 'lastHour' as const, plannedAt: ending, season: number },
  ];
  return planned.flatMap(({ kind, plannedAt, season }) => {
    if (plannedAt === null) return [];
    const leftMs = plannedAt - now;
    const { fromMs, untilMs } = WINDOWS[kind];
    return leftMs <= fromMs && leftMs > untilMs ? [{ kind, plannedAt, season }] : [];
  });
}

/** Returns the path that an announcement links to; null for one that an admin wrote. */
export function placeOfAnnouncement(kind: AnnouncementKind, season: number | null): string | null {
  if (kind === 'hand') return null;
  if (kind === 'recording') return '/recordings';
  return kind === 'over' || kind === 'confirmed' ? `/competitions/${season}` : '/competitions';
}
