/** Keeps what the bus tells a person, for /notifications. */
import type { Sql } from '#db/client.ts';
import { insertNotifications } from '#db/queries/account/notifications.ts';
import type { Clock } from '../platform/clock.ts';
import { batched } from '../platform/concurrency.ts';
import type { Log } from '../platform/log.ts';
import type { Bus, Notice } from '../realtime/bus.ts';

/**
 * Returns the bus with one more duty: a notice that this process publishes is stored too. The row follows the commit of
 * what it tells; a process that is killed between the two loses the row alone.
 */
export function keepNotices(
  bus: Bus,
  { sql, clock, log }: { sql: Sql; clock: Clock; log: Pick<Log, 'warn'> },
): Bus {
  const insert = batched(async (notices: readonly Notice[]) => {
    const at = new Date(clock.now());
    const rows = notices.map(({ userId, topic, title, message }) => ({ userId, topic, title, message, at }));
    await insertNotifications(sql, rows);
    return notices.map(() => undefined);
  });
  const underWay = new Set<Promise<unknown>>();

  function keep(notice: Notice): void {
    const done = insert(notice)
      .catch((err: unknown) => log.warn({ err, userId: notice.userId }, 'a notification was not kept'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  return {
    ...bus,
    publish(event) {
      if (event.type === 'notice') keep(event);
      bus.publish(event);
    },
    async stop() {
      await Promise.all(underWay);
      await bus.stop();
    },
  };
}
