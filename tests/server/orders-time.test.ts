/** Golden cases that need more than ticks, over HTTP: sessions, bars of a file, splits, an absence, many orders. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parsePriceFile } from '#market/files/csv.ts';
import { createReplayMarket } from '#market/files/market.ts';
import type { Market } from '#market/market.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { openSocket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

type WaitingOrder = Record<string, unknown> & { id: string };
type Placed = { order: WaitingOrder; children: WaitingOrder[] };

const MINUTE = 60_000;
const SHARES = { symbol: 'AAPL', quantity: '10' };

/** Starts a server with an active season whose clock is `time`. */
async function open(market: Market, time: { ms: number }): Promise<TestServer> {
  const server = await startServer({ market, clock: { now: () => time.ms } });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  return server;
}

/** Registers a trader who holds `long` AAPL. */
async function trader(server: TestServer, long = 0): Promise<Client> {
  const who = await server.register();
  if (long > 0) {
    const order = { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: long };
    expect((await who.post('/api/trade', order)).status).toBe(200);
  }
  return who;
}

async function place(who: Client, body: object): Promise<Placed> {
  const { status, json } = await who.post<Placed>('/api/orders', { ...SHARES, ...body });
  expect([status, json]).toEqual([201, json]);
  return json;
}

/** The order with its events. */
const history = async (who: Client, { id }: WaitingOrder) =>
  (await who.get<{ order: WaitingOrder; events: { kind: string; at: string }[] }>(`/api/orders/${id}`)).json;
const state = async (who: Client, order: WaitingOrder) => (await history(who, order)).order;
const profile = async (who: Client) => (await who.get<Record<string, unknown>>('/api/user-profile')).json;

const stop = (stopPrice: string, more: object = {}) => ({ action: 'sell', type: 'stop', stopPrice, ...more });
const limit = (action: string, limitPrice: string, more: object = {}) => ({
  action,
  type: 'limit',
  limitPrice,
  ...more,
});

describe('sessions of New York', () => {
  /** The market opens at 13:30 UTC in July and at 14:30 UTC in winter. It closes at 20:00 and 21:00. */
  const FRIDAY = Date.parse('2026-07-10T19:59:00Z');
  const FRIDAY_CLOSE = '2026-07-10T20:00:00.000Z';
  const MONDAY = Date.parse('2026-07-13T13:30:00Z');
  const time = { ms: FRIDAY };
  let server: TestServer;
  let market: HeldMarket;
  beforeAll(async () => {
    market = heldMarket({ AAPL: '100' }, () => time.ms, { hours: 'us' });
    server = await open(market, time);
  });
  afterAll(() => server?.stop());

  /** Sets the time and AAPL's price, and matches orders. */
  async function goTo(ms: number, price: string): Promise<void> {
    time.ms = ms;
    market.set('AAPL', price);
    await server.services.orderEngine.pump();
  }

  test('3, 12, 45: the open of the next session fills what waits, and a day order is over by then', async () => {
    const [buyer, seller, brief] = [await trader(server), await trader(server, 10), await trader(server, 10)];
    const bought = await place(buyer, limit('buy', '98'));
    const sold = await place(seller, stop('95'));
    const ended = await place(brief, stop('95', { tif: 'day' }));
    expect(await state(brief, ended.order)).toMatchObject({ expiresAt: FRIDAY_CLOSE });
    await goTo(MONDAY, '97.10');
    expect(await state(buyer, bought.order)).toMatchObject({ status: 'filled', filledPrice: '97.1000' });
    expect((await profile(buyer)).balance).toBe('99029.00');
    await goTo(MONDAY + MINUTE, '88.10');
    expect(await state(seller, sold.order)).toMatchObject({ status: 'filled', filledPrice: '88.1000' });
    expect((await profile(seller)).balance).toBe('99881.00');
    expect(await state(brief, ended.order)).toMatchObject({ status: 'expired', finalAt: FRIDAY_CLOSE });
  });

  test('19: a day order that was reached expires with its position open', async () => {
    await goTo(MONDAY + 2 * MINUTE, '100');
    const who = await trader(server, 10);
    const { order } = await place(who, {
      ...stop('95', { limitPrice: '94.50', tif: 'day' }),
      type: 'stop_limit',
    });
    await goTo(MONDAY + 3 * MINUTE, '90');
    expect(await state(who, order)).toMatchObject({ status: 'triggered' });
    await goTo(MONDAY + 4 * MINUTE, '91');
    await goTo(MONDAY + 391 * MINUTE, '94.60');
    expect((await history(who, order)).events.map(({ kind, at }) => [kind, at.slice(11, 16)])).toEqual([
      ['placed', '13:32'],
      ['triggered', '13:33'],
      ['expired', '20:00'],
    ]);
    const { json: positions } = await who.get<unknown[]>('/api/portfolio');
    expect(positions).toMatchObject([{ symbol: 'AAPL', quantity: 10 }]);
  });

  test('46: placed at a weekend before a half day, a day order works on it, until 13:00', async () => {
    // a Saturday; the Monday is the day before Independence Day
    await goTo(Date.parse('2028-07-01T15:00:00Z'), '100');
    const who = await trader(server);
    const { order } = await place(who, limit('buy', '95', { tif: 'day' }));
    const other = await place(who, limit('buy', '90', { tif: 'day' }));
    expect(await state(who, order)).toMatchObject({ expiresAt: '2028-07-03T17:00:00.000Z' });
    await goTo(Date.parse('2028-07-03T16:59:00Z'), '94.50');
    expect(await state(who, order)).toMatchObject({ status: 'filled', filledPrice: '94.5000' });
    await goTo(Date.parse('2028-07-03T17:01:00Z'), '89');
    expect(await state(who, other.order)).toMatchObject({
      status: 'expired',
      finalAt: '2028-07-03T17:00:00.000Z',
    });
  });
});

