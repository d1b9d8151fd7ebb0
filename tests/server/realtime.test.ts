import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { connect as connectTcp } from 'node:net';
import { Elysia } from 'elysia';
import en from '#locales/en/messages.json' with { type: 'json' };
import he from '#locales/he/messages.json' with { type: 'json' };
import { createBus, payloads } from '#services/realtime/bus.ts';
import { createHub } from '#services/realtime/hub.ts';
import { realtime, SOCKET_LIMITS } from '#services/realtime/socket.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket, type Socket } from '../helpers/socket.ts';
import { until } from '../helpers/until.ts';

const SYMBOLS = ['AAPL', 'TSLA', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];
const isTick = (ticker: string) => (m: Record<string, unknown>) => m.ticker === ticker;
const priceOf = (m: Record<string, unknown>) => (m.trade as { price: number }).price;
const isError = (m: Record<string, unknown>) => m.type === 'error';

let server: TestServer;
let market: HeldMarket;
let ann: Client;
const open: Socket[] = [];

async function connect(client: Client, at = server, query = ''): Promise<Socket> {
  const socket = await openSocket(at.url, asBrowser(at.url, client), query);
  open.push(socket);
  return socket;
}

beforeAll(async () => {
  market = heldMarket(Object.fromEntries(SYMBOLS.map((symbol) => [symbol, '100'])));
  server = await startServer({ market });
  ann = await server.register('ann');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()));
});
afterAll(() => server.stop());

describe('the upgrade', () => {
  const upgrade = async (headers: Record<string, string>) =>
    (
      await fetch(`${server.url}/ws`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      })
    ).status;

  test('needs a session', async () => {
    expect(await upgrade({ origin: server.url })).toBe(401);
  });

  test('is refused to a foreign page, cookie or not', async () => {
    const headers = asBrowser(server.url, ann);
    expect(await upgrade({ ...headers, origin: 'https://evil.example' })).toBe(403);
    expect(await upgrade({ ...headers, origin: 'null' })).toBe(403);
    await expect(openSocket(server.url, { ...headers, origin: 'https://evil.example' })).rejects.toThrow();
  });

  test('tells at once whether a competition is on', async () => {
    const socket = await connect(ann);
    expect(await socket.next((m) => m.type === 'competition')).toEqual({
      type: 'competition',
      active: false,
      greeting: true,
    });
  });
});

describe('ticks', () => {
  test('the newest price at once, then every trade', async () => {
    const socket = await connect(ann);
    socket.send({ action: 'subscribe', ticker: 'aapl' });
    const first = await socket.next(isTick('AAPL'));
    expect(first).toEqual({ ticker: 'AAPL', trade: { price: 100, time: expect.any(Number) } });
    expect((first.trade as { time: number }).time).toBeGreaterThan(1e12);
    market.set('AAPL', '101.25');
    expect(priceOf(await socket.next(isTick('AAPL')))).toBe(101.25);
  });

  test('a burst becomes its first and its newest price', async () => {
    const socket = await connect(ann);
    socket.send({ action: 'subscribe', ticker: 'TSLA' });
    await socket.next(isTick('TSLA'));
    for (let i = 1; i <= 40; i++) market.set('TSLA', String(200 + i));
    const [first, last] = [await socket.next(isTick('TSLA')), await socket.next(isTick('TSLA'))];
    expect([priceOf(first), priceOf(last)]).toEqual([201, 240]);
    expect(socket.messages.filter(isTick('TSLA'))).toHaveLength(3);
  });

  test('at most four a second and ticker, however fast it trades', async () => {
    const socket = await connect(ann);
    socket.send({ action: 'subscribe', ticker: 'A' });
    await socket.next(isTick('A'));
    const began = performance.now();
    let price = 100;
    const trading = setInterval(() => market.set('A', String(++price)), 5);
    for (let i = 0; i < 6; i++) await socket.next(isTick('A'));
    clearInterval(trading);
    // six ticks, the first of them at once: five waits of a quarter of a second
    expect(performance.now() - began).toBeGreaterThan(1_200);
  });

  test('one upstream subscription, however many watch; none when the last one leaves', async () => {
    const madeBefore = market.subscriptions.made;
    const sockets = await Promise.all(Array.from({ length: 5 }, () => connect(ann)));
    for (const socket of sockets) {
      socket.send({ action: 'subscribe', ticker: 'B' });
      socket.send({ action: 'subscribe', ticker: 'B' });
    }
    await Promise.all(sockets.map((socket) => socket.next(isTick('B'))));
    expect(market.subscriptions).toEqual({ made: madeBefore + 1, open: 1 });
    sockets[0]!.send({ action: 'unsubscribe', ticker: 'B' });
    sockets[0]!.send({ action: 'unsubscribe', ticker: 'B' });
    sockets[0]!.send({ action: 'subscribe', ticker: 'C' });
    await sockets[0]!.next(isTick('C'));
    expect(server.services.hub.counts()).toEqual({ sockets: 5, feeds: 2 });
    market.set('B', '55');
    await sockets[1]!.next((m) => isTick('B')(m) && priceOf(m) === 55);
    expect(sockets[0]!.messages.filter((m) => isTick('B')(m) && priceOf(m) === 55)).toHaveLength(0);
    await Promise.all(sockets.map((socket) => socket.close()));
    await until(() => server.services.hub.counts().sockets === 0);
    expect(server.services.hub.counts()).toEqual({ sockets: 0, feeds: 0 });
    expect(market.subscriptions.open).toBe(0);
  });
});

