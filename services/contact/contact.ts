/** The two contact forms: checks, stores and mails messages. Also the staff's answers. */

import type { SessionUser } from '#core/account/visitor.ts';
import type { ReplyWay } from '#core/contact/replies.ts';
import { ContactCall, ContactForm, type ContactMessage } from '#core/contract/contact.ts';
import type { Locale } from '#core/locale/locale.ts';
import { issueOf } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import * as messages from '#db/queries/messages.ts';
import { forgetMessages, insertMessage } from '#db/queries/messages.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import * as rows from '#db/queries/replies.ts';
import { sitePath } from '#framework/http/response.ts';
import { storeNotices } from '../account/notifications.ts';
import type { Clock } from '../platform/clock.ts';
import { hashOf } from '../platform/idempotency.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import type { RateLimits } from '../platform/rate-limit.ts';
import type { Bus, Notice } from '../realtime/bus.ts';

/** Longest time that a process needs to mail an answer, ms. After this time its process must have ended. */
const SENDING_MS = 600_000;
const QUOTED_CHARS = 120;

type Deps = {
  sql: Sql;
  clock: Clock;
  bus: Bus;
  log: Pick<Log, 'warn'>;
  mail: Pick<Mail, 'isOn' | 'reply' | 'contact'>;
  limits: RateLimits;
};

const answeredNotice = (userId: number): Notice => ({
  type: 'notice',
  userId,
  topic: 'message',
  kind: 'success',
  title: { key: 'contact:answeredTitle' },
  message: { key: 'contact:answered' },
});

type NewReply = { text: string; after: number; keepOpen: boolean };

function createReplies({ sql, clock, bus, log, mail, limits }: Deps) {
  const underWay = new Set<Promise<void>>();

  /** Mails a stored answer in the background, and records whether the mail server took it. */
  function send(message: messages.StoredMessage, replyId: number, text: string): void {
    const sent = mail
      .reply(message, replyId, text)
      .then((isSent) => rows.setReplyWay(sql, replyId, isSent ? 'mail' : 'hand'))
      .catch((err: unknown) => log.warn({ err, reply: replyId }, 'how a reply was sent was not stored'))
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  }

  return {
    /**
     * Answers a message, marks it done (or read, with `keepOpen`) and not spam, and notifies a member.
     * @param reply.after id of the newest answer that the writer has read @returns how the answer reaches the sender
     * @throws NOT_FOUND, also for a message of a deleted account; ANSWERED when there is a newer answer; TOO_MANY
     */
    async reply(staff: SessionUser, id: number, { text, after, keepOpen }: NewReply): Promise<ReplyWay> {
      const slot = await limits.count('reply', { account: staff.id });
      const stored = sql.begin(async (tx) => {
        const message = await messages.lockMessage(tx, id);
        if (!message || message.isBlank) throw fail('NOT_FOUND.message');
        const newest = (await rows.repliesTo(tx, [id])).at(-1);
        if (newest && newest.id > after) {
          const params = { username: newest.author, reply: newest.text.slice(0, QUOTED_CHARS) };
          throw fail('ANSWERED', { params, details: { answer: { id: newest.id, text: newest.text } } });
        }
        const { userId } = message;
        const way: ReplyWay = mail.isOn ? 'sending' : userId === null ? 'hand' : 'site';
        const replyId = await rows.insertReply(tx, {
          messageId: id,
          userId,
          adminId: staff.id,
          text,
          way,
          at: clock.now(),
        });
        await messages.setMessageState(tx, id, staff.id, keepOpen ? 'read' : 'done');
        await messages.setSpamAt(tx, id, null);
        await writeAudit(tx, { userId: staff.id, action: 'reply', after: { message: id } });
        const notices = userId === null ? [] : [answeredNotice(userId)];
        await storeNotices(tx, notices, new Date(clock.now()));
        return { message, replyId, way, notices };
      });
      const { message, replyId, way, notices } = await stored.catch(async (error: unknown) => {
        await slot.forgive();
        throw error;
      });
      if (way === 'sending') send(message, replyId, text);
      for (const notice of notices) bus.publish({ ...notice, isStored: true });
      return way;
    },

    /** Marks as unsent the answers whose process ended before it mailed them. */
    giveUpSending: () => rows.giveUpSending(sql, new Date(clock.now() - SENDING_MS)),

    /** Waits until the outcomes of the last mails are stored. Call it once mail has stopped. */
    async stopSending(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

type Incoming = ContactMessage & { purpose: 'member' | 'public'; intent?: string | undefined };

export function createContact(deps: Deps) {
  const { sql, clock, mail } = deps;
  const replies = createReplies(deps);
  return {
    ...replies,

    /** Deletes messages past their retention time, and calls `giveUpSending`. */
    async forget(): Promise<void> {
      await replies.giveUpSending();
      await forgetMessages(sql, clock.now());
    },

    /**
     * Checks a message of the public form, of the member form, or of a program. A program may send `name` in place of
     * `firstName` and `lastName`.
     * @returns `next`: the page after the form; `incoming`: the message, null when the hidden field was filled in. The
     * caller stores nothing for null, and the sender sees no difference.
     * @throws AppError INVALID with one issue per field; SIGNED_OUT for the member form without a session, KEEP_FIRST
     * for a guest
     */
    read(body: unknown, user: SessionUser | null): { incoming: Incoming | null; next: string } {
      const { website, next, purpose = 'member', intent, ...fields } = parse(body);
      if (purpose === 'member' && !user) throw fail('SIGNED_OUT');
      if (purpose === 'member' && user?.isGuest) throw fail('KEEP_FIRST');
      const to = sitePath(next ?? '/contact');
      if (website) return { incoming: null, next: to };
      const { email, phone, subject, message } = fields;
      const name = 'name' in fields ? fields.name : `${fields.firstName} ${fields.lastName}`;
      return { incoming: { name, email, phone, subject, message, purpose, intent }, next: to };
    },

    /**
     * Stores a message and mails it to the operator, unless the same form brought the same message before. The key
     * alone does not identify a form: visitors read a cached page, and share its key.
     * @param locale language of the form
     */
    async take(
      { purpose, intent, ...message }: Incoming,
      user: SessionUser | null,
      locale: Locale,
    ): Promise<void> {
      const sender = { purpose, userId: user && !user.isGuest ? user.id : null, locale };
      const formHash = intent ? hashOf([intent, sender, message]) : null;
      const id = await insertMessage(sql, sender, message, formHash);
      if (id !== null) mail.contact(id, message);
    },
  };
}

function parse(body: unknown) {
  const isSingle = typeof body === 'object' && body !== null && 'name' in body;
  const result = isSingle ? ContactCall.safeParse(body) : ContactForm.safeParse(body);
  if (result.success) return result.data;
  const issues = result.error.issues.map(issueOf);
  throw fail('INVALID', { issues, saying: issues.slice(0, 1) });
}
