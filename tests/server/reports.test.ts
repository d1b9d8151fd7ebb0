/** Reports of traders, and what admins do about them. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createReports } from '#services/reports/reports.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';

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

const report = (from: Client, username: string, more: object = {}) =>
  from.post('/api/reports', { username, reason: 'cheating', message: 'Two accounts', ...more });
const measure = (username: string, action: string, reason = 'One account a person') =>
  admin.post('/api/measures', { username, action, reason });
const buy = (client: Client) =>
  client.post('/api/trade', { user_id: client.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
const placeOf = async (client: Client) => {
  await server.services.leaderboard.pass(true);
  return (await server.services.leaderboard.mine(client.userId))?.place ?? null;
};

test('one open report a person and trader, five a day; who is reported sees nothing', async () => {
  const me = await server.register('reporter');
  const names = ['rep-a', 'rep-b', 'rep-c', 'rep-d', 'rep-e', 'rep-f'];
  const traders = [];
  for (const name of names) traders.push(await server.register(name));
  expect((await report(me, 'rep-a')).status).toBe(200);
  expect((await report(me, 'rep-a')).json).toMatchObject({ code: 'ALREADY_REPORTED' });
  for (const name of names.slice(1, 5)) expect((await report(me, name)).status).toBe(200);
  expect((await report(me, 'rep-f')).status).toBe(429);
  expect((await report(traders[5]!, 'reporter', { reason: 'none' })).status).toBe(422);
  for (const name of ['rep-f', 'nobody-here', admin.username])
    expect((await report(traders[5]!, name)).status).toBe(404);
  for (const path of ['/settings', '/', '/profile', '/portfolio', '/leaderboards?trader=rep-a']) {
    const page = (await traders[0]!.get(path, PAGE)).text;
    expect({ path, found: page.includes('Two accounts') }).toEqual({ path, found: false });
    // on other pages the reporter is listed as a trader
    if (path === '/settings') expect(page).not.toContain('reporter');
  }
  expect((await traders[0]!.get('/admin/reports', PAGE)).status).toBe(403);
  ahead += DAY - 3_600_000;
  const late = await report(me, 'rep-f');
  const remainingS = Number(late.headers.get('retry-after'));
  expect([late.status, remainingS > 3_000, remainingS <= 3_600]).toEqual([429, true, true]);
  ahead += 3_600_001;
  expect((await report(me, 'rep-f')).status).toBe(200);
});

test('the form stands on its own page, linked from the trader', async () => {
  const me = await server.register('form-reporter');
  const dialog = await me.get('/leaderboards?trader=rep-a', PAGE);
  expect(dialog.text).toContain('/report?trader=rep-a');
  expect((await me.get('/traders/rep-a', PAGE)).text).toContain(
    '/report?trader=rep-a&amp;next=%2Ftraders%2Frep-a',
  );
  expect((await me.get('/report?trader=rep-a', PAGE)).text).toContain('action="/api/reports"');
  const fields = { username: 'rep-a', reason: 'name', message: 'Rude', next: '/leaderboards' };
  const sent = await me.form('/api/reports', fields);
  expect(sent.headers.get('location')).toBe('/leaderboards');
  const page = (await admin.get('/admin/reports', PAGE)).text;
  expect(page.indexOf('rep-a')).toBeLessThan(page.indexOf('rep-f'));
  expect(page).toContain('Offensive name or text');
});

test('a measure is asked about before it is taken: whom it hits, and what they read; nobody else is asked', async () => {
  await server.register('mistyped');
  const ask = async (username: string, who = admin) =>
    (
      await who.get(
        `/admin/reports?${new URLSearchParams({ username, action: 'ban', reason: 'Spam' })}`,
        PAGE,
      )
    ).text;
  const dialog = /<dialog.*?<\/dialog>/s.exec(await ask('MISTYPED'))![0];
  expect(textOf(dialog)).toContain('Suspend for good? MI mistyped');
  expect(textOf(dialog)).toContain('The trader reads this reason: Spam');
  for (const field of ['name="username" value="mistyped"', 'name="action" value="ban"'])
    expect(dialog).toContain(field);
  expect(await ask('mistyped-too')).not.toContain('action="/api/measures"');
  expect((await (await server.register('asks-too')).get('/admin/reports', PAGE)).status).toBe(403);
});

test('what was typed about a refused measure is in its form again, also too long for an address', async () => {
  const typed = { username: 'renamed-since', action: 'suspend_7', reason: 'Two accounts' };
  const question = (fields: Record<string, string>) => `/admin/reports?${new URLSearchParams(fields)}`;
  /** The first form of the page. */
  const formAt = async (path: string, who = admin) =>
    (await who.get(path, PAGE)).text.split('action="/admin/reports"')[1]!.split('</form>')[0]!;
  const form = await formAt(question(typed));
  expect(textOf(form)).toContain('Trader not found.');
  for (const part of ['value="renamed-since"', 'value="suspend_7" selected=""', 'value="Two accounts"'])
    expect(form).toContain(part);

  // six characters of an address each
  const reason = 'א'.repeat(400);
  const fields = { ...typed, reason };
  const headers = { referer: server.url + question(fields) };
  const { username, action } = typed;
  const next = question({ username, action });
  expect((await admin.form('/api/measures', fields, headers)).headers.get('location')).toBe(next);
  expect(await formAt(next)).toContain(`value="${reason}"`);

  const staff = await server.login(admin.username, admin.password);
  staff.cookies.delete('sid');
  const refused = await staff.form('/api/measures', fields, headers);
  expect(refused.headers.get('location')).toBe(`/auth?next=${encodeURIComponent(next)}`);
  await staff.form('/api/login', { username: admin.username, password: admin.password, next });
  expect(await formAt(next, staff)).toContain(`value="${reason}"`);
});

