/** Places and tiers in a large field, and finding one's own row far down. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const FIELD = 250;
const TIERS = ['GENERAL', 'COMMANDER', 'CAPTAIN', 'LIEUTENANT', 'CADET'] as const;
/** The last place of the first four tiers among so many ranked traders, by the specification's percentages. */
const LAST: Record<number, number[]> = {
  1: [1, 1, 1, 1],
  3: [1, 1, 2, 3],
  10: [1, 1, 4, 8],
  25: [1, 3, 10, 20],
  40: [1, 4, 16, 32],
  250: [3, 25, 100, 200],
};

let server: TestServer;
let ann: Client;
let admin: Client;
beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
  admin = await server.admin();
  ann = await server.register('ann');
  await admin.post('/api/toggle-competition', { active: true });
  await server.sql`
    with people as (
      insert into users (username, username_key, is_simulated)
      select 'trader' || g, 'trader' || g, true from generate_series(1, ${FIELD}::int) g returning id, username)
    insert into accounts (season_id, user_id, cash)
    select (select max(id) from seasons), id, 200000 - substr(username, 7)::int from people`;
});
afterAll(() => server.stop());

type Row = { username: string; place: number | null; rankName: string };
const rows = async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => ann.get<Row[]>(`/api/rankings?page=${page}`)));
  // a page past the last one repeats the last one
  return [...new Map(pages.flatMap((p) => p.json).map((row) => [row.username, row])).values()];
};
const page = async (path: string) => (await ann.get(path, { accept: 'text/html' })).text;

test.each(Object.keys(LAST).map(Number))(
  'the table has the right tier on both sides of every boundary among %i, and who has not traded none',
  async (n) => {
    const { sql, services } = server;
    await sql`update accounts set trade_count = 1, last_trade_at = now()
      where user_id in (select id from users where is_simulated order by id limit ${n})`;
    await services.leaderboard.pass(true);
    const table = await rows();
    expect(table).toHaveLength(FIELD + 1);
    const tierOf = (place: number) => TIERS[LAST[n]!.filter((last) => place > last).length];
    expect(table.slice(0, n).map((r) => [r.username, r.place, r.rankName])).toEqual(
      Array.from({ length: n }, (_, i) => [`trader${i + 1}`, i + 1, tierOf(i + 1)!]),
    );
    for (const row of table.slice(n)) expect([row.place, row.rankName]).toEqual([null, 'CADET']);
  },
);

test('a tie across a boundary counts as its worst place, at the top as GENERAL', async () => {
  const { sql, services } = server;
  const tie = (from: number, to: number) => sql`update accounts set cash = 200000 - ${from}::int
    where user_id in (select id from users where is_simulated and substr(username, 7)::int between ${from} and ${to})`;
  await tie(1, 9);
  await tie(25, 26);
  await tie(99, 100);
  await services.leaderboard.pass(true);
  const table = await rows();
  const places = [1, 9, 10, 24, 25, 26, 27, 99, 100, 101].map((n) => {
    const row = table.find((r) => r.username === `trader${n}`)!;
    return [n, row.place, row.rankName];
  });
  expect(places).toEqual([
    [1, 1, 'GENERAL'],
    [9, 1, 'GENERAL'],
    [10, 10, 'COMMANDER'],
    [24, 24, 'COMMANDER'],
    [25, 25, 'CAPTAIN'],
    [26, 25, 'CAPTAIN'],
    [27, 27, 'CAPTAIN'],
    [99, 99, 'CAPTAIN'],
    [100, 99, 'CAPTAIN'],
    [101, 101, 'LIEUTENANT'],
  ]);
});

test('not ranked yet: the last row, on the last page, and the link that leads to it', async () => {
  const first = await page('/leaderboards');
  // a row without a trade has no place
  expect(first).toMatch(new RegExp(`Traders: ${FIELD + 1}<span[^>]*> · Your first trade gives you a place.`));
  expect(first).not.toContain('Your place:');
  expect(first).toContain(`href="/leaderboards?page=6#row-${FIELD + 1}"`);
  // on a page without the reader's row the foot repeats that row; on its own page it is only in the table
  for (const [html, feet] of [
    [first, 1],
    [await page('/leaderboards?page=6'), 0],
  ] as const) {
    expect(html.match(/class="tag you"/g)).toHaveLength(1);
    expect(html.split('<tfoot>')).toHaveLength(feet + 1);
  }
});

test('my row on page 13,999 of 700,000 traders; pages and limits beyond are clamped', async () => {
  const { sql, services } = server;
  const { id } = services.seasons.current()!;
  await sql.begin(async (tx) => {
    // made-up rows: no foreign key is checked
    await tx`set local session_replication_role = replica`;
    await tx`delete from accounts where season_id = ${id}`;
    for (let from = 1; from < 700_000; from += 50_000)
      await tx`insert into accounts (season_id, user_id, cash, trade_count, last_trade_at)
        select ${id}, case when g = 699950 then ${ann.userId} else 10000000 + g end, (20000000 - g) / 100.0, 1, now()
        from generate_series(${from}::int, ${from + 49_999}::int) g`;
    // users only for the rows that are read
    await tx`insert into users (id, username, username_key, is_simulated) overriding system value
      select 10000000 + g, 'far' || g, 'far' || g, true
      from (select g from generate_series(1, 100) g union select g from generate_series(699900, 700000) g) seen
      where g <> 699950`;
    // more changes than a pass applies one by one, recorded as the trigger would
    await tx`insert into changed_accounts select ${id}, g from generate_series(1, 20001) g`;
  });
  await services.leaderboard.pass(true);
  const first = await page('/leaderboards');
  expect(first).toContain('Your place: 699950 of 700000 traders');
  expect(first).toContain('href="/leaderboards?page=13999#row-699950"');
  const mine = await page('/leaderboards?page=13999');
  expect(mine.match(/class="tag you"/g)).toHaveLength(1);
  expect(mine).toContain('far699901');
  for (const [query, shown, limit, length] of [
    ['page=7000&limit=100', '7000', '100', 100],
    ['page=7001', '7000', '100', 0],
    ['page=999999999999', '7000', '100', 0],
    ['page=0&limit=0', '1', '1', 1],
    ['page=-5&limit=101', '1', '100', 100],
    ['page=x&limit=-7', '1', '1', 1],
    ['page=1e3&limit=1.5', '1', '100', 100],
    ['page=2&limit=7', '2', '7', 7],
  ] as const) {
    const answer = await ann.get<Row[]>(`/api/rankings?${query}`);
    const { headers } = answer;
    expect([query, headers.get('x-page'), headers.get('x-limit'), answer.json.length]).toEqual([
      ...[query, shown, limit, length],
    ]);
  }
});

test.each([
  ['/api/toggle-competition', { active: false }],
  ['/api/update-competition', { prizePool: '1' }],
  ['/api/reset-competition', {}],
  ['/api/disqualify', { season: 1, username: 'trader1', reason: 'none' }],
])('%s: 401 signed out, 403 for a trader, by fetch and by form, and nothing happens', async (path, body) => {
  const seasonsBefore = await server.sql`select status, rules, prize_pool from seasons order by id`;
  const fields = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]));
  expect([(await server.visitor().post(path, body)).status, (await ann.post(path, body)).status]).toEqual([
    401, 403,
  ]);
  const form = await ann.form(path, fields);
  expect(form.status === 403 || form.status === 303).toBe(true);
  expect(await server.sql`select status, rules, prize_pool from seasons order by id`).toEqual(seasonsBefore);
  expect(await server.sql`select from disqualifications`).toHaveLength(0);
});
