/** Mail, if SMTP_URL is set: contact messages to the operator, and letters to people about their accounts. */
import type { SendMailOptions } from 'nodemailer';
import type { ContactMessage } from '#core/contract/contact.ts';
import type { Locale } from '#core/locale/locale.ts';
import { directionOf } from '#framework/locale/direction.ts';
import { plainLine } from '#framework/locale/languages.ts';
import { htmlLetter } from './html-letter.ts';
import type { Log } from './log.ts';
import type { SayText } from './say.ts';
import type { Settings } from './settings.ts';

export type Mail = ReturnType<typeof createMail>;

const PATIENCE = 10_000;

/** Letters about an account. mail.json has a subject and a text for each. */
type Letter =
  | 'reset'
  | 'confirm'
  | 'addressTaken'
  | 'addressChanged'
  | 'discordRemoved'
  | 'passwordChanged'
  | 'newDevice'
  | 'codesMade'
  | 'codeUsed'
  | 'addressAsked'
  | 'addressConfirmed'
  | 'factorOn'
  | 'factorOff'
  | 'sessionsEnded'
  | 'leaving'
  | 'announcement'
  | 'notification'
  | 'notifications';
type Delivery = { letter: Letter; params: Record<string, string>; id: string; unsubscribe?: string };
/** The recipient; nothing is sent without a confirmed address. */
type Reader = { username: string; locale: Locale | null; email: string | null };

export function createMail({
  settings,
  log,
  say,
}: {
  settings: Pick<Settings, 'smtpUrl' | 'contactEmail' | 'mailFrom' | 'publicUrl'>;
  log: Log;
  say: SayText;
}) {
  const transport = settings.smtpUrl ? connectTo(settings.smtpUrl) : null;

  const onTheirWay = new Set<Promise<boolean>>();
  const from = { name: 'Paperpit', address: settings.mailFrom };

  /** Sends in the background and logs an error. @returns true when the mail server took it */
  function post(letter: SendMailOptions, facts: object, failure: string): Promise<boolean> {
    if (!transport) return Promise.resolve(false);
    const mail = transport
      .then((smtp) => smtp.sendMail({ from, ...letter }))
      .then(() => true)
      .catch((error: unknown) => {
        log.error({ err: error, ...facts }, failure);
        return false;
      })
      .finally(() => onTheirWay.delete(mail));
    onTheirWay.add(mail);
    return mail;
  }

  const host = new URL(settings.publicUrl).hostname;

  const compose = createComposer(say, settings.publicUrl);

  return {
    isOn: transport !== null,

    /** Mails a stored contact message to CONTACT_EMAIL. */
    contact(id: number, message: ContactMessage): void {
      const letter = { messageId: messageId(host, id), to: settings.contactEmail, ...contactLetter(message) };
      void post(letter, { message: id }, 'a contact message could not be mailed');
    },

    /**
     * Mails an answer to the sender of a contact message, and quotes the message below it. Replies go to CONTACT_EMAIL.
     * @returns true when the mail server took it
     */
    reply(
      { id, name, email, subject, message, locale }: ContactMessage & { id: number; locale: Locale },
      replyId: number,
      text: string,
    ): Promise<boolean> {
      const params = { text, quote: message.replace(/^/gm, '> '), site: settings.publicUrl };
      const letter = {
        ...replyHeaders(host, id, replyId),
        to: { name, address: email },
        replyTo: settings.contactEmail,
        subject: `Re: ${subject}`,
        text: directedLines(say({ key: 'mail:reply', params }, locale), locale),
      };
      return post(
        letter,
        { message: id, reply: replyId },
        'a reply to a contact message could not be mailed',
      );
    },

    /**
     * Sends a letter in the background, in the reader's language. Does nothing without an address.
     * @param locale for an account without a language
     */
    send(to: Reader, letter: Letter, params: Record<string, string> = {}, locale: Locale = 'en'): void {
      const { email } = to;
      if (email === null) return;
      const mail = compose({ ...to, email }, letter, params, locale);
      void post(mail, { letter }, 'a letter about an account could not be mailed');
    },

    /**
     * Sends a letter and waits until the mail server takes it. English for an account without a language. Does
     * nothing without an address.
     * @param delivery.id the same for every attempt, so that a mailbox recognises a repeated letter
     * @param delivery.unsubscribe an address that ends such letters at one request
     * @throws the mail server's error, Error without a mail server
     */
    async deliver(to: Reader, { letter, params, id, unsubscribe }: Delivery): Promise<void> {
      const { email } = to;
      if (email === null) return;
      const smtp = await transport;
      if (!smtp) throw new Error('there is no mail server');
      await smtp.sendMail({
        from,
        messageId: `<${id}@${host}>`,
        ...compose({ ...to, email }, letter, params, 'en'),
        ...(unsubscribe !== undefined && { headers: oneClickHeaders(unsubscribe) }),
      });
    },

    async stop(): Promise<void> {
      await Promise.all(onTheirWay);
      (await transport)?.close();
    },
  };
}

/** Creates a function that renders a letter in the reader's language, or in `locale` if the reader has no language. */
const createComposer =
  (say: SayText, site: string) =>
  (to: Reader & { email: string }, letter: Letter, params: Record<string, string>, locale: Locale) => {
    const values = { username: to.username, site, ...params };
    const language = to.locale ?? locale;
    const subject = say({ key: `mail:${letter}.subject`, params: values }, language);
    const text = say({ key: `mail:${letter}.text`, params: values }, language);
    return {
      to: to.email,
      subject: directedLines(subject, language),
      text: directedLines(text, language),
      ...(letter === 'announcement' && { html: announcementHtml(say, values, language) }),
    };
  };

function announcementHtml(say: SayText, params: Record<string, string>, locale: Locale): string {
  const text = (name: 'greeting' | 'open' | 'reason' | 'settings') =>
    say({ key: `mail:announcement.${name}`, params }, locale);
  const { title, message, link, page } = params as Record<'title' | 'message' | 'link' | 'page', string>;
  return htmlLetter(
    {
      greeting: text('greeting'),
      title,
      message,
      open: { href: link, label: text('open') },
      reason: text('reason'),
      settings: { href: page, label: text('settings') },
    },
    locale,
  );
}

const directedLines = (text: string, locale: Locale): string =>
  text
    .split('\n')
    .map((line) => plainLine(line, directionOf(locale)))
    .join('\n');

const contactLetter = ({ name, email, phone, subject, message }: ContactMessage) => ({
  replyTo: { name, address: email },
  subject: `[Paperpit] ${subject}`,
  text: `${message}\n\n${name}\n${email}\n${phone}\n`,
});

const messageId = (host: string, id: number): string => `<contact-${id}@${host}>`;

/** Returns headers with which mail programs show an answer below its message. */
function replyHeaders(host: string, id: number, replyId: number) {
  const question = messageId(host, id);
  return { messageId: `<contact-${id}-${replyId}@${host}>`, inReplyTo: question, references: question };
}

/** Returns headers with which mail programs unsubscribe by one press (RFC 8058). */
const oneClickHeaders = (address: string) => ({
  'list-unsubscribe': `<${address}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
});

/** Imports the library only when mail is configured, to save memory. */
async function connectTo(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
}
