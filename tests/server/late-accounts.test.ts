/** An account that opens while a season ends. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { verifySeason } from '#services/verify/verify.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

test('a registration that began before the end and commits after it has no result, and the proof holds', async () => {
  const { sql } = server;
  const admin = await server.admin();
  const toggle = async (active: boolean) =>
    expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
  await toggle(true);
  const ann = await server.register('ann');
  const held = await sql.reserve();
  await held`begin`;
  // a registration reads this table first in its transaction
  await held`lock table retired_names in access exclusive mode`;
  const registered = server.register('ben');
  await until(
    async () =>
      (
        await held`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).count > 0,
  );
  await toggle(false);
  await held`commit`;
  held.release();
  const ben = await registered;
  const seasons = async (table: 'accounts' | 'results', userId: number) =>
    (await sql`select from ${sql(table)} where season_id > 0 and user_id = ${userId}`).count;
  expect([await seasons('accounts', ann.userId!), await seasons('results', ann.userId!)]).toEqual([1, 1]);
  expect([await seasons('accounts', ben.userId!), await seasons('results', ben.userId!)]).toEqual([1, 0]);
  await verifySeason(server.services, 1);
});
