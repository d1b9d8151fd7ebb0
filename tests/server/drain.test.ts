/** A server that stops behind a proxy: it reports the stop and loses no request. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { freePort } from '../helpers/port.ts';
import { type Program, runServer } from '../helpers/program.ts';
import { until } from '../helpers/until.ts';

let database: TestDatabase;
let program: Program;
let url: string;
beforeAll(async () => {
  database = await testDatabase();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  // longer than this test can take on any machine
  program = runServer({ DATABASE_URL: database.url, DEMO: '0', PORT: String(port), DRAIN_SECONDS: '300' });
  await program.says('Paperpit is at');
});
afterAll(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  await database?.drop();
});

const get = (path: string) => fetch(url + path, { headers: { accept: 'text/html' } });

test('before: ready, and connections are kept', async () => {
  expect((await get('/readyz')).status).toBe(200);
  expect((await get('/pricing')).headers.get('connection')).not.toBe('close');
});

test('from SIGTERM on it is not ready, answers everything, and ends each connection', async () => {
  program.child.kill('SIGTERM');
  const ready = await until(
    () => get('/readyz'),
    ({ status }) => status === 503,
  );
  expect(await ready.json()).toMatchObject({ status: 'leaving', checks: { database: { ok: true } } });
  // a shared page twice, rendered and then cached; a file; an unknown address
  for (const [path, status] of [
    ['/pricing', 200],
    ['/pricing', 200],
    ['/favicon.svg', 200],
    ['/nowhere', 404],
    ['/healthz', 200],
  ] as const) {
    const answer = await get(path);
    await answer.text();
    expect([path, answer.status, answer.headers.get('connection')]).toEqual([path, status, 'close']);
  }
  const names = { username: 'late_comer', password: 'a fine pass phrase' };
  const headers = { 'content-type': 'application/json', origin: url };
  const answer = await fetch(`${url}/api/register`, { method: 'POST', body: JSON.stringify(names), headers });
  expect(answer.status).toBe(200);
  expect(program.child.exitCode).toBeNull();
});
