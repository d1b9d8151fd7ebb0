/** Every row of a season is in its chain exactly once, whoever trades, dies or ends the season meanwhile. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { costOf, readPrice, writeCents, writeQuantity } from '#core/money/money.ts';
import { negate, quantityMicros } from '#core/money/units.ts';
import { bundleLine } from '#core/season/bundle-lines.ts';
import { type ChainHead, type ChainLink, chainBeginning, linkLine, linkText } from '#core/season/chain.ts';
import { NEWEST_RULES } from '#core/season/terms.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { awaitPass } from '#db/queries/leaderboard/passes.ts';
import { chainTail } from '#db/queries/proof/chain.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import type { Quote } from '#market/market.ts';
import { createLog } from '#services/platform/log.ts';
import { createChain, hashOfLines, readHead, sha256 } from '#services/proof/chain.ts';
import { checkChain } from '#services/verify/stored.ts';
import { spawnServer } from '../helpers/own-process.ts';
import { openPlayedSeason } from '../helpers/played-season.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { asBrowser, openSocket } from '../helpers/socket.ts';
import { type Floor, openFloor } from '../helpers/trading.ts';
import { until } from '../helpers/until.ts';

/** Counts the rows of a season, and those that its links cover. */
async function coverage(sql: Sql, seasonId: number) {
  const [row] = await sql<{ rows: number; covered: number; links: number; twice: number }[]>`
    with events as (
      select 'f' as kind, id from fills where season_id = ${seasonId}
      union all select 'e', id from order_events where season_id = ${seasonId}
    ), matched as (
      select e.kind, e.id, count(c.seq) as links from events e left join season_chain c on c.season_id = ${seasonId}
        and (e.kind = 'f' and e.id between c.first_fill and c.last_fill
          or e.kind = 'e' and e.id between c.first_event and c.last_event)
      group by e.kind, e.id
    )
    select count(*)::integer as rows, count(*) filter (where links > 0)::integer as covered,
      count(*) filter (where links > 1)::integer as twice,
      (select count(*) from season_chain where season_id = ${seasonId})::integer as links from matched`;
  return row!;
}

test('the vectors of the rules', async () => {
  const rules = await Bun.file(join(import.meta.dir, '../../docs/rules/14-season-bundle.md')).text();
  const lines = rules.split('\n').filter((line) => line.startsWith('["'));
  expect(rules).toContain(sha256(chainBeginning(1)));
  const heads = { salted: sha256(chainBeginning(1)), unsalted: sha256(chainBeginning(1)) };
  let block: string[] = [];
  let links = 0;
  for (const line of lines) {
    const [kind, ...rest] = JSON.parse(line);
    if (kind !== 'link') {
      block.push(line);
      continue;
    }
    const big = (id: number | null) => (id === null ? null : BigInt(id));
    const [seq, at, count, a, b, c, d] = rest;
    const covered = { firstFill: big(a), lastFill: big(b), firstEvent: big(c), lastEvent: big(d) };
    const link: Omit<ChainLink, 'head'> = { seq, at, rules: count, ...covered, rowsHash: hashOfLines(block) };
    heads.salted = sha256(linkText(heads.salted, link));
    expect(linkLine({ ...link, head: heads.salted })).toBe(line);
    const rows = block.filter((each) => !each.startsWith('["salt"'));
    expect(rows.length).toBe(block.length - 1);
    heads.unsalted = sha256(linkText(heads.unsalted, { ...link, rowsHash: hashOfLines(rows) }));
    expect(rules).toContain(`\`${heads.unsalted}\``);
    block = [];
    links++;
  }
  expect(links).toBe(2);
});