describe('bars of a price file', () => {
  /** A minute at 100, the bar of the case, and the bar after it. */
  const MINUTES = (bar: string, next: string) =>
    `Date,Open,High,Low,Close,Volume
2026-06-01 14:00:00,100,100,100,100,100
2026-06-01 14:01:00,${bar},100
2026-06-01 14:02:00,${next},100
`;
  const files = [
    parsePriceFile('AAPL.csv', MINUTES('100,104,97,103', '95,104,94,103')),
    parsePriceFile('MSFT.csv', MINUTES('100,104,97,98', '98,98,98,98')),
  ];
  const time = { ms: files[0]!.rows[0]!.atMs + MINUTE - 1 };
  const begin = time.ms;
  let server: TestServer;
  beforeAll(async () => {
    const clock = () => time.ms;
    server = await open(createReplayMarket(files, { from: begin, startedAt: begin, clock }), time);
  });
  afterAll(() => server?.stop());

  async function goTo(minutes: number): Promise<void> {
    time.ms = begin + minutes * MINUTE;
    await server.services.orderEngine.pump();
  }
  const fillsOf = async (who: Client) =>
    (
      await server.sql<{ fill: string }[]>`
      select action || ' ' || price as fill from fills
      where user_id = ${who.userId!} and order_id is not null order by id`
    ).map(({ fill }) => fill);

  test('56, 58, 59, 60: on the way of a bar a level is met exactly, in the order of the way', async () => {
    const [stopped, bought, sold] = [
      await trader(server, 10),
      await trader(server),
      await trader(server, 10),
    ];
    const [bracket, either, trail] = [await trader(server), await trader(server), await trader(server, 10)];
    await place(stopped, stop('98'));
    await place(bought, limit('buy', '99'));
    await place(sold, limit('sell', '103.50'));
    const entry = limit('buy', '99', { takeProfit: { limitPrice: '103' }, stopLoss: { stopPrice: '97.50' } });
    const { children } = await place(bracket, entry);
    const msft = { user_id: either.userId, symbol: 'MSFT', action: 'buy', quantity: 10 };
    expect((await either.post('/api/trade', msft)).status).toBe(200);
    const target = await place(either, { ...limit('sell', '103.50'), symbol: 'MSFT' });
    await place(either, { ...stop('98'), symbol: 'MSFT', oco: target.order.id });
    await place(trail, { action: 'sell', type: 'trailing_stop', trailAmount: '2.00' });
    await goTo(1);
    expect(await fillsOf(stopped)).toEqual(['sell 98.0000']);
    expect(await fillsOf(bought)).toEqual(['buy 99.0000']);
    expect(await fillsOf(sold)).toEqual(['sell 103.5000']);
    expect(await fillsOf(bracket)).toEqual(['buy 99.0000', 'sell 97.5000']);
    expect(await state(bracket, children[0]!)).toMatchObject({ role: 'take_profit', reason: 'oco' });
    expect(await fillsOf(either)).toEqual(['sell 103.5000']);
    expect(await fillsOf(trail)).toEqual(['sell 98.0000']);
  });

  test('57: a bar that opens beyond a level fills at its open', async () => {
    const [stopped, bought] = [await trader(server, 10), await trader(server)];
    await place(stopped, stop('98'));
    await place(bought, limit('buy', '99'));
    await goTo(2);
    expect(await fillsOf(stopped)).toEqual(['sell 95.0000']);
    expect(await fillsOf(bought)).toEqual(['buy 95.0000']);
  });
});

