/** Marks of browsers: what admins see of them, that nobody else does, and when they are deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { listPairs } from '#db/queries/account/browser-marks.ts';
import { winnerEvidence } from '#db/queries/season/awards.ts';
import { createAddresses } from '#framework/http/address.ts';
import { createMarks, MARK_LIFE_MS } from '#services/account/browser-marks.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY = 24 * 3_600_000;
const PAGE = { accept: 'text/html' };
let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** The server's time; it begins in the middle of a salt's life. */
const began = (Math.floor(Date.now() / MARK_LIFE_MS) + 0.5) * MARK_LIFE_MS;
let now = began;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', MSFT: '200' });
  server = await startServer({ market, clock: { now: () => now }, env: { TRUST_PROXY: '1' } });
  admin = await server.admin();
  await server.services.seasons.start(admin.userId);
});
afterAll(() => server?.stop());

let people = 0;
/** Registers a trader in a browser of this name at this address. */
async function join(address: string, agent: string): Promise<Client> {
  const client = server.visitor();
  const names = { username: `person-${++people}`, password: 'a fine pass phrase' };
  const headers = { 'x-forwarded-for': address, 'user-agent': agent };
  const answer = await client.post('/api/register', names, headers);
  expect(answer.status).toBe(200);
  return {
    ...client,
    userId: answer.json.id as number,
    username: names.username,
    get: (path, more) => client.get(path, { ...headers, ...more }),
    post: (path, body, more) => client.post(path, body, { ...headers, ...more }),
  };
}
async function trade(client: Client, action: string, symbol: string, quantity = 1): Promise<void> {
  const answer = await client.post('/api/trade', { user_id: client.userId, symbol, action, quantity });
  expect([action, symbol, answer.status]).toEqual([action, symbol, 200]);
}
const read = async (query = '', headers: Record<string, string> = PAGE) =>
  await admin.get(`/admin/accounts${query}`, headers);
const all = { offset: 0, limit: 100 };
const sharedNames = async () => (await server.services.marks.shared(all)).rows.map((row) => row.names);
const marksOf = async (client: Client) =>
  (
    await server.sql<{ hash: Uint8Array }[]>`select hash from browser_marks where user_id = ${client.userId}`
  ).map(({ hash }) => Buffer.from(hash).toString('hex'));

describe('accounts of one browser', () => {
  test('are shown together: the same network and user agent, nothing less', async () => {
    const ann = await join('203.0.113.7', 'Browser/1');
    const neighbour = await join('203.0.113.200', 'Browser/1');
    const elsewhere = await join('203.0.114.7', 'Browser/1');
    const other = await join('203.0.113.7', 'Browser/2');
    const six = await join('2001:db8:1:2::3', 'Browser/1');
    const sixToo = await join('2001:db8:1:2:9:9:9:9', 'Browser/1');
    expect((await sharedNames()).toSorted()).toEqual([
      [ann.username, neighbour.username],
      [six.username, sixToo.username],
    ]);
    const { status, text } = await read();
    expect(status).toBe(200);
    for (const { username } of [ann, neighbour, six, sixToo]) expect(text).toContain(`>${username}<`);
    for (const { username } of [elsewhere, other]) expect(text).not.toContain(`>${username}<`);
    expect(text).toContain('hints, not proof');
    expect((await read('', { ...PAGE, 'accept-language': 'he' })).text).toContain('רמזים, לא הוכחה');
  });

  test('a session that moves on is seen where it is', async () => {
    const ann = await join('198.51.100.1', 'Roamer/1');
    const bob = await join('198.51.101.1', 'Roamer/1');
    const namesBefore = (await sharedNames()).length;
    now += 60_000;
    await bob.get('/api/user', { 'x-forwarded-for': '198.51.100.99' });
    expect(await sharedNames()).toHaveLength(namesBefore + 1);
    expect(await sharedNames()).toContainEqual([ann.username, bob.username]);
    expect(await marksOf(bob)).toHaveLength(2);
  });

  test('a guest is none of them, for the winners and their pairs either', async () => {
    const { sql, services } = server;
    const [address, agent] = ['198.51.100.77', 'Guest/1'];
    const [ann, bob] = [await join(address, agent), await join(address, agent)];
    const headers = { 'x-forwarded-for': address, 'user-agent': agent };
    expect((await server.visitor().post('/api/guest', {}, headers)).status).toBe(200);
    const hash = sql`select hash from browser_marks where user_id = ${ann.userId}`;
    expect(await sql`select from browser_marks where hash in (${hash})`).toHaveLength(3);
    expect(await sharedNames()).toContainEqual([ann.username, bob.username]);

    for (const each of [ann, bob]) await trade(each, 'buy', 'AAPL');
    const season = services.seasons.current()!;
    const pairs = await listPairs(sql, season.id, { crowd: 2, limit: 100 });
    expect(pairs.map(({ names }) => names)).toContainEqual([ann.username, bob.username]);

    await sql`insert into results (season_id, user_id, row_number, place, ranked, tier, equity, realised_pnl, trade_count)
      values (${season.id}, ${ann.userId}, 1, 1, true, 'CADET', 100000, 0, 1)`;
    const evidence = await winnerEvidence(sql, season, [ann.userId]);
    expect(evidence.get(ann.userId)?.sameBrowser).toEqual([bob.username]);
    await sql`delete from results where season_id = ${season.id}`;
  });

  test('many are counted, a dozen named', async () => {
    for (let n = 0; n < 14; n++) await join('192.0.2.1', 'School/1');
    const { rows } = await server.services.marks.shared(all);
    expect(rows[0]).toMatchObject({ accounts: 14 });
    expect(rows[0]!.names).toHaveLength(12);
    expect((await read()).text).toContain('and 2 more');
  });
});

