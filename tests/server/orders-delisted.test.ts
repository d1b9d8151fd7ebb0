/** Orders in a ticker that left the market end with a reason. A source in trouble ends none. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cents } from '#core/money/units.ts';
import { MarketUnavailableError } from '#market/market.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';

/** How many looks, an hour apart, must miss a ticker. */
const LOOKS = 24;

type Order = { id: string; status: string; reason: string | null };
type Placed = { order: Order; children: Order[] };

let server: TestServer;
let market: HeldMarket;
let isAway = false;
beforeAll(async () => {
  const held = heldMarket({ AAPL: '100', MSFT: '100', TSLA: '50' });
  market = {
    ...held,
    async quotes(symbols) {
      if (isAway) throw new MarketUnavailableError('UNAVAILABLE.data');
      return await held.quotes(symbols);
    },
    async isListed(symbol) {
      if (isAway) throw new MarketUnavailableError('UNAVAILABLE.data');
      return await held.isListed(symbol);
    },
  };
  server = await startServer({ market });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const limit = (symbol: string, more: object = {}) => ({
  symbol,
  action: 'buy',
  type: 'limit',
  quantity: 10,
  limitPrice: '10',
  ...more,
});
async function look(times: number): Promise<void> {
  await server.services.orderEngine.pump();
  for (let n = 0; n < times; n++) {
    await server.services.lookForDelistings();
    await server.sql`update unlisted_symbols set looked_at = looked_at - interval '1 hour'`;
  }
}

test('after a day of saying so the orders end, what they brought along with them, and their trader is told', async () => {
  const trader = await server.register();
  const place = async (body: object) => (await trader.post<Placed>('/api/orders', body)).json;
  const gone = await place(limit('TSLA', { stopLoss: { stopPrice: '5' } }));
  const stays = await place(limit('AAPL'));
  const state = async ({ id }: Order) => (await trader.get<{ order: Order }>(`/api/orders/${id}`)).json.order;
  const cookie = [...trader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = await openSocket(server.url, { origin: server.url, cookie });
  market.remove('TSLA');
  await look(LOOKS - 1);
  expect(await state(gone.order)).toMatchObject({ status: 'working' });
  await look(1);
  expect(await state(gone.order)).toMatchObject({ status: 'cancelled', reason: 'symbol_gone' });
  expect(await state(gone.children[0]!)).toMatchObject({ status: 'cancelled', reason: 'parent' });
  expect(await state(stays.order)).toMatchObject({ status: 'working' });
  const notice = await page.next((message) => message.type === 'notice');
  expect(notice).toMatchObject({
    kind: 'error',
    title: 'Order cancelled',
    message: 'TSLA is no longer traded, so your order in it was cancelled.',
  });
  page.close();
  expect((await trader.get('/api/user-profile')).json).toMatchObject({ held: '100.00', liveOrders: 1 });
  const { text } = await trader.get('/portfolio?dock=history', { accept: 'text/html' });
  expect(text).toContain('The share is no longer traded');
  trader.cookies.set('lang', 'he');
  const hebrew = await trader.get('/portfolio?dock=history', { accept: 'text/html' });
  expect(hebrew.text).toContain('המניה כבר לא נסחרת');
  expect(await server.services.orderEngine.state().late).toBe(0);
});

test('a source that is down says nothing, and one that lists the ticker again begins anew', async () => {
  const trader = await server.register();
  const { order } = (await trader.post<Placed>('/api/orders', limit('MSFT'))).json;
  const state = async () => (await trader.get<{ order: Order }>(`/api/orders/${order.id}`)).json.order.status;
  market.remove('MSFT');
  await look(LOOKS - 1);
  isAway = true;
  await look(2 * LOOKS);
  expect(await state()).toBe('working');
  isAway = false;
  market.set('MSFT', '100');
  await look(1);
  market.remove('MSFT');
  await look(LOOKS - 1);
  expect(await state()).toBe('working');
  await look(1);
  expect(await state()).toBe('cancelled');
});

test('looks within an hour count once', async () => {
  const trader = await server.register();
  market.set('TSLA', '50');
  const { order } = (await trader.post<Placed>('/api/orders', limit('TSLA'))).json;
  await look(1);
  market.remove('TSLA');
  for (let n = 0; n < 2 * LOOKS; n++) await server.services.lookForDelistings();
  const { json } = await trader.get<{ order: Order }>(`/api/orders/${order.id}`);
  expect(json.order.status).toBe('working');
});

test('a position there is worth its last price: in equity, on the leaderboard and when the season ends', async () => {
  const holder = await server.register();
  market.set('TSLA', '50');
  const order = { user_id: holder.userId, symbol: 'TSLA', action: 'buy', quantity: 10 };
  expect((await holder.post('/api/trade', order)).status).toBe(200);
  market.set('TSLA', '60');
  await server.services.leaderboard.pass(true);
  market.remove('TSLA');
  market.set('AAPL', '101');
  await server.services.leaderboard.pass(true);
  const holderEquity = () => server.services.leaderboard.standingNow(holder.userId)?.equity;
  expect(holderEquity()).toBe(cents(10_010_000n));
  expect((await holder.post('/api/trade', { ...order, action: 'sell' })).status).not.toBe(200);
  const admin = await server.admin();
  expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  const [end] = await server.sql`
    select r.equity, m.price from results r join season_marks m on m.season_id = r.season_id
    where r.user_id = ${holder.userId} and m.symbol = 'TSLA'`;
  expect(end).toMatchObject({ equity: '100100.00', price: '60.0000' });
});