test('a measure sent twice by one form is stored once and notifies once', async () => {
  const trader = await server.register('pressed-twice');
  const warning = { username: 'pressed-twice', action: 'warn', reason: 'Mind your words' };
  const page = (await admin.get(`/admin/reports?${new URLSearchParams(warning)}`, PAGE)).text;
  const fields = { ...warning, intent: /name="intent" value="([^"]+)"/.exec(page)?.[1] ?? '' };
  const press = async (reason = fields.reason) =>
    (await admin.form('/api/measures', { ...fields, reason })).status;
  expect([...(await Promise.all([press(), press()])), await press()]).toEqual([303, 303, 303]);
  expect(await press('Another reason')).toBe(303);
  const [stored] = await server.sql`select
    (select count(*)::integer from measures where user_id = ${trader.userId}) as measures,
    (select count(*)::integer from notifications where user_id = ${trader.userId}) as notifications`;
  expect(stored).toEqual({ measures: 1, notifications: 1 });
});

test('suspended: what waited to open is cancelled in each game, what closes goes on', async () => {
  const trader = await server.register('waiting-one');
  const share = { symbol: 'AAPL', quantity: 1 };
  const placed = async (game?: 'practice') => {
    const bought = await trader.post('/api/trade', { ...share, user_id: trader.userId, action: 'buy', game });
    expect(bought.status).toBe(200);
    const place = async (order: object) => {
      const terms = { ...share, type: 'limit', game, ...order };
      const { status, json } = await trader.post<{ order: { id: string } }>('/api/orders', terms);
      expect(status).toBe(201);
      return json.order.id;
    };
    return {
      opening: await place({ action: 'buy', limitPrice: 1, takeProfit: { limitPrice: 9 } }),
      closing: await place({ action: 'sell', limitPrice: 100_000 }),
    };
  };
  const games = [
    { query: '', ...(await placed()) },
    { query: '&game=practice', ...(await placed('practice')) },
  ];
  expect((await measure('waiting-one', 'suspend_1')).status).toBe(200);
  for (const { query, opening, closing } of games) {
    const { json } = await trader.get<{ orders: { id: string; status: string; reason: string | null }[] }>(
      `/api/orders?status=all${query}`,
    );
    const states = Object.fromEntries(json.orders.map(({ id, status, reason }) => [id, [status, reason]]));
    expect(states[opening]).toEqual(['cancelled', 'suspended']);
    expect(states[closing]).toEqual(['working', null]);
    expect((await trader.get<{ held: string }>(`/api/user-profile?${query}`)).json.held).toBe('0.00');
  }
});

test('a measure whose orders cannot be cancelled is stored and answered; the upkeep cancels them', async () => {
  const trader = await server.register('stuck-one');
  expect((await buy(trader)).status).toBe(200);
  const terms = { symbol: 'AAPL', quantity: 1, type: 'limit', action: 'buy', limitPrice: 1 };
  expect((await trader.post('/api/orders', terms)).status).toBe(201);
  await server.sql.unsafe(`
    create function refuse_stuck() returns trigger language plpgsql as $$ begin
      if new.user_id = ${trader.userId} then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_stuck before update on orders for each row execute function refuse_stuck()`);
  const { status } = await measure('stuck-one', 'suspend_1');
  await server.sql.unsafe('drop trigger refuse_stuck on orders; drop function refuse_stuck');
  const state = async () =>
    (await server.sql`select status from orders where user_id = ${trader.userId}`).map((row) => row.status);
  expect([status, await placeOf(trader), await state()]).toEqual([200, null, ['working']]);
  await server.services.reports.settle();
  expect(await state()).toEqual(['cancelled']);
});

test('a measure stands, and is answered so, when the ranking pass after it fails', async () => {
  const banned = await server.register('unranked-one');
  await server.sql`alter table leaderboard_passes add constraint no_pass check (false) not valid`;
  const taken = await measure('unranked-one', 'ban');
  await server.sql`alter table leaderboard_passes drop constraint no_pass`;
  expect(taken.status).toBe(200);
  expect((await buy(banned)).status).toBe(403);
});

