/** The margin checks of shorts in practice on a bought feed, which no ranking pass asks every 5 s. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { startBought, tradeLater } from '../helpers/bought-server.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime, STEP_MS, whileTimeRuns } from '../helpers/manual-time.ts';
import { until } from '../helpers/until.ts';

/** A Friday at noon in New York. */
const time: ManualTime = manualTime(Date.parse('2026-11-20T17:00:00Z'));
let bought: Awaited<ReturnType<typeof startBought>>;

beforeAll(async () => {
  bought = await startBought(time, ({ services }) => services.practiceMargin.stop());
});
afterAll(() => bought?.stop());
afterEach(() => bought.stand.state.prices.set('AAPL', 100));

/** Lets time run until the server has a price of AAPL. */
async function learn(price: number): Promise<void> {
  const { stand, market } = bought;
  stand.state.prices.set('AAPL', price);
  await until(async () => {
    await time.advance(STEP_MS);
    return Number((await whileTimeRuns(time, market.quotes(['AAPL']))).get('AAPL')?.price) === price;
  });
}

/** Shorts 1,000 AAPL at $100 in both games, then raises it to $160: the equity is below 30 % of the shorts' value. */
async function shorten(who: Client): Promise<void> {
  await learn(100);
  for (const game of ['practice', 'season'] as const)
    await tradeLater(time, who, 'short', 1_000, { symbol: 'AAPL', game });
  await learn(160);
}

const shortsOf = async ({ userId }: Client) => {
  const rows = await bought.server.sql<{ id: number }[]>`
    select season_id as id from positions where user_id = ${userId} and closed_at is null and is_short`;
  return rows.map(({ id }) => id);
};

test('placing a working order covers first; the order waits on the account that is left', async () => {
  const { ann, server } = bought;
  await shorten(ann);
  const order = { symbol: 'MSFT', action: 'buy', type: 'limit', quantity: '1', limitPrice: '1' };
  const placed = await ann.post('/api/orders', { ...order, game: 'practice' });
  expect(placed.status).toBe(201);
  // the season's short waits for the ranking pass
  expect(await shortsOf(ann)).toEqual([server.services.seasons.current()!.id]);
  const { json } = await ann.get<{ balance: string; held: string }>('/api/user-profile?game=practice');
  expect(json).toMatchObject({ balance: '40000.00', held: '1.00' });
});

test('an order in the season asks for no price of practice', async () => {
  const { ben } = bought;
  await shorten(ben);
  const order = { symbol: 'AAPL', action: 'cover', type: 'limit', quantity: '1', limitPrice: '1' };
  expect((await ben.post('/api/orders', order)).status).toBe(201);
  expect(await shortsOf(ben)).toContain(-1);
  // a trade in practice checks the margin
  await tradeLater(time, ben, 'buy', 1, { symbol: 'MSFT', game: 'practice' });
  expect(await shortsOf(ben)).not.toContain(-1);
});

test('the look of each minute covers who is away, with one request for all; a closed market is not asked', async () => {
  const { cid, dan, stand, server } = bought;
  await shorten(cid);
  await shorten(dan);
  const requestsBefore = stand.requests.length;
  expect(await server.services.practiceMargin.check()).toBe(2);
  expect(stand.requests.length - requestsBefore).toBeLessThanOrEqual(2);
  for (const who of [cid, dan]) expect(await shortsOf(who)).not.toContain(-1);
  // no timer runs, because polling for six hours would take minutes
  time.set(time.now() + 6 * 3_600_000);
  const requestsOpen = stand.requests.length;
  expect(await server.services.practiceMargin.check()).toBe(0);
  expect(stand.requests.length).toBe(requestsOpen);
});