describe('a replay of days at sixty times the speed', () => {
  const HOUR = 60 * MINUTE;
  /** On the first day 100 falls to 99 by 08:00, rises to 130 by 16:00 and falls to 120. */
  const file = parsePriceFile(
    'AAPL.csv',
    'Date,Open,High,Low,Close,Volume\n2016-01-04,100,130,99,120,1000\n2016-01-05,120,121,119,120,1000\n',
  );
  const DAY = Date.parse('2016-01-04T00:00:00Z');
  const TRAIL = { action: 'sell', type: 'trailing_stop', trailPercent: '0.20' };

  test('a trailing stop follows the whole rise, looked at every few minutes or after an absence', async () => {
    const begin = Date.now();
    const time = { ms: begin };
    const clock = () => time.ms;
    const market = createReplayMarket([file], { from: DAY + HOUR, startedAt: begin, clock, speed: 60 });
    const server = await open(market, time);
    const goTo = async (hours: number) => {
      time.ms = begin + ((hours - 1) * HOUR) / 60;
      await server.services.orderEngine.pump();
    };
    const bracket = await place(
      await trader(server),
      limit('buy', '99.5', { takeProfit: { limitPrice: '125' }, stopLoss: { stopPrice: '98' } }),
    );
    await goTo(9);
    const [watched, away, stopped] = [
      await trader(server, 10),
      await trader(server, 10),
      await trader(server, 10),
    ];
    const followed = await place(watched, TRAIL);
    for (let minutes = 9 * 60; minutes < 12 * 60; minutes += 7) await goTo(minutes / 60);
    expect(await state(watched, followed.order)).toMatchObject({ status: 'working' });
    const late = await place(away, TRAIL);
    const fixed = await place(stopped, stop('109'));
    await goTo(23);
    // 0.20 % below 130; the day turns for the last time at 15:59:30, and 0.26 of 10 dollars take 748.8 s of eight hours
    const filled = { status: 'filled', filledPrice: '129.7400', finalAt: '2016-01-04T16:11:58.800Z' };
    expect(await state(watched, followed.order)).toMatchObject(filled);
    expect(await state(away, late.order)).toMatchObject(filled);
    expect(await state(stopped, fixed.order)).toMatchObject({ status: 'working' });
    const [entry] = await server.sql<{ fills: string }[]>`
      select string_agg(action || ' ' || price, ', ' order by id) as fills from fills
      where order_id in (${bracket.order.id}, ${bracket.children[0]!.id})`;
    expect(entry!.fills).toBe('buy 99.5000, sell 125.0000');
    await server.stop();
  });
});

