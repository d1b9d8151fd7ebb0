import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Bus, type BusEvent, createBus } from '#services/realtime/bus.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { type FakeRedis, fakeRedis } from '../helpers/fake-redis.ts';
import { until } from '../helpers/until.ts';

const log = { warn() {} };
let database: TestDatabase;
/** What was sent over PostgreSQL. */
const notified: string[] = [];
let redis: FakeRedis;
let here: Bus;
let there: Bus;
const heard: BusEvent[] = [];

beforeAll(async () => {
  redis = fakeRedis(20_000 + (process.pid % 10_000));
  database = await testDatabase();
  const { sql } = database;
  await sql.listen('paperpit', (message) => notified.push(message));
  here = createBus({ sql, log, redisUrl: redis.url });
  there = createBus({ sql, log, redisUrl: redis.url });
  there.subscribe((event) => heard.push(event));
  await Promise.all([here.start(), there.start()]);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  redis.stop();
  await database.drop();
});

const eventsOf = (generation: number) =>
  heard.filter((e) => e.type === 'standings' && e.generation === generation);

test('an event reaches the other process once, and its own process only directly', async () => {
  const received: BusEvent[] = [];
  const stop = here.subscribe((event) => received.push(event));
  here.publish({ type: 'standings', generation: 1 });
  const title = { key: 'messages:disqualified', params: { username: 'שלום' } } as const;
  const message = { key: 'messages:covered', params: { symbols: ['x'.repeat(9_000)], percent: 30 } } as const;
  here.publish({ type: 'notice', userId: 1, topic: 'cover', kind: 'error', title, message });
  expect(received).toHaveLength(2);
  await until(() => heard.length >= 2);
  expect(heard.map((e) => e.type)).toEqual(['standings', 'notice']);
  expect(heard[1]).toMatchObject({ title });
  there.publish({ type: 'season' });
  await until(() => received.some((e) => e.type === 'season'));
  expect(received).toHaveLength(3);
  stop();
});

test('after a restart of Redis the gap is told, and each event is heard once again', async () => {
  const greetings = () => redis.commands.filter((name) => name === 'HELLO').length;
  const gaps = () => heard.filter((e) => e.type === 'gap').length;
  for (let round = 2; round <= 3; round++) {
    const countsBefore = { greetings: greetings(), gaps: gaps() };
    redis.cut();
    // two connections of each of the two processes
    await until(() => greetings() === countsBefore.greetings + 4 && gaps() > countsBefore.gaps);
    here.publish({ type: 'standings', generation: round });
    here.publish({ type: 'seed-periods' });
    await until(() => heard.filter((e) => e.type === 'seed-periods').length >= round - 1);
    expect(eventsOf(round)).toHaveLength(1);
  }
});

test('while all processes reach Redis, no event goes over PostgreSQL', async () => {
  let generation = 10;
  // a bus that comes back announces itself, and for a while everything is sent both ways
  await until(async () => {
    here.publish({ type: 'standings', generation: ++generation });
    await until(() => eventsOf(generation).length === 1);
    const notifiedBefore = notified.length;
    here.publish({ type: 'standings', generation: ++generation });
    await until(() => eventsOf(generation).length === 1);
    // everything sent before this has arrived
    const end = `the end of ${generation}`;
    await database.sql.notify('paperpit', end);
    await until(() => notified.includes(end));
    return notified.length === notifiedBefore + 1;
  });
});
