/** Changing a name, exporting one's data, and deleting an account. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const DAY = 86_400_000;
const PAGE = { accept: 'text/html' };
let server: TestServer;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;

beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() + ahead } });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const trade = (client: Client, action: string, quantity: number) =>
  client.post('/api/trade', { user_id: client.userId, symbol: 'AAPL', action, quantity });

async function* each(lines: readonly string[]) {
  yield* lines;
}

async function bundleOf(season: number): Promise<string[]> {
  const answer = await fetch(`${server.url}/competitions/${season}/bundle`);
  expect(answer.status).toBe(200);
  return gunzipSync(await answer.arrayBuffer())
    .toString()
    .trimEnd()
    .split('\n');
}

describe('names', () => {
  test.each(['adm1n', 'PaperPit', 'תמיכה', 'deleted-1', 'guest-x'])('%s is reserved', async (username) => {
    const answer = await server.visitor().post('/api/register', { username, password: 'a pass phrase' });
    expect([answer.status, answer.json.message]).toEqual([422, 'That name is reserved.']);
  });

  test('change every 30 days, three times a year; the old one is reserved for 90 days and leads on', async () => {
    const client = await server.register('name-first');
    const change = (username: string) => client.post('/api/account/username', { username });
    expect((await change('Support')).status).toBe(422);
    expect((await change('name-second')).status).toBe(200);
    expect((await client.get('/api/user')).json).toMatchObject({ username: 'name-second' });
    const soon = await change('name-third');
    expect([soon.status, soon.json.code]).toEqual([409, 'NAME_TOO_SOON']);
    const taken = { username: 'NAME-first', password: 'a pass phrase' };
    expect((await server.visitor().post('/api/register', taken)).status).toBe(409);
    const old = await admin.get('/leaderboards?trader=name-first', PAGE);
    expect(old.text).toContain('name-second');
    await server.sql`update former_names set changed_at = now() - interval '31 days'`;
    expect((await change('name-third')).status).toBe(200);
    await server.sql`update former_names set changed_at = changed_at - interval '31 days'`;
    expect((await change('name-fourth')).status).toBe(200);
    await server.sql`update former_names set changed_at = changed_at - interval '31 days'`;
    expect((await change('name-fifth')).status).toBe(409);
    // the first name was given up 93 days ago
    expect((await server.visitor().post('/api/register', taken)).status).toBe(200);
    await server.login('name-fourth', client.password);
  });
});

describe('the file of one’s data', () => {
  test('holds every fill and ledger row of theirs, and nothing secret or of others; once an hour', async () => {
    const client = await server.register('export-me');
    const other = await server.register('export-other');
    for (let n = 0; n < 3; n++) {
      await trade(client, 'buy', 2);
      await trade(client, 'sell', 1);
      await trade(other, 'short', 1);
    }
    const terms = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '1' };
    expect((await client.post('/api/orders', terms)).status).toBeLessThan(300);
    const answer = await client.form('/api/account/export', {});
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    type Part = { id: number; season_id: number }[];
    const file = JSON.parse(answer.text) as Record<string, Part> & { account: object; README: object };
    expect(Object.keys(file.README).sort()).toEqual(
      Object.keys(file)
        .filter((key) => key !== 'README')
        .sort(),
    );
    const ids = async (table: string) => {
      const rows = await server.sql<{ id: bigint }[]>`
        select id from ${server.sql(table)} where user_id = ${client.userId} order by id`;
      return rows.map(({ id }) => Number(id));
    };
    for (const part of ['fills', 'ledger', 'closed_trades', 'positions'])
      expect(file[part]!.map(({ id }) => id).sort((a, b) => a - b)).toEqual(await ids(part));
    expect(file.fills).toHaveLength(6);
    const [order] = file.orders!;
    expect(file.orders).toHaveLength(1);
    expect(file.order_events).toEqual([expect.objectContaining({ kind: 'placed', order_id: order!.id })]);
    const csv = (await client.get('/api/my-trades')).text.trim().split('\n');
    expect(file.closed_trades).toHaveLength(csv.length - 1);
    expect(file.account).toMatchObject({ username: 'export-me' });
    for (const secret of ['hash', 'argon2', 'token', 'export-other', client.cookies.get('sid')!])
      expect(answer.text.replace(/"README":\{[^}]*\}/, '')).not.toContain(secret);
    const again = await client.post('/api/account/export');
    expect([again.status, Number(again.headers.get('retry-after')) > 3_000]).toEqual([429, true]);
    ahead += 11 * 60_000;
    expect((await client.post('/api/account/export')).json).toMatchObject({ code: 'PROOF_NEEDED' });
  });
});

describe('leaving', () => {
  test('needs name and password; the last admin cannot', async () => {
    const client = await server.register('leave-no');
    const ask = (fields: object) =>
      client.post('/api/account/delete', { username: 'leave-no', password: client.password, ...fields });
    expect((await ask({ username: 'leave' })).json).toMatchObject({ code: 'INVALID' });
    expect((await ask({ password: 'wrong' })).json).toMatchObject({ code: 'WRONG_PASSWORD' });
    const last = await admin.post('/api/account/delete', {
      username: admin.username,
      password: admin.password,
    });
    expect([last.status, last.json.code]).toEqual([409, 'LAST_ADMIN']);
    // neither can an admin whose session was read before the role was given
    const request = new Request(server.url, { headers: { cookie: `sid=${admin.cookies.get('sid')}` } });
    const user = { id: admin.userId!, username: admin.username, isAdmin: false, locale: null };
    const { username, password } = admin;
    await expect(
      server.services.leaving.ask(request, user, { username, password: password! }),
    ).rejects.toMatchObject({ code: 'LAST_ADMIN' });
  });

  test('for seven days signing in brings it back', async () => {
    const client = await server.register('leave-back');
    await trade(client, 'buy', 1);
    const gone = await client.form('/api/account/delete', {
      username: 'leave-back',
      password: client.password,
    });
    expect(gone.headers.get('location')).toBe('/auth');
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await admin.get('/leaderboards?trader=leave-back', PAGE)).text).not.toContain('Trading stats');
    ahead += 6 * DAY;
    await server.services.tidy();
    const visitor = server.visitor();
    const entered = await visitor.form('/api/login', { username: 'leave-back', password: client.password });
    expect(entered.headers.get('location')).toBe('/settings');
    const back = await server.login('leave-back', client.password);
    back.userId = client.userId;
    expect((await trade(back, 'buy', 1)).json).toMatchObject({ code: 'ACCOUNT_LEAVING' });
    expect((await back.get('/settings', PAGE)).text).toContain('Keep my account');
    expect((await back.post('/api/account/keep')).status).toBe(200);
    expect((await trade(back, 'buy', 1)).status).toBe(200);
    ahead += 3 * DAY;
    await server.services.tidy();
    expect((await server.login('leave-back', client.password)).userId).toBe(client.userId);
  });

  test('who keeps it while the deletion begins, keeps it', async () => {
    const client = await server.register('leave-late');
    await client.post('/api/account/delete', { username: 'leave-late', password: client.password });
    ahead += 7 * DAY + 60_000;
    const deletion = await server.sql.begin(async (tx) => {
      await tx`update users set leaves_at = null where id = ${client.userId}`;
      const underWay = server.services.leaving.carryOut();
      await until(
        async () =>
          (
            await server.sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%from users%for update%'`
          ).length > 0,
      );
      return [underWay];
    });
    await Promise.all(deletion);
    expect((await server.login('leave-late', client.password)).userId).toBe(client.userId);
  });

  test('does not keep the staff from ruling on the trader', async () => {
    const cheat = await server.register('leave-cheat');
    await trade(cheat, 'buy', 1);
    await cheat.post('/api/account/delete', { username: 'leave-cheat', password: cheat.password });
    const staff = await server.login(admin.username, admin.password);
    const season = server.services.seasons.current()!.number;
    const about = { username: 'leave-cheat', reason: 'Two accounts.' };
    expect((await staff.post('/api/disqualify', { ...about, season })).status).toBe(200);
    expect((await staff.post('/api/measures', { ...about, action: 'ban' })).status).toBe(200);
    expect((await staff.get('/traders/leave-cheat', PAGE)).status).toBe(404);
  });

  test('after that nothing names them, and every proof is as before', async () => {
    const client = await server.register('leave-gone-first');
    for (const action of ['buy', 'sell', 'short']) await trade(client, action, 1);
    await client.post('/api/contact', {
      name: 'Leave Gone',
      email: 'gone@mail.example',
      phone: '050-1',
      subject: 'Other',
      message: 'leave-gone',
    });
    const staff = await server.login(admin.username, admin.password);
    const note = await staff.post(`/api/people/${client.userId}/notes`, { note: 'leave-gone called' });
    expect(note.status).toBe(200);
    expect((await client.post('/api/account/username', { username: 'leave-gone' })).status).toBe(200);
    await server.services.seasons.end(admin.userId);
    const ended = server.services.seasons.current()!.number;
    const proof = await verifySeason(server.services, ended);
    await server.services.seasons.reset(admin.userId);
    await server.services.seasons.start(admin.userId);
    const again = await server.login('leave-gone', client.password);
    again.userId = client.userId;
    await trade(again, 'buy', 1);
    ahead += 3 * 60_000;
    await server.services.seasons.refresh();
    const bundle = await bundleOf(ended);
    expect(bundle.join()).toContain('leave-gone');
    const fromBundle = await verifyBundle(each(bundle));
    const sums = () => server.sql`
      select currency, season_id, sum(amount)::text as sum, count(*)::integer as rows from ledger
      where user_id = ${client.userId} group by 1, 2 order by 1, 2`;
    const waiting = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '1' };
    for (const game of ['season', 'practice'])
      expect((await again.post('/api/orders', { ...waiting, game })).status).toBe(201);
    const sumsBefore = await sums();
    await again.post('/api/account/delete', { username: 'leave-gone', password: client.password });
    ahead += 7 * DAY + 60_000;
    await server.services.tidy();
    const orders = await server.sql<{ final: boolean; held: string }[]>`
      select o.final_at is not null as final, a.held from orders o join accounts a using (season_id, user_id)
      where user_id = ${client.userId}`;
    expect([...orders]).toEqual([
      { final: true, held: '0.00' },
      { final: true, held: '0.00' },
    ]);
    const login = { username: 'leave-gone', password: client.password };
    expect((await server.visitor().post('/api/login', login)).json).toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
    expect((await server.visitor().post('/api/register', login)).json).toMatchObject({
      code: 'USERNAME_TAKEN',
    });
    const boss = await server.login(admin.username, admin.password);
    await server.services.leaderboard.pass(true);
    for (const path of [
      ...['/', '/leaderboards', '/competitions', `/competitions/${ended}`, '/admin/audit', '/admin/messages'],
      ...['/sitemap.xml'],
      ...['/admin/accounts', '/admin/reports', '/api/rankings', `/api/season-results/${ended}`],
      ...[`/api/user-profile/${client.userId}`, `/api/all-trades/${client.userId}`],
    ])
      expect({ path, found: /leave[- ]gone/i.test((await boss.get(path)).text) }).toEqual({
        path,
        found: false,
      });
    expect((await boss.get(`/competitions/${ended}`, PAGE)).text).toMatch(/deleted-\d{6}/);
    for (const path of ['/traders/leave-gone', '/og/traders/leave-gone.png'])
      expect([path, (await boss.get(path, PAGE)).status]).toEqual([path, 404]);
    const everywhere = await server.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of everywhere) {
      const rows = await server.sql`
        select 1 from ${server.sql(name)} t where to_jsonb(t)::text ~* 'leave[- ]gone|gone@mail' limit 1`;
      expect({ name, rows: rows.length }).toEqual({ name, rows: 0 });
    }
    expect(await sums()).toEqual(sumsBefore);
    expect(await verifySeason(server.services, ended)).toEqual(proof);
    const nameless = await bundleOf(ended);
    expect(nameless.join()).not.toContain('leave-gone');
    expect(await verifyBundle(each(nameless))).toEqual(fromBundle);
    const running = await server.sql`select kind from disqualifications where user_id = ${client.userId}`;
    expect(running).toMatchObject([{ kind: 'deleted' }]);
    await server.services.seasons.end(admin.userId);
    await verifySeason(server.services, ended + 1);
    const [row] = await server.sql`select ranked from results r join seasons s on s.id = r.season_id
      where s.number = ${ended + 1} and user_id = ${client.userId}`;
    expect(row).toMatchObject({ ranked: false });
  });

  test('a sign-in that began before the deletion opens no session after it', async () => {
    const client = await server.register('leave-entering');
    await client.post('/api/account/delete', { username: 'leave-entering', password: client.password });
    ahead += 7 * DAY + 60_000;
    await server.services.tidy();
    await expect(
      server.services.sessions.open(new Request(server.url), client.userId!, null),
    ).rejects.toMatchObject({ code: 'SIGN_IN_OVER' });
  });

  test('the admin log keeps the names of others who had the same name before or after', async () => {
    const { sql } = server;
    const client = await server.register('leave-shared');
    const log = (action: string, days: number) => sql`
      insert into audit (action, after, at)
      values (${action}, ${sql.json({ username: 'leave-shared' })}, now() - ${`${days} days`}::interval)`;
    await Promise.all([log('earlier', 400), log('theirs', 150), log('later', 5)]);
    expect((await client.post('/api/account/username', { username: 'leave-renamed' })).status).toBe(200);
    await sql`update users set created_at = now() - interval '200 days' where id = ${client.userId}`;
    await sql`update former_names set changed_at = now() - interval '100 days' where user_id = ${client.userId}`;
    await client.post('/api/account/delete', { username: 'leave-renamed', password: client.password });
    ahead += 7 * DAY + 60_000;
    await server.services.tidy();
    const rows = await sql<{ action: string; isKept: boolean }[]>`
      select action, after->>'username' = 'leave-shared' as "isKept" from audit
      where action in ('earlier', 'theirs', 'later') order by at`;
    expect([...rows]).toEqual([
      { action: 'earlier', isKept: true },
      { action: 'theirs', isKept: false },
      { action: 'later', isKept: true },
    ]);
  });
});
