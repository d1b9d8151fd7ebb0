/** The anti-abuse rules of a season: edited by admins, shown to everyone, applied to every order, kept for the next, proved. */

import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { TradeRow } from '#core/contract/positions.ts';
import { quantityMicros } from '#core/money/units.ts';
import { createTrading } from '#services/trading/trading.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;
/** Ms added to the wall clock. */
let later = 0;

beforeAll(async () => {
  const now = () => Date.now() + later;
  market = heldMarket({ AAPL: '100', TSLA: '50', LOW: '4.99' }, now);
  server = await startServer({ market, clock: { now } });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server.stop());

type Refused = { code: string; message: string; maxQuantity?: string; minPrice?: string };
const order = (who: Client, action: string, symbol: string, quantity: number, more: object = {}) =>
  who.post<Refused>('/api/trade', { user_id: who.userId, symbol, action, quantity, ...more });
const edit = (body: object, who = admin) => who.post('/api/update-competition', body);
const text = async (who: Client, path: string) => (await who.get(path, { accept: 'text/html' })).text;
const NONE = { minPrice: '', maxShare: null, minHoldMinutes: 0, hideOpen: false };

test('without rules nothing is forbidden and the page says so', async () => {
  expect(await text(ann, '/competitions')).toContain('No extra rules this season.');
  expect((await ann.get<object>('/api/competition-details')).json).not.toHaveProperty('rules');
});

test('admins edit them, alone or together, by fetch and by form; the page, the call and the trail show them', async () => {
  expect((await edit({ minPrice: '5' }, ann)).status).toBe(403);
  expect((await edit({ minPrice: '5' }, server.visitor())).status).toBe(401);
  for (const bad of [{ minPrice: 'x' }, { maxShare: 101 }, { minHoldMinutes: -1 }, { hideOpen: 'maybe' }])
    expect([bad, (await edit(bad)).status]).toEqual([bad, 422]);
  expect((await edit({ minPrice: '5' })).status).toBe(200);
  const form = { minPrice: '5', maxShare: '25', minHoldMinutes: '10', hideOpen: 'true' };
  expect((await admin.form('/api/update-competition', form)).status).toBe(303);
  const rules = { minPrice: '5.00', maxShare: 25, minHoldMinutes: 10, hideOpen: true };
  expect((await ann.get('/api/competition-details')).json).toMatchObject({ prizePool: '50.00', rules });
  // fields that are not sent stay
  expect((await edit({ prizePool: '70' })).json).toMatchObject({ prizePool: '70.00', rules });
  for (const path of ['/competitions', '/competitions/1']) {
    const page = await text(ann, path);
    for (const sentence of [
      'Shares under $5.00 cannot be bought or shorted.',
      'At most 25% of the starting cash ($25,000) can be in one symbol, long or short.',
      'at least 10 min earlier',
      'Open positions are hidden from other traders until they are closed.',
    ])
      expect(page).toContain(sentence);
    expect(page).not.toContain('name="minPrice"');
  }
  expect(await text(ann, '/profile')).toContain('at least 10 min earlier');
  expect(await text(server.visitor(), '/help')).toContain('at least 5 minutes ago, unless the rules');
  const dialog = await text(admin, '/competitions?dialog=edit');
  for (const [name, value] of [
    ['minPrice', '5.00'],
    ['maxShare', '25'],
    ['minHoldMinutes', '10'],
  ] as const)
    expect(dialog).toMatch(
      new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
    );
  expect(dialog).toMatch(
    /name="hideOpen"[^>]*checked=""[^>]*value="true"|checked=""[^>]*name="hideOpen"[^>]*value="true"/,
  );
  const trail = await text(admin, '/admin/audit');
  expect(trail).toContain('Maximum per symbol (%): 25');
  expect(trail).toContain('Open positions of others: Visible');
  // a refused form comes back open, with what was typed
  const refused = await admin.form('/api/update-competition', { ...form, maxShare: '250' });
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/competitions?dialog=edit']);
  expect(await text(admin, '/competitions?dialog=edit')).toContain('value="250"');
});

test('minimum price and share refuse with the limit in the sentence, and change nothing', async () => {
  const low = await order(ann, 'buy', 'LOW', 1);
  expect([low.status, low.json.code, low.json.minPrice]).toEqual([409, 'PRICE_TOO_LOW', '5.00']);
  expect(low.json.message).toContain('$5.00');
  const much = await order(ann, 'short', 'AAPL', 251);
  expect([much.status, much.json.code, much.json.maxQuantity]).toEqual([409, 'SHARE_LIMIT', '250']);
  expect((await ann.get<object[]>('/api/portfolio')).json).toHaveLength(0);
  expect((await order(ann, 'buy', 'AAPL', 250)).status).toBe(200);
  expect((await order(ann, 'buy', 'AAPL', 1)).json.code).toBe('SHARE_LIMIT');
});

test('open positions of others are in no answer and on no page; the trader and admins see them', async () => {
  expect((await order(bob, 'buy', 'TSLA', 20)).status).toBe(200);
  market.set('TSLA', '55');
  expect((await order(bob, 'sell', 'TSLA', 5)).status).toBe(200);
  const open = async (who: Client) =>
    (await who.get<TradeRow[]>(`/api/all-trades/${bob.userId}`)).json.map(
      (r) => r.close_position_timestamp === null,
    );
  expect([await open(ann), await open(bob), await open(admin)]).toEqual([
    // a slice would give away the position it was cut from
    [],
    [true, false],
    [true, false],
  ]);
  const dialog = '/leaderboards?trader=bob&tab=history';
  const dialogText = await text(ann, dialog);
  expect(dialogText).toContain('season&#x27;s rules hide open positions until they are closed.');
  expect(dialogText).not.toContain('>TSLA<');
  for (const who of [bob, admin]) expect((await text(who, dialog)).match(/>TSLA</g)).toHaveLength(2);
  expect((await order(bob, 'sell', 'TSLA', 0, { quantity: undefined, closeAll: true })).status).toBe(200);
  expect(await open(ann)).toEqual([false, false]);
});

test('XP only for what was held for the minutes, counted from the last increase', async () => {
  market.set('TSLA', '50');
  const xpOf = async (more: object) =>
    (await order(ann, 'sell', 'TSLA', 5, more)).json as unknown as { xpGained: number };
  await order(ann, 'buy', 'TSLA', 10);
  later += 9 * 60_000;
  await order(ann, 'buy', 'TSLA', 10);
  later += 9 * 60_000;
  market.set('TSLA', '55');
  expect((await xpOf({})).xpGained).toBe(0);
  later += 60_000;
  expect((await xpOf({})).xpGained).toBe(2.5);
});

test('two orders at once, from two processes, never hold more than the share', async () => {
  const eve = await server.register('eve');
  const trader = { id: eve.userId, username: 'eve', isAdmin: false };
  const processes = [0, 1, 2].map(() => createTrading({ ...server.services }));
  const size = { kind: 'quantity', quantity: quantityMicros(100_000_000n) } as const;
  const buy = { symbol: 'AAPL', action: 'buy', size, reverse: false, quotedPrice: null } as const;
  const sent = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => processes[i % 3]!.execute(trader, buy)),
  );
  expect(sent.filter((s) => s.status === 'fulfilled')).toHaveLength(2);
  for (const s of sent) if (s.status === 'rejected') expect(s.reason.code).toBe('SHARE_LIMIT');
  const [held] = await server.sql`select quantity from positions where user_id = ${eve.userId}`;
  expect(held).toEqual({ quantity: '200.000000' });
});

