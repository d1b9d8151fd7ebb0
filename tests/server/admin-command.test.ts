/** `npm run admin`: whom it makes an admin, and whom it does not. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { usernameKey } from '#core/account/username.ts';
import { runProgram } from '../helpers/program.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const ADMIN = join(import.meta.dir, '../../scripts/admin.ts');
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

async function admin(...args: string[]): Promise<[number, string]> {
  const env = { LOG_LEVEL: 'silent', DATABASE_URL: server.services.settings.databaseUrl! };
  const program = runProgram([process.execPath, ADMIN, ...args], env);
  return [await program.ended, program.output()];
}
const names = async () =>
  (await server.sql<{ username: string }[]>`select username from users order by id`).map(
    (row) => row.username,
  );

test('a name that was mistyped makes nobody', async () => {
  const namesBefore = await names();
  for (const more of [[], ['--trader']]) {
    const [code, said] = await admin('mistyped_name', ...more);
    expect([code, said]).toEqual([1, expect.stringContaining('There is nobody called mistyped_name.')]);
    expect(said).toContain('--new');
  }
  expect(await names()).toEqual(namesBefore);
});

test('--new makes an admin, once', async () => {
  const [code, said] = await admin('the_boss', '--new');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^the_boss is an admin\. Their new password is \w{26}\n$/),
  ]);
  const boss = await server.login('the_boss', said.trim().split(' ').at(-1)!);
  expect((await boss.get('/admin/audit', { accept: 'text/html' })).status).toBe(200);
  expect(await admin('the_boss', '--new')).toEqual([1, expect.stringContaining('leave --new out')]);
});

test('without it a trader becomes one, under a new password', async () => {
  const ann = await server.register('promoted_ann');
  const [code, said] = await admin('promoted_ann');
  expect(code).toBe(0);
  expect((await ann.get('/api/user')).status).toBe(401);
  const again = await server.login('promoted_ann', said.trim().split(' ').at(-1)!);
  expect((await again.get('/admin/audit', { accept: 'text/html' })).status).toBe(200);
});

test('an account named before the rule of names became stricter gets a new password too', async () => {
  await server.register('named_before');
  const old = 'аdmin-2019';
  await server.sql`update users set username = ${old}, username_key = ${usernameKey(old)} where username = 'named_before'`;
  const [code, said] = await admin(old, '--trader');
  expect(code).toBe(0);
  await server.login(old, said.trim().split(' ').at(-1)!);
  expect((await admin(old))[0]).toBe(0);
});

test('it turns two-step login off, for whoever has lost phone and codes', async () => {
  const lost = await server.register('lost_phone');
  await server.sql`
    insert into second_factors (user_id, secret, is_sealed, confirmed_at)
    values (${lost.userId!}, ${new Uint8Array(20)}, false, now())`;
  const [code, said] = await admin('lost_phone', '--trader');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(
      /^lost_phone is a trader\. Their two-step login is off\. Their new password is \w{26}\n$/,
    ),
  ]);
  const again = await server.login('lost_phone', said.trim().split(' ').at(-1)!);
  expect((await again.get('/api/user')).status).toBe(200);
});
