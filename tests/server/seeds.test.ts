/** What is public about a season's seeds, and that no price can be predicted from it. */
import { describe, expect, test } from 'bun:test';
import { PUBLIC_SEED } from '#market/simulated/random.ts';
import { Tape } from '#market/simulated/tape.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import type { TestServer } from '../helpers/server.ts';
import { serversOnOneClock } from '../helpers/servers.ts';
import { asBrowser, openSocket } from '../helpers/socket.ts';
import {
  pricesNow,
  SECRET_KEY,
  SYMBOLS,
  seedPeriodsOf,
  storageOfSeeds,
  storedSeeds,
  twoSeasons,
} from '../helpers/two-seasons.ts';

const MINUTE = 60_000;
/** A guess may match a few of twelve prices to the cent by chance, but not half of them. */
const AHEAD_MS = 60 * MINUTE;
const LUCKY = 5;

const { time, servers, serve } = serversOnOneClock();

/** Lets `ms` pass, and lets the market read the seeds that are due. */
async function pass(server: TestServer, ms: number) {
  time.ms += ms;
  await server.services.seasons.refresh();
}

/** Every page, answer and message for a visitor and an ordinary trader, as one text. */
async function everythingPublic(server: TestServer, trader: Client): Promise<string> {
  const parameters: Record<string, (string | number)[]> = {
    number: [1, 2, 3],
    id: [trader.userId, 1],
    symbol: ['AAPL'],
  };
  const paths = server.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*') && path !== '/api/logout')
    .flatMap(({ path }) => {
      const name = /:(\w+)/.exec(path)?.[1];
      return name ? (parameters[name] ?? []).map((value) => path.replace(`:${name}`, String(value))) : path;
    });
  expect(paths).toContain('/competitions/1');
  const texts: string[] = [];
  for (const who of [server.visitor(), trader])
    for (const path of [...paths, '/api/candles?symbol=AAPL&interval=1m', '/api/price?symbol=AAPL']) {
      const { text, headers } = await who.get(path);
      texts.push(JSON.stringify([...headers]), text);
    }
  const socket = await openSocket(server.url, asBrowser(server.url, trader));
  socket.send({ action: 'subscribe', ticker: 'AAPL' });
  await socket.next((message) => message.ticker === 'AAPL' || message.symbol === 'AAPL');
  texts.push(JSON.stringify(socket.messages));
  await socket.close();
  await openSocket(server.url, { origin: server.url }).then(
    async (open) => texts.push(JSON.stringify(open.messages), String(await open.close())),
    () => {},
  );
  return texts.join('\n');
}

/** Every 32 bytes in a text, as hex or base64. */
function secretsIn(text: string): Uint8Array[] {
  const hex = [...text.matchAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi)].map(([m]) =>
    Buffer.from(m, 'hex'),
  );
  const base = [...text.matchAll(/(?<![\w+/-])[\w+/-]{43}=?(?![\w+/=-])/g)].map(([m]) =>
    Buffer.from(m, 'base64'),
  );
  const all = new Map([...hex, ...base].map((bytes) => [bytes.toString('hex'), new Uint8Array(bytes)]));
  return [...all.values()].filter((bytes) => bytes.length === 32);
}

/** The seed, and eight that share its beginning and have a number in the last four bytes. */
const relatives = (seed: Uint8Array) => [
  seed,
  ...Array.from({ length: 8 }, (_, n) => {
    const bytes = Buffer.from(seed);
    bytes.writeUInt32BE(n, 28);
    return new Uint8Array(bytes);
  }),
];

type Stretch = { effectiveFrom: number; seed: Uint8Array };

/** One tape for all guesses, because most of the work of a new one is its history. */
const onPublicHistory = new Tape();

/** How many of the prices at `ms` a tape of these seeds has exactly; 0 if it misses the first three. */
function hits(
  seedPeriods: readonly Stretch[],
  history: Uint8Array,
  ms: number,
  prices: readonly string[],
): number {
  const tape = history === PUBLIC_SEED ? onPublicHistory : new Tape({ history });
  tape.setSeedPeriods(seedPeriods);
  const isHit = (symbol: string, i: number) =>
    tape.tickAt(symbol, ms)?.price === Math.round(Number(prices[i]) * 10_000);
  return SYMBOLS.slice(0, 3).some(isHit) ? SYMBOLS.filter(isHit).length : 0;
}

/** Reads all that is public, lets an hour pass, and tries to have predicted its prices. */
async function attack(server: TestServer, trader: Client) {
  const text = await everythingPublic(server, trader);
  const now = time.ms;
  const seedPeriods = await seedPeriodsOf(server);
  const secrets = secretsIn(text);
  const isPublic = (seed: Uint8Array) => secrets.some((each) => Buffer.compare(each, seed) === 0);
  // the beginning of a seed period is public at once, its seed only when a page shows it
  const hidden = seedPeriods.filter(({ seed }) => !isPublic(seed));
  await pass(server, AHEAD_MS);
  const prices = await pricesNow(server);
  let best = 0;
  for (const guess of secrets.flatMap(relatives))
    for (const history of [PUBLIC_SEED, guess]) {
      const guessed = seedPeriods.map(({ effectiveFrom, seed }) => ({
        effectiveFrom,
        seed: isPublic(seed) ? seed : guess,
      }));
      best = Math.max(best, hits(guessed, history, time.ms, prices));
    }
  return { now, seedPeriods, hidden, secrets, best, prices };
}

