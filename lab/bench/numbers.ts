/** Measures how long /admin/numbers takes over HTTP, for a season of 1,000,000 fills in 30 days. */
import { dayRange, zonedDay } from '#core/locale/zone.ts';
import type { Sql } from '#db/client.ts';
import type { Season } from '#services/season/seasons.ts';
import { startServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row, timesOf } from './report.ts';

const FILLS = 1_000_000;
const TRADERS = 2_000;
const DAYS = 30;
/** Fills inserted by one statement. */
const STATEMENT = 50_000;
const ROUNDS = 30;
const MOST_MS = 50;

/** Inserts fills, oldest first, the same number for every day including today. @param today the beginning of the day */
async function fill(sql: Sql, season: Season, today: Date): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      with traders as (
        insert into users (username, username_key, discord_id, created_at)
        select 'bench' || g, 'bench' || g, g::text, now() - make_interval(days => ${DAYS}) + g * make_interval(mins => 20)
        from generate_series(1, ${TRADERS}) g returning id
      ), opened as (
        insert into accounts (season_id, user_id, cash) select ${season.id}, id, 100000 from traders returning user_id
      )
      insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, opened_at,
        closed_at)
      select ${season.id}, user_id, 'AAPL', false, 0, 1, 100, 100, now(), now() from opened`;
    for (let from = 1; from <= FILLS; from += STATEMENT)
      await tx`
        with held as (select id, user_id, row_number() over (order by id) - 1 as n from positions)
        insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
          quote_age_ms, source, filled_at, recorded_at)
        select ${season.id}, h.user_id, h.id, 'AAPL', 'buy', 1, 100, -100, filled, 0, 'simulated', filled, filled
        from generate_series(${from}::integer, ${from + STATEMENT - 1}::integer) g
          join held h on h.n = g % ${TRADERS},
          lateral (select g * ${DAYS} / ${FILLS}::float8 - ${DAYS - 1} as day),
          lateral (select case when day < 0 then ${today} + day * interval '1 day'
            else ${today} + day * (now() - ${today}) end as filled)`;
    await tx`update accounts set trade_count = ${FILLS / TRADERS} where user_id in (select user_id from positions)`;
    await tx`update users set created_at = now() - make_interval(days => ${DAYS}) where username not like 'bench%'`;
  });
  await sql`analyze fills, users, accounts`;
}

export const numbers: Bench = {
  name: 'numbers',
  async run() {
    const server = await startServer();
    try {
      const { services, sql } = server;
      const admin = await server.admin();
      await services.chain.stop();
      await services.seasons.start(null);
      const { zone } = services.numbers;
      const { from } = dayRange(zonedDay(Date.now(), zone), zone);
      await fill(sql, services.seasons.current()!, new Date(from));
      const began = performance.now();
      await services.numbers.closeDays();
      const closing = performance.now() - began;
      const rows: Row[] = [
        {
          name: `${FILLS.toLocaleString('en')} fills, storing the figures of ${DAYS} days that are over`,
          figure: `${closing.toFixed(0)} ms`,
          target: 'none: once for each day',
          met: true,
        },
      ];
      for (const path of ['/admin/numbers', '/admin/numbers?days=90', '/api/numbers?days=90']) {
        const times = await timesOf(ROUNDS, async () => {
          const { status } = await admin.get(path, { accept: 'text/html' });
          if (status !== 200) throw new Error(`${path}: ${status}`);
        });
        const typical = median(times);
        rows.push({
          name: `${FILLS.toLocaleString('en')} fills, ${path}`,
          figure: `${typical.toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`,
          target: `at most ${MOST_MS} ms`,
          met: typical <= MOST_MS,
        });
      }
      return rows;
    } finally {
      await server.stop();
    }
  },
};
