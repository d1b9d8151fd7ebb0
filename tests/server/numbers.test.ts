/** The organizer's numbers equal those of the database, closed days are stored once, and clicks are counted without names. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays, dayRange, zonedDay } from '#core/locale/zone.ts';
import { FIGURES, type NumberName } from '#core/numbers/figures.ts';
import type { Client } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';

const ZONE = 'Asia/Jerusalem';
const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' };
const WHATSAPP = { accept: 'text/html', 'user-agent': 'WhatsApp/2.24.1 A' };
const DAY_MS = 86_400_000;

let server: TestServer;
let admin: Client;
let trader: Client;
let ahead = 0;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  server = await startServer({
    database: database.url,
    env: {
      DEMO: '1',
      PAY_URL_ANNUAL: 'https://pay.example/annual',
      CONTEST_ZONE: ZONE,
      RATE_LIMIT: 'on',
      NEW_ACCOUNTS_PER_ADDRESS: '3',
    },
    clock: { now: () => Date.now() + ahead },
  });
  trader = await server.register('ann');
  await server.register('ben');
  admin = await server.admin();
  await admin.post('/api/recordings', { title: 'One', url: 'https://video.example/1' });
  await admin.post('/api/recordings', { title: 'Few', url: 'https://video.example/2', audience: 'members' });
  for (const [action, quantity] of [
    ['buy', 3],
    ['sell', 1],
  ] as const)
    await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action, quantity });
  const order = await trader.post('/api/orders', {
    symbol: 'AAPL',
    action: 'buy',
    type: 'limit',
    quantity: 1,
    limitPrice: '1.00',
  });
  expect(order.status).toBe(201);
  await trader.post('/api/contact', {
    name: 'A B',
    email: 'a@mail.example',
    phone: '050-000-0000',
    subject: 'Question',
    message: 'How?',
  });
  await trader.post('/api/reports', { username: 'ben', reason: 'other', message: 'Look' });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

const today = () => zonedDay(Date.now() + ahead, ZONE);
/** The rows of the CSV file by day. */
async function csv(days = 30, client = admin): Promise<Map<string, Record<NumberName, string>>> {
  const { text, status } = await client.get(`/api/numbers?days=${days}`);
  expect(status).toBe(200);
  const [head = [], ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return new Map(
    rows.map(([day, ...cells]) => [
      day!,
      Object.fromEntries(cells.map((cell, i) => [head[i + 1], cell])) as Record<NumberName, string>,
    ]),
  );
}
const figure = async (name: NumberName) => Number((await csv()).get(today())![name]);
const go = (
  path: string,
  headers: Record<string, string> = BROWSER,
  client = server.visitor(),
  method = 'GET',
) => client.request(path, { method, headers });

/** The same figures by the simplest statements. */
async function bySql(sql: TestServer['sql'], day: string) {
  const people = sql`(select id from users where not is_simulated and not is_admin)`;
  const on = (column: string) => sql`(${sql.unsafe(column)} at time zone ${ZONE})::date = ${day}::date`;
  const [row] = await sql<Record<string, number>[]>`select
    (select count(*) from users where not is_simulated and ${on('created_at')})::int as accounts,
    (select count(*) from accounts a join users u on u.id = a.user_id join seasons s on s.id = a.season_id
      where u.id in ${people} and ${on('greatest(u.created_at, s.started_at)')})::int as joined,
    (select count(*) from (select user_id, season_id, min(id) as id from fills group by 1, 2) first
      join fills f using (id) where f.user_id in ${people} and ${on('f.recorded_at')})::int as first_trades,
    (select count(distinct user_id) from fills where user_id in ${people} and ${on('recorded_at')})::int as active,
    (select count(*) from fills where user_id in ${people} and ${on('recorded_at')})::int as trades,
    (select count(*) from order_events where kind = 'placed' and user_id in ${people} and ${on('recorded_at')})::int as orders,
    (select count(*) from fills where reason = 'forced_cover' and user_id in ${people}
      and ${on('recorded_at')})::int as covers,
    (select count(*) from contact_messages where ${on('created_at')})::int as messages,
    (select count(*) from reports where ${on('created_at')})::int as reports`;
  return row!;
}

test('on the demo each figure of today equals its statement', async () => {
  const expected = await bySql(server.sql, today());
  expect(expected).toMatchObject({ trades: 2, active: 1, first_trades: 1, orders: 1, covers: 0 });
  // the demo has messages and reports
  expect(expected.messages).toBeGreaterThanOrEqual(1);
  expect(expected.reports).toBeGreaterThanOrEqual(1);
  expect(expected.accounts).toBeGreaterThanOrEqual(3);
  expect(expected.joined).toBeGreaterThanOrEqual(2);
  expect((await csv()).get(today())).toMatchObject(
    Object.fromEntries(Object.entries(expected).map(([name, count]) => [name, String(count)])),
  );
});

test('the page has every figure, names its zone, and is for admins alone', async () => {
  const page = (await admin.get('/admin/numbers', { accept: 'text/html' })).text;
  expect(textOf(page)).toMatch(/A day begins at midnight in Asia\/Jerusalem ?\./);
  expect(page.match(/<svg[^>]*viewBox="0 0 120 28"/g)).toHaveLength(FIGURES.length);
  expect(page).toContain('href="/admin/numbers"');
  const longer = (await admin.get('/admin/numbers?days=90', { accept: 'text/html' })).text;
  expect(longer.match(/<svg[^>]*viewBox="0 0 360 28"/g)).toHaveLength(FIGURES.length);
  expect(textOf(page)).toMatch(/Trades \d[\d,]* /);
  for (const path of ['/admin/numbers', '/api/numbers'])
    expect((await trader.get(path, { accept: 'text/html' })).status).toBe(403);
  expect((await server.visitor().get('/api/numbers')).status).toBe(401);
});

test('each bar of the funnel is as long as its figure, also when people come by a join link', async () => {
  const page = (await admin.get('/admin/numbers', { accept: 'text/html' })).text;
  const steps = /<ol.*?<\/ol>/s.exec(page)![0].split('</li>').slice(0, -1);
  const figures = steps.map((step) => Number(/<bdi>(\d+)<\/bdi>/.exec(step)![1]));
  const most = Math.max(...figures);
  expect(figures[0]).toBeLessThan(most);
  const widths = steps.map((step) => Number(/<rect width="(\d+)"/.exec(step)![1]));
  expect(widths).toEqual(figures.map((figure) => Math.round((figure / most) * 1000)));
});

describe('a click', () => {
  test('on a plan is counted and leads to where it is paid', async () => {
    const previous = await figure('plan_annual');
    const answer = await go('/go/annual');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://pay.example/annual']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await figure('plan_annual')).toBe(previous + 1);
    // a plan that is not on sale, and recordings that do not exist
    for (const path of ['/go/monthly', '/go/yearly', '/go/recording/x', '/go/recording/999'])
      expect([path, (await go(path, BROWSER, trader)).status]).toEqual([path, 404]);
  });

  test('is not counted for HEAD and for programs that show previews', async () => {
    const previous = await figure('plan_annual');
    expect((await go('/go/annual', BROWSER, server.visitor(), 'HEAD')).status).toBe(303);
    expect((await go('/go/annual', WHATSAPP)).status).toBe(303);
    expect(await figure('plan_annual')).toBe(previous);
  });

  test('on a recording is counted for who may open it', async () => {
    const [one, few] = await server.sql<{ id: number }[]>`select id from recordings order by id`;
    const opened = await go(`/go/recording/${one!.id}`, BROWSER, trader);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, 'https://video.example/1']);
    const closed = await go(`/go/recording/${few!.id}`, BROWSER, trader);
    expect([closed.status, closed.headers.get('location')]).toEqual([303, '/pricing']);
    expect((await go(`/go/recording/${few!.id}`, BROWSER, admin)).headers.get('location')).toBe(
      'https://video.example/2',
    );
    expect(await figure('recording')).toBe(2);
    expect((await go(`/go/recording/${one!.id}`)).headers.get('location') ?? '').not.toContain(
      'video.example',
    );
  });
});

