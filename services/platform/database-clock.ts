/**
 * The database's time, for what must not hang on the clock of one machine: sessions, links, accounts that end, suspensions,
 * and when a seed is public. Between two looks at the database a clock that only counts says how much later it is.
 */
import type { Sql } from '#db/client.ts';
import { MOST_APART_MS, readDatabaseTime } from '#db/queries/platform/leases.ts';
import type { Clock } from './clock.ts';

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