describe('bad messages', () => {
  const wrong: [string, string][] = [
    ['no JSON', 'hello'],
    ['a number', '7'],
    ['an array', '[]'],
    ['no ticker', '{"action":"subscribe"}'],
    ['a foreign action', '{"action":"buy","ticker":"AAPL"}'],
    ['a ticker that is no text', '{"action":"subscribe","ticker":7}'],
    ['a path as ticker', '{"action":"subscribe","ticker":"../../etc"}'],
    ['an unknown ticker', '{"action":"subscribe","ticker":"NOSUCH"}'],
  ];
  test.each(wrong)('%s is answered with an error, and the socket lives', async (_, text) => {
    const socket = await connect(ann);
    socket.raw(text);
    expect(await socket.next(isError)).toEqual({ type: 'error', message: expect.any(String) });
    socket.send({ action: 'subscribe', ticker: 'AAPL' });
    await socket.next(isTick('AAPL'));
    expect(server.services.hub.counts().feeds).toBe(1);
  });

  test('the eleventh ticker is refused, an unsubscription makes room', async () => {
    const socket = await connect(ann);
    for (const ticker of SYMBOLS.slice(0, 10)) socket.send({ action: 'subscribe', ticker });
    for (const ticker of SYMBOLS.slice(0, 10)) await socket.next(isTick(ticker));
    socket.send({ action: 'subscribe', ticker: 'I' });
    expect(await socket.next(isError)).toMatchObject({ message: expect.stringContaining('10') });
    socket.send({ action: 'unsubscribe', ticker: 'AAPL' });
    socket.send({ action: 'subscribe', ticker: 'I' });
    await socket.next(isTick('I'));
  });

  test('a message over 4 KiB closes with 1009', async () => {
    const socket = await connect(ann);
    socket.raw(JSON.stringify({ action: 'subscribe', ticker: 'AAPL', more: 'x'.repeat(4096) }));
    expect(await socket.closed).toBe(1009);
  });

  test('more than 20 messages in a second close with 1008', async () => {
    const socket = await connect(ann);
    for (let i = 0; i < 50; i++) socket.raw('{}');
    expect(await socket.closed).toBe(1008);
  });
});

