/** Mail of contact messages to the house, when SMTP_URL is set. */
import { createTransport } from 'nodemailer';
import type { ContactMessage } from '#core/wire/contact.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

export type Mail = ReturnType<typeof createMail>;

/** A hung mail server must not keep a reader waiting: ms. */
const PATIENCE = 10_000;

export function createMail({
  settings,
  log,
}: {
  settings: Pick<Settings, 'smtpUrl' | 'contactEmail'>;
  log: Log;
}) {
  const transport = settings.smtpUrl
    ? createTransport({
        url: settings.smtpUrl,
        connectionTimeout: PATIENCE,
        greetingTimeout: PATIENCE,
        socketTimeout: PATIENCE,
      })
    : null;

  return {
    /**
     * Mails a stored message to CONTACT_EMAIL. Never rejects: the message is in the database whatever the
     * mail server does, so a failure is only logged.
     */
    async contact(id: number, { name, email, phone, subject, message }: ContactMessage): Promise<void> {
      if (!transport) return;
      try {
        await transport.sendMail({
          from: { name: 'Paperpit', address: settings.contactEmail },
          to: settings.contactEmail,
          replyTo: { name, address: email },
          subject: `[Paperpit] ${subject}`,
          text: `${message}\n\n${name}\n${email}\n${phone}\n`,
        });
      } catch (error) {
        log.error({ err: error, message: id }, 'a contact message could not be mailed');
      }
    },
    stop(): void {
      transport?.close();
    },
  };
}
