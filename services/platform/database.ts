import type { Sql } from '#db/client.ts';
import { hasCaughtUp } from '#db/queries/platform/installation.ts';
import { MOST_APART_MS, readDatabaseTime } from '#db/queries/platform/leases.ts';
import type { Clock } from './clock.ts';

/**
 * The database's time, for what must not hang on the clock of one machine: sessions, links, accounts that end, suspensions,
 * and when a seed is public. Between two looks at the database a clock that only counts says how much later it is.
 */

/** How often the database is asked, ms: the counting clock stands still while a machine sleeps. */
const LOOK_MS = 5_000;

/**
 * Our clock as long as it is the database's, within what trades allow; the database's time otherwise.
 * @param clock ours, or a test's: that one is moved by as much as this machine's clock is wrong
 */
export async function createDatabaseClock(sql: Sql, clock: Clock): Promise<Clock & { stop(): void }> {
  /** What the database said, and the counting clock with it; both ms. */
  async function look() {
    const database = await readDatabaseTime(sql);
    return { database, counted: performance.now() };
  }
  let seen = await look();
  const timer = setInterval(() => {
    // while the database is away the last reading counts on
    look().then(
      (found) => (seen = found),
      () => {},
    );
  }, LOOK_MS).unref();
  return {
    now() {
      const ahead = Date.now() - (seen.database + performance.now() - seen.counted);
      return Math.abs(ahead) <= MOST_APART_MS ? clock.now() : Math.round(clock.now() - ahead);
    },
    stop: () => clearInterval(timer),
  };
}

/** Where old things are read: from a replica where there is one, for nothing on it has to be the newest. */

/** What ended this long ago has been written by now, ms. */
const OLD_MS = 60_000;
/** How far a replica may be behind: a name that was changed is a new one everywhere by then, ms. */
const MOST_LAG_MS = 10_000;
/** How long what a replica says about itself is good for, ms. */
const GOOD_FOR_MS = 1_000;

/** @param replica null: reads go to the database */
export function createReads({ sql, replica }: { sql: Sql; replica: Sql | null }) {
  let known: { fresh: Promise<boolean>; until: number } | undefined;

  /** Whether the replica has what is old; one look a second, however many ask. */
  function isFresh(from: Sql): Promise<boolean> {
    if (!known || performance.now() > known.until) {
      const fresh = hasCaughtUp(from, Date.now() - MOST_LAG_MS).catch(() => false);
      known = { fresh, until: performance.now() + GOOD_FOR_MS };
    }
    return known.fresh;
  }

  return {
    /** Reads what belongs to a season: of one that ended a minute ago from the replica, while that answers and keeps up. */
    async ofSeason<T>(season: { endedAt: Date | null }, query: (sql: Sql) => Promise<T>): Promise<T> {
      const isOld = season.endedAt !== null && Date.now() - season.endedAt.getTime() > OLD_MS;
      if (!replica || !isOld || !(await isFresh(replica))) return await query(sql);
      // it is away, does not let us in, or had to go on and cancelled this: the database itself knows as well
      return await query(replica).catch(() => query(sql));
    },
  };
}
