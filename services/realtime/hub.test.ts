import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { ALIVE_MS } from '#core/contract/events.ts';
import { PROFIT_WINDOW_MS } from '#core/progress/profit-news.ts';
import { UnknownSymbolError } from '#market/market.ts';
import type { Bus, BusEvent } from './bus.ts';
import { MAX_SOCKETS, MOST_UNANSWERED, SWEEP_MS, type Wire } from './clients.ts';
import { createHub } from './hub.ts';
import { GAP_SPREAD_MS } from './news.ts';

type FakeWire = Wire & { closed: [code: number, reason: string] | null; isCut: boolean };

function wire(): FakeWire {
  const fake: FakeWire = {
    closed: null,
    isCut: false,
    send() {},
    subscribe() {},
    unsubscribe() {},
    ping() {},
    close: (code, reason) => {
      fake.closed = [code, reason];
    },
    terminate: () => {
      fake.isCut = true;
    },
  };
  return fake;
}

const market = {
  subscribe: (): (() => void) => () => {},
  quote: () => Promise.reject(new Error('no quotes here')),
};
let live: Set<string>;
let standings: Map<number, { equity: bigint; place: number | null }>;
let reads: string[][];
let hub: ReturnType<typeof createHub>;
let bus: Pick<Bus, 'publish' | 'subscribe'>;
let hear: (event: BusEvent) => void;
beforeEach(() => {
  jest.useFakeTimers();
  live = new Set(['a', 'b']);
  standings = new Map();
  reads = [];
  hear = () => {};
  bus = {
    publish: (event) => hear(event),
    subscribe(listener) {
      hear = listener;
      return () => {};
    },
  };
  hub = createHub({
    market,
    bus,
    seasons: { active: () => true, frozenSince: () => null, onChange: () => () => {} },
    sessions: {
      live: async (sessions: string[]) => {
        reads.push(sessions);
        return live;
      },
      see: async () => {},
    },
    say: ({ key, params }: { key: string; params?: { place: number } }) =>
      [key, params?.place].join(' ').trim(),
    leaderboard: { standingNow: (userId: number) => standings.get(userId) ?? null },
    clock: { now: Date.now },
    settings: { profitToastMinPercent: 1 },
    log: { warn: (facts: unknown) => expect.unreachable(String(facts)) },
  } as unknown as Parameters<typeof createHub>[0]);
});
afterEach(() => {
  hub.stop();
  jest.useRealTimers();
});

function open(userId: number, session: string) {
  const socket = wire();
  return { wire: socket, client: hub.open(socket, { userId, session, locale: 'en' }) };
}

test('closes the oldest socket of a user for the newest and keeps the others', async () => {
  const other = open(2, 'b');
  const tabs = Array.from({ length: MAX_SOCKETS + 3 }, () => open(1, 'a'));
  expect(tabs.map(({ wire: { closed } }) => closed?.[0] ?? null)).toEqual([
    ...[4008, 4008, 4008],
    ...Array.from({ length: MAX_SOCKETS }, () => null),
  ]);
  expect(other.wire.closed).toBe(null);
  expect(hub.counts().sockets).toBe(MAX_SOCKETS + 1);
  // the close event of a socket that the hub closed makes no further room
  for (const { client } of tabs.slice(0, 3)) hub.close(client);
  expect(hub.counts().sockets).toBe(MAX_SOCKETS + 1);
  hub.close(tabs.at(-1)!.client);
  const again = open(1, 'a');
  expect(tabs[3]!.wire.closed).toBe(null);
  expect(again.wire.closed).toBe(null);
});

test('checks the sessions of sockets every five minutes', async () => {
  const [ended, lasting] = [open(1, 'a'), open(2, 'b')];
  jest.advanceTimersByTime(SWEEP_MS - 1);
  expect(reads).toEqual([]);
  live.delete('a');
  jest.advanceTimersByTime(1);
  expect(reads).toEqual([['a', 'b']]);
  await Promise.resolve();
  await Promise.resolve();
  expect(ended.wire.closed).toEqual([1008, 'signed out']);
  expect(lasting.wire.closed).toBe(null);
});

