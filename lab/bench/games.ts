/** Many games: 1,000 leagues of 100 people, each of whom also has a practice account with positions. */
import { PRACTICE_ID } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import { openPractice } from '#db/queries/season/practice.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import { type Bench, median, type Row } from './report.ts';
import { grantAccounts, insertTraders } from './trades.ts';

const LEAGUES = 1_000;
const PEOPLE = 100;
/** Leagues of the reader. */
const OWN = 10;
/** Every tenth practice account has a short. */
const SHORTS = 10;
const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO', 'AMZN', 'GOOGL', 'META', 'JPM', 'XOM'];
const ROUNDS = 9;
const PASS_MS = 1_000;
const PAGE_MS = 100;
const MOST_MB = 500;

/** Inserts leagues over the season; the members of each are a hundred neighbours, and the reader is in the first ones. */
async function insertLeagues(sql: Sql, ids: readonly number[], reader: number): Promise<void> {
  const code = (n: number, length: number) =>
    n.toString(8).padStart(length, '0').replaceAll('0', '9').replaceAll('1', '8');
  const leagues = Array.from({ length: LEAGUES }, (_, n) => ({ id: code(n, 6), code: code(n, 8), n }));
  await sql`
    insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, created_at)
    select l.id, l.code, 1, ${reader}, 'League ' || l.n, '', '', 'open', true, now()
    from jsonb_to_recordset(${JSON.stringify(leagues)}::text::jsonb) as l (id text, code text, n integer)`;
  await sql`
    insert into league_members (league_id, user_id, state, joined_at, changed_at)
    select l.id, (${ids as number[]}::integer[])[l.n * ${PEOPLE}::integer + p], 'in', now(), now()
    from jsonb_to_recordset(${JSON.stringify(leagues)}::text::jsonb) as l (id text, n integer),
      generate_series(1, ${PEOPLE}::integer) p`;
  await sql`
    insert into league_members (league_id, user_id, state, joined_at, changed_at)
    select id, ${reader}, 'in', now(), now() from leagues order by name limit ${OWN}`;
}

/** Inserts two open positions of each practice account: one long, and one that is short for every tenth. */
async function insertPositions(sql: Sql, ids: readonly number[]): Promise<void> {
  for (const part of [0, 1])
    await sql`
      insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, exact_cost, opened_at)
      select ${PRACTICE_ID}, u.id, (${SYMBOLS}::text[])[1 + (u.id + ${part}::integer * 3) % ${SYMBOLS.length}::integer],
        ${part}::integer = 1 and u.id % ${SHORTS}::integer = 0, 5, 5, 100, 500, 500, now()
      from unnest(${ids as number[]}::integer[]) u (id)`;
  await sql`analyze positions, accounts, ledger, users, leagues, league_members`;
}

/** Returns the median time of some work, ms. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

const row = (name: string, took: number, most: number): Row => ({
  name,
  figure: `${took.toFixed(0)} ms`,
  target: `at most ${most} ms`,
  met: took <= most,
});

async function measure(server: TestServer): Promise<Row[]> {
  const { services, sql } = server;
  const memoryBefore = process.memoryUsage.rss();
  const reader = await server.register();
  const traders = await insertTraders(server, LEAGUES * PEOPLE);
  const ids = traders.map(({ id }) => id);
  await openPractice(sql, reader.userId);
  await grantAccounts(sql, PRACTICE_ID, ids);
  await insertPositions(sql, ids);
  await insertLeagues(sql, ids, reader.userId);
  await services.leaderboard.pass(true);
  const rows = [
    row(
      'look at the margin of 10,000 shorts in 100,000 practice accounts',
      await timeOf(services.practiceMargin.check),
      PASS_MS,
    ),
    row('sample of their prices', await timeOf(services.practiceSamples.sample), PASS_MS),
  ];
  const [first] = await sql<{ id: string }[]>`select id from leagues order by name limit 1`;
  for (const path of ['/leagues', `/leagues/${first!.id}`, '/practice', '/practice/portfolio', '/']) {
    const view = async () => {
      const { status } = await reader.get(path, { accept: 'text/html' });
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    };
    rows.push(row(`${path.replace(first!.id, 'ID')} beside ${LEAGUES} leagues`, await timeOf(view), PAGE_MS));
  }
  const grown = (process.memoryUsage.rss() - memoryBefore) / 1e6;
  const target = `at most ${MOST_MB} MB`;
  rows.push({ name: 'memory of all of it', figure: `${grown.toFixed(0)} MB`, target, met: grown <= MOST_MB });
  return rows;
}

export const games: Bench = {
  name: 'games',
  async run() {
    const server = await startServer();
    try {
      await server.services.seasons.start(null);
      return await measure(server);
    } finally {
      await server.stop();
    }
  },
};