test('only admins read it, and no call tells a mark', async () => {
  const ann = await join('203.0.113.50', 'Secret/1');
  await trade(ann, 'buy', 'AAPL');
  const page = await ann.get('/admin/accounts', PAGE);
  expect(page.status).toBe(403);
  const visitor = await server.visitor().get('/admin/accounts', PAGE);
  expect([visitor.status, visitor.headers.get('location')]).toEqual([303, '/auth?next=%2Fadmin%2Faccounts']);
  const [{ mark_id } = { mark_id: null }] = await server.sql<{ mark_id: bigint | null }[]>`
    select mark_id from fills where user_id = ${ann.userId}`;
  expect(mark_id).not.toBe(null);
  const calls = [
    '/api/user',
    '/api/user-profile',
    '/api/my-trades',
    '/api/portfolio',
    `/api/all-trades/${ann.userId}`,
  ];
  for (const path of [...calls, '/profile', '/portfolio']) {
    const { text } = await ann.get(path, path.startsWith('/api') ? {} : PAGE);
    expect(text).not.toMatch(/mark_?id/i);
    for (const hash of await marksOf(ann)) expect(text).not.toContain(hash);
  }
});

describe('accounts that trade together', () => {
  const both = async (alike: boolean) =>
    (await server.services.marks.mirrors(all, alike)).rows.map(({ names, times, trades }) => ({
      names,
      times,
      trades,
    }));

  test('on opposite sides, or on the same one, several times', async () => {
    const [one, two, three, four] = [
      await join('10.1.0.1', 'A/1'),
      await join('10.2.0.1', 'B/1'),
      await join('10.3.0.1', 'C/1'),
      await join('10.4.0.1', 'D/1'),
    ];
    for (const symbol of ['AAPL', 'TSLA', 'MSFT']) {
      now += 300_000;
      await trade(one, 'buy', symbol);
      now += 20_000;
      await trade(two, 'short', symbol);
      await trade(three, 'buy', symbol);
      // too late to count as together with the first
      now += 20_000;
      await trade(four, 'buy', symbol);
    }
    expect(await both(false)).toEqual(
      expect.arrayContaining([
        { names: [one.username, two.username], times: 3, trades: 3 },
        { names: [two.username, three.username], times: 3, trades: 3 },
        { names: [two.username, four.username], times: 3, trades: 3 },
      ]),
    );
    expect(await both(true)).toEqual(
      expect.arrayContaining([
        { names: [one.username, three.username], times: 3, trades: 3 },
        { names: [three.username, four.username], times: 3, trades: 3 },
      ]),
    );
    const names = (await both(true)).map((row) => row.names.join());
    expect(names).not.toContain([one.username, four.username].join());
    const opposite = (await read('?show=opposite')).text;
    expect(opposite).toContain('3 of 3');
    expect(opposite).toContain(`/admin/people/${one.userId}/beside/${two.userId}`);
    expect((await read('?show=alike')).text).toContain('3 of 3');
  });

  test('a burst is one moment, and who mostly trades otherwise is no mirror', async () => {
    const [one, two, busy] = [
      await join('10.5.0.1', 'E/1'),
      await join('10.6.0.1', 'F/1'),
      await join('10.7.0.1', 'G/1'),
    ];
    now += 300_000;
    for (let n = 0; n < 5; n++) {
      await trade(one, 'buy', 'AAPL');
      await trade(two, 'short', 'AAPL');
    }
    const lone = [one, two].map(({ username }) => username);
    expect((await both(false)).map(({ names }) => names)).not.toContainEqual(lone);
    const quiet = await join('10.8.0.1', 'H/1');
    for (let n = 0; n < 8; n++) {
      now += 300_000;
      await trade(busy, 'buy', 'TSLA');
      if (n < 3) await trade(quiet, 'short', 'TSLA');
      now += 100_000;
      await trade(quiet, n < 3 ? 'cover' : 'buy', n < 3 ? 'TSLA' : 'MSFT');
    }
    const names = (await both(false)).map((row) => row.names);
    expect(names).not.toContainEqual([busy.username, quiet.username]);
  });
});

