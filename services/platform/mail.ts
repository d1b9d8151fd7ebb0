/** Mail of contact messages to the house, when SMTP_URL is set. */
import { createTransport } from 'nodemailer';
import type { ContactMessage } from '#core/contract/schemas/contact.ts';
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

  const onTheirWay = new Set<Promise<void>>();

  async function send(id: number, { name, email, phone, subject, message }: ContactMessage): Promise<void> {
    try {
      await transport?.sendMail({
        from: { name: 'Paperpit', address: settings.contactEmail },
        to: settings.contactEmail,
        replyTo: { name, address: email },
        subject: `[Paperpit] ${subject}`,
        text: `${message}\n\n${name}\n${email}\n${phone}\n`,
      });
    } catch (error) {
      log.error({ err: error, message: id }, 'a contact message could not be mailed');
    }
  }

  return {
    /**
     * Mails a stored message to CONTACT_EMAIL, without keeping its sender waiting: the message is in the database
     * whatever the mail server does, so a failure is only logged.
     */
    contact(id: number, message: ContactMessage): void {
      if (!transport) return;
      const mail = send(id, message).finally(() => onTheirWay.delete(mail));
      onTheirWay.add(mail);
    },
    /** Waits for the mails on their way. */
    async stop(): Promise<void> {
      await Promise.all(onTheirWay);
      transport?.close();
    },
  };
}
