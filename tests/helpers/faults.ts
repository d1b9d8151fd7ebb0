/** Ends connections of the driver, and waits for the consequences. */
import { connect, isUnavailable, type Sql } from '#db/client.ts';
import type { TestDatabase } from './database.ts';
import { PAUSE_MS, until } from './until.ts';

export type Killer = {
  /** Ends the backend `pid` and waits until PostgreSQL no longer lists it. */
  kill(pid: number): Promise<void>;
  /** Waits until the backend `pid` is running a statement that contains `text`. */
  running(pid: number, text: string): Promise<void>;
  /** Returns the backends of the pool under test. */
  backends(): Promise<number[]>;
  close(): Promise<void>;
};

/** Creates a killer with a separate connection, outside the pool under test. */
export function killer(database: TestDatabase): Killer {
  const sql = connect(database.target, { max: 1, name: 'killer' });
  const gone = async (pid: number) =>
    (await sql`select from pg_stat_activity where pid = ${pid}`).count === 0;
  return {
    async kill(pid) {
      await sql`select pg_terminate_backend(${pid})`;
      await until(() => gone(pid));
    },
    async running(pid, text) {
      await until(async () => {
        const backends = await sql`select from pg_stat_activity
          where pid = ${pid} and state = 'active' and query like ${`%${text}%`}`;
        return backends.count === 1;
      });
    },
    async backends() {
      const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity
        where datname = current_database() and application_name = 'paperpit' order by pid`;
      return rows.map((row) => row.pid);
    },
    close: () => sql.end(),
  };
}

/** Returns the error of `work`; undefined when it succeeds. Throws when it does neither within 20 s. */
export async function errorOf(work: PromiseLike<unknown>): Promise<unknown> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('neither an answer nor an error')), 20_000);
  });
  const outcome = Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function backendOf(sql: Pick<Sql, 'unsafe'>): Promise<number> {
  const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return row!.pid;
}

/** Repeats `work` while the database is unavailable, for 30 s; throws any other error at once. */
export async function persist<T>(work: () => PromiseLike<T>): Promise<T> {
  for (const end = performance.now() + 30_000; ; await Bun.sleep(PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > end) throw error;
    }
  }
}
