/** Reasons of orders: what is stored, who can read it, and when it is deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { usernameKey } from '#core/account/username.ts';
import { anonymise, setLeaving } from '#db/queries/account/leaving.ts';
import en from '#locales/en/errors.json' with { type: 'json' };
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY = 86_400_000;
const PAGE = { accept: 'text/html' };

type League = { id: string; code: string };

let server: TestServer;
let market: HeldMarket;
let teacher: Client;
let pupil: Client;
let league: League;
/** A game that requires reasons. */
let game: League;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', MSFT: '50' });
  server = await startServer({ market });
  server.services.gameKeeper.stop();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  teacher = await server.register('teacher_reads');
  pupil = await server.register('pupil_writes');
  league = await startGame();
  game = await startGame({ needsReason: true });
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
async function startGame(more: object = {}): Promise<League> {
  const { json } = await teacher.post<League>('/api/leagues', { ...settings(), ...more });
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
const fieldOf = (page: string) => page.match(/<input[^>]*name="reason"[^>]*>/)?.[0];
/** Fills the pupil's due orders, as every change of their orders does. */
const settle = (game: string) => pupil.post('/api/orders/cancel', { symbol: 'MSFT', game });
/** The trades in the owner's file of the game, without time and name. */
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
      // escaped, so that a spreadsheet runs no formula of a member
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

describe('a game that needs reasons', () => {
  const demand = (needsReason: boolean, who = teacher) =>
    who.post(`/api/leagues/${game.id}`, { ...settings(), kind: undefined, endsAt: undefined, needsReason });

  test('refuses an order that opens without one, in both languages, and stores nothing', async () => {
    const short = { action: 'short', reason: '  ' };
    for (const more of [{}, { reason: '' }, short])
      expect(await trade(pupil, { game: game.id, ...more })).toMatchObject({
        status: 422,
        json: { code: 'REASON_NEEDED', error: en.REASON_NEEDED, issues: [{ path: 'reason' }] },
      });
    expect(await pupil.post('/api/orders', { ...limit, game: game.id })).toMatchObject({
      status: 422,
      json: { code: 'REASON_NEEDED' },
    });
    const hebrew = await trade(pupil, { game: game.id }, { 'accept-language': 'he' });
    expect(hebrew.json).toMatchObject({ code: 'REASON_NEEDED' });
    expect(await fileOf(game)).toEqual([]);
  });

  test('asks for none where a position is closed, and for one where it is reversed', async () => {
    expect((await trade(pupil, { game: game.id, reason: 'cheap' })).status).toBe(200);
    expect((await trade(pupil, { game: game.id, reason: 'cheaper' })).status).toBe(200);
    const reverse = { game: game.id, action: 'short', reverse: true };
    expect((await trade(pupil, reverse)).json).toMatchObject({ code: 'REASON_NEEDED' });
    const stop = {
      symbol: 'AAPL',
      action: 'sell',
      type: 'stop',
      quantity: '1',
      stopPrice: '50',
      game: game.id,
    };
    expect((await pupil.post('/api/orders', stop)).status).toBe(201);
    expect((await trade(pupil, { game: game.id, action: 'sell', quantity: 1 })).status).toBe(200);
    expect((await fileOf(game)).map((row) => row.at(-1))).toEqual(['cheap', 'cheaper', '']);
  });

  test('a form without scripts keeps what was typed, and the ticket has the field', async () => {
    const back = `/leagues/${game.id}/chart?symbol=MSFT&ticket=open`;
    const fields = {
      form: 'ticket',
      user_id: String(pupil.userId),
      symbol: 'MSFT',
      action: 'buy',
      mode: 'quantity',
    };
    const size = { quantity: '3', game: game.id, next: back };
    await pupil.form('/api/trade', { ...fields, ...size, reason: 'a'.repeat(141) }, { referer: back });
    const page = await pupil.get(back, PAGE);
    expect(fieldOf(page.text)).toContain(`value="${'a'.repeat(141)}"`);
    expect(fieldOf(page.text)).toContain('required');
    const season = await pupil.get('/chart?symbol=MSFT&ticket=open', PAGE);
    expect(season.text).toMatch(/data-reason="[^"]*"[^>]*aria-label="Add a reason"/);
    expect(fieldOf(season.text)).not.toContain('required');
    const dock = await pupil.get(`/leagues/${game.id}/chart`, PAGE);
    expect(dock.text).not.toContain('name="reverse"');
  });

  test('may change at any time, members read it, and only the owner may', async () => {
    expect((await demand(false, pupil)).status).toBe(404);
    expect((await demand(false)).status).toBe(200);
    expect((await trade(pupil, { game: game.id, symbol: 'MSFT' })).status).toBe(200);
    expect((await demand(true)).status).toBe(200);
    expect((await trade(pupil, { game: game.id, symbol: 'MSFT' })).json).toMatchObject({
      code: 'REASON_NEEDED',
    });
    const rules = textOf((await pupil.get(`/leagues/${game.id}?tab=rules`, PAGE)).text);
    expect(rules).toContain('An order needs a reason: no → yes');
    const stranger = await server.register();
    const join = textOf((await stranger.get(`/leagues/join/${game.code}`, PAGE)).text);
    expect(join).toContain('needs a reason. The owner and helpers read it.');
    const form = await teacher.get(`/leagues/${game.id}?tab=rules`, PAGE);
    expect(form.text).toMatch(/<input[^>]*name="needsReason"[^>]*checked/);
  });

  test('a change and orders at once: each order is decided by one of the two', async () => {
    const orders = Array.from({ length: 6 }, () => trade(pupil, { game: game.id, symbol: 'MSFT' }));
    const [change, ...answers] = await Promise.all([demand(false), ...orders]);
    expect(change.status).toBe(200);
    for (const { status, json } of answers)
      if (status !== 200) expect(json).toMatchObject({ code: 'REASON_NEEDED' });
    expect((await trade(pupil, { game: game.id, symbol: 'MSFT' })).status).toBe(200);
  });

  test('the desk counts the fills that open and their reasons', async () => {
    const other = await startGame();
    await trade(pupil, { game: other.id, reason: 'one' });
    await trade(pupil, { game: other.id });
    await trade(pupil, { game: other.id, action: 'sell', reason: 'enough' });
    await pupil.post('/api/orders', { ...limit, limitPrice: '110', game: other.id, reason: 'two' });
    const desk = textOf((await teacher.get(`/leagues/${other.id}/desk?by=reasons`, PAGE)).text);
    expect(desk).toMatch(/pupil_writes[\s\S]*2 of 3/);
    const { text } = await teacher.get(`/api/leagues/${other.id}/roster`);
    expect(text).toMatch(/pupil_writes,.*,2,3\r\n/);
  });

  test('a league over a season takes no such setting', async () => {
    const fields = { name: 'Of a season', joining: 'open', needsReason: true };
    const { json } = await teacher.post<League>('/api/leagues', fields);
    const [row] = await server.sql<{ needs: boolean }[]>`
      select needs_reason as needs from leagues where id = ${json.id}`;
    expect(row).toEqual({ needs: false });
  });
});

test('its trader reads it in the history of the dock, as plain text', async () => {
  const who = await server.register();
  await trade(who, { reason: '<b>it fell</b>' });
  await who.post('/api/orders', { ...limit, limitPrice: '110.00', reason: 'under 110' });
  const { text } = await who.get('/chart?dock=history', PAGE);
  expect(text).toContain('&lt;b&gt;it fell&lt;/b&gt;');
  expect(text).toContain('under 110');
  expect((await teacher.get(`/traders/${who.username}`, PAGE)).text).not.toContain('under 110');
});

test('the owner of a league reads no reason of another game', async () => {
  await trade(pupil, { reason: 'of the season' });
  await trade(pupil, { game: 'practice', reason: 'of practice' });
  await trade(pupil, { game: game.id, reason: 'of the other game' });
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
  await setLeaving(server.sql, who.userId!, 0);
  await server.sql.begin((tx) => anonymise(tx, who.userId!, name, Date.now()));
  expect(await reasonsOf(who)).toEqual([]);
});
