/** The server as a separate process, and measurements of its event loop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '#db/client.ts';
import { ensureBuilt } from './built.ts';
import { testDatabase } from './database.ts';
import { testFolder } from './folder.ts';
import { freePort } from './port.ts';
import { until } from './until.ts';

export type OwnProcess = {
  url: string;
  /** The server's database. */
  sql: Sql;
  /** Returns the processor time of its main thread so far, ms; NaN on systems that do not tell. */
  cpuMs(): number;
  stop(): Promise<void>;
};

/**
 * Starts the server's program on a database, without log, demo and limits, and does not wait until it responds.
 * @param env more settings @param flags of Bun
 */
export async function spawnServer(
  databaseUrl: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
) {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, ...flags, join(import.meta.dir, '../../main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      HOST: 'localhost',
      DATA_DIR: testFolder(),
      DEMO: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      MARKET_SEED: 'tests',
      ...env,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  return { child, url: `http://localhost:${port}` };
}

/** Starts the server on a new database. @param env more settings @returns once the server responds */
export async function startOwnProcess(env: Record<string, string> = {}): Promise<OwnProcess> {
  await ensureBuilt();
  const database = await testDatabase({ connect: { lockTimeout: 0, idleInTransactionTimeout: 0 } });
  const { child, url } = await spawnServer(database.url, { NODE_ENV: 'production', ...env });
  const answers = () =>
    fetch(`${url}/api/competition-status`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(answers);
  return {
    url,
    sql: database.sql,
    cpuMs() {
      try {
        return (
          Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
        );
      } catch {
        return Number.NaN;
      }
    },
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
      await database.drop();
    },
  };
}

/** A request, and its name in a failure. */
export type Attack = { what: string; path: string; init: RequestInit };

/**
 * Sends the request. @returns how long the server's event loop was held, ms: the longest wait for a trivial response
 * meanwhile, but no more than the main thread worked in that wait; and the response's status
 */
async function holdOnce(
  server: OwnProcess,
  { path, init }: Attack,
): Promise<{ held: number; status: number }> {
  let isOver = false;
  const answer = fetch(server.url + path, { redirect: 'manual', ...init })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    // the server closes a connection that sends no valid HTTP
    .catch(() => 0)
    .finally(() => {
      isOver = true;
    });
  let held = 0;
  do {
    const [from, cpu] = [performance.now(), server.cpuMs()];
    await (await fetch(`${server.url}/api/competition-status`)).arrayBuffer();
    const [waited, worked] = [performance.now() - from, server.cpuMs() - cpu];
    held = Math.max(held, Number.isNaN(worked) ? waited : Math.min(waited, worked));
    // without a pause these requests would be most of the work of the server, and of the test
    await Bun.sleep(2);
  } while (!isOver);
  return { held, status: await answer };
}

const TRIES = 6;

/**
 * Returns how long a request holds the server's event loop, ms: the wait of a second client, limited to the main
 * thread's processor time in that wait, which other work of the machine does not increase. It is the least of several
 * tries, or the first one of at most `enough`: all tries do the same work.
 */
export async function holdOf(server: OwnProcess, attack: Attack, enough: number) {
  let held = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let i = 0; i < TRIES && held > enough; i++) {
    const once = await holdOnce(server, attack);
    status = once.status;
    held = Math.min(held, once.held);
  }
  return { held, status };
}
