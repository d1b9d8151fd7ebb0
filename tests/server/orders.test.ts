/** The golden cases of waiting orders, over HTTP on a market that the test moves, and what needs a server. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { GOLDEN_CASES } from '../helpers/order-cases.ts';
import { CHANGE_CASES } from '../helpers/order-change-cases.ts';
import type { Case, Expected, Refusal, Step } from '../helpers/order-steps.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Order = Record<string, unknown> & {
  id: string;
  status: string;
  reason: string | null;
  children?: Order[];
};
type Answer = { status: number; json: Record<string, unknown>; headers: Headers };

let server: TestServer;
let market: HeldMarket;
beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const NO_RULES = {
  minPrice: '0.00',
  maxShare: null,
  maxVolume: null,
  minHoldMinutes: 0,
  hideOpen: false,
  longOnly: false,
};

async function play({ cash, rules, last = { AAPL: '100' }, steps }: Case): Promise<void> {
  const { sql } = server;
  const trader = await server.register();
  await sql`update seasons set rules = ${sql.json({ ...NO_RULES, ...rules })} where status = 'active'`;
  if (cash) await sql`update accounts set cash = ${cash} where user_id = ${trader.userId!}`;
  for (const [symbol, price] of Object.entries(last)) market.set(symbol, price);
  const names = new Map<string, string>();

  async function send(step: Step): Promise<Answer> {
    if ('place' in step) {
      const { oco } = step.place;
      const id = typeof oco === 'string' && oco.startsWith('$') ? names.get(oco.slice(1)) : oco;
      const answer = await trader.post<{ order: Order; children: Order[] }>('/api/orders', {
        ...step.place,
        oco: id,
      });
      const isOver = answer.json.order?.status === 'cancelled';
      if (answer.status === (isOver ? 200 : 201)) {
        const as = step.as ?? 'a';
        names.set(as, answer.json.order.id);
        for (const child of answer.json.children) names.set(`${as}.${child.role}`, child.id);
      }
      return answer as unknown as Answer;
    }
    if ('trade' in step) return await trader.post('/api/trade', { user_id: trader.userId, ...step.trade });
    if ('cancel' in step)
      return await trader.send(
        'DELETE',
        `/api/orders/${names.get(step.cancel)}${step.group ? '?group=1' : ''}`,
      );
    if ('replace' in step)
      return await trader.send('PATCH', `/api/orders/${names.get(step.replace)}`, step.with);
    throw new Error('no call');
  }
  async function run(step: Step): Promise<void> {
    if ('tick' in step) return market.set(step.of ?? 'AAPL', step.tick);
    if ('expect' in step) return await check(trader, names, step.expect);
    const { status, json } = await send(step);
    const refusal: Refusal | undefined = step.refused;
    if (refusal) expect(json).toMatchObject(refusal);
    else expect([status < 300, json]).toEqual([true, json]);
  }
  for (const step of steps) await run(step);
}

async function check(trader: Client, names: Map<string, string>, expected: Expected): Promise<void> {
  const { sql } = server;
  await server.services.orderEngine.pump();
  const { json } = await trader.get<{ orders: Order[] }>('/api/orders?limit=500');
  const orders = new Map(
    json.orders.flatMap((order) => [order, ...(order.children ?? [])]).map((o) => [o.id, o]),
  );
  const named = (name: string) => orders.get(names.get(name)!)!;
  const profile = (await trader.get<Record<string, unknown>>('/api/user-profile')).json;
  if (expected.cash !== undefined) expect(profile.balance).toBe(expected.cash);
  if (expected.held !== undefined) expect(profile.held).toBe(expected.held);
  if (expected.fills) {
    const rows = await sql<{ order_id: string; quantity: string; price: string }[]>`
      select order_id, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price from fills
      where user_id = ${trader.userId!} and order_id is not null order by id`;
    const name = new Map([...names].map(([key, id]) => [id, key]));
    expect(rows.map((r) => [name.get(r.order_id)!, r.quantity, r.price])).toEqual(expected.fills);
  }
  for (const [name, status] of Object.entries(expected.orders ?? {})) {
    const { status: is, reason } = named(name);
    expect([name, reason ? `${is} ${reason}` : is]).toEqual([name, status]);
  }
  for (const [name, { currentStop: _, ...fields }] of Object.entries(expected.terms ?? {}))
    expect(named(name)).toMatchObject(fields);
  if (expected.open) {
    const rows = await sql<{ symbol: string; quantity: string }[]>`
      select symbol, (case when is_short then '-' else '' end) || trim_scale(quantity) as quantity from positions
      where user_id = ${trader.userId!} and closed_at is null`;
    expect(Object.fromEntries(rows.map((r) => [r.symbol, r.quantity]))).toEqual(expected.open);
  }
  if (expected.xp !== undefined) expect(Number(profile.xp)).toBe(Number(expected.xp));
}

describe('cases over HTTP', () => {
  test.each([...GOLDEN_CASES, ...CHANGE_CASES].map((each) => [each.n, each.name, each] as const))(
    '%s: %s',
    (_, __, each) => play(each),
  );
});

test('42, 43: a cover by force cancels what its trader waits to open', async () => {
  const trader = await server.register();
  await server.sql`update seasons set rules = ${server.sql.json(NO_RULES)} where status = 'active'`;
  market.set('TSLA', '50');
  market.set('AAPL', '101');
  const short = { user_id: trader.userId, symbol: 'TSLA', action: 'short', quantity: 1900 };
  expect((await trader.post('/api/trade', short)).status).toBe(200);
  const waiting = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: 40, limitPrice: '100' };
  const { json } = await trader.post<{ order: Order }>('/api/orders', waiting);
  const state = async () => (await trader.get<{ order: Order }>(`/api/orders/${json.order.id}`)).json.order;
  market.set('TSLA', '78.94');
  expect(await server.services.trading.forceCovers([trader.userId!])).toBe(0);
  expect(await state()).toMatchObject({ status: 'working', reason: null });
  market.set('TSLA', '78.95');
  expect(await server.services.trading.forceCovers([trader.userId!])).toBe(1);
  expect(await state()).toMatchObject({ status: 'cancelled', reason: 'forced_cover' });
  expect((await trader.get<Record<string, unknown>>('/api/user-profile')).json.balance).toBe('44995.00');
});
