/** The admins' list of people, and the page of one person. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

const PAGE = { accept: 'text/html' };
let server: TestServer;
let admin: Client;
let dana: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  dana = await server.register('dana_c');
  await server.register('danny');
  await server.register('percent_x');
  await server.sql`update users set email = 'dana@mail.example', discord_id = '80351110224678912' where id = ${dana.userId}`;
  await server.sql`insert into former_names (user_id, username, username_key) values (${dana.userId}, 'oldname', 'oldname')`;
});
afterAll(() => server?.stop());

const pageOf = async (path: string) => (await admin.get(path, PAGE)).text;
/** The names in the list, in order. */
const names = async (query: string) =>
  [...(await pageOf(`/admin/people${query}`)).matchAll(/href="\/admin\/people\/\d+"><bdi>(.*?)<\/bdi>/g)].map(
    ([, name]) => name,
  );

test('both pages are for admins', async () => {
  for (const path of ['/admin/people', `/admin/people/${dana.userId}`]) {
    expect((await dana.get(path, PAGE)).status).toBe(403);
    expect((await server.visitor().get(path, PAGE)).status).toBe(303);
  }
});

test('people are found by the beginning of a name, a former name, number, address and Discord number', async () => {
  expect(await names('?q=dan')).toEqual(['danny', 'dana_c']);
  expect(await names('?q=DANA_')).toEqual(['dana_c']);
  expect(await names('?q=oldn')).toEqual(['dana_c']);
  expect(await names(`?q=${dana.userId}`)).toEqual(['dana_c']);
  expect(await names('?q=Dana%40mail.example')).toEqual(['dana_c']);
  expect(await names('?q=80351110224678912')).toEqual(['dana_c']);
  for (const none of ['%25', '_', 'dana%40', 'zzz', `${'9'.repeat(12)}`])
    expect(await names(`?q=${none}`)).toEqual([]);
  expect(textOf(await pageOf('/admin/people?q=zzz'))).toContain('Nobody is called that');
});

test('the lists: newest first, the suspended, the staff', async () => {
  expect((await names('')).slice(0, 3)).toEqual(['percent_x', 'danny', 'dana_c']);
  expect(await names('?show=suspended')).toEqual([]);
  await admin.post('/api/measures', { username: 'danny', action: 'suspend_7', reason: 'Two accounts' });
  expect(await names('?show=suspended')).toEqual(['danny']);
  expect(await names('?show=staff')).toEqual([admin.username]);
  expect(await names('?show=nonsense&page=x')).toHaveLength(4);
});

test('fifty are on a page, and the next page is offered where there is one', async () => {
  await server.sql`
    insert into users (username, username_key, password_hash)
    select 'crowd' || n, 'crowd' || n, 'x' from generate_series(1, 60) n`;
  expect(await names('?q=crowd')).toHaveLength(50);
  expect(await pageOf('/admin/people?q=crowd')).toContain('?q=crowd&amp;page=2');
  expect(await names('?q=crowd&page=2')).toHaveLength(10);
  expect(await pageOf('/admin/people?q=crowd&page=2')).not.toContain('page=3');
});

