/** Measures trades a second on a durable PostgreSQL with 16 callers, against pgbench with a trade's two statements. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTradeRequest } from '#core/contract/trade.ts';
import { connect, one, type Sql } from '#db/client.ts';
import { systemBinaries } from '#db/embedded/binaries.ts';
import type { Trader } from '#services/trading/trading.ts';
import { urlOf } from '#tests/helpers/database.ts';
import { testFolder } from '#tests/helpers/folder.ts';
import { ownServer } from '#tests/helpers/postgres.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import { pgbenchScript } from './pgbench.ts';
import { type Bench, paired } from './report.ts';

const CALLERS = 16;
/** Traders of each caller: no two callers share an account. */
const TRADERS = 32;
const SECONDS = 4;
const ROUNDS = 5;
const TARGET = 0.7;
const ROW = `trades on PostgreSQL, ${CALLERS} callers`;

/** Inserts traders with full cash and consecutive ids. */
export async function insertTraders({ sql, services }: TestServer, count: number): Promise<Trader[]> {
  const rows = await sql<{ id: number; username: string }[]>`
    insert into users (username, username_key, is_simulated)
    select 'bench' || g, 'bench' || g, true from generate_series(1, ${count}) g
    returning id, username`;
  const ids = rows.map(({ id }) => id);
  await grantAccounts(sql, services.seasons.current()!.id, ids);
  return rows.map((row) => ({ ...row, isAdmin: false }));
}

/** Opens the accounts of many traders in a season with its start cash. */
export async function grantAccounts(sql: Sql, seasonId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with opened as (
      insert into accounts (season_id, user_id, cash)
      select s.id, u, s.start_cash from seasons s, unnest(${ids as number[]}::integer[]) u where s.id = ${seasonId}
      returning season_id, user_id, cash)
    insert into ledger (user_id, season_id, currency, kind, amount)
    select user_id, season_id, 'USD', 'season_grant', cash from opened`;
}

/** Returns fills a second while every caller sends one order after another. */
async function ours({ services }: TestServer, traders: readonly Trader[]): Promise<number> {
  const began = performance.now();
  const until = began + SECONDS * 1000;
  const counts = await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      let filled = 0;
      while (performance.now() < until) {
        const trader = traders[caller * TRADERS + (filled % TRADERS)]!;
        const order = { user_id: trader.id, symbol: 'AAPL', action: 'buy', quantity: 1 };
        await services.trading.execute(trader, readTradeRequest(order, trader.id), { markId: 1n });
        filled += 1;
      }
      return filled;
    }),
  );
  return counts.reduce((sum, n) => sum + n, 0) / ((performance.now() - began) / 1000);
}

/** Resets all cash, so that it lasts for every round. @param sql the superuser's connection, for the checkpoint */
async function refill(sql: Sql): Promise<void> {
  await sql`update accounts set cash = 100000`;
  await sql`checkpoint`;
}

const fills = async (sql: Sql) => one(await sql<{ n: number }[]>`select count(*)::integer as n from fills`).n;

export const trades: Bench = {
  name: 'trades',
  async run() {
    const binaries = systemBinaries();
    const pgbench = binaries && join(binaries.folder, 'pgbench');
    const target = `at least ${TARGET}`;
    if (!pgbench || !existsSync(pgbench)) {
      return [{ name: ROW, figure: 'not measured: pgbench is not installed', target, met: false }];
    }
    const postgres = await ownServer('system');
    const superuser = connect(postgres.superuser, { max: 1 });
    const server = await startServer({ database: urlOf(postgres.target) });
    try {
      await server.services.seasons.start(null);
      const traders = await insertTraders(server, CALLERS * TRADERS);
      await ours(server, traders);
      const { id } = one(await server.sql<{ id: number }[]>`select min(user_id) as id from positions`);
      const script = await pgbenchScript({
        folder: testFolder(),
        pgbench,
        target: postgres.target,
        callers: CALLERS,
        firstUser: id,
        usersEach: TRADERS,
        seconds: SECONDS,
        rules: server.services.seasons.current()!.rules,
      });
      const result = await paired(
        ROUNDS,
        async () => {
          await refill(superuser);
          return await ours(server, traders);
        },
        async () => {
          await refill(superuser);
          const fillsBefore = await fills(superuser);
          const each = await script.run();
          const count = (await fills(superuser)) - fillsBefore;
          if (count < 0.9 * each * SECONDS)
            throw new Error(`pgbench: ${each} transactions/s left ${count} fills`);
          return each;
        },
      );
      return [
        {
          name: ROW,
          figure: `${Math.round(result.ours)} trades/s, pgbench ${Math.round(result.yardstick)}`,
          ratio: result.ratio,
          target,
          met: result.ratio >= TARGET,
        },
      ];
    } finally {
      await server.stop();
      await superuser.end();
      await postgres.stop();
    }
  },
};
