/** Stores the bus's notices for /notifications. */
import type { Queryable, Sql } from '#db/client.ts';
import { insertNotifications, type NewNotification } from '#db/queries/account/notifications.ts';
import type { Clock } from '../platform/clock.ts';
import { batched } from '../platform/concurrency.ts';
import type { Log } from '../platform/log.ts';
import type { Bus, Notice } from '../realtime/bus.ts';

/**
 * Returns the row that stores a notice. The caller inserts it in the transaction of the event, and publishes the notice
 * with `isStored`.
 */
export const rowOf = ({ userId, topic, title, message }: Notice, at: Date): NewNotification => ({
  userId,
  topic,
  title,
  message,
  at,
});

/** Stores notices in their event's transaction. */
export const storeNotices = (tx: Queryable, notices: readonly Notice[], at: Date): Promise<void> =>
  insertNotifications(
    tx,
    notices.map((notice) => rowOf(notice, at)),
  );

/**
 * Returns a bus that also stores published notices, except those with `isStored`. A notice is lost when the process
 * is killed between publishing and storing it.
 */
export function keepNotices(
  bus: Bus,
  { sql, clock, log }: { sql: Sql; clock: Clock; log: Pick<Log, 'warn'> },
): Bus {
  const insert = batched(async (notices: readonly Notice[]) => {
    await storeNotices(sql, notices, new Date(clock.now()));
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
      if (event.type === 'notice' && !event.isStored) keep(event);
      bus.publish(event);
    },
    async stop() {
      await Promise.all(underWay);
      await bus.stop();
    },
  };
}