test('visits of the landing page and by a shared link are those of visitors and of people', async () => {
  const previous = { landing: await figure('landing'), share: await figure('share') };
  for (const path of ['/', '/he', '/']) await go(path);
  await go('/', WHATSAPP);
  await go('/', BROWSER, trader);
  await go('/traders/ann?via=share');
  await go('/traders/ann?via=share', WHATSAPP);
  await go('/traders/nobody?via=share');
  expect({ landing: await figure('landing'), share: await figure('share') }).toEqual({
    landing: previous.landing + 3,
    share: previous.share + 1,
  });
  expect((await go('/traders/ann')).status).toBe(200);
  expect((await go('/traders/ann')).text).toContain('/traders/ann?via=share"');
});

test('a registration that is refused by the door is counted', async () => {
  const previous = await figure('refused');
  await server.register('third');
  const refused = await server
    .visitor()
    .post('/api/register', { username: 'fourth', password: 'a long password' });
  expect(refused.status).toBe(429);
  expect(await figure('refused')).toBe(previous + 1);
});

test('a part that cannot be read is a dash, the others are there', async () => {
  await server.sql`alter table order_events rename to order_events_away`;
  const page = textOf((await admin.get('/admin/numbers', { accept: 'text/html' })).text);
  const row = (await csv()).get(today())!;
  await server.sql`alter table order_events_away rename to order_events`;
  expect(page).toMatch(/Working orders —/);
  expect(row.orders).toBe('');
  expect(row.trades).toBe('2');
});