describe('at the bell', () => {
  const time = { ms: Date.parse('2026-07-10T19:00:00Z') };
  const BELL = Date.parse('2026-07-13T13:30:00Z');
  const splits = [
    { symbol: 'AAPL', date: '2026-07-13', numerator: 4, denominator: 1 },
    { symbol: 'TSLA', date: '2026-07-13', numerator: 3, denominator: 1 },
  ];

  test('62, 63: a split multiplies what waits, and divides its prices', async () => {
    const market = heldMarket({ AAPL: '260', TSLA: '102' }, () => time.ms, { hours: 'us', splits });
    const server = await open(market, time);
    const [holder, buyer] = [await trader(server, 15), await trader(server)];
    const exit = await place(holder, stop('250.00', { quantity: '15' }));
    const entry = await place(buyer, { ...limit('buy', '101.01'), symbol: 'TSLA' });
    time.ms = BELL - 1;
    await server.services.splits.check();
    expect(await state(holder, exit.order)).toMatchObject({ quantity: '15', stopPrice: '250.0000' });
    time.ms = BELL;
    await server.services.splits.check();
    expect(await state(holder, exit.order)).toMatchObject({ quantity: '60', stopPrice: '62.5000', rev: 2 });
    expect(await state(buyer, entry.order)).toMatchObject({
      quantity: '30',
      limitPrice: '33.6700',
      hold: '1010.10',
      rev: 2,
    });
    market.set('AAPL', '62.40');
    market.set('TSLA', '33.60');
    await server.services.orderEngine.pump();
    const filled = { status: 'filled' };
    expect(await state(holder, exit.order)).toMatchObject({ ...filled, filledPrice: '62.4000' });
    expect(await state(buyer, entry.order)).toMatchObject({ ...filled, filledPrice: '33.6000' });
    await server.stop();
  });

  test('a split that a process takes in which matches no orders is known to the one that does', async () => {
    time.ms = Date.parse('2026-07-10T19:00:00Z');
    const market = heldMarket({ AAPL: '260' }, () => time.ms, { hours: 'us', splits });
    const first = await open(market, time);
    const database = first.services.settings.databaseUrl;
    const other = await startServer({ market, clock: { now: () => time.ms }, database });
    expect([first, other].map(({ services }) => services.orderEngine.state().isHolder)).toEqual([
      true,
      false,
    ]);
    const holder = await trader(first, 15);
    const elsewhere = createClient(other.url);
    for (const [name, value] of holder.cookies) elsewhere.cookies.set(name, value);
    const exit = await place(holder, stop('250.00', { quantity: '15' }));
    time.ms = BELL;
    await other.services.splits.check();
    market.set('AAPL', '65');
    await until(async () => {
      await first.services.orderEngine.pump();
      return (await state(elsewhere, exit.order)).quantity === '60';
    });
    // by its old terms it would be due
    expect(await state(elsewhere, exit.order)).toMatchObject({ status: 'working', stopPrice: '62.5000' });
    const target = await place(elsewhere, limit('sell', '80', { quantity: '60', oco: exit.order.id }));
    market.set('AAPL', '62.40');
    await until(async () => {
      await first.services.orderEngine.pump();
      return (await state(holder, exit.order)).status === 'filled';
    });
    expect(await state(elsewhere, exit.order)).toMatchObject({
      filledPrice: '62.4000',
      filledQuantity: '60',
    });
    expect(await state(elsewhere, target.order)).toMatchObject({ status: 'cancelled', reason: 'oco' });
    await other.stop();
    await first.stop();
  });

  test('a trailing stop keeps the best price of before, divided', async () => {
    time.ms = Date.parse('2026-07-10T19:00:00Z');
    const market = heldMarket({ AAPL: '260' }, () => time.ms, { hours: 'us', splits });
    const server = await open(market, time);
    const holder = await trader(server, 15);
    const terms = { symbol: 'AAPL', action: 'sell', type: 'trailing_stop', quantity: '15' };
    const exit = await place(holder, { ...terms, trailAmount: '8.00' });
    time.ms += 1_000;
    market.set('AAPL', '270');
    await server.services.orderEngine.pump();
    time.ms = BELL;
    await server.services.splits.check();
    expect(await state(holder, exit.order)).toMatchObject({ quantity: '60', trailAmount: '2.0000', rev: 2 });
    market.set('AAPL', '65.60');
    await server.services.orderEngine.pump();
    expect(await state(holder, exit.order)).toMatchObject({ status: 'working' });
    market.set('AAPL', '65.40');
    await server.services.orderEngine.pump();
    expect(await state(holder, exit.order)).toMatchObject({ status: 'filled', filledPrice: '65.4000' });
    await server.stop();
  });
});

