/** On a feed that is polled, an order that fills at once does so at the first price that arrives after it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createFmpMarket } from '#market/fmp/market.ts';
import { LOOK_MS } from '#market/fmp/quotes.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import { FINNHUB_KEY, FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

/** A Friday at noon in New York. */
const FRIDAY = Date.parse('2026-11-20T17:00:00Z');

let time: ManualTime;
let stand: StandIn;
let server: TestServer;
let ann: Client;
/** How often an order has begun to wait for a newer price. */
let pauses = 0;

const openMarket = (stream: { apiKey: string; url: string } | null = null) =>
  createFmpMarket({
    apiKey: FMP_KEY,
    baseUrl: stand.url,
    perMinute: 6_000,
    stream,
    warn: () => {},
    time: {
      now: time.now,
      after(ms, run) {
        if (ms === LOOK_MS) pauses += 1;
        return time.after(ms, run);
      },
    },
  });

beforeAll(async () => {
  time = manualTime(FRIDAY);
  stand = await standIn({ now: time.now });
  server = await startServer({ market: await openMarket(), clock: time });
  await (await server.admin()).post('/api/toggle-competition', { active: true });
});
afterAll(async () => {
  await server.stop();
  await stand.stop();
});
beforeEach(async () => {
  stand.state.madeMs = null;
  stand.state.prices.set('AAPL', 100);
  await time.advance(60_000);
  ann = await server.register();
  expect((await ann.get('/api/price?symbol=AAPL')).json).toMatchObject({ price: 100 });
});

const buy = { symbol: 'AAPL', action: 'buy', quantity: 10 };
const trade = (more: object = {}) => ann.post('/api/trade', { user_id: ann.userId, ...buy, ...more });
const order = (more: object) => ann.post<{ order: object }>('/api/orders', { ...buy, ...more });

/** Sends an order, calls `then` once the order waits for a newer price, and lets the clock run. */
async function waiting<T>(send: () => Promise<T>, then: () => void): Promise<T> {
  let pausesBefore = pauses;
  let isOver = false;
  const answer = send().finally(() => {
    isOver = true;
  });
  await until(() => pauses > pausesBefore);
  then();
  while (!isOver) {
    pausesBefore = pauses;
    await time.advance(LOOK_MS);
    await until(() => isOver || pauses > pausesBefore);
  }
  return await answer;
}

test('a trade waits for a price that nobody knew when it was sent', async () => {
  const { status, json } = await waiting(trade, () => stand.state.prices.set('AAPL', 100.5));
  expect([status, json]).toMatchObject([200, { price: 100.5, quantity: 10 }]);
  const [fill] = await server.sql`select price, quote_at from fills where user_id = ${ann.userId!}`;
  expect(fill).toMatchObject({ price: '100.5000', quote_at: new Date(time.now()) });
});

test('a price that came since the page was read is one at once', async () => {
  await time.advance(1_000);
  stand.state.prices.set('AAPL', 101);
  expect((await trade()).json).toMatchObject({ price: 101 });
});

test('the newer price may ask for a confirmation like any other', async () => {
  const { status, json } = await waiting(
    () => trade({ quotedPrice: 100 }),
    () => stand.state.prices.set('AAPL', 102),
  );
  expect([status, json.code, json.price]).toEqual([409, 'PRICE_MOVED', 102]);
});

test('a price that did not change for a polling interval stands', async () => {
  stand.state.madeMs = time.now();
  const began = time.now();
  const { status, json } = await waiting(trade, () => {});
  expect([status, json]).toMatchObject([200, { price: 100 }]);
  expect(time.now() - began).toBe(4 * LOOK_MS);
});

test('one that grows too old meanwhile does not', async () => {
  stand.state.madeMs = time.now();
  await time.advance(12_000);
  const { status, json } = await waiting(trade, () => {});
  expect([status, json.code]).toEqual([503, 'STALE_PRICE']);
  expect((await ann.get('/api/user-profile')).json).toMatchObject({ balance: '100000.00' });
});

test('what is refused at the known price is refused at once', async () => {
  const { status, json } = await trade({ quantity: 1_000_000 });
  expect([status, json.code]).toEqual([409, 'NOT_ENOUGH_CASH']);
  const limit = await order({ type: 'limit', limitPrice: '101', quantity: 1_000_000 });
  expect([limit.status, limit.json]).toMatchObject([409, { code: 'NOT_ENOUGH_CASH' }]);
});

test('a limit that is reached already fills at the next price too, or waits when that is beyond it', async () => {
  const terms = { type: 'limit', limitPrice: '101' };
  const near = await waiting(
    () => order(terms),
    () => stand.state.prices.set('AAPL', 100.9),
  );
  expect(near.json.order).toMatchObject({ status: 'filled', filledPrice: '100.9000' });
  const far = await waiting(
    () => order(terms),
    () => stand.state.prices.set('AAPL', 103),
  );
  expect(far.json.order).toMatchObject({ status: 'working', hold: '1010.00' });
});

test('an order at the market with a stop waits as well, and takes one that does not change', async () => {
  const terms = { type: 'market', stopLoss: { stopPrice: '90' } };
  const filled = await waiting(
    () => order(terms),
    () => stand.state.prices.set('AAPL', 100.25),
  );
  expect(filled.json.order).toMatchObject({ status: 'filled', filledPrice: '100.2500' });
  stand.state.madeMs = time.now();
  const unchanged = await waiting(
    () => order(terms),
    () => {},
  );
  expect(unchanged.json.order).toMatchObject({ status: 'filled', filledPrice: '100.2500' });
});

test('the ticket of an order that waits says how often its price is looked at, in both languages', async () => {
  const ticket = async (who = ann) => (await who.get('/chart?ticket=open', { accept: 'text/html' })).text;
  const said = (text: string) =>
    /<p[^>]*data-for="([^"]*)" data-testid="ticket-checked">([^<]*)</.exec(text)?.slice(1);
  expect(said(await ticket())).toEqual(['waiting', 'Checked about every 5 seconds.']);
  ann.cookies.set('lang', 'he');
  expect(said(await ticket())).toEqual(['waiting', 'המחיר נבדק בערך כל 5 שניות.']);
});

test('a streamed price is told when it is made: the newest stands', async () => {
  const market = await openMarket({ apiKey: FINNHUB_KEY, url: stand.socketUrl });
  const streamed = await startServer({ market, clock: time });
  await (await streamed.admin()).post('/api/toggle-competition', { active: true });
  ann = await streamed.register();
  await ann.get('/api/price?symbol=AAPL');
  let newest = '';
  const leave = market.subscribe(['AAPL'], ({ price }) => {
    newest = price;
  });
  await until(() => stand.heard.some(({ type, symbol }) => type === 'subscribe' && symbol === 'AAPL'));
  await time.advance(500);
  stand.sockets.tell({ type: 'trade', data: [{ s: 'AAPL', p: 104.5, t: time.now(), v: 1 }] });
  // does not request a quote, because that request may be in flight when the price arrives
  await until(() => Number(newest) === 104.5);
  // quotes get no response now, and the trade needs none
  stand.state.fault = 'slow';
  expect((await trade()).json).toMatchObject({ price: 104.5 });
  stand.state.fault = 'none';
  stand.release();
  const { text } = await ann.get('/chart?ticket=open', { accept: 'text/html' });
  expect([text.includes('ticket-form'), text.includes('ticket-checked')]).toEqual([true, false]);
  leave();
  await streamed.stop();
});