test('an order that was decided before an edit is decided again on the new rules', async () => {
  const fay = await server.register('fay');
  const { sql } = server;
  let edited: Promise<unknown> | undefined;
  // locks the season's row, as an edit does, until the order waits for it
  await sql.begin(async (tx) => {
    await tx`select from seasons where status = 'active' for update`;
    const [{ rules }] = (await tx`select rules from seasons where status = 'active'`) as [{ rules: object }];
    edited = order(fay, 'buy', 'AAPL', 200).then((answer) => answer);
    await until(
      async () =>
        (
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%with season as%'
          and datname = current_database()`
        ).count === 1,
    );
    await tx`update seasons set rules = ${JSON.stringify({ ...rules, maxShare: 10 })}::text::jsonb where status = 'active'`;
  });
  const answer = (await edited) as Awaited<ReturnType<typeof order>>;
  expect([answer.status, answer.json.code, answer.json.maxQuantity]).toEqual([409, 'SHARE_LIMIT', '100']);
  await sql`update seasons set rules = (select rules from competition) where status = 'active'`;
});

test('a season stored before a rule existed trades on, and an edit of its prize records no change of rules', async () => {
  const old = ['longOnly', 'maxVolume', 'minHoldMinutes'];
  await edit(NONE);
  await server.sql`update seasons set rules = rules - ${old}::text[] where status = 'active'`;
  await server.sql`update competition set rules = rules - ${old}::text[]`;
  expect((await order(ann, 'buy', 'AAPL', 1)).status).toBe(200);
  const limit = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 1, limitPrice: '50' };
  expect((await ann.post('/api/orders', limit)).status).toBe(201);
  const recorded = async () => (await server.sql`select from season_rules`).count;
  const previous = await recorded();
  expect((await edit({ prizePool: '71' })).status).toBe(200);
  expect(await recorded()).toBe(previous);
  await edit({ minPrice: '5', maxShare: 25, minHoldMinutes: 10, hideOpen: true });
});

test('a reset carries the rules on, the ended season keeps its own', async () => {
  await admin.post('/api/reset-competition');
  const rules = async (number: number) =>
    (await server.sql<{ rules: object }[]>`select rules from seasons where number = ${number}`)[0]!.rules;
  expect(await rules(2)).toEqual({ minPrice: '5.00', maxShare: 25, minHoldMinutes: 10, hideOpen: true });
  expect((await order(ann, 'buy', 'LOW', 1)).json.code).toBe('PRICE_TOO_LOW');
  expect((await edit(NONE)).status).toBe(200);
  expect(await rules(2)).toEqual({});
  expect(await rules(1)).toMatchObject({ maxShare: 25 });
  expect((await order(ann, 'buy', 'LOW', 1)).status).toBe(200);
  expect(await text(ann, '/competitions')).toContain('No extra rules this season.');
});