test('sends a sign of life to every socket at an interval', () => {
  const { wire: page } = open(1, 'a');
  const sent: unknown[] = [];
  page.send = (text: string) => sent.push(JSON.parse(text));
  jest.advanceTimersByTime(3 * ALIVE_MS);
  expect(sent).toEqual(Array(3).fill({ type: 'alive' }));
});

test('closes a page without an answer for a minute, but not one that answers or sends a message', async () => {
  const [mute, answering, talking] = [open(1, 'a'), open(2, 'a'), open(3, 'b')];
  const ping = async () => {
    jest.advanceTimersByTime(ALIVE_MS);
    hub.answered(answering.client);
    await hub.message(talking.client, 'rubbish');
  };
  for (let n = 0; n < MOST_UNANSWERED; n++) await ping();
  expect(mute.wire.isCut).toBe(false);
  await ping();
  expect([mute, answering, talking].map(({ wire: { isCut } }) => isCut)).toEqual([true, false, false]);
});

test('announces the best profit after a window of 20 seconds', () => {
  const { wire: other } = open(2, 'b');
  const sent: unknown[] = [];
  other.send = (text: string) => {
    const message = JSON.parse(text);
    if (message.type !== 'alive') sent.push(message);
  };
  const profit = (profitPercentage: number) =>
    bus.publish({ type: 'tradeSuccess', userId: 1, username: 'ann', profitPercentage });
  profit(2);
  jest.advanceTimersByTime(PROFIT_WINDOW_MS - 1);
  profit(3);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(sent).toEqual([{ type: 'tradeSuccess', username: 'ann', profitPercentage: 3 }]);
  jest.advanceTimersByTime(2 * PROFIT_WINDOW_MS);
  expect(sent).toHaveLength(1);
});

test('asks pages that may have missed events to read the account again, once for each gap', () => {
  const sent: unknown[][] = [];
  const wires = [1, 2, 3].map((userId) => {
    const { wire: socket, client } = open(userId, 'a');
    const heard: unknown[] = [];
    socket.send = (text: string) => heard.push(JSON.parse(text));
    sent.push(heard);
    return client;
  });
  // each page is asked once for two gaps in a row
  hear({ type: 'gap' });
  hear({ type: 'gap' });
  hub.close(wires[2]!);
  jest.advanceTimersByTime(GAP_SPREAD_MS);
  expect(sent).toEqual([[{ type: 'account' }], [{ type: 'account' }], []]);
  hear({ type: 'gap' });
  jest.advanceTimersByTime(GAP_SPREAD_MS);
  expect(sent[0]).toHaveLength(2);
});

test('sends a socket its own changed standing after a ranking pass, and no other', () => {
  const sent = new Map<number, unknown[]>();
  for (const userId of [1, 2, 3]) {
    const { wire: socket } = open(userId, 'a');
    const heard: unknown[] = [];
    socket.send = (text: string) => heard.push(JSON.parse(text));
    sent.set(userId, heard);
  }
  standings.set(1, { equity: 10_012_345n, place: 1 });
  standings.set(2, { equity: 10_000_000n, place: null });
  const rank = () => {
    hub.announceTable(1);
    jest.advanceTimersByTime(2_000);
  };
  rank();
  rank();
  standings.set(1, { equity: 10_012_345n, place: 2 });
  rank();
  expect([...sent.values()]).toEqual([
    [
      { type: 'standing', equity: '$100,123.45', place: 'trader:place 1' },
      { type: 'standing', equity: '$100,123.45', place: 'trader:place 2' },
    ],
    [{ type: 'standing', equity: '$100,000.00', place: null }],
    [],
  ]);
});

test('refuses an unknown ticker to the first client and to the second', async () => {
  const { subscribe } = market;
  market.subscribe = () => {
    throw new UnknownSymbolError('NOSUCH');
  };
  for (const session of ['a', 'b']) {
    const { wire: socket, client } = open(1, session);
    const sent: unknown[] = [];
    socket.send = (text: string) => sent.push(JSON.parse(text));
    await hub.message(client, { action: 'subscribe', ticker: 'NOSUCH' });
    expect(sent).toEqual([{ type: 'error', message: 'errors:UNKNOWN_SYMBOL' }]);
  }
  expect(hub.counts().feeds).toBe(0);
  market.subscribe = subscribe;
});
