/** PostgreSQL stopped or frozen under the running server: 503 in time, never 500, and recovery without a restart. */
import { expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { urlOf } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { KIND, startServer as startPostgres } from '../helpers/postgres.ts';
import { descendants } from '../helpers/processes.ts';
import { startServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

/** Longer than a statement, an answer and a new connection may take together, ms (db/client.ts). */
const IN_TIME = 28_000;

const order = { symbol: 'AAPL', quantity: 1, type: 'buy', tradeType: 'buy' };

/** Requests of a signed-in trader, all of which need the database. */
async function askAll(trader: Client) {
  const signal = () => AbortSignal.timeout(IN_TIME);
  return await Promise.all([
    trader.request('/api/user', { signal: signal() }),
    trader.request('/api/portfolio', { signal: signal() }),
    trader.post('/api/trade', order),
    trader.post('/api/login', { username: trader.username, password: trader.password }),
  ]);
}

/** A page is either a 503 or says, where the content would be, that it could not be loaded. */
async function expectHonest(trader: Client, path: string, sentence: string) {
  const { status, text } = await trader.get(path, { accept: 'text/html' });
  expect([200, 503]).toContain(status);
  if (status === 200) expect(text).toContain(sentence);
}

/** Waits until the cached reader has expired, which takes up to a second. */
const forgotten = (trader: Client) => until(async () => (await trader.get('/api/user')).status === 503);

test('PostgreSQL is stopped, and started again', async () => {
  const folder = testFolder();
  const first = await startPostgres(KIND, folder, {});
  const app = await startServer({ database: urlOf(first.target) });
  const trader = await app.register();
  expect((await trader.get('/api/user')).status).toBe(200);

  await first.stop();
  await forgotten(trader);
  for (const answer of await askAll(trader)) {
    expect(answer.status).toBe(503);
    expect(answer.text).not.toMatch(/CONNECTION_CLOSED|ENOENT|ECONN|postgres|\bat .*\.tsx?:/i);
    if (answer.json) expect(answer.json.code).toBe('UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await expectHonest(trader, '/portfolio', 'Error loading portfolio.');
  // the fallback poll for a closed socket answers from memory, to everyone
  const status = await trader.get('/api/competition-status');
  expect([status.status, status.json]).toEqual([200, { active: false }]);

  const second = await startPostgres(KIND, folder, {});
  await until(async () => (await trader.get('/api/user')).status === 200);
  expect((await trader.get<{ username: string }>('/api/user')).json.username).toBe(trader.username);
  expect((await trader.get('/portfolio')).status).toBe(200);
  await app.stop();
  await second.stop();
});

test('PostgreSQL is frozen, and goes on', async () => {
  const postgres = await startPostgres(KIND, testFolder(), {});
  const app = await startServer({ database: urlOf(postgres.target) });
  const trader = await app.register();
  const all = (signal: NodeJS.Signals) => {
    // the postmaster first, so that no backend starts after they are listed
    process.kill(postgres.pid, signal);
    for (const pid of descendants(postgres.pid)) {
      try {
        process.kill(pid, signal);
      } catch {
        // a backend that has ended
      }
    }
  };

  all('SIGSTOP');
  try {
    await forgotten(trader);
    const answers = await askAll(trader);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 503));
  } finally {
    all('SIGCONT');
  }
  await until(async () => (await trader.get('/api/user')).status === 200);
  await app.stop();
  await postgres.stop();
});
