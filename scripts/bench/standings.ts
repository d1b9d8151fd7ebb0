/** The leaderboard over HTTP as the number of traders grows: reading it at the start, from a trade to its place, a page, a place. */
import type { Sql } from '#db/client.ts';
import { fillBoard } from '#db/queries/leaderboard/passes.ts';
import { testDatabase } from '#tests/helpers/database.ts';
import { startServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row } from './report.ts';

/** What the others are compared with. */
const LEAST = { traders: 1_000, fillMs: 1_000, tradeMs: 300 };
/** The last one takes about a minute, most of it to make up the traders. */
const SIZES = [
  LEAST,
  { traders: 100_000, fillMs: 1_000, tradeMs: 300 },
  { traders: 1_000_000, fillMs: 10_000, tradeMs: 1_000 },
];
const FILLS = 3;
const TRADES = 15;
const READS = 300;

/**
 * Traders with three open positions each, in 120 symbols, a third of them short; few are worth the same, and one in
 * four wears a logo.
 */
async function populate(sql: Sql, traders: number): Promise<void> {
  await sql`insert into seasons (number, status, start_cash, prize_pool, started_at)
    values (1, 'active', 100000, 50, now())`;
  await sql`insert into users (username, username_key, is_simulated)
    select 'user' || g, 'user' || g, true from generate_series(1, ${traders}::int) g`;
  await sql`alter table accounts disable trigger all`;
  await sql`insert into accounts (season_id, user_id, cash, realised_pnl, trade_count, last_trade_at)
    select 1, id, 50000 + (id * 7919::bigint % 3000017) / 100.0, id * 31::bigint % 2000 - 1000, 3,
      now() - id % 1000 * interval '1 min'
    from users`;
  await sql`alter table accounts enable trigger all`;
  // three million look-ups of accounts take as long as everything else
  await sql`alter table positions disable trigger all`;
  await sql`insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost,
      opened_at)
    select 1, h.user_id, h.symbol, h.is_short, h.quantity, 300, 100, round(h.quantity::numeric(18,6) * 100, 2), now()
    from (select u.id as user_id, 'S' || (u.id * 13::bigint + g * 40) % 120 as symbol, (u.id + g) % 3 = 0 as is_short,
        50 + u.id % 100 / 7.0 as quantity
      from users u, generate_series(0, 2) g) h`;
  await sql`alter table positions enable trigger all`;
  await sql`insert into marks select 'S' || g, 50 + g + 0.37, now(), 'simulated' from generate_series(0, 119) g`;
  await sql`alter table active_items disable trigger all`;
  await sql`insert into active_items (user_id, type, item_id)
    select id, 'logo', 'logo_' || 1 + id % 20 from users where id % 4 = 0`;
  await sql`alter table active_items enable trigger all`;
  await sql`vacuum analyze`;
  // or what was made up is still being written while the passes are measured
  await sql`checkpoint`;
}

/** A server with so many ranked traders. `page` and `place` are answers of it, for somewhere in the ranking. */
async function field(traders: number) {
  const database = await testDatabase({ connect: { statementTimeout: 0, lockTimeout: 0 } });
  const { sql } = database;
  await populate(sql, traders);
  const began = performance.now();
  const { services, stop, register, admin } = await startServer({ database: database.url });
  // the first page of a field that is still being read waits for it
  await services.leaderboard.page(1, 1);
  const start = performance.now() - began;
  const fills = [];
  for (let i = 0; i < FILLS; i++) fills.push(await timed(() => fillBoard(sql)));
  const reader = await register();
  const boss = await admin();
  const somewhere = (last: number) => 1 + Math.floor(Math.random() * last);
  return {
    start,
    fill: median(fills),
    page: () => reader.get(`/api/rankings?page=${somewhere(traders / 100)}`),
    place: () => reader.get(`/api/user-rank/${somewhere(traders)}`),
    /** From the answer of a trade to the moment the trader's row tells of it, ms. */
    async trade() {
      const before = (await services.leaderboard.mine(reader.userId))?.cash ?? 0n;
      const buy = { user_id: reader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
      const answer = await reader.post('/api/trade', buy);
      if (answer.status !== 200) throw new Error(`the trade was answered ${answer.status}`);
      return await timed(async () => {
        while (((await services.leaderboard.mine(reader.userId))?.cash ?? 0n) === before) await Bun.sleep(2);
      });
    },
    /** As after a pass: no page is in the server's memory. */
    async forget() {
      services.bus.publish({ type: 'items', userId: boss.userId });
    },
    async stop() {
      await stop();
      await database.drop();
    },
  };
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await read();
  return performance.now() - began;
}

export const standings: Bench = {
  name: 'standings',
  async run() {
    const rows: Row[] = [];
    const least = await field(LEAST.traders);
    try {
      for (const { traders, fillMs, tradeMs } of SIZES) {
        const many = traders === LEAST.traders ? least : await field(traders);
        const trades: number[] = [];
        for (let i = 0; i < TRADES; i++) trades.push(await many.trade());
        const page: number[] = [];
        const place: number[] = [];
        const growth: number[] = [];
        for (let i = 0; i < READS; i++) {
          // in turn: what the machine does in that time slows both
          const answers: number[] = [];
          for (const { forget, page, place } of [many, least]) {
            await forget();
            answers.push(await timed(page), await timed(place));
          }
          page.push(answers[0]!);
          place.push(answers[1]!);
          growth.push((answers[0]! + answers[1]!) / (answers[2]! + answers[3]!));
        }
        const ratio = median(growth);
        const trade = median(trades);
        rows.push({
          name: `${traders.toLocaleString('en')} traders, ${(traders * 3).toLocaleString('en')} positions`,
          figure: `read at the start in ${Math.round(many.fill)} ms (first page ${Math.round(many.start)} ms after it began), trade to place ${Math.round(trade)} ms, page ${median(page).toFixed(1)} ms, place ${median(place).toFixed(1)} ms`,
          ratio,
          target: `page and place at most 1.5 times those of 1,000 traders, read within ${fillMs} ms, trade to place within ${tradeMs} ms`,
          met: ratio <= 1.5 && many.fill <= fillMs && trade <= tradeMs,
        });
        if (many !== least) await many.stop();
      }
    } finally {
      await least.stop();
    }
    return rows;
  },
};
