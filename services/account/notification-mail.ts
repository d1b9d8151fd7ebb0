/** Mails notifications to people who chose mail. A process claims each notification first, so that it is mailed once. */
import { placeOfAnnouncement } from '#core/announcements/announcements.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { claimMails, type DueMail, endMails, noteMailed } from '#db/queries/account/notifications.ts';
import { dropLease, takeLease } from '#db/queries/platform/leases.ts';
import { createSigner } from '#framework/http/signing.ts';
import { wordTexts } from '../announcements/written.ts';
import type { Log } from '../platform/log.ts';
import { createLoop } from '../platform/loop.ts';
import type { Mail } from '../platform/mail.ts';
import { languages, type SayText } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';

const EVERY_MS = 15_000;
/** Most notifications of a claim, few enough to be sent before the claim expires. */
const MOST = 20;
/** Pause between two mails, ms: a mail server may accept only ten a second. */
const PACE_MS = 100;

type Deps = {
  sql: Sql;
  mail: Pick<Mail, 'isOn' | 'deliver'>;
  say: SayText;
  log: Pick<Log, 'warn'>;
  settings: Pick<Settings, 'publicUrl'>;
  secret: Uint8Array;
};

export function createNotificationMail(deps: Deps) {
  const { sql, mail, log } = deps;
  const letterOf = createLetters(deps);
  const holder = crypto.randomUUID();
  let underWay: Promise<void> | null = null;
  let isStopping = false;

  /** Sends a person's notifications in one mail. A refused mail is due again when its claim expires. */
  async function sendTo(due: Due): Promise<void> {
    const [first] = due;
    const ids = due.map(({ id }) => id);
    try {
      await mail.deliver(first, { ...letterOf(due), id: `notification-${ids.join('-')}` });
      await noteMailed(sql, ids);
    } catch (err) {
      log.warn({ err, userId: first.userId }, 'notifications could not be mailed yet');
    }
  }

  /** Mails due notifications until none is left, another process sends, or this process stops. */
  async function sendDue(): Promise<void> {
    for (;;) {
      const lease = await takeLease(sql, 'mail', holder);
      if (!lease) return;
      const claimed = await claimMails(sql, MOST);
      // a letter with an announcement has an unsubscribe address, so each announcement gets a separate letter
      const letters = Map.groupBy(claimed, ({ userId, kind, id }) => `${userId} ${kind && id}`);
      for (const due of letters.values()) {
        // letters that are left over are due again when their claim expires
        if (isStopping) break;
        // the lease expires before a whole batch is sent, so each letter renews it
        if (!(await takeLease(sql, 'mail', holder))) return;
        await sendTo(due as [DueMail, ...DueMail[]]);
        await Bun.sleep(PACE_MS);
      }
      if (isStopping || claimed.length < MOST) return await dropLease(sql, lease);
    }
  }

  /** Mails due notifications, unless this process does so already: two runs would double the pace. */
  function send(): Promise<void> {
    underWay ??= sendDue().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  const loop = createLoop(send, { everyMs: EVERY_MS, log, failure: 'notifications could not be mailed' });
  return {
    send,
    begin(): void {
      if (mail.isOn) loop.begin();
    },
    /** Waits for the letter that is being sent, so that it is not sent again after a restart. */
    async stop(): Promise<void> {
      isStopping = true;
      await loop.stop();
      await underWay?.catch(() => {});
      isStopping = false;
    },
  };
}

type Due = readonly [DueMail, ...DueMail[]];

/** Returns a function that composes the mail about one person's notifications, or about one announcement. */
function createLetters({ say, settings: { publicUrl }, secret }: Pick<Deps, 'say' | 'settings' | 'secret'>) {
  const unsubscribe = unsubscribeLinks(secret, publicUrl);

  function announcementLetter(due: DueMail) {
    const { userId, kind, season, locale } = due;
    const params = {
      ...wordTexts(say, due, locale ?? languages.fallback),
      link: publicUrl + (placeOfAnnouncement(kind!, season) ?? '/notifications'),
      page: `${publicUrl}/settings/notifications`,
    };
    return { letter: 'announcement' as const, params, unsubscribe: unsubscribe.linkFor(userId) };
  }

  function notificationLetter(due: Due) {
    const language = due[0].locale ?? languages.fallback;
    const worded = due.map((each) => wordTexts(say, each, language));
    const list = worded.map(({ title, message }) => `${title}\n${message}`).join('\n\n');
    const page = `${publicUrl}/settings/notifications`;
    const params = { list, page, title: worded[0]!.title, count: String(due.length) };
    return { letter: due.length === 1 ? ('notification' as const) : ('notifications' as const), params };
  }

  return (due: Due) => (due[0].kind === null ? notificationLetter(due) : announcementLetter(due[0]));
}

const PURPOSE = 'paperpit unsubscribe';

/** Creates unsubscribe addresses, which need no sign-in (RFC 8058). @param secret 32 random bytes of the installation */
function unsubscribeLinks(secret: Uint8Array, publicUrl: string) {
  const signer = createSigner(secret, PURPOSE);
  return { linkFor: (userId: number) => `${publicUrl}/api/unsubscribe/${signer.sign(String(userId))}` };
}

/** Ends mails of announcements to the person whose id the token has. @throws NOT_FOUND for a forged token */
export async function unsubscribe(
  { sql, secret }: { sql: Sql; secret: Uint8Array },
  token: string,
): Promise<void> {
  const userId = createSigner(secret, PURPOSE).open(token);
  if (userId === null) throw fail('NOT_FOUND');
  await endMails(sql, Number(userId), 'announcement');
}
