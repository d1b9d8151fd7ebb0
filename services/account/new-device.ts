/** Tells somebody that their account was opened where it never was before. */
import { deviceOf } from '#core/account/device.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { Sql } from '#db/client.ts';
import { addresseeById } from '#db/queries/account/recovery.ts';
import type { Mail } from '../platform/mail.ts';
import type { Bus } from '../realtime/bus.ts';

export type NewDevice = ReturnType<typeof createNewDevice>;

/** @returns a function that sends a notice to the person's open pages, and a mail */
export function createNewDevice({ sql, bus, mail }: { sql: Sql; bus: Bus; mail: Mail }) {
  return async (request: Request, person: SessionUser): Promise<void> => {
    const title = { key: 'safety:newDeviceTitle' } as const;
    bus.publish({
      ...{ type: 'notice', userId: person.id, kind: 'error', title },
      message: { key: 'safety:newDevice' },
    });
    const { browser, system } = deviceOf(request.headers.get('user-agent') ?? '');
    const device = [browser, system].filter(Boolean).join(', ') || '?';
    const to = mail.isOn ? await addresseeById(sql, person.id) : null;
    if (to) mail.send(to, 'newDevice', { device });
  };
}
