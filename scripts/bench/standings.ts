/** The ranking pass and what a reader's page and place cost, as the number of traders grows. */
import type { Sql } from '#db/client.ts';
import { rebuildStandings } from '#db/queries/ranking.ts';
import { standingOf, standingsRows, standingsState } from '#db/queries/standings.ts';
import { testDatabase } from '#tests/helpers/database.ts';
import { type Bench, median, type Row } from './report.ts';

/** The last one takes about a minute, most of it to make up the traders. */
const SIZES = [1_000, 100_000, 1_000_000];
const READS = 300;

/** Traders with three open positions each, in 120 symbols, a third of them short; few are worth the same. */
async function populate(sql: Sql, traders: number): Promise<void> {
  await sql`insert into seasons (number, status, start_cash, prize_pool, started_at)
    values (1, 'active', 100000, 50, now())`;
  await sql`insert into users (username, username_key, is_simulated)
    select 'user' || g, 'user' || g, true from generate_series(1, ${traders}::int) g`;
  await sql`insert into accounts (season_id, user_id, username, cash, realised_pnl, trade_count, last_trade_at)
    select 1, id, username, 50000 + (id * 7919::bigint % 3000017) / 100.0, id * 31::bigint % 2000 - 1000, 3,
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
  await sql`vacuum analyze`;
  // or what was made up is still being written while the passes are measured
  await sql`checkpoint`;
}

async function timed(count: number, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return median(times);
}

async function measure(traders: number) {
  const database = await testDatabase({
    connect: { statementTimeout: 0, lockTimeout: 0, idleInTransactionTimeout: 0 },
  });
  try {
    const { sql } = database;
    await populate(sql, traders);
    const pass = await timed(5, () => sql.begin((tx) => rebuildStandings(tx, 1, false)));
    const of = await standingsState(sql);
    const somewhere = () => 1 + Math.floor(Math.random() * (traders - 100));
    const page = await timed(READS, () => {
      const from = somewhere();
      return standingsRows(sql, from, from + 99, of);
    });
    const place = await timed(READS, () => standingOf(sql, somewhere(), of));
    return { traders, pass, page, place };
  } finally {
    await database.drop();
  }
}

export const standings: Bench = {
  name: 'standings',
  async run() {
    const rows: Row[] = [];
    let least: Awaited<ReturnType<typeof measure>> | undefined;
    for (const size of SIZES) {
      const { traders, pass, page, place } = await measure(size);
      least ??= { traders, pass, page, place };
      // together: a place alone takes so little that its figure is the machine's mood
      const growth = (page + place) / (least.page + least.place);
      rows.push({
        name: `${traders.toLocaleString('en')} traders, ${(traders * 3).toLocaleString('en')} positions`,
        figure: `pass ${Math.round(pass)} ms, page ${page.toFixed(2)} ms, place ${place.toFixed(2)} ms`,
        ratio: growth,
        target: 'page and place at most 1.5 times those of 1,000 traders, pass within 5 s',
        met: growth <= 1.5 && pass <= 5_000,
      });
    }
    return rows;
  },
};