test('a person’s page has seasons, reports, measures and what can be done; nobody else’s secrets', async () => {
  await dana.post('/api/trade', { user_id: dana.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  const other = await server.register('reporter');
  await other.post('/api/reports', { username: 'dana_c', reason: 'cheating', message: 'Two of them' });
  await admin.post('/api/measures', { username: 'dana_c', action: 'warn', reason: 'Please stop' });
  await other.post('/api/reports', { username: 'dana_c', reason: 'other', message: 'Again' });
  const html = await pageOf(`/admin/people/${dana.userId}`);
  const text = textOf(html);
  for (const part of [
    'dana_c',
    'Names before: \u2068oldname\u2069',
    'Disqualify in season 1',
    'Again',
    'Please stop',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Two of them');
  expect(html).not.toContain('dana@mail.example');
  expect(html).not.toContain('80351110224678912');
  expect(html).toContain(`name="username" value="dana_c"`);
  expect(html).toContain('/competitions/1?username=dana_c');
});

test('reports can be dismissed on the page of a person who is reported', async () => {
  const [person] = await server.sql<{ id: number }[]>`select id from users where username = 'percent_x'`;
  const measures = async () => {
    const page = await pageOf(`/admin/people/${person!.id}`);
    return /<select[^>]* name="action".*?<\/select>/s.exec(page)![0];
  };
  expect(await measures()).not.toContain('value="dismiss"');
  await dana.post('/api/reports', { username: 'percent_x', reason: 'name', message: '' });
  expect(await measures()).toContain('value="dismiss"');
});

test('nothing can be done about an admin or a deleted account; an unknown one is not found', async () => {
  expect(await pageOf(`/admin/people/${admin.userId}`)).not.toContain('name="action"');
  await server.sql`update users set deleted_at = now() where username = 'percent_x'`;
  const [gone] = await server.sql<{ id: number }[]>`select id from users where username = 'percent_x'`;
  const html = await pageOf(`/admin/people/${gone!.id}`);
  expect(html).not.toContain('name="action"');
  expect(textOf(html)).toContain('deleted');
  for (const id of ['0', '999999', 'x', '99999999999'])
    expect((await admin.get(`/admin/people/${id}`, PAGE)).status).toBe(404);
});

const auditOf = async (action: string) => [
  ...(await server.sql`select user_id, after from audit where action = ${action} order by id`),
];

test('an address is masked until somebody asks for it, and each look is in the log', async () => {
  const path = `/admin/people/${dana.userId}`;
  expect(await pageOf(path)).toContain('da***@mail.example');
  const { status, json } = await admin.post(`/api/people/${dana.userId}/email`, {});
  expect([status, json]).toEqual([200, { email: 'dana@mail.example' }]);
  const answer = await admin.form(`/api/people/${dana.userId}/email`, {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path]);
  // the address is shown once, and on no page of another person
  const html = await pageOf(path);
  expect(html).toContain('dana@mail.example');
  expect(html).not.toContain(`action="/api/people/${dana.userId}/email"`);
  expect(await pageOf(path)).not.toContain('dana@mail.example');
  await admin.form(`/api/people/${dana.userId}/email`, {});
  expect(await pageOf(`/admin/people/${admin.userId}`)).not.toContain('dana@mail.example');
  const look = { user_id: admin.userId, after: { username: 'dana_c' } };
  expect(await auditOf('email_shown')).toEqual([look, look, look]);
  expect(textOf(await pageOf('/admin/audit'))).toContain('Looked at an e-mail address');
});

test('who has no address shows none; a moderator does not see an admin’s', async () => {
  const helper = await server.register('watchful');
  await admin.post('/api/role', { username: 'watchful', role: 'moderator', reason: 'Helps' });
  await server.sql`update users set email = 'boss@mail.example' where id = ${admin.userId}`;
  const looks = (await auditOf('email_shown')).length;
  const show = (id: number) => helper.post(`/api/people/${id}/email`, {});
  expect((await show(admin.userId)).json).toMatchObject({ code: 'FORBIDDEN' });
  expect((await helper.get(`/admin/people/${admin.userId}`, PAGE)).text).not.toContain('/email"');
  expect((await show(helper.userId)).json).toEqual({ email: null });
  expect((await show(999_999)).status).toBe(404);
  expect(await auditOf('email_shown')).toHaveLength(looks);
  expect((await show(dana.userId)).json).toEqual({ email: 'dana@mail.example' });
  expect(await auditOf('email_shown')).toHaveLength(looks + 1);
});

test('the staff writes notes of up to 2,000 characters about a person, which go with the account', async () => {
  const path = `/admin/people/${dana.userId}`;
  const add = (note: string, id = dana.userId) => admin.form(`/api/people/${id}/notes`, { note });
  expect((await add('First of two')).headers.get('location')).toBe(path);
  expect((await admin.post(`/api/people/${dana.userId}/notes`, { note: 'n'.repeat(2000) })).status).toBe(200);
  const text = textOf(await pageOf(path));
  expect(text.indexOf('nnn')).toBeGreaterThan(0);
  expect(text.indexOf('First of two')).toBeGreaterThan(text.indexOf('nnn'));
  expect(text).toMatch(/by \u2068admin-\u20601x\u2069 First of two/);
  for (const [note, sentence] of [
    [' ', 'Write a note.'],
    ['m'.repeat(2001), 'At most 2000 characters.'],
  ] as const) {
    const { status, json } = await admin.post(`/api/people/${dana.userId}/notes`, { note });
    expect([status, (json.issues as { message: string }[])[0]!.message]).toEqual([422, sentence]);
  }
  // the page shows the refused text again in its field
  expect((await add('m'.repeat(2001))).status).toBe(303);
  const again = await pageOf(path);
  expect(again).toContain(`${'m'.repeat(2001)}</textarea>`);
  expect(textOf(again)).toContain('At most 2000 characters.');
  expect(await auditOf('note')).toHaveLength(2);
  const [gone] = await server.sql<{ id: number }[]>`select id from users where deleted_at is not null`;
  expect((await admin.post(`/api/people/${gone!.id}/notes`, { note: 'Too late' })).status).toBe(404);
});

test('the staff logs a person out everywhere with a reason: sockets close, the person reads it, the log keeps why', async () => {
  const person = await server.register('shared-one');
  const socket = await openSocket(server.url, asBrowser(server.url, person));
  const path = `/api/people/${person.userId}/sessions/end`;
  expect(await pageOf(`/admin/people/${person.userId}`)).toContain(`action="${path}"`);
  expect((await admin.post(path, { reason: ' ' })).status).toBe(422);
  const answer = await admin.form(path, { reason: 'Somebody else trades' });
  expect(answer.headers.get('location')).toBe(`/admin/people/${person.userId}`);
  expect(await socket.closed).toBe(1008);
  expect((await person.get('/api/user')).status).toBe(401);
  const after = { username: 'shared-one', reason: 'Somebody else trades' };
  expect(await auditOf('sessions_ended')).toEqual([{ user_id: admin.userId, after }]);
  const again = await server.login('shared-one', person.password);
  // a notification is stored after the answer
  const notices = async () => textOf((await again.get('/notifications', PAGE)).text);
  await until(notices, (text) => text.includes('You were logged out on all devices'));
  // admins end their own sessions in the settings
  const mine = `/api/people/${admin.userId}/sessions/end`;
  expect((await admin.post(mine, { reason: 'Mine' })).json).toMatchObject({ code: 'OWN_ACCOUNT' });
  expect(await pageOf(`/admin/people/${admin.userId}`)).not.toContain(mine);
  expect((await admin.post('/api/people/999999/sessions/end', { reason: 'Nobody' })).status).toBe(404);
});

test.each([
  ['sessions/end', 'sessions'],
  ['second-factor/take', 'factor'],
])('a refused reason for %s is in its form again, with the issue', async (call, act) => {
  const person = await server.register(`typed-${act}`);
  await server.sql`
    insert into second_factors (user_id, secret, is_sealed, confirmed_at)
    values (${person.userId}, ${new Uint8Array(20)}, false, now())`;
  const page = `/admin/people/${person.userId}`;
  const action = `/api/people/${person.userId}/${call}`;
  const formOn = (html: string, path: string) => html.split(`action="${path}"`)[1]!.split('</form>')[0]!;
  const form = formOn(await pageOf(page), action);
  const sent = { reason: 'r'.repeat(501), act: /name="act" value="([^"]+)"/.exec(form)?.[1] ?? '' };
  const answer = await admin.form(action, sent, { referer: server.url + page });
  expect(answer.headers.get('location')).toBe(page);
  const again = await pageOf(page);
  expect(formOn(again, action)).toContain(`value="${sent.reason}"`);
  expect(textOf(formOn(again, action))).toContain('At most 500 characters');
  expect(again.split(sent.reason)).toHaveLength(2);
});

test('the messages of a person are linked from the page', async () => {
  const contact = { name: 'D C', email: 'd@mail.example', phone: '050-000-0000', subject: 'Question' };
  expect((await dana.post('/api/contact', { ...contact, message: 'How?' })).status).toBe(200);
  const html = await pageOf(`/admin/people/${dana.userId}`);
  const [row] = await server.sql`select id from contact_messages where user_id = ${dana.userId}`;
  expect(html).toContain(`href="/admin/messages/${row!.id}"`);
  expect(textOf(html)).toContain('Question');
});

/** Stores fills of a person in season 1, each some seconds after noon of one day. */
async function addFills(person: Client, fills: readonly [seconds: number, action: string, symbol: string][]) {
  const NOON = Date.UTC(2026, 10, 2, 12);
  const [position] = await server.sql`
    insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, opened_at, closed_at)
    select id, ${person.userId}, 'FAKE', false, 0, 1, 1, 0, now(), now() from seasons where number = 1 returning id, season_id`;
  for (const [seconds, action, symbol] of fills) {
    const filledAt = new Date(NOON + seconds * 1000);
    await server.sql`
      insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms,
        source, filled_at)
      values (${position!.season_id}, ${person.userId}, ${position!.id}, ${symbol}, ${action}, 2.5, 100.25, -250.63, ${filledAt}, 0, 'test', ${filledAt})`;
  }
}
/** The rows that compare two people by the minute: the minute, the sides, and the fills of each. */
const minutesOf = async (path: string) =>
  [...(await pageOf(path)).matchAll(/<tr class="border-t.*?<\/tr>/gs)].map(([row]) =>
    textOf(row).replace(/[\u2066-\u2069]/g, ''),
  );

test('fills of two people stand beside each other, a minute a row', async () => {
  const [one, two] = [await server.register('first_of2'), await server.register('second_of2')];
  const path = `/admin/people/${one.userId}/beside/${two.userId}`;
  admin.cookies.set('tz', 'UTC');
  expect(textOf(await pageOf(path))).toContain('Nothing to compare yet.');
  await addFills(one, [
    [5, 'buy', 'AAPL'],
    [70, 'sell', 'AAPL'],
    [200, 'buy', 'TSLA'],
  ]);
  await addFills(two, [
    [59, 'short', 'AAPL'],
    [75, 'short', 'AAPL'],
    [310, 'buy', 'MSFT'],
  ]);
  expect(await minutesOf(path)).toEqual([
    '2 Nov 12:05 first_of2 second_of2 12:05:10 buy 2.5 MSFT @ $100.25',
    '2 Nov 12:03 first_of2 12:03:20 buy 2.5 TSLA @ $100.25 second_of2',
    '2 Nov 12:01 same side first_of2 12:01:10 sell 2.5 AAPL @ $100.25 second_of2 12:01:15 short 2.5 AAPL @ $100.25',
    '2 Nov 12:00 opposite sides first_of2 12:00:05 buy 2.5 AAPL @ $100.25 second_of2 12:00:59 short 2.5 AAPL @ $100.25',
  ]);
  expect(await minutesOf(`${path}?show=both`)).toHaveLength(2);
  expect(textOf(await pageOf(path))).toContain('2 minutes in which both traded.');
  for (const wrong of [`${one.userId}`, '999999', 'x'])
    expect((await admin.get(`/admin/people/${one.userId}/beside/${wrong}`, PAGE)).status).toBe(404);
});

test('fifty minutes are on a page, twelve fills of one are listed, and only what is whole of both is compared', async () => {
  const [busy, quiet] = [await server.register('busy_one'), await server.register('quiet_one')];
  await addFills(busy, [
    ...Array.from({ length: 60 }, (_, n): [number, string, string] => [n * 60, 'buy', 'AAPL']),
    ...Array.from({ length: 14 }, (): [number, string, string] => [59 * 60, 'sell', 'AAPL']),
  ]);
  await addFills(quiet, [
    [-3600, 'buy', 'AAPL'],
    [0, 'sell', 'AAPL'],
  ]);
  const path = `/admin/people/${busy.userId}/beside/${quiet.userId}`;
  const rows = await minutesOf(path);
  expect(rows).toHaveLength(50);
  expect(rows[0]).toContain('and 3 more');
  expect(await minutesOf(`${path}?page=2`)).toHaveLength(11);
  await server.sql`
    insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms, source, filled_at)
    select season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms, source,
      filled_at + interval '1 hour' from (select * from fills where user_id = ${busy.userId} order by id limit 1) f, generate_series(1, 1990)`;
  // the newest 2,000 fills begin within the last minute of the first hour
  expect(textOf(await pageOf(path))).toContain(
    'The newest 2000 fills of each are compared, since 2 Nov 12:59',
  );
  expect(await minutesOf(path)).toHaveLength(1);
});

test('accounts of one browser and mirrors are linked to the comparison', async () => {
  const [one, two] = [await server.register('mirror_a'), await server.register('mirror_b')];
  const now = Date.now() - Date.UTC(2026, 10, 2, 12);
  const moments = [600, 400, 200].map((before) => Math.floor(now / 1000) - before);
  await addFills(
    one,
    moments.map((seconds) => [seconds, 'buy', 'GOOG']),
  );
  await addFills(
    two,
    moments.map((seconds) => [seconds + 3, 'short', 'GOOG']),
  );
  await server.sql`update fills set mark_id = 1 where user_id in (${one.userId}, ${two.userId})`;
  for (const [person, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const html = await pageOf(`/admin/people/${person.userId}`);
    expect(textOf(html)).toContain(`${other.username} Same browser · Opposite trades (3 of 3)`);
    expect(html).toContain(`href="/admin/people/${person.userId}/beside/${other.userId}"`);
  }
});

test('the fills of a person are a CSV file for the staff', async () => {
  const person = await server.register('csv_person');
  const path = `/api/people/${person.userId}/fills`;
  const head = 'filled_at,season,symbol,action,quantity,price,cash_delta,reason\r\n';
  expect((await admin.get(path)).text).toBe(head);
  await addFills(person, [
    [0, 'buy', 'AAPL'],
    [60, 'buy', '=1+1'],
  ]);
  const { headers, text } = await admin.get(path);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="paperpit-fills-${person.userId}.csv"`,
  );
  expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
  expect(text.slice(head.length)).toBe(
    "2026-11-02T12:01:00.000Z,1,'=1+1,buy,2.500000,100.2500,-250.63,\r\n" +
      '2026-11-02T12:00:00.000Z,1,AAPL,buy,2.500000,100.2500,-250.63,\r\n',
  );
  await server.sql`
    insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms, source, filled_at)
    select season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms, source, filled_at
    from (select * from fills where user_id = ${person.userId} order by id limit 1) f, generate_series(1, 2500)`;
  expect((await admin.get(path)).text.split('\r\n')).toHaveLength(1 + 2502 + 1);
  expect((await admin.get('/api/people/999999/fills')).status).toBe(404);
});

/** The actions listed in the log. */
const logged = async (query: string) =>
  [...(await pageOf(`/admin/audit?${query}`)).matchAll(/<td class="px-3 py-2.5 font-500">(.*?)<div/gs)].map(
    ([, what]) => what,
  );

test('the log is searched by admin, action, person and day, fifty rows a page', async () => {
  const all = await logged('');
  const actions = ['Gave or ended a role', 'Wrote a note about a person', 'Logged a person out everywhere'];
  for (const action of actions) expect(all).toContain(action);
  expect(new Set(await logged('action=note'))).toEqual(new Set(['Wrote a note about a person']));
  expect(await logged('action=nonsense')).toEqual([]);
  expect(textOf(await pageOf('/admin/audit?action=nonsense'))).toContain('Nothing in the log is like that.');
  // by the person who did it: a present or former name, in any case
  expect(await logged(`who=${admin.username.toUpperCase()}&action=sessions_ended`)).toHaveLength(1);
  expect(await logged('who=watchful')).toEqual(['Looked at an e-mail address']);
  expect(await logged('who=nobody-here')).toEqual([]);
  // by the person it concerns: also by a former name, and entries from before the change
  const about = await logged('person=dana_c');
  expect(about.length).toBeGreaterThan(3);
  expect(await logged('person=OLDNAME')).toEqual(about);
  await server.sql`update audit set after = jsonb_set(after, '{username}', '"OldName"') where id = (
    select max(id) from audit where after->>'username' = 'dana_c')`;
  expect(await logged('person=dana_c')).toEqual(about);
  // by days of the reader's zone, both included
  await server.sql`
    insert into audit (user_id, action, at) values
      (${admin.userId}, 'paid', '2024-03-09T22:30:00Z'), (${admin.userId}, 'confirm', '2024-03-10T21:30:00Z'),
      (${admin.userId}, 'lift', '2024-03-10T22:30:00Z')`;
  admin.cookies.set('tz', 'Asia/Jerusalem');
  expect(await logged('from=2024-03-10&to=2024-03-10')).toEqual([
    'Confirmed the winners',
    'Marked a prize as paid',
  ]);
  admin.cookies.set('tz', 'UTC');
  expect(await logged('to=2024-03-09')).toEqual(['Marked a prize as paid']);
  expect(await logged('from=2024-13-45&page=x')).toEqual(await logged(''));
  // the form and the links to further pages keep the search
  await server.sql`
    insert into audit (user_id, action, after)
    select ${admin.userId}, 'note', '{"username": "danny"}' from generate_series(1, 60)`;
  const html = await pageOf('/admin/audit?person=danny&action=note');
  expect(await logged('person=danny&action=note')).toHaveLength(50);
  expect(html).toContain('href="/admin/audit?person=danny&amp;action=note&amp;page=2"');
  expect(await logged('person=danny&action=note&page=2')).toHaveLength(10);
  expect(html).toContain('value="danny"');
  expect(html).toMatch(/<option value="note" selected="">/);
});
