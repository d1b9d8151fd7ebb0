/** With DATABASE_READ_URL old data is read from the copy, the newest never, and everything from the database if it is away. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { restoreBackup } from '#db/backup/read.ts';
import { writeBackup } from '#db/backup/write.ts';
import type { Client } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const HTML = { accept: 'text/html' };
const HOUR_MS = 3_600_000;
/** Names in the copy that differ from the database's, to tell which one was read. */
const [COPIED, SHARE] = ['as-the-copy-has-it', 'COPIED'];

let copy: TestDatabase;
let server: TestServer;
let admin: Client;
let trader: Client;
/** Ms added to the wall clock. */
let ahead = -2 * HOUR_MS;

const round = async (symbol: string) => {
  for (const action of ['buy', 'sell'])
    expect(
      (await trader.post('/api/trade', { user_id: trader.userId, symbol, action, quantity: 1 })).status,
    ).toBe(200);
};

/** Season 1 ended two hours ago and season 2 runs. The copy was made between them, with other names. */
beforeAll(async () => {
  copy = await testDatabase();
  const clock = { now: () => Date.now() + ahead };
  server = await startServer({ clock, env: { DATABASE_READ_URL: copy.url } });
  admin = await server.admin();
  trader = await server.register('as-it-is');
  const { seasons, chain } = server.services;
  await seasons.start(admin.userId!);
  await round('AAPL');
  await seasons.end(admin.userId!);
  ahead = 0;
  await seasons.refresh();
  await chain.stop();
  const file = join(testFolder(), 'copy.backup');
  await writeBackup(server.sql, file, new Date());
  await restoreBackup(copy.sql, file);
  await copy.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update users set username = ${COPIED} where id = ${trader.userId!}`;
    await tx`update closed_trades set symbol = ${SHARE}`;
  });
  await seasons.reset(admin.userId!);
  await seasons.start(admin.userId!);
  await round('MSFT');
  await server.services.leaderboard.pass(true);
});
afterAll(async () => {
  await server?.stop();
  await copy?.drop();
});

const bundle = async (season: number) => {
  const answer = await fetch(`${server.url}/competitions/${season}/bundle`);
  return { status: answer.status, text: answer.ok ? gunzipSync(await answer.arrayBuffer()).toString() : '' };
};
const read = async (path: string) => (await trader.get(path, path.startsWith('/api') ? {} : HTML)).text;

test('results, the page, the bundle and the trades of a season that is over come from it', async () => {
  expect(await read('/api/season-results/1')).toContain(COPIED);
  expect(await read('/competitions/1')).toContain(COPIED);
  expect(await read('/api/my-trades?season=1')).toContain(SHARE);
  expect((await bundle(1)).text).toContain(COPIED);
  expect((await bundle(9)).status).toBe(404);
});

test('what is newest never does', async () => {
  for (const path of [
    '/api/rankings',
    '/leaderboards',
    '/api/my-trades',
    '/api/portfolio',
    '/traders/as-it-is',
  ]) {
    const text = await read(path);
    expect({ path, copied: text.includes(COPIED) || text.includes(SHARE) }).toEqual({ path, copied: false });
  }
  expect(await read('/api/my-trades')).toContain('MSFT');
  expect((await trader.get<{ username: string }>('/api/user')).json.username).toBe('as-it-is');
  // the copy may not have a season that has just ended
  await server.services.seasons.end(admin.userId!);
  expect(await read('/api/season-results/2')).toContain('as-it-is');
});

test('without it everything is read from the database itself', async () => {
  await copy.drop();
  const readResult = () => read('/api/season-results/1');
  await until(readResult, (text) => text.includes('as-it-is'));
  expect(await read('/api/my-trades?season=1')).toContain('AAPL');
  expect((await bundle(1)).text).toContain('as-it-is');
  expect((await trader.get('/competitions/1', HTML)).status).toBe(200);
});
