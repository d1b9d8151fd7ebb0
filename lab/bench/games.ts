/**
 * Measures a site with many games: 1,000 leagues over the season and 1,000 private games, each with 100 people, who
 * also have practice accounts.
 */
import { gameOf, PRACTICE_ID } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import { openPractice } from '#db/queries/season/practice.ts';
import { startServer, type TestServer } from '#tests/helpers/server.ts';
import { until } from '#tests/helpers/until.ts';
import { type Bench, median, type Row, timesOf } from './report.ts';
import { grantAccounts, insertTraders } from './trades.ts';

const LEAGUES = 1_000;
/** Season id of the first private game; the other games have lower ids. */
const FIRST_GAME = -1_000;
const PEOPLE = 100;
/** Number of the reader's leagues of each kind. */
const OWN = 10;
/** Every tenth account has a short, and in private games every tenth has a working order. */
const SHORTS = 10;
const SYMBOLS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO', 'AMZN', 'GOOGL', 'META', 'JPM', 'XOM'];
const ROUNDS = 9;
const LOOK_MS = 100;
const PASS_MS = 1_000;
const PAGE_MS = 100;
const MOST_MB = 500;

type NewLeague = { id: string; code: string; n: number };

/** Writes a number with characters of league ids. */
const written = (n: number, length: number) =>
  n.toString(8).padStart(length, '0').replaceAll('0', '9').replaceAll('1', '8');

/** Inserts the members of leagues: a hundred consecutive accounts each, and the reader in the first ones. */
async function insertMembers(
  sql: Sql,
  leagues: readonly NewLeague[],
  ids: readonly number[],
  reader: number,
) {
  await sql`
    insert into league_members (league_id, user_id, state, joined_at, changed_at)
    select l.id, (${ids as number[]}::integer[])[l.n * ${PEOPLE}::integer + p], 'in', now(), now()
    from jsonb_to_recordset(${JSON.stringify(leagues)}::text::jsonb) as l (id text, n integer),
      generate_series(1, ${PEOPLE}::integer) p`;
  await sql`
    insert into league_members (league_id, user_id, state, joined_at, changed_at)
    select id, ${reader}, 'in', now(), now() from unnest(${leagues.slice(0, OWN).map(({ id }) => id)}::text[]) id`;
}

/** Inserts leagues over the season. @returns the address of a league of the reader */
async function insertLeagues(sql: Sql, ids: readonly number[], reader: number): Promise<string> {
  const leagues = Array.from({ length: LEAGUES }, (_, n) => ({ id: written(n, 6), code: written(n, 8), n }));
  await sql`
    insert into leagues (id, code, season_number, owner_id, name, about, prize, joining, is_late_open, created_at)
    select l.id, l.code, 1, ${reader}, 'League ' || l.n, '', '', 'open', true, now()
    from jsonb_to_recordset(${JSON.stringify(leagues)}::text::jsonb) as l (id text, code text, n integer)`;
  await insertMembers(sql, leagues, ids, reader);
  return `/leagues/${leagues[0]!.id}`;
}