/** Seeds in force from `now` on are hidden, earlier ones are public, and no guess predicts prices. */
function expectSafe(result: Awaited<ReturnType<typeof attack>>, count: number) {
  const { now, seedPeriods, hidden, secrets, best, prices } = result;
  const running = seedPeriods.findLast(({ effectiveFrom }) => effectiveFrom <= now)!;
  expect(seedPeriods.length - hidden.length).toBe(count);
  for (const period of seedPeriods)
    expect([period.number, hidden.includes(period)]).toEqual([
      period.number,
      period.number >= running.number,
    ]);
  expect(secrets.length).toBeGreaterThan(count);
  expect(best).toBeLessThanOrEqual(LUCKY);
  // all seeds together do predict: the secret is only in them
  expect(hits(seedPeriods, PUBLIC_SEED, time.ms, prices)).toBe(SYMBOLS.length);
}

describe.each([
  ['random seeds', ''],
  ['MARKET_SEED', 'tests'],
])('%s', (_, MARKET_SEED) => {
  test('whoever takes everything public in a running second season predicts none of its prices', async () => {
    time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
    const server = await serve({ MARKET_SEED });
    const admin = await server.admin();
    const trader = await server.register();
    const toggle = async (active: boolean) =>
      expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
    await toggle(true);
    await pass(server, 10 * MINUTE);
    await toggle(false);
    await pass(server, 10 * MINUTE);
    await toggle(true);
    // its own seed takes over with the next minute
    expectSafe(await attack(server, trader), 2);
    expectSafe(await attack(server, trader), 3);
  });
});

test('without MARKET_SEED again, prices follow a seed nobody knows from the next minute on, in a running season too', async () => {
  time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
  const first = await serve({ MARKET_SEED: 'tests' });
  await (await first.admin()).post('/api/toggle-competition', { active: true });
  await pass(first, 10 * MINUTE);
  const server = await serve({ MARKET_SEED: '' }, first.services.settings.databaseUrl);
  const periodsBefore = await seedPeriodsOf(server);
  expect(periodsBefore.map((e) => [e.number, e.season, e.fromMarketSeed])).toEqual([
    [0, 0, true],
    [1, 1, true],
    [2, 1, false],
  ]);
  const trader = await server.register();
  await pass(server, 2 * MINUTE);
  expectSafe(await attack(server, trader), 2);
  // a second start adds no seed
  await serve({ MARKET_SEED: '' }, first.services.settings.databaseUrl);
  expect(await seedPeriodsOf(server)).toEqual(periodsBefore);
});

test('two servers with one MARKET_SEED agree while the numbers and times of their seedPeriods do, and no longer', async () => {
  time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
  const [one, two, stranger] = [
    await serve({ MARKET_SEED: 'tests' }),
    await serve({ MARKET_SEED: 'tests' }),
    await serve({ MARKET_SEED: 'another' }),
  ];
  const admins = await Promise.all(servers.map((server) => server.admin()));
  const toggle = async (active: boolean, who = admins) => {
    for (const admin of who)
      expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
  };
  await toggle(true);
  time.ms += 60 * MINUTE;
  expect(await pricesNow(one)).toEqual(await pricesNow(two));
  expect(await pricesNow(one)).not.toEqual(await pricesNow(stranger));
  const past = { from: Date.UTC(2026, 0, 5) / 1000, to: Date.UTC(2026, 0, 9) / 1000 };
  const history = ({ services: { market } }: TestServer) => market.candles('NVDA', '1h', past.from, past.to);
  expect(await history(one)).toEqual(await history(stranger));
  await toggle(false, [admins[0]!]);
  time.ms += 60 * MINUTE;
  expect(await pricesNow(one)).not.toEqual(await pricesNow(two));
});

test('who reads the whole table predicts nothing; pages reveal what they did, and the season is proved', async () => {
  const { server, trader } = await twoSeasons({ time, serve }, { SECRET_KEY });
  expect(await storageOfSeeds(server)).toEqual(['sealed', 'sealed', 'sealed', 'sealed']);
  const rows = await storedSeeds(server);
  const seedPeriods = await seedPeriodsOf(server);
  const bytes = rows.flatMap((row) => Object.values(row).filter((value) => value instanceof Uint8Array));
  for (const { seed } of seedPeriods)
    expect(bytes.some((each) => Buffer.from(each).includes(Buffer.from(seed)))).toBe(false);
  expectSafe(await attack(server, trader), 3);
  const page = (await trader.get('/competitions/1', { accept: 'text/html' })).text;
  expect(page).toContain(Buffer.from(seedPeriods[1]!.seed).toString('hex'));
  expect(await verifySeason(server.services, 2)).toMatchObject({ standings: 0 });
});
