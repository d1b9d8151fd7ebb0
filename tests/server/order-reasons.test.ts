/** Reasons of orders: what is stored with a trade or an order, who reads it, and when it is deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { usernameKey } from '#core/account/username.ts';
import { anonymise } from '#db/queries/account/leaving.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY = 86_400_000;

type League = { id: string; code: string };

let server: TestServer;
let market: HeldMarket;
let teacher: Client;
let pupil: Client;
let league: League;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', MSFT: '50' });
  server = await startServer({ market });
  server.services.gameKeeper.stop();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  teacher = await server.register('teacher_reads');
  pupil = await server.register('pupil_writes');
  league = await startGame();
});
afterAll(() => server?.stop());
beforeEach(() => market.set('AAPL', '100'));

const settings = () => ({
  name: 'Class 10b',
  joining: 'open',
  isLateOpen: true,
  kind: 'own',
  endsAt: new Date(Date.now() + 4 * DAY).toISOString(),
});
async function startGame(): Promise<League> {
  const { json } = await teacher.post<League>('/api/leagues', settings());
  await pupil.post('/api/leagues/join', { code: json.code });
  return json;
}
const trade = (who: Client, more: object = {}, headers: Record<string, string> = {}) =>
  who.post<{ receipt: number }>(
    '/api/trade',
    { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: 1, ...more },
    headers,
  );
const limit = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: '1', limitPrice: '90.00' };
const reasonsOf = async (who: Client) =>
  (
    await server.sql<{ reason: string }[]>`
      select reason from order_reasons where user_id = ${who.userId!} order by id`
  ).map(({ reason }) => reason);
/** Fills the pupil's orders that are due: every change of a trader's orders does. */
const settle = (game: string) => pupil.post('/api/orders/cancel', { symbol: 'MSFT', game });
/** The trades of the game as its owner gets them, without time and name. */
const fileOf = async ({ id }: League) => {
  const { text } = await teacher.get(`/api/leagues/${id}/trades`);
  const [head, ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(head?.split(',').at(-1)).toBe('order_reason');
  return rows.map((row) => row.split(',').slice(2));
};

describe('a trade', () => {
  test('stores its reason with its last fill, and none where none is given', async () => {
    const who = await server.register();
    await trade(who, { reason: '  it fell 5% ' });
    await trade(who, { reason: '   ' });
    await trade(who, { reason: '' });
    const { json } = await trade(who, {
      action: 'short',
      reverse: true,
      quantity: 1,
      reason: 'it will fall',
    });
    expect(await reasonsOf(who)).toEqual(['it fell 5%', 'it will fall']);
    const fills = await server.sql<{ action: string }[]>`
      select f.action from order_reasons r join fills f on f.id = r.fill_id
      where r.user_id = ${who.userId!} order by r.id`;
    expect(fills.map(({ action }) => action)).toEqual(['buy', 'short']);
    const [newest] = await server.sql<
      { id: number }[]
    >`select fill_id::integer as id from order_reasons order by id desc limit 1`;
    expect(newest).toEqual({ id: json.receipt });
  });

  test('a reason that is too long or hides characters is refused, and nothing is bought', async () => {
    const who = await server.register();
    const bad = [
      'a'.repeat(141),
      'up\u0000',
      'up\ndown',
      '\u202eup',
      'up\u200b',
      '\ud800',
      5,
      ['up'],
      {},
      true,
    ];
    for (const reason of bad) {
      const answer = await trade(who, { reason });
      expect([reason, answer.status]).toEqual([reason, 422]);
      expect(answer.json).toMatchObject({ code: 'INVALID', issues: [{ path: 'reason' }] });
      const order = await who.post('/api/orders', { ...limit, reason });
      expect(order).toMatchObject({ status: 422, json: { code: 'INVALID', issues: [{ path: 'reason' }] } });
    }
    const [fills] = await server.sql`select count(*)::integer as n from fills where user_id = ${who.userId!}`;
    expect(fills).toEqual({ n: 0 });
    expect(await reasonsOf(who)).toEqual([]);
  });

  test('a repeat with its key stores one reason, another reason with the key is another order', async () => {
    const who = await server.register();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => trade(who, { reason: 'once' }, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await reasonsOf(who)).toEqual(['once']);
    expect(await trade(who, { reason: 'twice' }, key)).toMatchObject({
      status: 422,
      json: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  test('trades of many at once keep each their own reason', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => server.register()));
    await Promise.all(people.map((who, n) => trade(who, n % 2 === 0 ? { reason: `reason ${n}` } : {})));
    expect(await Promise.all(people.map(reasonsOf))).toEqual(
      people.map((_, n) => (n % 2 === 0 ? [`reason ${n}`] : [])),
    );
  });
});

describe('an order that waits', () => {
  test('keeps the reason of its placement for its fill; target and stop have none', async () => {
    const { id } = league;
    const placed = await pupil.post('/api/orders', {
      ...limit,
      game: id,
      reason: '=cheap,"then"',
      takeProfit: { limitPrice: '120.00' },
    });
    expect([placed.status, placed.text]).toEqual([201, placed.text]);
    await trade(pupil, { game: id, reason: '<script>alert(1)</script>' });
    market.set('AAPL', '89');
    await settle(id);
    market.set('AAPL', '121');
    await settle(id);
    const rows = await fileOf(league);
    expect(rows.map(([symbol, action, , , , , ...reason]) => [symbol, action, reason.join(',')])).toEqual([
      ['AAPL', 'buy', '<script>alert(1)</script>'],
      // a spreadsheet runs no formula of a member
      ['AAPL', 'buy', `"'=cheap,""then"""`],
      ['AAPL', 'sell', ''],
    ]);
  });

  test('one that fills at once has its reason too', async () => {
    const who = await server.register();
    const order = { ...limit, limitPrice: '110.00', reason: 'under 110' };
    expect((await who.post('/api/orders', order)).status).toBe(201);
    const [fill] = await server.sql<{ action: string; reason: string }[]>`
      select f.action, r.reason from fills f join order_reasons r on r.order_id = f.order_id where f.user_id = ${who.userId!}`;
    expect(fill).toEqual({ action: 'buy', reason: 'under 110' });
  });
});

test('the owner of a league reads no reason of another game', async () => {
  await trade(pupil, { reason: 'of the season' });
  await trade(pupil, { game: 'practice', reason: 'of practice' });
  const other = await startGame();
  await trade(pupil, { game: other.id, reason: 'of the other game' });
  expect(JSON.stringify(await fileOf(league))).not.toMatch(/of the season|of practice|of the other game/);
  expect((await pupil.get(`/api/leagues/${league.id}/trades`)).status).toBe(404);
});

test('the file of one’s data has them, and they go with the account', async () => {
  const who = await server.register();
  await trade(who, { reason: 'mine alone' });
  await who.post('/api/orders', { ...limit, reason: 'under 90' });
  const file = await who.form('/api/account/export', {});
  const { order_reasons: rows } = JSON.parse(file.text) as { order_reasons: object[] };
  expect(rows).toMatchObject([
    { reason: 'mine alone', order_id: null },
    { reason: 'under 90', fill_id: null },
  ]);
  const name = { username: 'deleted-1', usernameKey: usernameKey('deleted-1') };
  await server.sql.begin((tx) => anonymise(tx, who.userId!, name, Date.now()));
  expect(await reasonsOf(who)).toEqual([]);
});
