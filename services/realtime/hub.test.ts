import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import type { Wire } from './client.ts';
import { createHub, MAX_SOCKETS, SWEEP_MS } from './hub.ts';

type FakeWire = Wire & { closed: [code: number, reason: string] | null };

function wire(): FakeWire {
  const fake: FakeWire = {
    closed: null,
    send() {},
    subscribe() {},
    unsubscribe() {},
    ping() {},
    close: (code, reason) => {
      fake.closed = [code, reason];
    },
  };
  return fake;
}

let live: Set<string>;
let asked: string[][];
let hub: ReturnType<typeof createHub>;
beforeEach(() => {
  jest.useFakeTimers();
  live = new Set(['a', 'b']);
  asked = [];
  hub = createHub({
    market: { subscribe: () => () => {}, quote: () => Promise.reject(new Error('no quotes here')) },
    bus: { publish() {}, subscribe: () => () => {}, async start() {}, async stop() {} },
    seasons: { active: () => true, onChange: () => () => {} },
    liveSessions: async (sessions: string[]) => {
      asked.push(sessions);
      return live;
    },
    say: () => '',
    clock: { now: Date.now },
    log: { warn: (facts: unknown) => expect.unreachable(String(facts)) },
  } as unknown as Parameters<typeof createHub>[0]);
});
afterEach(() => {
  hub.stop();
  jest.useRealTimers();
});

function open(userId: number, session: string) {
  const made = wire();
  return { wire: made, client: hub.open(made, { userId, session, locale: 'en' }) };
}

test('the oldest socket of a user gives way to the newest, others stay', async () => {
  const other = open(2, 'b');
  const own = Array.from({ length: MAX_SOCKETS + 3 }, () => open(1, 'a'));
  expect(own.map(({ wire: { closed } }) => closed?.[0] ?? null)).toEqual([
    ...[4008, 4008, 4008],
    ...Array.from({ length: MAX_SOCKETS }, () => null),
  ]);
  expect(other.wire.closed).toBe(null);
  expect(hub.counts().sockets).toBe(MAX_SOCKETS + 1);
  // the close event of one that was closed already takes nobody else's place
  for (const { client } of own.slice(0, 3)) hub.close(client);
  expect(hub.counts().sockets).toBe(MAX_SOCKETS + 1);
  hub.close(own.at(-1)!.client);
  const again = open(1, 'a');
  expect(own[3]!.wire.closed).toBe(null);
  expect(again.wire.closed).toBe(null);
});

test('every five minutes sockets are asked for their session', async () => {
  const [ended, kept] = [open(1, 'a'), open(2, 'b')];
  jest.advanceTimersByTime(SWEEP_MS - 1);
  expect(asked).toEqual([]);
  live.delete('a');
  jest.advanceTimersByTime(1);
  expect(asked).toEqual([['a', 'b']]);
  await Promise.resolve();
  await Promise.resolve();
  expect(ended.wire.closed).toEqual([1008, 'signed out']);
  expect(kept.wire.closed).toBe(null);
});