test('suspended: 403 with reason and day, not ranked; reading, export and leaving work; it ends by itself', async () => {
  const client = await server.register('barred-one');
  await report(client, 'rep-b');
  expect((await buy(client)).status).toBe(200);
  expect(await placeOf(client)).toBeNumber();
  expect((await measure('barred-one', 'suspend_7')).status).toBe(200);
  const refused = await buy(client);
  expect([refused.status, refused.json.code]).toEqual([403, 'SUSPENDED']);
  expect(refused.json.message).toMatch(/^Your account is suspended until .+: One account a person$/);
  expect((await report(client, 'rep-c')).json).toMatchObject({ code: 'SUSPENDED' });
  const rename = await client.post('/api/account/username', { username: 'another-one' });
  expect(rename.json).toMatchObject({ code: 'SUSPENDED' });
  expect(await placeOf(client)).toBeNull();
  const again = await server.login('barred-one', client.password);
  expect((await again.get('/portfolio', PAGE)).status).toBe(200);
  expect((await again.get('/settings', PAGE)).text).toContain('One account a person');
  expect((await again.post('/api/account/export')).status).toBe(200);
  ahead += 7 * DAY;
  await server.services.tidy();
  const later = await server.login('barred-one', client.password);
  later.userId = client.userId;
  expect(await placeOf(client)).toBeNumber();
  expect((await buy(later)).status).toBe(200);
  admin = await server.login(admin.username, admin.password);
  expect((await measure('barred-one', 'ban')).status).toBe(200);
  expect((await buy(later)).json).toMatchObject({
    code: 'SUSPENDED',
    message: 'Your account is suspended: One account a person',
  });
  expect((await measure('barred-one', 'lift')).status).toBe(200);
  expect((await buy(later)).status).toBe(200);
  expect(await placeOf(client)).toBeNumber();
});

test('a new name needed, a warning, a dismissal: each is on record and closes the reports', async () => {
  const client = await server.register('rude-name');
  const me = await server.register('reporter-two');
  await report(me, 'rude-name');
  expect((await measure('rude-name', 'new_name', 'Choose a kinder one')).status).toBe(200);
  expect((await buy(client)).json).toMatchObject({ code: 'NEW_NAME_NEEDED' });
  expect((await client.post('/api/account/username', { username: 'kind-name' })).status).toBe(200);
  expect((await buy(client)).status).toBe(200);
  await measure('kind-name', 'warn', 'Mind your words');
  expect((await client.get('/settings', PAGE)).text).toContain('Mind your words');
  expect((await report(me, 'kind-name')).status).toBe(200);
  await measure('kind-name', 'dismiss', 'Nothing in it');
  const [open] = await server.sql`select count(*)::integer as n from reports
    where target_id = ${client.userId} and closed_at is null`;
  expect(open).toEqual({ n: 0 });
  const audit = await server.sql`select after->>'action' as action from audit where action = 'measure'
    and after->>'username' in ('rude-name', 'kind-name') order by id`;
  expect(audit.map(({ action }) => action)).toEqual(['new_name', 'warn', 'dismiss']);
  expect((await client.post('/api/measures', { username: 'rep-a', action: 'ban', reason: 'x' })).status).toBe(
    403,
  );
});

test('the list of reported traders has each trader’s lines, and takes as many queries for five as for one', async () => {
  let queries = 0;
  const sql = new Proxy(server.sql, {
    apply(target, self, args) {
      queries++;
      return Reflect.apply(target, self, args);
    },
  });
  const reports = createReports({ ...server.services, sql });
  const me = await server.register('list-reporter');
  const other = await server.register('list-other');
  const countQueries = async () => {
    queries = 0;
    await reports.list();
    return queries;
  };
  const names = ['list-a', 'list-b', 'list-c', 'list-d', 'list-e'];
  for (const name of names) await server.register(name);
  await report(me, 'list-a', { message: 'About list-a' });
  const queriesBefore = await countQueries();
  for (const name of names.slice(1)) {
    await report(me, name, { message: `About ${name}` });
    await measure(name, 'new_name', `Old fault of ${name}`);
    await report(other, name, { message: `Again about ${name}` });
  }
  expect(await countQueries()).toBe(queriesBefore);
  const listed = (await reports.list()).filter(({ username }) => username.startsWith('list-'));
  expect(
    listed.map(({ username, reports, measures }) => [
      username,
      reports.map(({ message }) => message),
      measures.map(({ reason }) => reason),
    ]),
  ).toEqual([
    ['list-a', ['About list-a'], []],
    ...names.slice(1).map((name) => [name, [`Again about ${name}`], [`Old fault of ${name}`]]),
  ]);
});
