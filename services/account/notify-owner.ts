/** Notifies a person of each change to the ways into their account, because somebody else may have made it. */
import type { Sql } from '#db/client.ts';
import { addresseeById } from '#db/queries/account/recovery.ts';
import type { Mail } from '../platform/mail.ts';
import type { Bus } from '../realtime/bus.ts';

/** The keys of each event's notification; mail.json has a letter for each event. */
const EVENTS = {
  newDevice: { title: 'safety:newDeviceTitle', message: 'safety:newDevice' },
  codesMade: { title: 'safety:codesTitle', message: 'safety:toldCodesMade' },
  codeUsed: { title: 'safety:codesTitle', message: 'safety:toldCodeUsed' },
  addressAsked: { title: 'safety:emailTitle', message: 'safety:toldAddressAsked' },
  addressConfirmed: { title: 'safety:emailTitle', message: 'safety:toldAddressConfirmed' },
  passwordChanged: { title: 'safety:passwordTitle', message: 'safety:toldPasswordChanged' },
  factorOn: { title: 'safety:factorTitle', message: 'safety:toldFactorOn' },
  sessionsEnded: { title: 'safety:sessionsTitle', message: 'safety:toldSessionsEnded' },
  factorOff: { title: 'safety:factorTitle', message: 'safety:toldFactorOff' },
} as const;

export type NotifyOwner = ReturnType<typeof createNotifyOwner>;

/** Creates a function that notifies the person's open pages, and mails the confirmed address. */
export function createNotifyOwner({ sql, bus, mail }: { sql: Sql; bus: Bus; mail: Mail }) {
  return async (
    userId: number,
    event: keyof typeof EVENTS,
    params: Record<string, string> = {},
  ): Promise<void> => {
    const { title, message } = EVENTS[event];
    bus.publish({
      type: 'notice',
      userId,
      topic: 'security',
      kind: 'error',
      title: { key: title },
      message: { key: message },
    });
    const to = mail.isOn ? await addresseeById(sql, userId) : null;
    if (to) mail.send(to, event, params);
  };
}
