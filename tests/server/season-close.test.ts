/** The reset closes open positions: cash, ledger, fills, closed trades and results agree to the cent. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readCents, readPrice, readQuantity, writeCents, writePrice } from '#core/money/money.ts';
import { cents, priceE4 } from '#core/money/units.ts';
import { beginReplay, replayFill } from '#core/trading/audit.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import { seasonClosed, seasonFills } from '#db/queries/proof/verify.ts';
import { resultRows } from '#db/queries/season/results.ts';
import { type Floor, openFloor } from '../helpers/trading.ts';

const SYMBOLS = ['A', 'B', 'C'];
const TRADERS = 60;
let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ A: '100', B: '50', C: '3.3333', D: '7.7777' });
});
afterAll(() => floor.close());

/** Replays every fill of the season in order. @returns accounts by user */
async function replay(seasonId: number) {
  const played = new Map<number, ReturnType<typeof beginReplay>>();
  for (const fill of await seasonFills(floor.sql, seasonId, 0n, 100_000)) {
    const account = played.get(fill.userId) ?? beginReplay(cents(10_000_000n), 2);
    played.set(fill.userId, account);
    const replayed = replayFill(account, {
      symbol: fill.symbol,
      action: fill.action as Action,
      reason: (fill.reason ?? 'order') as CloseReason,
      at: fill.filledAt.getTime(),
      quantity: readQuantity(fill.quantity),
      price: readPrice(fill.price),
      cash: readCents(fill.cashDelta),
    });
    expect(replayed).toBeObject();
  }
  return played;
}

test('accounts rich, poor and bankrupt by their shorts: never below 0, and every record says the same', async () => {
  const { sql, seasons, market } = floor;
  const season = seasons.current()!;
  const holding = fc.record({
    symbol: fc.constantFrom(...SYMBOLS),
    isShort: fc.boolean(),
    share: fc.integer({ min: 1, max: 100 }),
    micro: fc.bigInt({ min: 0n, max: 999_999n }),
  });
  const books = fc.sample(fc.uniqueArray(holding, { maxLength: 3, selector: (h) => h.symbol }), {
    numRuns: TRADERS,
    seed: 4,
  });
  const entry = { A: 1_000_000n, B: 500_000n, C: 33_333n };
  const ids: number[] = [];
  for (const book of books) {
    const id = await floor.trader();
    ids.push(id);
    let cash = 10_000_000n;
    for (const { symbol, isShort, share, micro } of book) {
      const price = entry[symbol as keyof typeof entry];
      const quantity = (((cash * BigInt(share)) / 100n) * 100_000_000n) / price - micro;
      if (quantity <= 0n) continue;
      const text = `${quantity / 1_000_000n}.${String(quantity % 1_000_000n).padStart(6, '0')}`;
      await floor.hold(id, symbol, text, writePrice(priceE4(price)), isShort);
      const [row] = await sql<{ cash: string }[]>`select cash from accounts where user_id = ${id}`;
      cash = readCents(row!.cash);
    }
  }
  // shorts of A are worth less than nothing, those of B almost nothing
  for (const [symbol, price] of [
    ['A', '417.1717'],
    ['B', '99.9999'],
    ['C', '1.2345'],
  ] as const)
    market.set(symbol, price);
  await seasons.end(null);
  const results = new Map((await resultRows(sql, season.id, 1, 1000)).map((r) => [r.userId, r.equity]));
  const broke = [...results.values()].filter((equity) => equity === '0.00').length;
  expect(broke).toBeGreaterThan(3);
  expect(broke).toBeLessThan(TRADERS / 2);

  await seasons.reset(null);
  await floor.checkLedger();
  const played = await replay(season.id);
  const rows = await sql<{ user_id: number; cash: string; realised_pnl: string }[]>`
    select user_id, cash, realised_pnl from accounts where season_id = ${season.id}`;
  const closed = await seasonClosed(sql, season.id);
  for (const { user_id: id, cash, realised_pnl: realised } of rows) {
    const account = played.get(id) ?? beginReplay(cents(10_000_000n), 2);
    const pnl = closed.filter((c) => c.userId === id).reduce((sum, c) => sum + readCents(c.pnl), 0n);
    expect([id, cash, realised, writeCents(cents(pnl)), account.open.size]).toEqual([
      ...[id, results.get(id)!, writeCents(account.realised), realised, 0],
    ]);
    expect([id, account.cash, 10_000_000n + account.realised]).toEqual([
      id,
      readCents(cash),
      readCents(cash),
    ]);
  }
});

test('what an admin opened after the end, in a symbol the season has no last price of, is closed at its entry', async () => {
  const { sql, seasons, market } = floor;
  await seasons.start(null);
  const season = seasons.current()!;
  const boss = await floor.join({ isAdmin: true });
  await floor.send(boss, { symbol: 'A', action: 'buy', quantity: 1 });
  await seasons.end(null);
  market.set('A', '300');
  await floor.send(boss, { symbol: 'A', action: 'buy', quantity: '1.5' });
  await floor.send(boss, { symbol: 'D', action: 'buy', quantity: '3.333333' });
  market.set('D', '8.0001');
  await floor.send(boss, { symbol: 'D', action: 'buy', quantity: '1.234567' });
  await seasons.reset(null);
  await floor.checkLedger();
  const account = (await replay(season.id)).get(boss.id)!;
  const [row] = await sql<{ cash: string; realised: string }[]>`
    select cash, realised_pnl as realised from accounts where season_id = ${season.id} and user_id = ${boss.id}`;
  expect([account.open.size, writeCents(account.cash), writeCents(account.realised)]).toEqual([
    ...[0, row!.cash, row!.realised],
  ]);
  const [d] = (await seasonClosed(sql, season.id)).filter((c) => c.symbol === 'D');
  expect(Math.abs(Number(d!.pnl))).toBeLessThanOrEqual(0.01);
  expect(await sql`select from positions where closed_at is null`).toHaveLength(0);
});