test('51, 52: what prices did while the site was away is filled at their time, in their order, and told', async () => {
  // one hour before now, so that late records can be told apart
  const back = Date.now();
  const time = { ms: back - 61 * MINUTE };
  const minuteAt = (minutes: number) => back - (60 - minutes) * MINUTE;
  const market = heldMarket({ AAPL: '100', TSLA: '101' }, () => time.ms);
  const server = await open(market, time);
  const [holder, waiting] = [await trader(server, 10), await trader(server)];
  const exit = await place(holder, stop('95'));
  const { children } = await place(waiting, {
    ...limit('buy', '100', { takeProfit: { limitPrice: '110' }, stopLoss: { stopPrice: '95' } }),
    symbol: 'TSLA',
  });
  const page = await openSocket(server.url, {
    origin: server.url,
    cookie: [...holder.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  await server.services.orderEngine.stop();
  const tell = (minutes: number, symbol: string, price: string) => {
    time.ms = minuteAt(minutes);
    market.set(symbol, price);
  };
  tell(5, 'TSLA', '99.95');
  tell(17, 'AAPL', '94.98');
  tell(20, 'TSLA', '110.05');
  time.ms = back;
  const next = await startServer({
    market,
    clock: { now: () => time.ms },
    database: server.services.settings.databaseUrl,
  });
  await until(async () => {
    await next.services.orderEngine.pump();
    return (await state(holder, exit.order)).status === 'filled';
  });
  const fills = await server.sql<{ symbol: string; price: string; at: Date; late: boolean }[]>`
    select symbol, price, filled_at as at, recorded_at - filled_at > interval '39 minutes' as late
    from fills where order_id is not null order by filled_at`;
  expect(fills.map(({ symbol, price, at: filled, late }) => [symbol, price, filled.getTime(), late])).toEqual(
    [
      ['TSLA', '99.9500', minuteAt(5), true],
      ['AAPL', '94.9800', minuteAt(17), true],
      ['TSLA', '110.0500', minuteAt(20), true],
    ],
  );
  expect(await state(waiting, children[1]!)).toMatchObject({ role: 'stop_loss', reason: 'oco' });
  const heard = await page.next(({ type }) => type === 'notice');
  expect(heard).toMatchObject({ title: 'Order filled', message: '10 AAPL at $94.98.' });
  page.close();
  await next.stop();
  await server.stop();
});

test('73: two processes see a price at once, and each order is filled once', async () => {
  const market = heldMarket({ AAPL: '100' });
  const server = await startServer({ market });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const other = await startServer({ market, database: server.services.settings.databaseUrl });
  const traders = await Promise.all(Array.from({ length: 4 }, () => trader(server, 10)));
  for (const who of traders) await place(who, stop('95'));
  const elsewhere = traders.map(({ cookies }) => {
    const client = createClient(other.url);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    return client;
  });
  market.set('AAPL', '94.90');
  // any request at the other process fills that trader's own orders first
  const answers = await Promise.all([
    server.services.orderEngine.pump(),
    ...elsewhere.map((who) => who.send('DELETE', '/api/orders?symbol=TSLA')),
  ]);
  expect(answers.slice(1)).toEqual(traders.map(() => expect.objectContaining({ status: 200 })));
  const fills = await server.sql<{ user: number; price: string; n: number }[]>`
    select user_id as user, min(price) as price, count(*)::integer as n from fills
    where order_id is not null group by user_id order by user_id`;
  expect([...fills]).toEqual(
    traders.map(({ userId }) => ({ user: userId!, price: '94.9000', n: 1 })).sort((a, b) => a.user - b.user),
  );
  await other.stop();
  await server.stop();
});

test('68: the 201st live order, what orders bring along counted', async () => {
  const symbols = ['AAPL', 'TSLA', 'MSFT', 'KO', 'DIS'];
  const server = await startServer({
    market: heldMarket(Object.fromEntries(symbols.map((symbol) => [symbol, '100']))),
  });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const who = await server.register();
  const one = { ...limit('buy', '10'), quantity: '1' };
  const three = { ...one, takeProfit: { limitPrice: '20' }, stopLoss: { stopPrice: '5' } };
  for (const symbol of symbols.slice(0, 4))
    for (let n = 0; n < 18; n++) await place(who, { ...(n < 16 ? three : one), symbol });
  expect(await profile(who)).toMatchObject({ liveOrders: 200 });
  const refused = await who.post('/api/orders', { ...one, symbol: 'DIS' });
  expect([refused.status, refused.json]).toMatchObject([409, { code: 'TOO_MANY_ORDERS', limit: 200 }]);
  await server.stop();
});
