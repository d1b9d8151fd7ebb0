/** The server as a program of its own, and what its event loop does meanwhile. */
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
  /** Its database. */
  sql: Sql;
  /** Processor time its main thread has used so far, ms; NaN where the system does not tell. */
  cpuMs(): number;
  stop(): Promise<void>;
};

/** Starts the server's program on a database, silent and without demo and limits. @param env more settings @returns at once */
export async function spawnServer(databaseUrl: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../main.ts')], {
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

/** @param env more settings @returns once it answers */
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

/** A request, and what it is called where it is too slow. */
export type Attack = { what: string; path: string; init: RequestInit };

/**
 * Sends it. @returns how long its server's event loop was held, ms: the longest that somebody who asks for a trivial answer
 * meanwhile waits for one, and no more than the main thread worked in that time; its status
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
    // what is no HTTP is hung up on
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
    // asking without a pause would be most of the work of the server, and of the test
    await Bun.sleep(2);
  } while (!isOver);
  return { held, status: await answer };
}

const TRIES = 6;

/**
 * How long a request holds the server's event loop, ms: what a second client waits for one answer beside it, and no more than
 * the processor time of the main thread in that wait, which a busy machine does not add to. The least of several tries, of
 * which the first below `enough` is taken: all of them do the same work.
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