describe('what every page is told', () => {
  test('of the profits of others the best one, by name and percent, from 1% on', async () => {
    const [mine, other] = [await connect(ann), await connect(await server.register())];
    const { bus, hub } = server.services;
    const isProfit = (m: Record<string, unknown>) => m.type === 'tradeSuccess';
    const profit = (userId: number, username: string, profitPercentage: number) =>
      bus.publish({ type: 'tradeSuccess', userId, username, profitPercentage });
    profit(-1, 'bob', 0.99);
    hub.announceProfits();
    profit(-1, 'bob', 1);
    profit(ann.userId, 'ann', 12.34);
    profit(-2, 'carl', 5);
    hub.announceProfits();
    expect(await other.next(isProfit)).toEqual({
      type: 'tradeSuccess',
      username: 'ann',
      profitPercentage: 12.34,
    });
    // one's own trade is not sent to oneself: the next best one is
    expect(await mine.next(isProfit)).toEqual({
      type: 'tradeSuccess',
      username: 'carl',
      profitPercentage: 5,
    });
    for (const socket of [mine, other]) expect(socket.messages.filter(isProfit)).toHaveLength(1);
  });

  test('a notice reaches its user only', async () => {
    const [mine, other] = [await connect(ann), await connect(await server.register())];
    const userId = ann.userId;
    const title = { key: 'messages:coveredTitle' } as const;
    const message = { key: 'messages:covered', params: { symbols: ['A', 'B'], percent: 30 } } as const;
    server.services.bus.publish({ type: 'notice', userId, topic: 'cover', kind: 'error', title, message });
    server.services.bus.publish({ type: 'tradeSuccess', userId: -1, username: 'bob', profitPercentage: 1 });
    server.services.hub.announceProfits();
    expect(await mine.next((m) => m.type === 'notice')).toEqual({
      type: 'notice',
      kind: 'error',
      title: 'Short force-covered',
      message:
        'Forced cover of A, B: your portfolio value fell below 30% of the market value of your shorts.',
    });
    await other.next((m) => m.type === 'tradeSuccess');
    expect(other.messages.some((m) => m.type === 'notice')).toBe(false);
  });

  test('a page in another language than the account gets its texts in the language of the page', async () => {
    const pages = await Promise.all(['?lang=he', '?lang=xx'].map((query) => connect(ann, server, query)));
    const title = { key: 'messages:coveredTitle' } as const;
    const notice = { type: 'notice', topic: 'cover', kind: 'error', title, message: title } as const;
    server.services.bus.publish({ ...notice, userId: ann.userId });
    const titles = pages.map(async (page) => (await page.next((m) => m.type === 'notice')).title);
    expect(await Promise.all(titles)).toEqual([he.coveredTitle, en.coveredTitle]);
  });

  test('sign-out closes the sockets of that session and no other', async () => {
    const second = await server.login(ann.username, ann.password);
    const [lasting, ended] = [await connect(ann), await connect(second)];
    await second.post('/api/logout');
    expect(await ended.closed).toBe(1008);
    lasting.send({ action: 'subscribe', ticker: 'AAPL' });
    await lasting.next(isTick('AAPL'));
  });
});

