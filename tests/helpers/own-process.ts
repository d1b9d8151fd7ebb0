/** The server as a program of its own, and what its event loop does meanwhile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '#framework/build/build.ts';
import { testDatabase } from './database.ts';
import { testFolder } from './folder.ts';
import { freePort } from './port.ts';
import { until } from './until.ts';

export type OwnProcess = {
  url: string;
  /** Processor time its main thread has used so far, ms; NaN where the system does not tell. */
  cpuMs(): number;
  stop(): Promise<void>;
};

/** @param env more settings @returns once it answers */
export async function startOwnProcess(env: Record<string, string> = {}): Promise<OwnProcess> {
  await build();
  const database = await testDatabase({ connect: { lockTimeout: 0, idleInTransactionTimeout: 0 } });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../main.ts')], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: database.url, PORT: String(port), HOST: 'localhost', DATA_DIR: testFolder() },
      ...{ DEMO: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', MARKET_SEED: 'tests', NODE_ENV: 'production' },
      ...env,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const answers = () =>
    fetch(`${url}/api/competition-status`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(answers);
  return {
    url,
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

/** Sends it. @returns how long somebody who asks for a trivial answer meanwhile waits, ms; its status */
async function waitBeside(url: string, { path, init }: Attack): Promise<{ waited: number; status: number }> {
  let isOver = false;
  const answer = fetch(url + path, { redirect: 'manual', ...init })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    // what is no HTTP is hung up on
    .catch(() => 0)
    .finally(() => {
      isOver = true;
    });
  let waited = 0;
  do {
    const from = performance.now();
    await (await fetch(`${url}/api/competition-status`)).arrayBuffer();
    waited = Math.max(waited, performance.now() - from);
  } while (!isOver);
  return { waited, status: await answer };
}

const TRIES = 6;

/**
 * How long a request holds the server's event loop, ms: what a second client waits beside it, and no more than the
 * processor time of the main thread meanwhile, which a busy machine does not add to. The least of several tries, of
 * which the first below `enough` is taken: all of them do the same work.
 */
export async function holdOf(server: OwnProcess, attack: Attack, enough: number) {
  let held = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let i = 0; i < TRIES && held > enough; i++) {
    const before = server.cpuMs();
    const seen = await waitBeside(server.url, attack);
    const cpu = server.cpuMs() - before;
    status = seen.status;
    held = Math.min(held, Number.isNaN(cpu) ? seen.waited : Math.min(seen.waited, cpu));
  }
  return { held, status };
}