describe('on a market in the hand', () => {
  let floor: Floor;
  const chains: ReturnType<typeof createChain>[] = [];
  const chainOf = () => {
    const log = createLog({ logLevel: 'silent' });
    const chain = createChain({ sql: floor.sql, seasons: floor.seasons, clock: floor.clock, log });
    chains.push(chain);
    return chain;
  };
  const appended = (chain: ReturnType<typeof createChain>, seasonId: number, rows: number) =>
    until(async () => {
      await chain.tick();
      return (await coverage(floor.sql, seasonId)).covered === rows;
    });
  /** Inserts a fill like an earlier one. Its id is drawn, but only its own transaction can see the row. */
  const drawFill = (tx: Transaction, userId: number) => tx`
    insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
      quote_age_ms, source, filled_at)
    select season_id, ${userId}, position_id, symbol, action, 1, price, -100, quote_at, 0, source, filled_at
    from fills where season_id = ${floor.seasons.current()!.id} limit 1`;
  beforeAll(async () => {
    floor = await openFloor({ AAPL: '100', TSLA: '50' });
  });
  afterAll(async () => {
    for (const chain of chains) await chain.stop();
    await floor.close();
  });

  test('a row whose transaction is still running is waited for, and none behind it is passed over', async () => {
    const { sql } = floor;
    const seasonId = floor.seasons.current()!.id;
    const [ann, bob] = [await floor.join(), await floor.join()];
    const chain = chainOf();
    await floor.send(ann, { action: 'buy', quantity: 1 });
    await appended(chain, seasonId, 1);
    expect(await coverage(sql, seasonId)).toEqual({ rows: 1, covered: 1, links: 1, twice: 0 });

    const slow = Promise.withResolvers<void>();
    const drawn = Promise.withResolvers<void>();
    const late = sql.begin(async (tx) => {
      await tx`select from accounts where user_id = ${bob.id} for update`;
      await drawFill(tx, bob.id);
      drawn.resolve();
      await slow.promise;
    });
    await drawn.promise;
    await floor.send(ann, { action: 'buy', quantity: 2 });
    for (let looks = 0; looks < 3; looks++) await chain.tick();
    expect(await coverage(sql, seasonId)).toEqual({ rows: 2, covered: 1, links: 1, twice: 0 });
    slow.resolve();
    await late;
    await appended(chain, seasonId, 3);
    expect(await coverage(sql, seasonId)).toMatchObject({ rows: 3, covered: 3, twice: 0 });
    await checkChain(sql, (await seasonByNumber(sql, 1))!);
  });

  test('a running transaction with a higher number than the one that made the newest row is waited for too', async () => {
    const { sql } = floor;
    const seasonId = floor.seasons.current()!.id;
    const [ann, bob] = [await floor.join(), await floor.join()];
    const chain = chainOf();
    await floor.send(ann, { action: 'buy', quantity: 1 });
    const earlier = await coverage(sql, seasonId);
    await appended(chain, seasonId, earlier.rows);

    const numbered = Promise.withResolvers<void>();
    const drawn = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const early = sql.begin(async (tx) => {
      await tx`select pg_current_xact_id()`;
      numbered.resolve();
      await drawn.promise;
      await drawFill(tx, ann.id);
    });
    await numbered.promise;
    const late = sql.begin(async (tx) => {
      await drawFill(tx, bob.id);
      drawn.resolve();
      await slow.promise;
    });
    await early;
    for (let looks = 0; looks < 3; looks++) await chain.tick();
    expect(await coverage(sql, seasonId)).toMatchObject({ rows: earlier.rows + 1, covered: earlier.rows });
    slow.resolve();
    await late;
    await appended(chain, seasonId, earlier.rows + 2);
    await checkChain(sql, (await seasonByNumber(sql, 1))!);
  });

  test('transactions that write no fill and no order delay no link: a ranking pass, another database', async () => {
    const { sql } = floor;
    const seasonId = floor.seasons.current()!.id;
    await floor.send(await floor.join(), { action: 'buy', quantity: 1 });
    const { rows } = await coverage(sql, seasonId);
    await sql.begin(async (pass) => {
      await awaitPass(pass);
      // a number is of the whole PostgreSQL server: each database sees it as running
      await pass`select pg_current_xact_id()`;
      await appended(chainOf(), seasonId, rows);
    });
  });

  test('40 racing traders and two appenders: each row once, and End closes the chain', async () => {
    const { sql, seasons } = floor;
    const season = seasons.current()!;
    const people = await Promise.all(Array.from({ length: 40 }, () => floor.join()));
    const appenders = [chainOf(), chainOf()];
    const heads: ChainHead[] = [];
    appenders[0]!.onHead((head) => heads.push(head));
    let isOver = false;
    const appending = appenders.map(async (chain) => {
      while (!isOver) await chain.tick();
    });
    await Promise.all(
      people.map(async (trader, n) => {
        for (let k = 0; k < 8 || (await coverage(sql, season.id)).links <= 3; k++)
          await floor.send(trader, { action: k % 2 ? 'sell' : 'buy', quantity: 1 + (n % 3) });
      }),
    );
    isOver = true;
    await Promise.all(appending);
    const coverageBefore = await coverage(sql, season.id);
    expect(coverageBefore.twice).toBe(0);
    expect(heads.map(({ seq }) => seq)).toEqual([...heads.map(({ seq }) => seq)].sort((a, b) => a - b));
    // the trades have real times, the season has its clock's
    floor.time.ms = Date.now();
    await seasons.end(null);
    const after = await coverage(sql, season.id);
    expect(after.rows).toBeGreaterThanOrEqual(323);
    expect(after).toMatchObject({ covered: after.rows, twice: 0 });
    expect(await checkChain(sql, (await seasonByNumber(sql, 1))!)).toBe(after.links);
    // nothing is appended to a season that has ended
    await appenders[1]!.tick();
    expect((await chainTail(sql, season.id)).seq).toBe(after.links);
    await expect(sql`update season_chain set at = now()`.execute()).rejects.toThrow('append-only');
  });
});

