/** The bytes of a bundle do not change: lines of every kind, with all optional values and without them. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { CATALOGUE_VERSION } from '#market/simulated/companies.ts';
import { openBundle } from '#services/proof/bundle.ts';
import { closeChain } from '#services/proof/chain.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { bundleText, linked, seal } from '../helpers/sample-bundle.ts';
import type { Line } from '../helpers/tampered-lines.ts';

const GOLDEN = join(import.meta.dir, '../data/season-bundle-lines.jsonl');
const START = Date.UTC(2026, 5, 3, 15, 0, 30);
const END = START + 86_400_000;
const isoAt = (seconds: number, part = '') =>
  new Date(START + seconds * 1000).toISOString().replace('Z', `${part}Z`);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database?.drop());

const ORDER = '0199a1b2-0000-7000-8000-000000000001';
const CHILD = '0199a1b2-0000-7000-8000-000000000002';
const GROUP = '0199a1b2-0000-7000-8000-000000000003';
/** The terms of an order with every term, and without any optional one. */
const FULL = {
  id: ORDER,
  rev: 2,
  symbol: 'AAPL',
  action: 'sell',
  type: 'stop_limit',
  tif: 'day',
  quantity: '10.000000',
  amount: '1500.50',
  close_all: true,
  limit_price: '190.0000',
  stop_price: '191.5000',
  trail_amount: '1.2500',
  trail_percent: '2.50',
  mark: '187.1234',
  status: 'working',
  reason: 'user',
  parent_id: CHILD,
  role: 'take_profit',
  oco_id: GROUP,
  hold: '1900.01',
  client_order_id: 'mine',
  placed_at: isoAt(60, '789'),
  active_from: isoAt(61),
  triggered_at: isoAt(62),
  expires_at: isoAt(63),
  final_at: isoAt(64),
};
const BARE = Object.fromEntries(
  Object.entries(FULL).map(([name, value]) => [
    name,
    ['id', 'rev', 'symbol', 'action', 'type', 'tif', 'status', 'hold', 'placed_at'].includes(name)
      ? value
      : null,
  ]),
);

