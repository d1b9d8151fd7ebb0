/**
 * The database's time, for decisions that must not depend on one machine's clock: sessions, links, deletions,
 * suspensions, publication of seeds. A monotonic clock measures the time since the last read.
 */

import { createCache } from '#core/cache.ts';
import type { Sql } from '#db/client.ts';
import { hasCaughtUp } from '#db/queries/platform/installation.ts';
import { MOST_APART_MS, readDatabaseTime } from '#db/queries/platform/leases.ts';
import type { Clock } from './clock.ts';

/** Interval of reads, ms. A reading is wrong after the machine slept, because its monotonic clock stops in sleep. */
const LOOK_MS = 5_000;

/**
 * Creates a clock that returns this machine's time while it agrees with the database's, and a corrected time while it
 * does not.
 * @param clock a test's clock gets the same correction
 */
export async function createDatabaseClock(sql: Sql, clock: Clock): Promise<Clock & { stop(): void }> {
  /** Returns the database's time and this process's monotonic clock, both ms. */
  async function look() {
    const database = await readDatabaseTime(sql);
    return { database, counted: performance.now() };
  }
  let reading = await look();
  const timer = setInterval(() => {
    // the last reading stays in use while the database is unavailable
    look().then(
      (newer) => (reading = newer),
      () => {},
    );
  }, LOOK_MS).unref();
  return {
    now() {
      const ahead = Date.now() - (reading.database + performance.now() - reading.counted);
      return Math.abs(ahead) <= MOST_APART_MS ? clock.now() : Math.round(clock.now() - ahead);
    },
    stop: () => clearInterval(timer),
  };
}

/** How long after a season's end the database alone serves it, ms. */
const OLD_MS = 60_000;
/** Largest accepted lag of the replica, ms: a changed name is visible everywhere within this time. */
const MOST_LAG_MS = 10_000;
const GOOD_FOR_MS = 1_000;

export type Reads = ReturnType<typeof createReads>;

/** Creates reads of old seasons. @param replica null: the database serves them too */
export function createReads({ sql, replica }: { sql: Sql; replica: Sql | null }) {
  const freshness = createCache<boolean>({ ttlMs: GOOD_FOR_MS, max: 1 });

  /** True when the replica keeps up. */
  const isFresh = (from: Sql): Promise<boolean> =>
    freshness.get('replica', () => hasCaughtUp(from, Date.now() - MOST_LAG_MS).catch(() => false));

  return {
    /** Reads from the replica when a season ended over OLD_MS ago and the replica keeps up, else from the database. */
    async ofSeason<T>(season: { endedAt: Date | null }, query: (sql: Sql) => Promise<T>): Promise<T> {
      const isOld = season.endedAt !== null && Date.now() - season.endedAt.getTime() > OLD_MS;
      if (!replica || !isOld || !(await isFresh(replica))) return await query(sql);
      // the database answers when the replica is unavailable, refuses the connection or cancels the query
      return await query(replica).catch(() => query(sql));
    },
  };
}