type Secret = { trader: number; symbol: string; action: string; quantity: string };

/**
 * Searches a fill behind a head by hashing every possible one: few traders, quantities, prices and times are possible.
 * @param quotes the price of each symbol, which is public @param lastFill the newest fill that is public
 * @returns the fill, or null if no guess has the head
 */
function searchFill(
  previous: string,
  { seq, at, head }: ChainHead & { at: number },
  { traders, quotes, lastFill }: { traders: readonly number[]; quotes: readonly Quote[]; lastFill: bigint },
): Secret | null {
  const id = lastFill + 1n;
  const range = { firstFill: id, lastFill: id, firstEvent: null, lastEvent: null };
  for (let filledAt = at; filledAt > at - 10; filledAt--)
    for (const { symbol, price, asOfMs } of quotes)
      for (let shares = 1n; shares <= 100n; shares++) {
        const quantity = quantityMicros(shares * 1_000_000n);
        const cash = writeCents(negate(costOf(readPrice(price), quantity)));
        for (const trader of traders)
          for (const action of ['buy', 'short']) {
            const secret = { trader, symbol, action, quantity: writeQuantity(quantity) };
            const line = bundleLine('fill', {
              ...secret,
              id: Number(id),
              price,
              cash,
              quoteAt: asOfMs!,
              source: 'simulated',
              filledAt,
              reason: null,
              order: null,
            });
            const link = { seq, at, rules: 0, ...range, rowsHash: hashOfLines([line]) };
            if (sha256(linkText(previous, link)) === head) return secret;
          }
      }
  return null;
}