/** Returns the bundle of a season with lines of every kind. */
async function bundleOf(version: 3 | 4): Promise<string> {
  const { sql } = database;
  const [season] = await sql.begin(async (tx) => {
    // no season can have these rows together, but each line depends on its row alone
    await tx`set local session_replication_role = replica`;
    const terms = {
      market: 'simulated',
      hours: 'us',
      delaySec: 0,
      quoteMaxAgeMs: 15_000,
      marketSeed: true,
      tape: { version: 4, catalogue: CATALOGUE_VERSION },
      tieRule: 'shared',
    };
    const rows = await tx<{ id: number; number: number }[]>`
      insert into seasons (number, status, start_cash, prize_pool, terms, started_at, ended_at, rules_version)
      values (3, 'ended', 100000, 900, ${tx.json(terms)}, ${isoAt(0, '999')}, ${new Date(END)}, ${version}) returning id, number`;
    const { id } = rows[0]!;
    for (const [n, from] of [START - 3_600_000, START + 60_000, END + 60_000].entries()) {
      const seed = Buffer.alloc(32, n + 1);
      const hash = new Bun.CryptoHasher('sha256').update(seed).digest();
      await tx`insert into seed_periods (season_id, number, effective_from, seed, seed_hash, from_market_seed)
        values (${id}, ${n}, ${new Date(from)}, ${seed}, ${hash}, ${n === 1})`;
    }
    await tx`insert into users (id, username, username_key, is_simulated, is_admin) overriding system value values
      (7, 'ann', 'ann', true, false), (8, 'נועה "x"', 'noa', true, false), (9, 'boss', 'boss', true, true)`;
    await tx`insert into accounts (season_id, user_id, cash) values (${id}, 7, 98886.64), (${id}, 8, 100000)`;
    await tx`insert into season_rules (season_id, first_fill, rules, at) values
      (${id}, 1, '{}', ${isoAt(0)}),
      (${id}, 8, '{"minPrice": "3.50", "maxShare": 20, "minHoldMinutes": 15, "hideOpen": true}', ${isoAt(90)})`;
    await tx`insert into fills (id, season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
      quote_age_ms, source, reason, filled_at, order_id) overriding system value values
      (7, ${id}, 7, 1, 'AAPL', 'buy', 10, 187.34, -1873.4, ${isoAt(59, '987')}, 0, 'simulated', null, ${isoAt(60, '123')}, null),
      (9, ${id}, 9, 2, 'BRK-B', 'cover', 0.000001, 0.5, 0, ${isoAt(100)}, 0, 'simulated', 'forced_cover', ${isoAt(101)}, ${ORDER})`;
    await tx`insert into order_events (id, order_id, season_id, user_id, rev, kind, at, terms, reason, fill_id)
      overriding system value values
      (4, ${ORDER}, ${id}, 7, 2, 'filled', ${isoAt(64, '500')}, ${tx.json(FULL)}, 'user', 7),
      (6, ${CHILD}, ${id}, 8, 1, 'placed', ${isoAt(65)}, ${tx.json(BARE)}, null, null)`;
    await tx`insert into splits (symbol, split_date, numerator, denominator, effective_at, applied_at)
      values ('AAPL', '2026-06-04', 3, 2, ${isoAt(80)}, ${isoAt(80)})`;
    await tx`insert into position_splits (symbol, split_date, season_id, user_id, position_id, after_fill, quantity_before,
      quantity_since, quantity_after, entry_before, entry_after, applied_at) values ('AAPL', '2026-06-04', ${id}, 7, 1, 7, 10, 0.5, 14.75, 187.34,
      127.01694915, ${isoAt(80)})`;
    await tx`insert into season_marks (season_id, symbol, price, marked_at, quote_at, source) values
      (${id}, 'AAPL', 188, ${new Date(END)}, ${new Date(END - 500)}, 'simulated'), (${id}, 'BRK-B', 0.5, ${new Date(END)}, null, null)`;
    await tx`insert into results (season_id, user_id, place, row_number, ranked, equity, realised_pnl, trade_count, tier) values
      (${id}, 7, 1, 1, true, 100014.64, -10.68, 2, 'GENERAL'), (${id}, 8, 2, 2, false, 100000, 0, 0, 'CADET')`;
    await tx`insert into disqualifications (season_id, user_id, reason) values (${id}, 8, 'two accounts')`;
    await closeChain(tx, { ...rows[0]!, rulesVersion: version }, new Date(END));
    await tx`insert into fills (id, season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
      quote_age_ms, source, reason, filled_at) overriding system value values
      (10, ${id}, 7, 1, 'AAPL', 'sell', 1, 86.64, 86.64, ${isoAt(99)}, 0, 'season_mark', 'season_reset', ${isoAt(99)})`;
    return rows;
  });
  expect(season!.number).toBe(3);
  const now = { now: () => END + 120_000 };
  const pieces = await openBundle(
    { sql, databaseClock: now as never, settings: { secretKey: undefined } },
    await seasonByNumber(sql, 3),
  );
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

const linesOf = (text: string) => text.trimEnd().split('\n');
const read = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Line);

test('lines of every kind, of a season before version 4', async () => {
  const text = await bundleOf(3);
  if (process.env.UPDATE_DOCS) await Bun.write(GOLDEN, text);
  expect(text).toBe(await Bun.file(GOLDEN).text());
  expect(new Set(read(linesOf(text)).map(([kind]) => kind)).size).toBe(11);
});

test('a season of version 4 has the same lines, and a random salt before each link that commits to it', async () => {
  const lines = linesOf(await bundleOf(4));
  const salt = lines.find((line) => line.startsWith('["salt"'))!;
  expect(salt).toMatch(/^\["salt",1,"[0-9a-f]{64}"\]$/);
  const earlier = linesOf(await Bun.file(GOLDEN).text());
  const link = earlier.findIndex((line) => line.startsWith('["link"'));
  const salted = read(earlier.toSpliced(link, 0, salt)).map((line) =>
    line[0] === 'season' ? line.with(1, 4) : line,
  );
  expect(lines).toEqual(linesOf(bundleText(seal(linked(salted, 3)))));
});
