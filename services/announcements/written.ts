/** Announcements that admins write, and the switches of automatic announcements. The audit log has each action. */

import type { SessionUser } from '#core/account/visitor.ts';
import {
  type AnnouncementText,
  type AutomaticKind,
  MOST_A_DAY,
  NOTICE_MS,
  SENDING_WINDOW_MS,
} from '#core/announcements/announcements.ts';
import { inEachLanguage, LOCALES, type Locale, textIn, type WrittenText } from '#core/locale/locale.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql, Transaction } from '#db/client.ts';
import * as rows from '#db/queries/announcements.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { storeAnswer } from '#db/queries/platform/requests.ts';
import type { Text } from '#framework/failure.ts';
import type { Translate } from '#framework/page.tsx';
import type { Clock } from '../platform/clock.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';

export const wordAnnouncement = (say: SayText, text: AnnouncementText, locale: Locale): string =>
  'en' in text ? textIn(text, locale) : say(text as Text | readonly Text[], locale);

/** Returns title and message of a notification in a language. */
export const wordTexts = (
  say: SayText,
  { title, message }: Record<'title' | 'message', AnnouncementText>,
  locale: Locale,
) => ({
  title: wordAnnouncement(say, title, locale),
  message: wordAnnouncement(say, message, locale),
});

/** Returns the sentence that lists the channels of announcements. */
export function channelsText(
  { smtpUrl, discordWebhookUrl }: Pick<Settings, 'smtpUrl' | 'discordWebhookUrl'>,
  t: Translate,
): string {
  const others = smtpUrl ? (discordWebhookUrl ? 'both' : 'mail') : discordWebhookUrl ? 'discord' : 'alone';
  return `${t('announcements:channels.site')} ${t(`announcements:channels.${others}`)}`;
}

type Deps = { sql: Sql; databaseClock: Clock };

const LOGGED = 100;

type Action = 'announcement_written' | 'announcement_deleted' | 'announcement_sent';

function note(
  tx: Transaction,
  admin: SessionUser,
  action: Action,
  { before, after }: { before?: WrittenText; after?: WrittenText },
): Promise<void> {
  const begun = (text: WrittenText | undefined) =>
    text && inEachLanguage((locale) => textIn(text, locale).slice(0, LOGGED));
  return writeAudit(tx, { userId: admin.id, action, before: begun(before), after: begun(after) });
}

/** An announcement. `version`: textsVersion of the texts that the admin saw; absent: a call accepts any texts. */
type ShownDraft = { id: number; version?: string | undefined };

/** Returns a hash of an announcement's texts, by which a call notices that somebody else has changed them. */
export const textsVersion = (texts: WrittenText): string =>
  Bun.hash(JSON.stringify(LOCALES.map((locale) => texts[locale]))).toString(36);

/** Locks and reads an announcement that is not sent. @throws NOT_FOUND, ANNOUNCEMENT_SENT, CHANGED_MEANWHILE */
async function readDraft(tx: Transaction, { id, version }: ShownDraft): Promise<WrittenText> {
  await rows.lockAnnouncement(tx, id);
  const written = await rows.findWritten(tx, id);
  if (!written) throw fail('NOT_FOUND');
  if (written.sentAt) throw fail('ANNOUNCEMENT_SENT');
  if (version !== undefined && version !== textsVersion(written.message)) throw fail('CHANGED_MEANWHILE');
  return written.message;
}

type NewDraft = { id: number };

/**
 * Stores an admin's announcement without sending it.
 * @param key the Idempotency-Key: a repeat with it returns the first draft
 * @throws INVALID for a malformed key, IDEMPOTENCY_MISMATCH
 */
export async function writeAnnouncement(
  { sql, databaseClock: clock }: Deps,
  admin: SessionUser,
  message: WrittenText,
  key: string | null,
): Promise<Once<NewDraft>> {
  const insert = (used: UsedKey | null): Promise<NewDraft> =>
    sql.begin(async (tx) => {
      const title = { key: 'announcements:handTitle' };
      const writtenAt = new Date(clock.now());
      const draft = { id: await rows.insertDraft(tx, { title, message, authorId: admin.id, writtenAt }) };
      await note(tx, admin, 'announcement_written', { after: message });
      if (used) await storeAnswer(tx, admin.id, { ...used, response: JSON.stringify(draft), at: writtenAt });
      return draft;
    });
  return await createAnswers<NewDraft>({ sql, clock }).once(admin.id, key, ['announcement', message], insert);
}

/** Changes an unsent announcement. @throws NOT_FOUND, ANNOUNCEMENT_SENT, CHANGED_MEANWHILE */
export const changeAnnouncement = (
  { sql }: Pick<Deps, 'sql'>,
  admin: SessionUser,
  draft: ShownDraft,
  after: WrittenText,
): Promise<void> =>
  sql.begin(async (tx) => {
    const previous = await readDraft(tx, draft);
    if (!(await rows.updateDraft(tx, draft.id, after))) throw fail('ANNOUNCEMENT_SENT');
    await note(tx, admin, 'announcement_written', { before: previous, after });
  });

/** Deletes an unsent announcement. @throws NOT_FOUND, ANNOUNCEMENT_SENT, CHANGED_MEANWHILE */
export const deleteAnnouncement = (
  { sql }: Pick<Deps, 'sql'>,
  admin: SessionUser,
  draft: ShownDraft,
): Promise<void> =>
  sql.begin(async (tx) => {
    const previous = await readDraft(tx, draft);
    if (!(await rows.deleteDraft(tx, draft.id))) throw fail('ANNOUNCEMENT_SENT');
    await note(tx, admin, 'announcement_deleted', { before: previous });
  });

/** Sends an announcement for good. @throws NOT_FOUND, ANNOUNCEMENT_SENT, DAY_FULL, CHANGED_MEANWHILE */
export const sendAnnouncement = (
  { sql, databaseClock }: Deps,
  admin: SessionUser,
  draft: ShownDraft,
): Promise<void> =>
  sql.begin(async (tx) => {
    const { id } = draft;
    const sentAt = new Date(databaseClock.now());
    const count = await rows.countWritten(tx, new Date(sentAt.getTime() - SENDING_WINDOW_MS));
    const after = await readDraft(tx, draft);
    if (count >= MOST_A_DAY) throw fail('DAY_FULL.announcements', { params: { count: MOST_A_DAY } });
    const noticeUntil = new Date(sentAt.getTime() + NOTICE_MS);
    if (!(await rows.markSent(tx, id, { sentAt, noticeUntil }))) throw fail('ANNOUNCEMENT_SENT');
    await rows.notifyAll(tx, id);
    await note(tx, admin, 'announcement_sent', { after });
  });

/** @param silent the kinds to switch off; all others are on */
export const silenceAnnouncements = (
  { sql }: Pick<Deps, 'sql'>,
  admin: SessionUser,
  silent: readonly AutomaticKind[],
): Promise<void> =>
  sql.begin(async (tx) => {
    const previous = await rows.silentKinds(tx);
    await rows.setSilentKinds(tx, silent);
    await writeAudit(tx, {
      userId: admin.id,
      action: 'announcement_kinds',
      before: { off: previous.join(', ') },
      after: { off: silent.join(', ') },
    });
  });
