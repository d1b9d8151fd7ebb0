/** The first page after an absence tells in one sentence what became of the trader's orders. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { formatDateTime } from '#core/locale/format.ts';
import { DEFAULT_ZONE, type Locale } from '#core/locale/locale.ts';
import { AWAY_MS } from '#services/account/sessions.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';

/** Longer than the server caches the reader, ms. */
const SOON_MS = 2_000;
let server: TestServer;
let market: HeldMarket;
/** Ms added to the wall clock. */
let ahead = 0;
/** Ms added to the market's clock. */
let marketAhead = 0;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' }, () => Date.now() + marketAhead);
  server = await startServer({ market, clock: { now: () => Date.now() + ahead } });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const order = (symbol: string, limitPrice: string, more: object = {}) => ({
  symbol,
  action: 'buy',
  type: 'limit',
  quantity: '10',
  limitPrice,
  ...more,
});
/** Registers a trader who places an order in each symbol at 5% below its price and leaves. */
async function waiting(symbols: readonly string[]): Promise<Client> {
  market.set('AAPL', '100');
  market.set('TSLA', '50');
  const trader = await server.register();
  for (const symbol of symbols)
    await trader.post('/api/orders', order(symbol, symbol === 'AAPL' ? '95' : '47.5'));
  await leave(trader);
  return trader;
}
/** The trader was here until now by the database's clock; the test's clock runs ahead of it. */
async function leave({ userId }: Client): Promise<void> {
  ahead += AWAY_MS;
  await server.sql`update sessions set last_seen_at = now(), away_from = null where user_id = ${userId}`;
  await server.sql`update browser_marks set last_seen_at = now() where user_id = ${userId}`;
}
/** The page's status line about the absence; null without one. */
async function news(trader: Client, path = '/', headers: Record<string, string> = {}) {
  const { text } = await trader.get(path, { accept: 'text/html', ...headers });
  return /<div class="news" role="status"><p>(.*?)<\/p>/.exec(text)?.[1] ?? null;
}
/** The line's first sentence; the second one says when. */
async function sentence(...args: Parameters<typeof news>) {
  return (await news(...args))?.replace(/(?<=\.) .*/, '') ?? null;
}
async function fall(): Promise<void> {
  market.set('AAPL', '94');
  market.set('TSLA', '47');
  await server.services.orderEngine.pump();
}

test('the first page says what filled, once, in the language of its reader', async () => {
  const trader = await waiting(['AAPL']);
  await fall();
  // calls and parts of an open page do not count as coming back
  expect((await trader.get('/api/portfolio')).status).toBe(200);
  expect(await sentence(trader, '/', { 'sec-fetch-dest': 'empty' })).toBeNull();
  ahead += SOON_MS;
  expect(await sentence(trader, '/portfolio')).toBe('While you were away, your order in AAPL filled.');
  ahead += SOON_MS;
  expect(await sentence(trader, '/portfolio')).toBeNull();

  const other = await waiting(['AAPL', 'TSLA']);
  await fall();
  other.cookies.set('lang', 'he');
  expect(await sentence(other, '/chart')).toBe('בזמן שלא היית כאן בוצעו שתיים מהפקודות שלך.');
  ahead += SOON_MS;
  expect(await sentence(other, '/chart')).toBeNull();
});

test('it says when, as the history does: the moment, or the first and the last one', async () => {
  const when = (at: Date, locale: Locale) => formatDateTime(at, { locale, zone: DEFAULT_ZONE });
  const filledOf = async ({ userId }: Client) => {
    const rows = await server.sql<{ at: Date }[]>`
      select filled_at as at from fills where user_id = ${userId!} order by filled_at`;
    return rows.map(({ at }) => at);
  };
  const trader = await waiting(['AAPL']);
  await fall();
  const [at] = await filledOf(trader);
  expect(await news(trader)).toBe(
    `While you were away, your order in AAPL filled. Time: ${when(at!, 'en')}.`,
  );

  const other = await waiting(['AAPL', 'TSLA']);
  market.set('AAPL', '94');
  await server.services.orderEngine.pump();
  marketAhead += 120_000;
  market.set('TSLA', '47');
  await server.services.orderEngine.pump();
  const [first, last] = await filledOf(other);
  other.cookies.set('lang', 'he');
  expect(await news(other)).toEndWith(` בין ${when(first!, 'he')} ל־${when(last!, 'he')}.`);
});

test('what its trader did, what filled at once and what an order took along are no news', async () => {
  const trader = await waiting([]);
  await trader.post('/api/orders', order('AAPL', '101', { stopLoss: { stopPrice: '97' } }));
  const mine = await trader.post<{ order: { id: string } }>('/api/orders', order('TSLA', '40'));
  await trader.send('DELETE', `/api/orders/${mine.json.order.id}`);
  expect(await sentence(trader)).toBeNull();
  await leave(trader);
  await fall();
  expect(await sentence(trader)).toBe('While you were away, your order in AAPL filled.');
});

test('orders that ended without a fill are counted apart', async () => {
  const trader = await waiting(['AAPL', 'TSLA']);
  await server.sql`update accounts set cash = 960, held = 950 where user_id = ${trader.userId}`;
  await server.sql`update orders set hold = 0 where user_id = ${trader.userId} and symbol = 'TSLA'`;
  await fall();
  expect(await sentence(trader)).toBe(
    'While you were away, 1 of your orders filled and 1 ended without a fill.',
  );
});

test('a new sign-in tells what happened since the last visit', async () => {
  const trader = await waiting(['AAPL']);
  await trader.post('/api/logout');
  await leave(trader);
  await fall();
  const back = await server.login(trader.username, trader.password);
  expect(await sentence(back)).toBe('While you were away, your order in AAPL filled.');
});

test('who looks at prices on an open page is not away', async () => {
  ahead = 0;
  market.set('AAPL', '100');
  const trader = await server.register();
  await trader.post('/api/orders', order('AAPL', '95'));
  const cookie = [...trader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ownSocket = await openSocket(server.url, { origin: server.url, cookie });
  ownSocket.send({ action: 'subscribe', ticker: 'AAPL' });
  await ownSocket.next((message) => message.ticker === 'AAPL');
  await fall();
  await ownSocket.next((message) => message.type === 'notice');
  ahead = AWAY_MS;
  await server.services.hub.sweep();
  ahead += SOON_MS;
  expect(await sentence(trader)).toBeNull();
  ownSocket.close();
});
