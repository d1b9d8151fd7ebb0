/** The page /notifications lists what the site told a person. Opening it marks all as read. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { one } from '#db/client.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const DAY = 86_400_000;
const PAGE = { accept: 'text/html' };
/** The server keeps a look-up of the reader for less than this time. */
const SOON_MS = 2_000;
let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** Added to the wall clock. */
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
/** Waits until the person has so many notifications. */
const have = (client: Client, count: number) => until(async () => (await countOf(client)) === count);
/** The count at the bell of the page; null where it is hidden. */
async function bell(client: Client, path = '/portfolio'): Promise<string | null> {
  ahead += SOON_MS;
  const { text } = await client.get(path, PAGE);
  return /<span class="unread"><span data-bell="">(.*?)<\/span>/.exec(text)?.[1] ?? null;
}
/** The texts of the page's rows. */
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
  // at once, not when the look-up of the reader is old
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
      select r.place, s.number, (select count(*)::integer from results t where t.season_id = s.id and t.ranked) as total
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
