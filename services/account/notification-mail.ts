/** Mails notifications to people who chose mail. A process claims each notification first, so that it is mailed once. */
import { placeOfAnnouncement } from '#core/announcements/announcements.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { claimMails, type DueMail, endMails, noteMailed } from '#db/queries/account/notifications.ts';
import { dropLease, takeLease } from '#db/queries/platform/leases.ts';
import { createSigner } from '#framework/http/signing.ts';
import { wordAnnouncement } from '../announcements/written.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import { languages, type SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';

const EVERY_MS = 15_000;
/** Most notifications of a claim, few enough to be sent before the claim expires. */
const MOST = 20;
/** Pause between two mails, ms: a mail server may accept only ten a second. */
const PACE_MS = 100;

export function createNotificationMail({
  sql,
  mail,
  say,
  log,
  settings,
  secret,
}: {
  sql: Sql;
  mail: Pick<Mail, 'isOn' | 'deliver'>;
  say: SayText;
  log: Pick<Log, 'warn'>;
  settings: Pick<Settings, 'publicUrl'>;
  secret: Uint8Array;
}) {
  const { publicUrl } = settings;
  const unsubscribe = unsubscribeLinks(secret, publicUrl);
  const holder = crypto.randomUUID();
  let timer: ReturnType<typeof setInterval> | undefined;

  function announcementLetter({ userId, title, message, kind, season, locale }: DueMail) {
    const language = locale ?? languages.fallback;
    const params = {
      title: wordAnnouncement(say, title, language),
      message: wordAnnouncement(say, message, language),
      link: publicUrl + (placeOfAnnouncement(kind!, season) ?? '/notifications'),
      page: `${publicUrl}/settings/notifications`,
    };
    return { letter: 'announcement' as const, params, unsubscribe: unsubscribe.linkFor(userId) };
  }

  function notificationLetter(due: readonly [DueMail, ...DueMail[]]) {
    const language = due[0].locale ?? languages.fallback;
    const worded = due.map(({ title, message }) => ({
      title: wordAnnouncement(say, title, language),
      message: wordAnnouncement(say, message, language),
    }));
    const list = worded.map(({ title, message }) => `${title}\n${message}`).join('\n\n');
    const page = `${publicUrl}/settings/notifications`;
    const params = { list, page, title: worded[0]!.title, count: String(due.length) };
    return { letter: due.length === 1 ? ('notification' as const) : ('notifications' as const), params };
  }

  /** Sends a person's notifications in one mail. A refused mail is due again when its claim expires. */
  async function sendTo(due: readonly [DueMail, ...DueMail[]]): Promise<void> {
    const [first] = due;
    const ids = due.map(({ id }) => id);
    const letter = first.kind === null ? notificationLetter(due) : announcementLetter(first);
    try {
      await mail.deliver(first, { ...letter, id: `notification-${ids.join('-')}` });
      await noteMailed(sql, ids);
    } catch (err) {
      log.warn({ err, userId: first.userId }, 'notifications could not be mailed yet');
    }
  }

  async function send(): Promise<void> {
    for (;;) {
      const lease = await takeLease(sql, 'mail', holder);
      if (!lease) return;
      const claimed = await claimMails(sql, MOST);
      // only an announcement has an unsubscribe address: it gets its own letter
      const letters = Map.groupBy(claimed, ({ userId, kind, id }) => `${userId} ${kind && id}`);
      for (const due of letters.values()) {
        await sendTo(due as [DueMail, ...DueMail[]]);
        await Bun.sleep(PACE_MS);
      }
      if (claimed.length < MOST) return await dropLease(sql, lease);
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

const PURPOSE = 'paperpit unsubscribe';

/** Creates unsubscribe addresses, which need no sign-in (RFC 8058). @param secret 32 random bytes of the installation */
function unsubscribeLinks(secret: Uint8Array, publicUrl: string) {
  const signer = createSigner(secret, PURPOSE);
  return { linkFor: (userId: number) => `${publicUrl}/api/unsubscribe/${signer.sign(String(userId))}` };
}

/** Ends the mails about Season news to the person that a token names. @throws NOT_FOUND */
export async function unsubscribe(
  { sql, secret }: { sql: Sql; secret: Uint8Array },
  token: string,
): Promise<void> {
  const userId = createSigner(secret, PURPOSE).open(token);
  if (userId === null) throw fail('NOT_FOUND');
  await endMails(sql, Number(userId), 'announcement');
}
