/** Mail, when SMTP_URL is set: contact messages to the operator, and letters to people about their accounts. */
import type { SendMailOptions } from 'nodemailer';
import type { ContactMessage } from '#core/contract/contact.ts';
import type { Locale } from '#core/locale/locale.ts';
import { directionOf, plainLine } from '#framework/locale/languages.ts';
import type { Log } from './log.ts';
import type { SayText } from './say.ts';
import type { Settings } from './settings.ts';

export type Mail = ReturnType<typeof createMail>;

/** Time limit of the mail server, ms. */
const PATIENCE = 10_000;

/** Letters about an account; each has a subject and a text in mail.json. */
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
  | 'leaving';
/** The recipient; without a confirmed address nothing is sent. */
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

  const onTheirWay = new Set<Promise<void>>();
  const from = { name: 'Paperpit', address: settings.mailFrom };

  /** Sends in the background; an error is only logged. */
  function post(letter: SendMailOptions, facts: object, failure: string): void {
    if (!transport) return;
    const mail = transport
      .then((smtp) => smtp.sendMail({ from, ...letter }))
      .then(() => {})
      .catch((error: unknown) => log.error({ err: error, ...facts }, failure))
      .finally(() => onTheirWay.delete(mail));
    onTheirWay.add(mail);
  }

  return {
    isOn: transport !== null,

    /** Mails a stored message to CONTACT_EMAIL; it is in the database whether the mail arrives or not. */
    contact(id: number, { name, email, phone, subject, message }: ContactMessage): void {
      const letter = {
        to: settings.contactEmail,
        replyTo: { name, address: email },
        subject: `[Paperpit] ${subject}`,
        text: `${message}\n\n${name}\n${email}\n${phone}\n`,
      };
      post(letter, { message: id }, 'a contact message could not be mailed');
    },

    /** Sends a letter in the reader's language. @param locale used where their account has none */
    send(to: Reader, letter: Letter, params: Record<string, string> = {}, locale: Locale = 'en'): void {
      if (to.email === null) return;
      const values = { username: to.username, site: settings.publicUrl, ...params };
      const language = to.locale ?? locale;
      const text = (key: `mail:${Letter}.subject` | `mail:${Letter}.text`) =>
        say({ key, params: values }, language)
          .split('\n')
          .map((line) => plainLine(line, directionOf(language)))
          .join('\n');
      const mail = {
        to: to.email,
        subject: text(`mail:${letter}.subject`),
        text: text(`mail:${letter}.text`),
      };
      post(mail, { letter }, 'a letter about an account could not be mailed');
    },

    /** Waits for mails that are being sent. */
    async stop(): Promise<void> {
      await Promise.all(onTheirWay);
      (await transport)?.close();
    },
  };
}

/** Loads the library only where mail is configured, to save memory. */
async function connectTo(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
  });
}
