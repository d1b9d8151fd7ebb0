/** The database and core value a position alike, to the cent: in the ranking, in the results and at the reset. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readCents, readPrice, writeCents, writeCost, writeEntry, writeQuantity } from '#core/money/money.ts';
import { type Cents, priceE4, quantityMicros } from '#core/money/units.ts';
import { worth } from '#core/trading/pnl.ts';
import { valueAccount } from '#core/trading/portfolio.ts';
import { closingFill, openingFill, type Position } from '#core/trading/position.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import { openPit, type Pit } from '../helpers/season.ts';

const PRICES = { A: '104.8170', B: '0.0001', C: '33.3333', D: '899.9999' };
const TRADERS = 120;
let pit: Pit;
beforeAll(async () => {
  pit = await openPit(PRICES);
  await pit.seasons.start(null);
});
afterAll(() => pit.close());

/** The same numbers in every run, from 1 to `most`. */
let seed = 7n;
function number(most: bigint): bigint {
  seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
  return 1n + ((seed >> 11n) % most);
}

/** A position that grew twice, so that its entry has all 8 decimals, and shrank. */
function somePosition(symbol: string, isShort: boolean): Position {
  const quantity = () =>
    quantityMicros(number([5n, 10n ** 6n, 10n ** 9n, 10n ** 13n][Number(number(4n)) - 1]!));
  const price = () => priceE4(number([50n, 10n ** 6n, 10n ** 8n][Number(number(3n)) - 1]!));
  let held = openingFill(null, symbol, isShort, quantity(), price(), 0).position;
  for (let i = 0; i < 2; i++) held = openingFill(held, symbol, isShort, quantity(), price(), 0).position;
  const part = quantityMicros(number(held.quantity - 1n));
  return number(2n) > 1n ? closingFill(held, part, price()).position : held;
}

async function keep(userId: number, p: Position): Promise<void> {
  const { id } = pit.seasons.current()!;
  const [row] = await pit.sql<{ id: bigint }[]>`
    insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, exact_cost, opened_at)
    values (${id}, ${userId}, ${p.symbol}, ${p.isShort}, ${writeQuantity(p.quantity)}, ${writeQuantity(p.opened)},
      ${writeEntry(p.entry)}, ${writeCents(p.cost)}, ${writeCost(p.exactCost!)}, now()) returning id`;
  // its cost is not booked: cash and ledger stay as they are
  await pit.sql`update accounts set trade_count = 1, last_trade_at = now() where season_id = ${id} and user_id = ${userId}`;
  await pit.sql`insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
      quote_age_ms, source, filled_at)
    values (${id}, ${userId}, ${row!.id}, ${p.symbol}, ${p.isShort ? 'short' : 'buy'}, ${writeQuantity(p.quantity)}, 1,
      0, now(), 0, 'simulated', now())`;
}

test('thousands of averaged positions, tiny and huge, also worth less than nothing', async () => {
  const { sql, seasons, leaderboard } = pit;
  const users: number[] = [];
  for (let i = 0; i < TRADERS; i++) {
    const userId = await pit.trader();
    users.push(userId);
    for (const symbol of Object.keys(PRICES)) await keep(userId, somePosition(symbol, number(3n) > 1n));
  }
  const prices = new Map(Object.entries(PRICES).map(([symbol, price]) => [symbol, readPrice(price)]));
  const expected = new Map<number, Cents>();
  let [below, shorts] = [0, 0];
  for (const userId of users) {
    const { cash, open } = (await readHoldings(sql, userId))!;
    const held = open.map((h) => h.position);
    expected.set(userId, valueAccount(cash, held, prices).equity);
    shorts += held.filter((p) => p.isShort).length;
    below += held.filter((p) => worth(p, prices.get(p.symbol)!) < 0n).length;
  }
  expect(shorts).toBeGreaterThan(200);
  expect(below).toBeGreaterThan(20);
  await leaderboard.pass(true);
  const ranked = await Promise.all(users.map((userId) => leaderboard.mine(userId)));
  for (const row of ranked)
    expect([row!.userId, row!.equity]).toEqual([row!.userId, expected.get(row!.userId)!]);
  expect(ranked).toHaveLength(TRADERS);

  await seasons.end(null);
  const { id } = seasons.current()!;
  const results = await sql<{ user_id: number; equity: string }[]>`
    select user_id, equity from results where season_id = ${id} and user_id = any(${users})`;
  for (const row of results)
    expect([row.user_id, readCents(row.equity)]).toEqual([row.user_id, expected.get(row.user_id)!]);

  const holdings = new Map(
    await Promise.all(users.map(async (userId) => [userId, (await readHoldings(sql, userId))!] as const)),
  );
  await seasons.reset(null);
  const closed = await sql<{ user_id: number; position_id: bigint; cash: string }[]>`
    select user_id, position_id, cash_delta as cash from fills where season_id = ${id} and reason = 'season_reset'`;
  let compared = 0;
  for (const row of closed) {
    const { open } = holdings.get(row.user_id)!;
    const { position } = open.find((h) => h.position.id === row.position_id)!;
    const due = worth(position, prices.get(position.symbol)!);
    // a cover that costs more than the cash takes only the cash
    if (due < 0n) continue;
    compared += 1;
    expect(readCents(row.cash)).toBe(due);
  }
  expect(compared).toBeGreaterThan(200);
});