test.each([
  [3, true],
  [NEWEST_RULES, false],
])('by version %d of the rules guessing finds the fill behind a head: %p', async (version, isFound) => {
  const season = await openPlayedSeason(4);
  try {
    const { sql, services } = season.server;
    await season.admin.post('/api/update-competition', { hideOpen: true });
    await sql`update seasons set rules_version = ${version}`;
    await services.seasons.refresh();
    const trade = async (n: number, symbol: string, shares: bigint) => {
      const size = { kind: 'quantity', quantity: quantityMicros(shares * 1_000_000n) } as const;
      const order = { symbol, action: 'buy', size, reverse: false, quotedPrice: null } as const;
      await services.trading.execute({ ...season.players[n]!, isAdmin: false }, order);
      season.time.ms += 3;
      const { seq } = await readHead(sql, { id: season.seasonId, number: 1 });
      await until(async () => {
        await services.chain.tick();
        return (await chainTail(sql, season.seasonId)).seq > seq;
      });
      return (await season.server.visitor().get<ChainHead & { at: number }>('/api/seasons/1/chain')).json;
    };
    const { head: previous } = await trade(0, 'AAPL', 1n);
    const { fill: lastFill } = await chainTail(sql, season.seasonId);
    season.time.ms += 60_000;
    const quotes = await Promise.all(['AAPL', 'MSFT', 'TSLA'].map((symbol) => services.market.quote(symbol)));
    const published = await trade(2, 'TSLA', 37n);
    const traders = season.players.map(({ id }) => id);
    const secret = { trader: traders[2]!, symbol: 'TSLA', action: 'buy', quantity: '37.000000' };
    expect(searchFill(previous, published, { traders, quotes, lastFill })).toEqual(isFound ? secret : null);
  } finally {
    await season.server.stop();
  }
});

describe('of a whole server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    const admin = await server.admin();
    await admin.post('/api/toggle-competition', { active: true });
  });
  afterAll(() => server?.stop());

  test('its head on the page, over the call and to who watches a ticker', async () => {
    const trader = await server.register();
    const visitor = server.visitor();
    const address = '/api/seasons/1/chain';
    expect((await visitor.get('/api/seasons/9/chain')).status).toBe(404);
    const watching = await openSocket(server.url, asBrowser(server.url, trader));
    const idle = await openSocket(server.url, asBrowser(server.url, trader));
    watching.send({ action: 'subscribe', ticker: 'AAPL' });
    await watching.next((message) => message.ticker === 'AAPL');
    const trade = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    expect((await trader.post('/api/trade', trade)).status).toBe(200);
    const event = await watching.next((message) => message.type === 'chain');
    const { type: _, ...head } = event as unknown as ChainHead & { type: 'chain' };
    expect((await visitor.get(address)).json).toEqual(head as never);
    expect((await trader.get('/competitions/1', { accept: 'text/html' })).text).toContain(head.head);
    expect(idle.messages.filter((message) => message.type === 'chain')).toEqual([]);
    await Promise.all([watching.close(), idle.close()]);
  });

  test('two more processes append and are killed again and again: each row once', async () => {
    const { services, sql } = server;
    await services.chain.stop();
    const seasonId = services.seasons.current()!.id;
    const traders = await Promise.all(Array.from({ length: 6 }, () => server.register()));
    const begin = async () => (await spawnServer(services.settings.databaseUrl!)).child;
    let isOver = false;
    const trading = traders.map(async ({ userId, username }, n) => {
      const trader = { id: userId, username: username!, isAdmin: false };
      for (let k = 0; !isOver; k++)
        await services.trading.execute(trader, {
          symbol: 'AAPL',
          action: k % 2 ? 'sell' : 'buy',
          reverse: false,
          quotedPrice: null,
          size: { kind: 'quantity', quantity: BigInt(1 + n) * 1_000_000n },
        } as never);
    });
    const steady = await begin();
    for (let run = 0; run < 3; run++) {
      const { links } = await coverage(sql, seasonId);
      const child = await begin();
      await until(async () => (await coverage(sql, seasonId)).links > links + 1);
      child.kill('SIGKILL');
      await child.exited;
    }
    isOver = true;
    await Promise.all(trading);
    await until(async () => {
      const { rows, covered } = await coverage(sql, seasonId);
      return rows === covered;
    });
    steady.kill('SIGKILL');
    await steady.exited;
    const all = await coverage(sql, seasonId);
    expect(all.twice).toBe(0);
    expect(all.rows).toBeGreaterThan(20);
    expect(await checkChain(sql, (await seasonByNumber(sql, 1))!)).toBe(all.links);
  });
});
