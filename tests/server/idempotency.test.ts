/** However many Idempotency-Keys are sent, few are stored. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MAX_KEYS } from '#services/platform/idempotency.ts';
import { createShop } from '#services/shop/shop.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** The user's rows, and the bytes of the whole table with its indexes. */
async function stored(userId: number): Promise<{ rows: number; bytes: number }> {
  const [row] = await server.sql<{ rows: number; bytes: number }[]>`
    select (select count(*)::integer from idempotency_keys where user_id = ${userId}) as rows,
      pg_total_relation_size('idempotency_keys')::integer as bytes`;
  return row!;
}

/** Runs `call` for 0 to `count` - 1, `callers` at a time. */
async function many(count: number, callers: number, call: (n: number, caller: number) => Promise<unknown>) {
  let next = 0;
  const work = async (caller: number) => {
    while (next < count) await call(next++, caller);
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
}

const buy = (client: Client, itemId: string, key: string) =>
  client.post('/api/shop/purchase', { itemId }, { 'idempotency-key': key });

test('600 purchases nobody can pay leave no row and not a byte', async () => {
  const ann = await server.register();
  const storedBefore = await stored(ann.userId);
  const codes = new Set<unknown>();
  await many(600, 4, async (n) => {
    codes.add((await buy(ann, 'badge_1', `${n}-${'x'.repeat(190)}`)).json.code);
  });
  expect([...codes]).toEqual(['NOT_ENOUGH_TKF']);
  expect(await stored(ann.userId)).toEqual({ rows: 0, bytes: storedBefore.bytes });
});

test('a key is stored as 32 bytes, and with it nothing of what a caller makes up', async () => {
  const ann = await server.register();
  const wear = { itemId: 'theme_0', type: 'theme' };
  await ann.post('/api/user/equip-item', wear, { 'idempotency-key': 'k'.repeat(200) });
  const rows = await server.sql<{ key_hash: Uint8Array }[]>`
    select key_hash from idempotency_keys where user_id = ${ann.userId}`;
  const expected = new Bun.CryptoHasher('sha256').update('k'.repeat(200)).digest('hex');
  expect(rows.map((row) => Buffer.from(row.key_hash).toString('hex'))).toEqual([expected]);
});

test('an account keeps its newest keys, at most a thousand, also with 16 callers in as many processes', async () => {
  const ann = await server.register();
  const shops = Array.from({ length: 16 }, () =>
    createShop({ sql: server.sql, clock: { now: Date.now }, bus: { publish() {} } }),
  );
  const wear = (n: number, caller = 0) =>
    shops[caller]!.equip(
      ann.userId,
      { itemId: 'theme_0', type: 'theme', unequip: false },
      { idempotencyKey: `wear-${n}` },
    );
  let most = 0;
  await many(MAX_KEYS + 300, 16, async (n, caller) => {
    await wear(n, caller);
    if (n % 10 === 0) most = Math.max(most, (await stored(ann.userId)).rows);
  });
  const { rows } = await stored(ann.userId);
  expect(Math.max(most, rows)).toBeLessThanOrEqual(MAX_KEYS);
  expect(rows).toBeGreaterThan(800);
  expect((await wear(MAX_KEYS + 299)).replayed).toBe(true);
  expect((await wear(0)).replayed).toBe(false);
  // another user's rows are not touched
  const bob = await server.register();
  expect((await stored(bob.userId)).rows).toBe(0);
});
