/** Concurrent requests in a private game: each test locks a row until both requests wait for it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import type { Transaction } from '#db/client.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const HOUR = 3_600_000;

type League = { id: LeagueGame; code: string };

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ market: heldMarket({ AAPL: '100' }) });
});
afterAll(() => server?.stop());

const fields = (more: object = {}) => ({
  ...{ name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own' },
  endsAt: new Date(Date.now() + 24 * HOUR).toISOString(),
  ...more,
});
const start = async (owner: Client, more: object = {}): Promise<League> =>
  (await owner.post<League>('/api/leagues', fields(more))).json;
const join = (who: Client, { code }: League) => who.post('/api/leagues/join', { code });
const trade = (who: Client, game: string) =>
  who.post('/api/trade', { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: 1, game });
const order = (who: Client, game: string, more: object = {}) =>
  who.post<{ order: { id: string } }>('/api/orders', {
    ...{ symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '10', tif: 'gtc', game },
    ...more,
  });

/** Sends requests one after another, each once the earlier ones wait for a row that `hold` locks. */
async function meet<Answer>(
  hold: (tx: Transaction) => Promise<unknown>,
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const sent: Promise<Answer>[] = [];
  await server.sql.begin(async (tx) => {
    await hold(tx);
    for (const request of requests) {
      sent.push(request());
      await until(
        async () =>
          (
            await server.sql`select from pg_stat_activity
              where wait_event_type = 'Lock' and datname = current_database()`
          ).count === sent.length,
      );
    }
  });
  return await Promise.all(sent);
}

test.each([
  ['a trade', trade],
  ['an order', order],
] as const)('%s that meets the leaving of its trader is refused', async (name, send) => {
  const key = name.replace(' ', '_');
  const [owner, leaver] = [await server.register(`${key}_owner`), await server.register(`${key}_leaver`)];
  const league = await start(owner);
  const seasonId = seasonIdOfGame(league.id);
  await join(leaver, league);
  await trade(leaver, league.id);
  const [left, sent] = await meet(
    (tx) => tx`select from accounts where season_id = ${seasonId} and user_id = ${leaver.userId} for update`,
    [() => leaver.post(`/api/leagues/${league.id}/leave`), () => send(leaver, league.id)],
  );
  expect([left?.status, sent?.status]).toEqual([200, 404]);
  expect(
    await server.sql`select from orders where season_id = ${seasonId} and final_at is null`,
  ).toHaveLength(0);
  expect(await server.sql`select from fills where season_id = ${seasonId}`).toHaveLength(1);
});

test('the account of an owner who looks at the game while its start cash changes has the new cash', async () => {
  const owner = await server.register('cash_owner');
  const league = await start(owner, { startCash: '1000000' });
  const seasonId = seasonIdOfGame(league.id);
  const [changed, opened] = await meet(
    (tx) => tx`select from seasons where id = ${seasonId} for update`,
    [
      () => owner.post(`/api/leagues/${league.id}`, fields({ startCash: '1000' })),
      () => owner.get(`/leagues/${league.id}/chart`, { accept: 'text/html' }),
    ],
  );
  expect([changed?.status, opened?.status]).toEqual([200, 200]);
  expect((await owner.get(`/api/user-profile?game=${league.id}`)).json.balance).toBe('1000.00');
  expect(await server.sql`select from ledger where season_id = ${seasonId} and amount <> 1000`).toHaveLength(
    0,
  );
});

test('the start cash is fixed while an order holds some of it', async () => {
  const owner = await server.register('hold_owner');
  const league = await start(owner);
  const { order: working } = (await order(owner, league.id, { quantity: 900 })).json;
  const change = () => owner.post(`/api/leagues/${league.id}`, fields({ startCash: '1000' }));
  expect(await change()).toMatchObject({
    status: 409,
    json: { code: 'SETTING_FIXED', issues: [{ path: 'startCash', code: 'fixedWhileOrdersWait' }] },
  });
  await owner.send('DELETE', `/api/orders/${working.id}`);
  expect((await change()).status).toBe(200);
});

test('a league of a deleted account goes to nobody who leaves at that moment', async () => {
  const [owner, leaver, heir] = [
    await server.register('gone_owner'),
    await server.register('gone_leaver'),
    await server.register('gone_heir'),
  ];
  const league = await start(owner);
  await join(leaver, league);
  await join(heir, league);
  await server.sql`update users set leaves_at = now() - interval '1 minute' where id = ${owner.userId}`;
  await meet<unknown>(
    (tx) => tx`select from leagues where id = ${league.id} for update`,
    [() => leaver.post(`/api/leagues/${league.id}/leave`), () => server.services.leaving.carryOut()],
  );
  const [row] = await server.sql`select owner_id from leagues where id = ${league.id}`;
  expect(row).toEqual({ owner_id: heir.userId });
});

test('starting over three times at once is starting over, or too soon after another one', async () => {
  const trader = await server.register('twice');
  await trade(trader, 'practice');
  const answers = await Promise.all([1, 2, 3].map(() => trader.post('/api/practice/start-over', {})));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  const books = await server.sql`
    select cash, (select sum(amount) from ledger l where l.user_id = a.user_id and l.season_id = a.season_id) as sum
    from accounts a where user_id = ${trader.userId} and season_id = -1`;
  expect(books[0]).toEqual({ cash: '100000.00', sum: '100000.00' });
});
