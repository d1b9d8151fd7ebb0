/** Mails notifications to people who chose that: once, whichever process claims them. */
import type { Sql } from '#db/client.ts';
import { claimMails, type DueMail, noteMailed } from '#db/queries/account/notifications.ts';
import { wordAnnouncement } from '../announcements/words.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import { languages, type SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';

/** Interval of claims, ms. */
const EVERY_MS = 15_000;
/** Most notifications of a claim: they are sent long before the claim expires. */
const MOST = 100;

export function createNotificationMail({
  sql,
  mail,
  say,
  log,
  settings,
}: {
  sql: Sql;
  mail: Pick<Mail, 'isOn' | 'deliver'>;
  say: SayText;
  log: Pick<Log, 'warn'>;
  settings: Pick<Settings, 'publicUrl'>;
}) {
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Sends a person's notifications in one mail; a refused one is due again when its claim expires. */
  async function sendTo(due: readonly DueMail[]): Promise<void> {
    const [{ username, email, locale }] = due as readonly [DueMail, ...DueMail[]];
    const ids = due.map(({ id }) => id);
    const language = locale ?? languages.fallback;
    const worded = due.map(({ title, message }) => ({
      title: wordAnnouncement(say, title, language),
      message: wordAnnouncement(say, message, language),
    }));
    const list = worded.map(({ title, message }) => `${title}\n${message}`).join('\n\n');
    const page = `${settings.publicUrl}/settings/notifications`;
    const params = { list, page, title: worded[0]!.title, count: String(due.length) };
    const letter = due.length === 1 ? 'notification' : 'notifications';
    try {
      await mail.deliver({ username, email, locale }, letter, params, `notification-${ids.join('-')}`);
      await noteMailed(sql, ids);
    } catch (err) {
      log.warn({ err, userId: due[0]!.userId }, 'notifications could not be mailed yet');
    }
  }

  /** Mails what is due. */
  async function send(): Promise<void> {
    for (;;) {
      const claimed = await claimMails(sql, MOST);
      for (const due of Map.groupBy(claimed, ({ userId }) => userId).values()) await sendTo(due);
      if (claimed.length < MOST) return;
    }
  }

  return {
    send,
    begin(): void {
      if (!mail.isOn) return;
      timer = setInterval(() => {
        send().catch((err: unknown) => log.warn({ err }, 'notifications could not be mailed'));
      }, EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
