/** Redis missing at the start, or away for some processes: no event is lost, and the operator is told. */
import { afterEach, describe, expect, test } from 'bun:test';
import { build } from '#framework/build/build.ts';
import { type BusEvent, createBus } from '#services/realtime/bus.ts';
import { testDatabase } from '../helpers/database.ts';
import { freePort } from '../helpers/port.ts';
import { runServer } from '../helpers/program.ts';
import { noRedis, startRedis } from '../helpers/redis.ts';
import { until } from '../helpers/until.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A process's bus. `heard` are events of other processes, `said` are lines for the operator. */
async function process(redisUrl: string | undefined, database: Awaited<ReturnType<typeof testDatabase>>) {
  const heard: BusEvent[] = [];
  const said: string[] = [];
  const log = { warn: (_: object, sentence: string) => said.push(sentence) };
  const bus = createBus({ sql: database.sql, log: log as never, redisUrl });
  await bus.start();
  cleanups.push(bus.stop);
  bus.subscribe((event) => heard.push(event));
  return { bus, heard, said };
}
type Process = Awaited<ReturnType<typeof process>>;

let generation = 0;
/** Publishes an event at `from` once and checks that `to` hears it exactly once. */
async function crosses(from: Process, to: Process) {
  const generationNow = ++generation;
  const hits = () => to.heard.filter((e) => e.type === 'standings' && e.generation === generationNow).length;
  from.bus.publish({ type: 'standings', generation: generationNow });
  await until(() => hits() > 0);
  // later events have arrived by both ways: a second copy would be here by now
  const last = ++generation;
  from.bus.publish({ type: 'standings', generation: last });
  await until(() => to.heard.some((e) => e.type === 'standings' && e.generation === last));
  expect(hits()).toBe(1);
}

async function newDatabase() {
  const database = await testDatabase();
  cleanups.push(database.drop);
  return database;
}

const nowhere = async () => `redis://someone:secret@127.0.0.1:${await freePort()}`;

test('events cross while Redis is missing, and it is said without the password', async () => {
  const database = await newDatabase();
  const url = await nowhere();
  const [a, b] = await Promise.all([process(url, database), process(url, database)]);
  const where = `Redis at ${new URL(url).host} (REDIS_URL)`;
  expect(a.said).toEqual([
    `Waiting for ${where} ...`,
    `${where} does not answer: events go over PostgreSQL until it does.`,
  ]);
  await crosses(a, b);
  await crosses(b, a);
});

describe.skipIf(noRedis !== '')(`with a real one${noRedis}`, () => {
  test('who does not reach it is heard by, and hears, those who do', async () => {
    const database = await newDatabase();
    const redis = await startRedis();
    cleanups.push(redis.stop);
    const inside = await process(redis.url, database);
    const outside = await process(await nowhere(), database);
    const beside = await process(undefined, database);
    await crosses(outside, inside);
    await crosses(inside, outside);
    await crosses(beside, inside);
    expect(inside.said).toEqual([]);
  });

  test('it comes, goes and comes back: events cross all the time, and what may have been missed is read again', async () => {
    const database = await newDatabase();
    const redis = await startRedis();
    await redis.stop();
    cleanups.push(redis.stop);
    const [a, b] = await Promise.all([process(redis.url, database), process(redis.url, database)]);
    await crosses(a, b);
    for (let round = 0; round < 2; round++) {
      const gaps = b.heard.filter((e) => e.type === 'gap').length;
      await redis.start();
      await until(() => b.heard.filter((e) => e.type === 'gap').length > gaps);
      await crosses(a, b);
      await redis.stop();
      await until(() => b.said.at(-1)?.includes('is away') === true);
      await crosses(a, b);
    }
    expect(b.said.some((sentence) => sentence.includes('answers: events go over it'))).toBe(true);
  });
});

describe('the program', () => {
  const serve = async (env: Record<string, string>) => {
    await build();
    const program = runServer({ DEMO: '0', LOG_LEVEL: 'info', PORT: String(await freePort()), ...env });
    cleanups.push(async () => {
      program.child.kill('SIGTERM');
      await program.ended;
    });
    return program;
  };

  test('comes up without Redis, says what it waits for, and stops in order', async () => {
    const database = await newDatabase();
    const url = await nowhere();
    const program = await serve({ DATABASE_URL: database.url, REDIS_URL: url });
    await program.says(`Waiting for Redis at ${new URL(url).host}`);
    await program.says('Paperpit is at ');
    expect(program.output()).not.toContain('secret');
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });

  test('says that it waits for PostgreSQL, and starts once that is there', async () => {
    const database = await newDatabase();
    const port = await freePort();
    const program = await serve({
      DATABASE_URL: `postgres://postgres:secret@127.0.0.1:${port}/${database.target.database}`,
    });
    await program.says(`Waiting for PostgreSQL at 127.0.0.1:${port}/${database.target.database} ...`);
    // a port that opens late stands for a server that starts late
    const gate = Bun.listen<{ other?: Bun.Socket; early: Buffer[] }>({
      hostname: '127.0.0.1',
      port,
      socket: {
        async open(socket) {
          socket.data = { early: [] };
          socket.data.other = await Bun.connect({
            unix: database.target.path,
            socket: {
              data: (_, bytes) => void socket.write(bytes),
              close: () => void socket.end(),
            },
          });
          for (const bytes of socket.data.early.splice(0)) socket.data.other.write(bytes);
        },
        data(socket, bytes) {
          if (socket.data.other) socket.data.other.write(bytes);
          else socket.data.early.push(bytes);
        },
        close: (socket) => void socket.data.other?.end(),
      },
    });
    cleanups.push(() => gate.stop(true));
    await program.says('Paperpit is at ');
    expect(program.output()).toContain(`The data is in PostgreSQL at 127.0.0.1:${port}`);
    expect(program.output()).not.toContain('secret');
  });
});
