/** Announcements of events. Each is stored in the transaction of its event. */
import type { StoredText } from '#core/account/notifications.ts';
import { NOTICE_MS, type Reminder } from '#core/announcements/announcements.ts';
import type { Transaction } from '#db/client.ts';
import {
  endReminders,
  insertAnnouncement,
  type NewAnnouncement,
  notifyAll,
} from '#db/queries/announcements.ts';
import type { SeasonRow } from '#db/queries/season/seasons.ts';
import { seasonReview } from '../prizes/deal.ts';

const HOUR_MS = 3_600_000;

type News = Omit<NewAnnouncement, 'noticeUntil'> & { noticeUntil?: Date };

/**
 * Stores an announcement and the accounts' notifications of it, unless its kind is switched off or the season has had
 * an announcement of this kind. Only the kinds `changed` and `recording` may repeat.
 */
async function tell(tx: Transaction, news: News): Promise<void> {
  const noticeUntil = new Date(news.sentAt.getTime() + NOTICE_MS);
  const id = await insertAnnouncement(tx, { noticeUntil, ...news });
  if (id !== null) await notifyAll(tx, id);
}

/** @param season the season's number */
export async function tellOpen(tx: Transaction, season: number, sentAt: Date): Promise<void> {
  await endReminders(tx, ['openSoon'], sentAt);
  const title = { key: 'seasons:opened', params: { number: season } };
  await tell(tx, { kind: 'open', season, title, message: { key: 'seasons:openedAbout' }, sentAt });
}

/** Announces that a season has ended, and whether its winners are final. */
export async function tellOver(tx: Transaction, ended: SeasonRow, sentAt: Date): Promise<void> {
  await endReminders(tx, ['endSoon', 'lastHour'], sentAt);
  const season = ended.number;
  const title = { key: 'seasons:over', params: { number: season } };
  const confirmedAt = ended.reviewHours === 0 ? sentAt : null;
  const { state } = seasonReview({ ...ended, endedAt: sentAt, confirmedAt });
  const until = new Date(sentAt.getTime() + ended.reviewHours * HOUR_MS).toISOString();
  const message =
    state === 'provisional'
      ? { key: 'announcements:provisional', params: { at: until } }
      : { key: 'announcements:final' };
  await tell(tx, { kind: 'over', season, title, message, sentAt });
}

/** @param season the season's number */
export async function tellConfirmed(tx: Transaction, season: number, sentAt: Date): Promise<void> {
  const title = { key: 'announcements:confirmedTitle', params: { number: season } };
  await tell(tx, { kind: 'confirmed', season, title, message: { key: 'announcements:confirmed' }, sentAt });
}

/** @param season the season's number */
export async function tellChange(
  tx: Transaction,
  season: number,
  message: readonly StoredText[],
  sentAt: Date,
): Promise<void> {
  if (message.length === 0) return;
  const title = { key: 'announcements:changedTitle', params: { number: season } };
  await tell(tx, { kind: 'changed', season, title, message, sentAt });
}

export async function tellRecording(
  tx: Transaction,
  { id: recordingId, title: name }: { id: number; title: string },
  sentAt: Date,
): Promise<void> {
  const title = { key: 'announcements:recordingTitle' };
  const message = { key: 'announcements:recording', params: { item: name } };
  await tell(tx, { kind: 'recording', season: null, recordingId, title, message, sentAt });
}

export async function tellReminder(
  tx: Transaction,
  { kind, season, plannedAt }: Reminder,
  sentAt: Date,
): Promise<void> {
  await tell(tx, {
    kind,
    season,
    title: { key: `announcements:${kind}Title`, params: { number: season } },
    message: { key: `announcements:${kind}`, params: { at: new Date(plannedAt).toISOString() } },
    sentAt,
    noticeUntil: new Date(plannedAt),
  });
}
