/** The end of a private game under trades at two server processes on one database. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { build } from '#framework/build/build.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { spawnServer } from '../helpers/own-process.ts';
import { until } from '../helpers/until.ts';

const TRADERS = 4;
/** Time from the first trade to the planned end, ms. */
const REST_MS = 2_500;

let database: TestDatabase;
const children: Bun.Subprocess[] = [];
beforeAll(async () => {
  await build();
  database = await testDatabase({ connect: { lockTimeout: 0, idleInTransactionTimeout: 0 } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => child.exited));
  await database.drop();
});

async function serve(): Promise<string> {
  const { child, url } = await spawnServer(database.url);
  children.push(child);
  await until(() =>
    fetch(`${url}/api/competition-status`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return url;
}

/** Registers a trader. @returns the trader's client at each process */
async function trader(urls: readonly string[], username: string): Promise<Client[]> {
  const [first = '', ...others] = urls;
  const client = createClient(first);
  const { json } = await client.post<{ id: number }>('/api/register', {
    username,
    password: 'a long secret',
  });
  const copies = others.map((url) => {
    const copy = createClient(url);
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    return copy;
  });
  return [client, ...copies].map((each) => Object.assign(each, { userId: json.id, username }));
}

const buy = (who: Client, game: string) =>
  who.post('/api/trade', { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: 1, game });

/** Trades at a process until the first refusal. @returns the number of filled trades */
async function tradeToTheEnd(who: Client, game: string): Promise<number> {
  for (let filled = 0; ; filled++) {
    const { status, json } = await buy(who, game);
    if (status === 200) continue;
    expect([status, json.code, json.reason]).toEqual([409, 'COMPETITION_INACTIVE', 'gameOver']);
    return filled;
  }
}

/** Returns the rows of a CSV file as objects by column. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.replace('\ufeff', '').split(','));
  return rows.map((row) => Object.fromEntries(header.map((name, n) => [name, row[n] ?? ''])));
}

test('an order in flight at the end is refused or in the frozen table, which is one at both processes and in the files', async () => {
  const { sql } = database;
  const urls = [await serve(), await serve()];
  const people: Client[][] = [];
  for (let n = 0; n < TRADERS; n++) people.push(await trader(urls, `in_flight_${n}`));
  const [owner] = people[0]!;
  const started = await owner!.post<{ id: LeagueGame; code: string }>('/api/leagues', {
    ...{ name: 'Until the bell', startCash: '10000000', joining: 'open', isLateOpen: true, kind: 'own' },
    endsAt: new Date(Date.now() + 2 * 3_600_000).toISOString(),
  });
  expect(started.status).toBe(201);
  const { id, code } = started.json;
  for (const [client] of people.slice(1))
    expect((await client!.post('/api/leagues/join', { code })).status).toBe(200);
  for (const [client] of people) expect((await buy(client!, id)).status).toBe(200);

  await sql`update leagues set ends_at = ${new Date(Date.now() + REST_MS)} where id = ${id}`;
  // the longer an account trades at two processes, the more of its trades are concurrent
  const filled = await Promise.all(
    people.map(async (clients) => {
      const counts = await Promise.all(
        clients.flatMap((client) => [tradeToTheEnd(client, id), tradeToTheEnd(client, id)]),
      );
      return counts.reduce((sum, count) => sum + count, 1);
    }),
  );
  const seasonId = seasonIdOfGame(id);
  await until(async () => (await sql`select from results where season_id = ${seasonId}`).length === TRADERS);

  const results = await sql<{ userId: number; trades: number; equity: string }[]>`
    select user_id as "userId", trade_count as trades, equity::text from results where season_id = ${seasonId} order by user_id`;
  const fills = await sql<{ userId: number; count: number }[]>`
    select user_id as "userId", count(*)::integer from fills where season_id = ${seasonId} group by 1 order by 1`;
  expect(results.map(({ trades }) => trades)).toEqual(filled);
  expect(fills.map(({ count }) => count)).toEqual(filled);
  expect(filled.every((count) => count > 2)).toBe(true);

  const tables = await Promise.all(
    people[0]!.map(async (client) => (await client.get(`/api/leagues/${id}`)).json),
  );
  expect(tables[1]).toEqual(tables[0]!);
  expect(tables[0]).toMatchObject({ phase: 'over', members: TRADERS });
  for (const client of people[0]!) {
    const roster = rowsOf((await client.get(`/api/leagues/${id}/roster`)).text);
    const figures = roster.map(({ username, trades, equity }) => `${username} ${trades} ${equity}`);
    const expected = results.map(({ trades, equity }, n) => `in_flight_${n} ${trades} ${equity}`);
    expect(figures.sort()).toEqual(expected.sort());
    expect(rowsOf((await client.get(`/api/leagues/${id}/trades`)).text)).toHaveLength(
      filled.reduce((sum, count) => sum + count, 0),
    );
  }
  for (const clients of people)
    for (const client of clients) expect((await buy(client, id)).status).toBe(409);
});
