/** The ranking pass and what a reader's page and place cost, as the number of traders grows. */
import type { Sql } from '#db/client.ts';
import { testDatabase } from '#tests/helpers/database.ts';
import { startServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row } from './report.ts';

/** What the others are compared with. */
const LEAST = 1_000;
/** The last one takes about a minute, most of it to make up the traders. */
const SIZES = [LEAST, 100_000, 1_000_000];
const PASSES = 5;
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
  await sql`insert into accounts (season_id, user_id, cash, realised_pnl, trade_count, last_trade_at)
    select 1, id, 50000 + (id * 7919::bigint % 3000017) / 100.0, id * 31::bigint % 2000 - 1000, 3,
      now() - id % 1000 * interval '1 min'
    from users`;
  await sql`insert into symbols (symbol) select 'S' || g from generate_series(0, 119) g`;
  // numbered here: three million look-ups for numbers and accounts take as long as everything else
  await sql`alter table positions disable trigger all`;
  await sql`insert into positions (season_id, user_id, symbol, symbol_no, is_short, quantity, opened_quantity, entry_price,
      cost, opened_at)
    select 1, h.user_id, s.symbol, s.no, h.is_short, h.quantity, 300, 100, round(h.quantity::numeric(18,6) * 100, 2), now()
    from (select u.id as user_id, 'S' || (u.id * 13::bigint + g * 40) % 120 as symbol, (u.id + g) % 3 = 0 as is_short,
        50 + u.id % 100 / 7.0 as quantity
      from users u, generate_series(0, 2) g) h join symbols s on s.symbol = h.symbol`;
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
  const { services, stop, register } = await startServer({ database: database.url });
  const reader = await register();
  services.standings.stop();
  const passes: number[] = [];
  for (let i = 0; i < PASSES; i++) passes.push(await timed(() => services.standings.pass(true)));
  const somewhere = (last: number) => 1 + Math.floor(Math.random() * last);
  return {
    pass: median(passes),
    page: () => reader.get(`/api/rankings?page=${somewhere(traders / 100)}`),
    place: () => reader.get(`/api/user-rank/${somewhere(traders)}`),
    /** As after a pass: nothing of the ranking is in the server's memory. */
    async forget() {
      await sql`update standings_state set generation = generation + 1, computed_at = clock_timestamp()`;
      await services.standings.pass();
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
    const least = await field(LEAST);
    try {
      for (const traders of SIZES) {
        const many = traders === LEAST ? least : await field(traders);
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
        rows.push({
          name: `${traders.toLocaleString('en')} traders, ${(traders * 3).toLocaleString('en')} positions`,
          figure: `pass ${Math.round(many.pass)} ms, page ${median(page).toFixed(1)} ms, place ${median(place).toFixed(1)} ms`,
          ratio,
          target: 'page and place at most 1.5 times those of 1,000 traders, pass within 5 s',
          met: ratio <= 1.5 && many.pass <= 5_000,
        });
        if (many !== least) await many.stop();
      }
    } finally {
      await least.stop();
    }
    return rows;
  },
};
