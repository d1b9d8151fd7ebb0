/** A share split changes open positions once and moves no money, and the season's proof still holds. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import type { Market } from '#market/market.ts';
import { createSplits } from '#services/market/splits.ts';
import { openBundle } from '#services/proof/bundle.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { startBought, tradeLater } from '../helpers/bought-server.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import type { StandIn } from '../helpers/market-stand-in.ts';
import type { TestServer } from '../helpers/server.ts';

/** A Monday, 13:00 in New York, and the opening of the next day, when the share is split. */
const MONDAY = Date.parse('2026-06-01T17:00:00Z');
const BELL = Date.parse('2026-06-02T13:30:00Z');

let time: ManualTime;
let stand: StandIn;
let market: Market;
let server: TestServer;
let ann: Client;
let ben: Client;
let cid: Client;

let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  time = manualTime(MONDAY);
  const bought = await startBought(time);
  ({ stand, market, server, ann, ben, cid, stop } = bought);
  // the test itself runs the splits; this server's orders and marks take every price as it comes
  bought.capabilities.splits = true;
});
afterAll(() => stop?.());

const trade = (who: Client, action: string, quantity: number | 'all', symbol = 'AAPL') =>
  tradeLater(time, who, action, quantity, { symbol });
const books = () =>
  server.sql`select a.user_id, a.cash, a.realised_pnl, (select sum(l.amount) from ledger l
    where l.user_id = a.user_id and l.currency = 'USD') as ledger from accounts a order by 1`;
const held = (who: Client) =>
  server.sql`select symbol, quantity, opened_quantity, entry_price, cost from positions
    where user_id = ${who.userId} and closed_at is null order by symbol`;
/** The users whose positions the leaderboard has read again since the pass `generation`. */
const moved = async (generation: bigint) =>
  (
    await server.sql<{ id: number }[]>`
      select user_id as id from changed_accounts union
      select (change->>0)::integer from leaderboard_passes p, jsonb_array_elements(p.changes) change
      where p.generation > ${generation} order by id`
  ).map(({ id }) => id);
const splits = () => createSplits({ ...server.services, market });

test('nothing before the bell; at it, every position once, whichever process looks; then trades and proof go on', async () => {
  stand.state.prices.set('AAPL', 400).set('MSFT', 50);
  await trade(ann, 'buy', 10);
  await trade(ann, 'buy', 3.000031, 'MSFT');
  await trade(ben, 'short', 20);
  await time.advance(60_000);
  stand.state.splits = [{ symbol: 'AAPL', date: '2026-06-02', numerator: 4, denominator: 1 }];
  time.set(BELL - 1);
  await market.splits('AAPL', '2026-06-01');
  expect(await splits().check()).toBe(0);
  expect((await ann.get<unknown[]>('/api/splits?symbol=AAPL')).json).toEqual([]);
  const booksBefore = await books();
  const positions = await held(ann);

  time.set(BELL);
  stand.state.prices.set('AAPL', 100);
  // bought after the split took effect but before it was applied: these are new shares
  await time.advance(4_000);
  await trade(ben, 'buy', 1, 'MSFT');
  await trade(cid, 'buy', 8);
  await time.advance(4_000);
  await trade(ann, 'buy', 5);
  const paid = await books();
  // applies the trades first, so that they do not count among the changes of the split
  await server.services.leaderboard.pass(true);
  const [pass] = await server.sql<{ generation: bigint }[]>`
    select max(generation) as generation from leaderboard_passes`;
  await server.sql`delete from changed_accounts`;
  const changed = await Promise.all([splits().check(), splits().check(), splits().check()]);
  expect(changed.sort()).toEqual([0, 0, 2]);
  expect(await moved(pass!.generation)).toEqual([ann.userId!, ben.userId!]);
  expect(await splits().check()).toBe(0);
  expect(await books()).toEqual(paid);
  expect(paid.map((row) => row.realised_pnl)).toEqual(booksBefore.map((row) => row.realised_pnl));

  expect((await held(ann))[0]).toMatchObject({
    symbol: 'AAPL',
    quantity: '45.000000',
    cost: '4500.00',
    entry_price: '100.00000000',
  });
  expect((await held(ann))[1]).toEqual(positions[1]!);
  expect((await held(ben))[0]).toMatchObject({
    symbol: 'AAPL',
    quantity: '80.000000',
    cost: '8000.00',
    entry_price: '100.00000000',
  });
  expect((await held(cid))[0]).toMatchObject({
    symbol: 'AAPL',
    quantity: '8.000000',
    entry_price: '100.00000000',
  });

  const page = (await ann.get('/portfolio')).text;
  expect(page).toContain('Stock splits');
  expect(page).toContain('15 → 45');
  expect((await ann.get('/portfolio', { 'accept-language': 'he' })).text).toContain('פיצולי מניות');
  expect((await cid.get('/portfolio')).text).not.toContain('Stock splits');

  expect((await ann.get<unknown[]>('/api/splits?symbol=AAPL')).json).toEqual([
    { effectiveAt: BELL / 1000, numerator: 4, denominator: 1 },
  ]);

  stand.state.prices.set('AAPL', 110);
  await time.advance(4_000);
  await trade(ann, 'sell', 20);
  await trade(ben, 'cover', 'all');
  const { json: closed } = await ann.get<{ pnl: string; pnl_percent: string; sell_price: string | null }[]>(
    `/api/all-trades/${ann.userId}`,
  );
  expect(closed.find((row) => row.sell_price !== null && row.pnl_percent === '10.00')?.pnl).toBe('200.00');

  const { seasons, leaderboard } = server.services;
  const number = seasons.current()!.number;
  const proved = await verifySeason(server.services, number);
  expect(proved).toMatchObject({ prices: 0, foreign: 8 });
  await seasons.end(null);
  await leaderboard.pass(true);
  expect(await verifySeason(server.services, number)).toMatchObject({ standings: 5 });
  await seasons.reset(null);
  const again = await verifySeason(server.services, number);
  expect(await verifyBundle(linesOfBundle(number))).toEqual({ number, ...again });

  await server.sql`update splits set numerator = 5`;
  await expect(verifySeason(server.services, number)).rejects.toThrow(
    /^The split of AAPL on 2026-06-02 for (ann|ben) has after \d+\.000000; it should be \d+\.000000\.$/,
  );
  await expect(verifyBundle(linesOfBundle(number))).rejects.toThrow(
    /^The split of AAPL on 2026-06-02 for trader \d+ has after/,
  );
  await server.sql`update splits set numerator = 4`;
  await verifySeason(server.services, number);
});

async function* linesOfBundle(number: number): AsyncGenerator<string> {
  for await (const piece of await openBundle(server.services, await seasonByNumber(server.sql, number)))
    yield* piece.slice(0, -1).split('\n');
}