describe('after thirty days', () => {
  test('marks, those of fills and the salt are gone; what was seen since stays', async () => {
    const ann = await join('10.20.0.1', 'Old/1');
    await trade(ann, 'buy', 'AAPL');
    const bob = await join('10.21.0.1', 'New/1');
    now += 6 * DAY;
    await bob.get('/api/user');
    await server.services.tidy();
    expect(await marksOf(ann)).toHaveLength(1);
    const due = now - 6 * DAY + MARK_LIFE_MS;
    now = due - 1;
    await server.services.tidy();
    expect(await marksOf(ann)).toHaveLength(1);
    const marked = async () =>
      (await server.sql`select from fills where mark_id is not null and user_id = ${ann.userId}`).length;
    expect(await marked()).toBe(1);
    now = due + 60_000;
    await server.services.tidy();
    expect([await marked(), await marksOf(ann)]).toEqual([0, []]);
    expect((await marksOf(bob)).length).toBeGreaterThan(0);
    expect(await server.sql`select from fills where user_id = ${ann.userId}`).toHaveLength(1);
    now = due + MARK_LIFE_MS;
    await server.services.tidy();
    const [left] = await server.sql`
      select (select count(*)::int from browser_marks) as marks, (select count(*)::int from mark_salts) as salts,
        (select count(*)::int from fills where mark_id is not null) as fills,
        (select count(*)::int from sessions) as sessions`;
    expect(left).toEqual({ marks: 0, salts: 0, fills: 0, sessions: 0 });
  });

  test('the same browser has another hash under the next salt, the same in all processes under one', async () => {
    const { sql, secret } = server.services;
    let markedAt = began + 100 * MARK_LIFE_MS;
    const processes = [0, 1].map(() =>
      createMarks({
        sql,
        secret,
        clock: { now: () => markedAt },
        addresses: createAddresses({ trustProxy: 1 }),
      }),
    );
    const request = new Request('http://localhost/', {
      headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Browser/1' },
    });
    const hashes = async () =>
      (await Promise.all(processes.map((each) => each.of(request)))).map((hash) =>
        Buffer.from(hash).toString('hex'),
      );
    const [first, again] = await hashes();
    expect(again).toBe(first!);
    markedAt += MARK_LIFE_MS;
    const [next, nextAgain] = await hashes();
    expect(nextAgain).toBe(next!);
    expect(next).not.toBe(first);
    expect(await sql`select from mark_salts`).toHaveLength(1);
  });
});