/** Inserts running private games, with an account of each member. @returns the address of a game of the reader */
async function insertGames(sql: Sql, ids: readonly number[], reader: number): Promise<string> {
  const games = Array.from({ length: LEAGUES }, (_, n) => ({
    id: gameOf(FIRST_GAME - n) as string,
    code: `ZZ${written(n, 6)}`,
    seasonId: FIRST_GAME - n,
    n,
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(games)}::text::jsonb)
    as g (id text, code text, "seasonId" integer, n integer)`;
  await sql`
    insert into seasons (id, kind, status, start_cash, prize_pool, rules, rules_version, started_at)
    overriding system value
    select g."seasonId", 'league', 'active', 100000, 0, s.rules, s.rules_version, now()
    from (select rules, rules_version from seasons where kind = 'public' order by number desc limit 1) s, ${list}`;
  await sql`
    insert into leagues (id, code, season_id, owner_id, name, about, prize, joining, is_late_open, created_at, starts_at, ends_at)
    select g.id, g.code, g."seasonId", ${reader}, 'Game ' || g.n, '', '', 'open', true, now(), now(), now() + interval '30 days'
    from ${list}`;
  await sql`insert into season_rules (season_id, first_fill, rules, at)
    select id, 1, rules, now() from seasons where kind = 'league'`;
  await insertMembers(sql, games, ids, reader);
  for (const { seasonId, n } of games) {
    const members = ids.slice(n * PEOPLE, (n + 1) * PEOPLE);
    await grantAccounts(sql, seasonId, n < OWN ? [...members, reader] : members);
  }
  return `/leagues/${games[0]!.id}`;
}

/** Inserts two open positions of each account outside the season: one long, and one that is short for every tenth. */
async function insertPositions(sql: Sql): Promise<void> {
  for (const part of [0, 1])
    await sql`
      insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, exact_cost, opened_at)
      select season_id, user_id, (${SYMBOLS}::text[])[1 + (user_id + ${part}::integer * 3) % ${SYMBOLS.length}::integer],
        ${part}::integer = 1 and user_id % ${SHORTS}::integer = 0, 5, 5, 100, 500, 500, now()
      from accounts where season_id < 0`;
}

/** Inserts a working order of every tenth account in private games; no price reaches it. */
async function insertOrders(sql: Sql): Promise<void> {
  await sql`
    insert into orders (id, season_id, user_id, rev, symbol, action, type, tif, quantity, close_all, limit_price,
      status, hold, placed_at, active_from, changed_at)
    select gen_random_uuid(), season_id, user_id, 1, (${SYMBOLS}::text[])[1 + (user_id / ${SHORTS}::integer) % ${SYMBOLS.length}::integer],
      'buy', 'limit', 'gtc', 1, false, 0.01, 'working', 0.01, now(), now(), now()
    from accounts where season_id < ${PRACTICE_ID} and user_id % ${SHORTS}::integer = 1`;
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => median(await timesOf(ROUNDS, work));

const row = (name: string, took: number, most: number): Row => ({
  name,
  figure: `${took.toFixed(0)} ms`,
  target: `at most ${most} ms`,
  met: took <= most,
});

/** Times a pass of the matching process over the prices of 0.1 s. */
async function timeOfMatching({ services: { orderEngine } }: TestServer): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await Bun.sleep(LOOK_MS);
    const began = performance.now();
    await orderEngine.pump();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Returns the median time in which the chain links one new fill of every private game, ms. */
async function timeOfLinks({ services: { chain }, sql }: TestServer): Promise<number> {
  const unlinked = async () => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::integer as n from fills f where f.season_id < ${PRACTICE_ID}
        and not exists (select from season_chain c where c.season_id = f.season_id and c.last_fill >= f.id)`;
    return row!.n;
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await sql`
      insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at, quote_age_ms, source,
        filled_at)
      select distinct on (season_id) season_id, user_id, id, symbol, 'buy', 1, 100, -100, now(), 0, 'simulated', now()
      from positions where season_id < ${PRACTICE_ID} order by season_id, id`;
    const began = performance.now();
    await until(async () => {
      await chain.tick();
      return (await unlinked()) === 0;
    });
    times.push(performance.now() - began);
  }
  return median(times);
}

async function measure(server: TestServer): Promise<Row[]> {
  const { services, sql } = server;
  const memoryBefore = process.memoryUsage.rss();
  const reader = await server.register();
  const traders = await insertTraders(server, LEAGUES * PEOPLE);
  const ids = traders.map(({ id }) => id);
  await openPractice(sql, reader.userId);
  await grantAccounts(sql, PRACTICE_ID, ids);
  const league = await insertLeagues(sql, ids, reader.userId);
  const game = await insertGames(sql, ids, reader.userId);
  await insertPositions(sql);
  await insertOrders(sql);
  await sql`analyze positions, accounts, ledger, users, orders, seasons, leagues, league_members`;
  await services.leaderboard.pass(true);
  await until(
    () => services.orderEngine.state(),
    ({ orders }) => orders >= (LEAGUES * PEOPLE) / SHORTS,
  );
  const rows = [
    row(
      'look at the margin of 20,000 shorts in 200,000 accounts',
      await timeOf(services.practiceMargin.check),
      PASS_MS,
    ),
    row(
      'sample of the prices of 100,000 practice accounts',
      await timeOf(services.practiceSamples.sample),
      PASS_MS,
    ),
    row('look for private games to start or end', await timeOf(services.gameKeeper.check), PAGE_MS),
    row(
      'look of the matching process at 10,000 orders in 1,000 games',
      await timeOfMatching(server),
      PAGE_MS,
    ),
  ];
  rows.push(row('look that links a fill in each of 1,000 private games', await timeOfLinks(server), PASS_MS));
  const paths = { '/leagues': '/leagues', '/leagues/ID': league, '/leagues/ID of a private game': game };
  const games = { '/leagues/ID/chart': `${game}/chart`, '/leagues/ID/portfolio': `${game}/portfolio` };
  const others = {
    '/games': '/games',
    '/practice': '/practice',
    '/practice/portfolio': '/practice/portfolio',
    '/': '/',
  };
  for (const [name, path] of Object.entries({ ...paths, ...games, ...others })) {
    const view = async () => {
      const { status } = await reader.get(path, { accept: 'text/html' });
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    };
    rows.push(row(`${name} beside ${2 * LEAGUES} leagues`, await timeOf(view), PAGE_MS));
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