test('the CSV has numbers and days alone', async () => {
  const { text, headers } = await admin.get('/api/numbers?days=90');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe(['day', ...FIGURES].join(','));
  expect(lines).toHaveLength(91);
  for (const line of lines.slice(1)) expect(line).toMatch(/^\d{4}-\d\d-\d\d(,\d*)+$/);
});

test('a closed day is stored as it was, once for two processes', async () => {
  const day = today();
  const expected = await bySql(server.sql, day);
  const other = await startServer({
    database: database.url,
    env: { CONTEST_ZONE: ZONE },
    clock: { now: () => Date.now() + ahead },
  });
  try {
    ahead = DAY_MS;
    await Promise.all([server.services.numbers.closeDays(), other.services.numbers.closeDays()]);
    await server.services.numbers.closeDays();
    const stored = await server.sql<{ event: string; n: string }[]>`
      select event, n from counts where day = ${day}::date`;
    expect(Object.fromEntries(stored.map(({ event, n }) => [event, Number(n)]))).toMatchObject({
      ...expected,
      closed: 1,
    });
    // deleting the reports later does not change a stored day
    await server.sql`delete from reports`;
    expect((await csv()).get(day)).toMatchObject({
      reports: String(expected.reports),
      trades: String(expected.trades),
    });
    expect((await csv()).get(today())).toMatchObject({ trades: '0', reports: '0' });
    const clicks = async () => Number((await csv()).get(today())!.plan_annual);
    server.services.counts.add('plan_annual');
    other.services.counts.add('plan_annual');
    await other.services.counts.flush();
    expect(await clicks()).toBe(2);
  } finally {
    ahead = 0;
    await other.stop();
  }
});

test.each([
  ['2026-03-27', 23],
  ['2026-10-25', 25],
])('on %s a day has %d hours, and each minute of it counts there', async (day, hours) => {
  const ofDay = await testDatabase();
  const { from, to } = dayRange(day, ZONE);
  expect((to - from) / 3_600_000).toBe(hours);
  const alone = await startServer({
    database: ofDay.url,
    env: { CONTEST_ZONE: ZONE },
    clock: { now: () => to + 3_600_000 },
  });
  try {
    const client = await alone.admin();
    for (const sentAt of [from - 1, from, from + (to - from) / 2, to - 1, to])
      await alone.sql`insert into contact_messages (purpose, name, email, phone, subject, message, created_at)
        values ('public', 'A', 'a@b.example', '1', 'Q', 'Q', ${new Date(sentAt)})`;
    await alone.sql`update users set created_at = ${new Date(from - DAY_MS)}`;
    await alone.services.numbers.closeDays();
    const rows = await csv(30, client);
    expect([-1, 0, 1].map((step) => rows.get(addDays(day, step))!.messages)).toEqual(['1', '3', '1']);
  } finally {
    await alone.stop();
    await ofDay.drop();
  }
});
