/** The limits on open sockets, and how sockets end. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { LIFE_MS, SESSION_IDLE_MS } from '#services/account/sessions.ts';
import { RATE_LIMITS } from '#services/platform/rate-limit.ts';
import { MAX_SOCKETS } from '#services/realtime/clients.ts';
import type { Client } from '../helpers/client.ts';
import { freePort } from '../helpers/port.ts';
import { runProgram } from '../helpers/program.ts';
import { noRedis, type Redis, startRedis } from '../helpers/redis.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket, type Socket } from '../helpers/socket.ts';

const DAY = 24 * 3_600_000;
let server: TestServer;
/** Ms added to the wall clock. */
let ahead = 0;
beforeAll(async () => {
  server = await startServer({
    clock: { now: () => Date.now() + ahead },
    env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' },
  });
});
const open: Socket[] = [];
afterEach(async () => {
  ahead = 0;
  await Promise.all(open.splice(0).map((socket) => socket.close()));
});
afterAll(() => server?.stop());

async function connect(client: Client, at = server): Promise<Socket> {
  const socket = await openSocket(at.url, asBrowser(at.url, client));
  open.push(socket);
  return socket;
}

test('the twenty-first tab works, the first one is told and closed', async () => {
  const ann = await server.register();
  const sockets: Socket[] = [];
  for (let n = 0; n <= MAX_SOCKETS; n++) sockets.push(await connect(ann));
  expect(await sockets[0]!.closed).toBe(4008);
  expect(server.services.hub.counts().sockets).toBe(MAX_SOCKETS);
  sockets.at(-1)!.raw('?');
  await sockets.at(-1)!.next((message) => message.type === 'error');
  sockets[1]!.raw('?');
  await sockets[1]!.next((message) => message.type === 'error');
});

test('who is nobody may not try without end', async () => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const attempt = async (address: string) =>
    (await fetch(`${server.url}/ws`, { headers: { ...headers, 'x-forwarded-for': address } })).status;
  const statuses: number[] = [];
  for (let n = 0; n <= RATE_LIMITS.socket.visitors.points; n++) statuses.push(await attempt('10.9.0.1'));
  expect(statuses.at(-2)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  expect(await attempt('10.9.0.2')).toBe(401);
});

test('a session that ends by time ends its sockets at the next sweep', async () => {
  const idle = await server.register();
  const busy = await server.login(idle.username, idle.password);
  const [first, second] = [await connect(idle), await connect(busy)];
  for (let day = 5; day < 30; day += 5) {
    ahead = day * DAY;
    expect((await busy.get('/api/user')).status).toBe(200);
    if (ahead < SESSION_IDLE_MS) {
      await server.services.hub.sweep();
      expect(server.services.hub.counts().sockets).toBe(2);
    }
  }
  ahead = LIFE_MS - DAY;
  await server.services.hub.sweep();
  expect(await first.closed).toBe(1008);
  second.raw('?');
  await second.next((message) => message.type === 'error');
  ahead = LIFE_MS + DAY;
  await server.services.hub.sweep();
  expect(await second.closed).toBe(1008);
});

const ADMIN = join(import.meta.dir, '../../scripts/admin.ts');
const reset = (env: Record<string, string>, ...args: string[]) =>
  runProgram([process.execPath, ADMIN, ...args], { LOG_LEVEL: 'silent', ...env });

test.skipIf(noRedis !== '')(`a new password closes open pages over Redis too${noRedis}`, async () => {
  const redis: Redis = await startRedis();
  const env = { REDIS_URL: redis.url };
  const here = await startServer({ env });
  const url = here.services.settings.databaseUrl!;
  const there = await startServer({ env, database: url });
  try {
    const ann = await here.register('ann_of_two');
    const bystander = await here.register('bystander');
    const sockets = await Promise.all([here, there].map((at) => openSocket(at.url, asBrowser(at.url, ann))));
    const other = await openSocket(there.url, asBrowser(there.url, bystander));
    const program = reset({ DATABASE_URL: url, ...env }, 'ann_of_two', '--trader');
    expect([await program.ended, program.output()]).toEqual([
      0,
      expect.stringMatching(/^ann_of_two is a trader\. Their new password is \w{26}\n$/),
    ]);
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([1008, 1008]);
    expect((await ann.get('/api/user')).status).toBe(401);
    other.raw('?');
    await other.next((message) => message.type === 'error');
    await other.close();
  } finally {
    await there.stop();
    await here.stop();
    await redis.stop();
  }
});

test('where Redis does not answer, a new password closes open pages all the same', async () => {
  const bob = await server.register();
  const socket = await openSocket(server.url, asBrowser(server.url, bob));
  const url = server.services.settings.databaseUrl!;
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
  const program = reset({ DATABASE_URL: url, REDIS_URL }, bob.username, '--trader');
  expect(await program.ended).toBe(0);
  expect(await socket.closed).toBe(1008);
  expect((await bob.get('/api/user')).status).toBe(401);
});
