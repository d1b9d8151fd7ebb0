/** /notifications lists what the site told a person. Opening a page marks the ones on it as read. */
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { one } from '#db/client.ts';
import { insertNotifications } from '#db/queries/account/notifications.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const DAY = 86_400_000;
const PAGE = { accept: 'text/html' };
/** Longer than the server caches the reader, ms. */
const SOON_MS = 2_000;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100' }, () => Date.now());
  server = await startServer({ market, clock: { now: () => Date.now() + ahead } });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const countOf = async ({ userId }: Client) =>
  one(
    await server.sql<{ count: number }[]>`
      select count(*)::integer as count from notifications where user_id = ${userId!}`,
  ).count;
const have = (client: Client, count: number) => until(async () => (await countOf(client)) === count);
/** The count at the bell of the page; null where it is hidden. */
async function bell(client: Client, path = '/portfolio'): Promise<string | null> {
  ahead += SOON_MS;
  const { text } = await client.get(path, PAGE);
  return /<span class="unread"><span data-bell="">(.*?)<\/span>/.exec(text)?.[1] ?? null;
}
/** The texts of the rows on the page. */
async function rows(client: Client): Promise<string[]> {
  const { status, text } = await client.get('/notifications', PAGE);
  expect(status).toBe(200);
  return [...text.matchAll(/<li class="grid.*?<\/li>/g)].map(([row]) => textOf(row));
}
const buyAt = (limitPrice: string) => ({
  symbol: 'AAPL',
  action: 'buy',
  type: 'limit',
  quantity: '10',
  limitPrice,
});

test('an order that fills is counted at the bell until the page is opened', async () => {
  const trader = await server.register();
  expect(await rows(trader)).toEqual([]);
  await trader.post('/api/orders', buyAt('95'));
  expect(await bell(trader)).toBeNull();
  market.set('AAPL', '94');
  await server.services.orderEngine.pump();
  await have(trader, 1);
  expect(await bell(trader)).toBe('1');
  const [row] = await rows(trader);
  expect(row).toStartWith('New Order filled');
  expect(row).toContain('10 AAPL at $94.00.');
  // the bell is empty at once, before the cached reader expires
  const { text } = await trader.get('/portfolio', PAGE);
  expect(text).not.toContain('<span class="unread"><span');
  trader.cookies.set('lang', 'he');
  const [again] = await rows(trader);
  expect(again).toStartWith('הפקודה בוצעה');
  market.set('AAPL', '100');
});

test('what a trader did and saw at once is not told again', async () => {
  const trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  expect((await trader.post('/api/trade', order)).status).toBe(200);
  const { json } = await trader.post('/api/orders', buyAt('90'));
  const { id } = (json as { order: { id: string } }).order;
  expect((await trader.send('DELETE', `/api/orders/${id}`)).status).toBe(200);
  expect(await bell(trader)).toBeNull();
  expect(await countOf(trader)).toBe(0);
});

test('a report: its reporter hears that it was looked at, its trader what was decided and why', async () => {
  const [reporter, trader] = [await server.register(), await server.register('told-off')];
  const report = { username: 'told-off', reason: 'cheating', message: 'Two accounts' };
  expect((await reporter.post('/api/reports', report)).status).toBe(200);
  const measure = { username: 'told-off', action: 'suspend_1', reason: 'One <b>account</b> a person' };
  expect((await admin.post('/api/measures', measure)).status).toBe(200);
  await have(reporter, 1);
  await have(trader, 1);
  expect((await rows(reporter))[0]).toContain('We looked at your report.');
  const [row] = await rows(trader);
  expect(row).toContain('for some days: One &lt;b&gt;account&lt;/b&gt; a person');
  expect(row).not.toContain('Two accounts');
});

test('the end of a season tells everybody in it their place', async () => {
  const trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
  expect((await trader.post('/api/trade', order)).status).toBe(200);
  const idle = await server.register();
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  await have(trader, 1);
  await have(idle, 1);
  const { place, total, number } = one(
    await server.sql<{ place: number; total: number; number: number }[]>`
      select r.place, s.number, (select count(*)::integer from results t where t.season_id = s.id) as total
      from results r join seasons s on s.id = r.season_id where r.user_id = ${trader.userId!}`,
  );
  expect((await rows(trader))[0]).toContain(`Your final place: ${place} of ${total}.`);
  const { text } = await trader.get('/notifications', PAGE);
  expect(text).toContain(`href="/competitions/${number}"`);
});

test('nobody reads those of others, and a visitor is sent to the login', async () => {
  const [mine, other] = [await server.register(), await server.register()];
  server.services.bus.publish({
    type: 'notice',
    userId: mine.userId!,
    topic: 'security',
    kind: 'error',
    title: { key: 'safety:newDeviceTitle' },
    message: { key: 'safety:newDevice' },
  });
  await have(mine, 1);
  expect(await rows(other)).toEqual([]);
  expect(await bell(mine)).toBe('1');
  const visitor = await server.visitor().get('/notifications', PAGE);
  expect(visitor.status).toBe(303);
  expect(visitor.headers.get('location')).toStartWith('/auth');
});

test('they are gone after 90 days', async () => {
  const trader = await server.register();
  const add = (at: Date) => server.sql`
    insert into notifications (user_id, topic, title, message, at)
    values (${trader.userId!}, 'order', '{"key":"messages:orderFilledTitle"}', '{"key":"reports:looked"}', ${at})`;
  const now = Date.now() + ahead;
  await add(new Date(now - 90 * DAY - 60_000));
  await add(new Date(now - 89 * DAY));
  expect(await rows(trader)).toHaveLength(1);
  await server.services.tidy();
  expect(await countOf(trader)).toBe(1);
});

/** Stores notifications of a trader at the time of the test's clock. */
const fill = ({ userId }: Client, count: number) => server.sql`
  insert into notifications (user_id, topic, title, message, at)
  select ${userId}, 'order', '{"key":"messages:orderFilledTitle"}', '{"key":"reports:looked"}', ${new Date(Date.now() + ahead)}
  from generate_series(1, ${count})`;

test('a page reads the fifty it shows, the button all of them, and no more than 200 are listed', async () => {
  const trader = await server.register();
  await fill(trader, 60);
  expect(await bell(trader)).toBe('60');
  expect(await rows(trader)).toHaveLength(50);
  expect(await bell(trader)).toBe('10');
  const { text } = await trader.get('/notifications', PAGE);
  expect(text).toContain('action="/api/notifications/read"');
  const answer = await trader.form('/api/notifications/read', {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/notifications']);
  expect(await bell(trader)).toBeNull();
  expect((await trader.get('/notifications', PAGE)).text).not.toContain('action="/api/notifications/read"');
  await fill(trader, 200);
  expect((await trader.get('/notifications?page=4', PAGE)).text.split('<li class="grid').length - 1).toBe(50);
  expect((await trader.get('/notifications?page=5', PAGE)).text).toContain('Nothing yet');
  expect((await server.visitor().post('/api/notifications/read', {})).status).toBe(401);
});

test('a kind that is not listed is kept from page and bell; security always is listed', async () => {
  const trader = await server.register();
  const choice = { site: ['season', 'cover'], mail: ['order'] };
  expect((await trader.post('/api/notifications/channels', choice)).status).toBe(200);
  const tell = (topic: 'order' | 'season' | 'security') =>
    server.services.bus.publish({
      type: 'notice',
      userId: trader.userId,
      topic,
      kind: 'success',
      title: { key: topic === 'season' ? 'seasons:over' : 'reports:title', params: { number: 1 } },
      message: { key: 'reports:looked' },
    });
  for (const topic of ['order', 'season', 'security'] as const) tell(topic);
  await have(trader, 2);
  expect(await bell(trader)).toBe('2');
  const page = textOf((await trader.get('/settings/notifications', PAGE)).text);
  // without a mail server there is only one column
  expect(page).toContain('This site sends no mail');
  expect(page).not.toContain('By mail');
  const html = (await trader.get('/settings/notifications', PAGE)).text;
  const boxes = [...html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
  expect(boxes).toHaveLength(10);
  expect(boxes.filter((box) => box.includes('checked')).map((box) => /value="(\w+)"/.exec(box)![1])).toEqual([
    'cover',
    'season',
  ]);
  // an empty form is a choice too; the page keeps the choice about mail
  expect(html).toContain('<input type="hidden" name="mail" value="order"/>');
  expect((await trader.form('/api/notifications/channels', { site: '', mail: 'order' })).status).toBe(303);
  const [{ channels }] = await server.sql<[{ channels: Record<string, unknown> }]>`
    select notification_channels as channels from users where id = ${trader.userId}`;
  expect(channels).toMatchObject({
    order: { site: false, mail: true },
    season: { site: false, mail: false },
  });
  expect((await trader.post('/api/notifications/channels', { site: ['security'], mail: [] })).status).toBe(
    422,
  );
});

test('what a commit tells is stored with it: a process that is killed right after it loses nothing', async () => {
  const trader = await server.register('cut-off');
  const reporter = await server.register('cut-reporter');
  await admin.post('/api/toggle-competition', { active: true });
  expect((await trader.post('/api/orders', buyAt('95'))).status).toBe(201);
  const report = { username: 'cut-off', reason: 'cheating', message: 'Again' };
  expect((await reporter.post('/api/reports', report)).status).toBe(200);
  // nothing is published after the commit
  const publish = spyOn(server.services.bus, 'publish').mockImplementation(() => {});
  try {
    market.set('AAPL', '94');
    await server.services.orderEngine.pump();
    await until(
      async () => (await server.sql`select from fills where user_id = ${trader.userId}`).length === 1,
    );
    const measure = { username: 'cut-off', action: 'warn', reason: 'Please' };
    expect((await admin.post('/api/measures', measure)).status).toBe(200);
    expect([await countOf(trader), await countOf(reporter)]).toEqual([1 + 2, 1 + 1]);
  } finally {
    publish.mockRestore();
    market.set('AAPL', '100');
  }
});

test('the start of a season is told to every account that is not suspended, once', async () => {
  const [open, barred] = [await server.register('open-eyes'), await server.register('barred-one')];
  const measure = { username: 'barred-one', action: 'suspend_7', reason: 'Two accounts' };
  expect((await admin.post('/api/measures', measure)).status).toBe(200);
  await server.sql`delete from notifications`;
  await admin.post('/api/toggle-competition', { active: false });
  await server.sql`delete from notifications`;
  const answers = await Promise.all(
    [1, 2, 3].map(() => admin.post('/api/toggle-competition', { active: true })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect([await countOf(open), await countOf(admin), await countOf(barred)]).toEqual([1, 1, 0]);
  expect((await rows(open))[0]).toContain('Everybody starts with the same cash.');
  const [{ double }] = await server.sql<[{ double: number }]>`
    select count(*)::integer - count(distinct user_id)::integer as double from notifications`;
  expect(double).toBe(0);
});

test.each([
  ['order', 'messages:orderFilledTitle', '/portfolio?dock=history'],
  ['cover', 'messages:riskTitle', '/portfolio'],
  ['cover', 'messages:coveredTitle', '/portfolio?dock=history'],
  ['split', 'messages:splitTitle', '/portfolio'],
  ['season', 'seasons:opened', '/competitions/7'],
  ['message', 'contact:answeredTitle', '/contact#messages'],
  ['prize', 'prizes:offeredTitle', '/prize'],
  ['measure', 'messages:measureTitle', '/settings'],
  ['security', 'safety:passwordTitle', '/settings#devices'],
  ['report', 'reports:title', undefined],
] as const)('a notification about %s, %s, leads to %s', async (topic, key, place) => {
  const trader = await server.register();
  const params = { number: 7, amount: '₪50', symbol: 'AAPL' };
  await insertNotifications(server.sql, [
    { userId: trader.userId!, topic, title: { key, params }, message: { key, params }, at: new Date() },
  ]);
  const { text } = await trader.get('/notifications', PAGE);
  const row = /<li class="grid.*?<\/li>/.exec(text)![0];
  expect(/ href="([^"]+)"/.exec(row)?.[1]).toBe(place as never);
});