describe('two processes on one database', () => {
  let second: TestServer;
  beforeAll(async () => {
    const [row] = await server.sql<{ name: string }[]>`select current_database() as name`;
    const url = server.services.settings.databaseUrl!;
    expect(url).toContain(row!.name);
    second = await startServer({ market: heldMarket({ AAPL: '100' }), database: url });
  });
  afterAll(() => second.stop());

  test('status is pushed to the sockets of both within a second', async () => {
    const admin = await server.admin();
    const [here, there] = [await connect(ann), await connect(ann, second)];
    for (const socket of [here, there]) await socket.next((m) => m.type === 'competition');
    const took: number[] = [];
    for (const active of [true, false, true, false]) {
      const began = performance.now();
      expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
      for (const socket of [here, there]) {
        expect(await socket.next((m) => m.type === 'competition')).toEqual({ type: 'competition', active });
      }
      took.push(performance.now() - began);
      expect((await second.visitor().get('/api/competition-status')).json).toEqual({ active });
    }
    // a busy machine delays some of them, a wait in the server would delay all
    expect(Math.min(...took)).toBeLessThan(1_000);
  });

  test('after events that could not be sent, the other process reads again', async () => {
    const heard: string[] = [];
    const stop = second.services.bus.subscribe(({ type }) => void heard.push(type));
    // PostgreSQL refuses a message of this size
    server.services.bus.publish({ type: 'items', userId: -1, cause: 'x'.repeat(10_000) });
    server.services.bus.publish({ type: 'traded', userId: -1 });
    await until(() => heard.includes('gap') || heard.includes('traded'));
    server.services.bus.publish({ type: 'season' });
    await until(() => heard.includes('season'));
    stop();
  });

  test('sign-out here closes the socket there', async () => {
    const browser = await server.login(ann.username, ann.password);
    const there = await connect(browser, second);
    await browser.post('/api/logout');
    expect(await there.closed).toBe(1008);
  });

  test('a lost listening connection comes back, and what was missed is looked up', async () => {
    const browser = await server.login(ann.username, ann.password);
    const there = await connect(browser, second);
    const gap = new Promise<void>((resolve) => {
      const stop = second.services.bus.subscribe((event) => {
        if (event.type === 'gap') resolve(stop());
      });
    });
    // the session ends without an event, then every listener loses its connection
    await server.sql`delete from sessions where token_hash =
      (select token_hash from sessions where user_id = ${ann.userId} order by created_at desc limit 1)`;
    await server.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    await gap;
    expect(await there.closed).toBe(1008);
    const again = await connect(ann, second);
    server.services.bus.publish({ type: 'tradeSuccess', userId: -1, username: 'bob', profitPercentage: 2 });
    server.services.hub.announceProfits();
    await again.next((m) => m.type === 'tradeSuccess' && m.profitPercentage === 2);
  });
});

test('a reader that does not read costs no memory, holds up nobody, and gets the newest price when it reads again', async () => {
  const session = { user: { id: 1, username: 'ann', isAdmin: false, locale: null }, tokenHash: 'ab' };
  const bus = createBus({ sql: server.sql, log: server.services.log });
  const ownMarket = heldMarket({ AAPL: '100' });
  const live = async () => new Set(['ab']);
  const hub = createHub({
    ...server.services,
    bus,
    market: ownMarket,
    sessions: { live, see: async () => {} },
  });
  const sessions = { ...server.services.sessions, read: async () => session };
  const app = new Elysia({ websocket: SOCKET_LIMITS }).use(realtime({ ...server.services, hub, sessions }));
  app.listen({ port: 0, reusePort: false });
  const url = `http://localhost:${app.server!.port}`;

  const slow = connectTcp(app.server!.port!, 'localhost');
  const key = 'dGhlIHNhbXBsZSBub25jZQ==';
  const head = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  slow.write(`GET /ws HTTP/1.1\r\n${head}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
  await new Promise((resolve) => slow.once('data', resolve));
  slow.pause();
  const text = Buffer.from('{"action":"subscribe","ticker":"AAPL"}');
  slow.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
  const quick = await openSocket(url, {});
  quick.send({ action: 'subscribe', ticker: 'AAPL' });
  await quick.next(isTick('AAPL'));

  const COUNT = 150_000;
  for (let i = 0; i < COUNT; i++) {
    bus.publish({ type: 'items', userId: session.user.id, cause: `${i} of what the reader has bought` });
    if (i % 500 === 0) await new Promise(setImmediate);
  }
  ownMarket.set('AAPL', '123.45');
  await quick.next((m) => isTick('AAPL')(m) && priceOf(m) === 123.45);

  let received = '';
  const newest = new Promise<void>((resolve) => {
    slow.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (received.includes('123.45')) resolve();
    });
  });
  slow.resume();
  await newest;
  expect(received.match(/"account"/g)!.length).toBeLessThan(COUNT);
  slow.destroy();
  await quick.close();
  hub.stop();
  await app.stop(true);
});

test('events are packed into payloads PostgreSQL takes, none lost, in order', () => {
  const events = Array.from({ length: 500 }, (_, i) => JSON.stringify({ i, name: 'שלום'.repeat(i % 20) }));
  const packed = payloads('me', events, 7_900);
  for (const payload of packed) {
    expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(payload.startsWith('me\n')).toBe(true);
  }
  expect(packed.flatMap((payload) => payload.split('\n').slice(1))).toEqual(events);
});
