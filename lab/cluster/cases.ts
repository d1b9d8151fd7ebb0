/** The cases of the cluster: pooler, events, restarts, leases, replica, throughput, a lost primary. */
import { connect, type Queryable } from '#db/client.ts';
import { type Client, createClient } from '#tests/helpers/client.ts';
import { until } from '#tests/helpers/until.ts';
import type { Cluster } from './cluster.ts';
import { POOL_SIZE } from './databases.ts';
import { type Findings, ms, type Timing } from './findings.ts';
import { countTrades, type LoadResult, makeTraders, startLoad } from './load.ts';
import { ADMIN, type Server } from './servers.ts';
import { openTabs, Tab } from './sockets.ts';

/** Seconds and traders of each load, and the limits of its times. */
export type Effort = { seconds: number; traders: number } & Timing;
export type Case = (cluster: Cluster, findings: Findings, effort: Effort) => Promise<void>;

/** Redis stays stopped for this many trades, times the seconds of the effort. */
const TRADES_MEANWHILE = 20;
/** Time until another process must have the lease, ms. */
const TAKE_OVER_MS = 6_000;

export async function signedIn(url: string, who: { username: string; password: string }): Promise<Client> {
  const client = createClient(url);
  const { username, password } = who;
  const { status, json } = await client.post<{ id: number }>('/api/login', { username, password });
  if (status !== 200) throw new Error(`sign-in at ${url}: ${status}`);
  return Object.assign(client, { username, password, userId: json.id });
}

const signInAt = (server: Server, who: Client): Promise<Client> => signedIn(server.url, who);

export async function setActive(url: string, active: boolean): Promise<void> {
  const admin = await signedIn(url, ADMIN);
  const { status, text } = await admin.post('/api/toggle-competition', { active });
  if (status !== 200) throw new Error(`the season could not be changed: ${status} ${text}`);
}

/** A trade on the first server reaches the second; the third ends the season. */
export const across: Case = async ({ servers: [a, b, c], url }, findings, { soon }) => {
  const [one] = await makeTraders(url, 1);
  const [onA, onB] = [await signInAt(a!, one!), await signInAt(b!, one!)];
  const tab = new Tab(b!.url, onB);
  const others = [new Tab(a!.url, onA), new Tab(c!.url, await signInAt(c!, one!))];
  await until(() => [tab, ...others].every((each) => each.isOpen));
  const began = performance.now();
  const body = { user_id: one!.userId, symbol: 'AAPL', action: 'buy', quantity: 7 };
  const { status } = await onA.post('/api/trade', body);
  const heard = await tab.next(began, ({ type }) => type === 'account');
  const { text } = await onB.get('/api/portfolio');
  const isThere = status === 200 && text.includes('"AAPL"');
  findings.add(
    'trade on A: B is told, and has the position',
    ms(heard.at - began),
    isThere && soon(heard.at - began, 1_000),
  );

  const ended = performance.now();
  await setActive(c!.url, false);
  const isEnd = ({ type, active }: { type: string; active?: boolean }) =>
    type === 'competition' && active === false;
  const times = await Promise.all([tab, ...others].map(async (each) => (await each.next(ended, isEnd)).at));
  const spread = Math.max(...times) - Math.min(...times);
  const refused = await Promise.all([onA, onB].map((client) => client.post('/api/trade', body)));
  const isOver = refused.every((answer) => answer.status === 403 || answer.status === 409);
  findings.add(
    'ended on C: told on A, B and C',
    `${ms(spread)} apart, trades refused`,
    soon(spread, 500) && isOver,
  );
  for (const each of [tab, ...others]) each.close();
  await setActive(a!.url, true);
};

const holderOf = async (servers: readonly Server[]) => {
  for (const server of servers) {
    const isHolder = await server.metric('paperpit_order_lease').catch(() => 0);
    if (isHolder === 1) return server;
  }
  return undefined;
};
const generationOf = (server: Server) => server.metric('paperpit_pass_generation');

/** Kills the process that matches orders, under load. */
export const leaderKilled: Case = async ({ servers, url }, findings, effort) => {
  const load = startLoad(await makeTraders(url, effort.traders));
  const holder = (await until(() => holderOf(servers)))!;
  const others = servers.filter((server) => server !== holder);
  const began = performance.now();
  await holder.end('SIGKILL');
  await until(() => holderOf(others));
  const took = performance.now() - began;
  const initialGeneration = await generationOf(others[0]!);
  await until(
    () => generationOf(others[0]!),
    (generation) => generation > initialGeneration,
  );
  const { failed, trades } = await load.stop();
  findings.add(
    'who matches orders killed under load: another one does',
    ms(took),
    effort.soon(took, TAKE_OVER_MS + 2_000),
  );
  const most = effort.traders * 2;
  findings.add('the same: requests lost with it', `${failed}, ${trades} trades went on`, failed <= most);
  await holder.start();
};

/** Loses the primary and promotes the replica. */
export const primaryLost: Case = async ({ databases, url, servers }, findings, effort) => {
  const traders = await makeTraders(url, effort.traders);
  const load = startLoad(traders);
  await until(() => load.count() > 20);
  await databases.failOver();
  const lastCount = load.count();
  const began = performance.now();
  await until(() => load.count() > lastCount + 20);
  const back = performance.now() - began;
  const { trades, failed } = await load.stop();
  // Counts all fills of these traders: a count that began later would miss trades whose response never arrived.
  const users = traders.map(({ userId }) => userId!);
  const after = await countTrades(databases.replica.url, users);
  const lost = Math.max(0, trades - after.fills);
  findings.add('primary lost, replica promoted: trades again after', ms(back), effort.soon(back, 10_000));
  const outcome = `${lost} lost of ${trades}, ${after.wrong} accounts differ from their ledger, ${failed} answered 503`;
  findings.add('the same: acknowledged trades', outcome, lost === 0 && after.wrong === 0);
  await until(async () => (await Promise.all(servers.map((server) => server.isReady()))).every(Boolean));
};

export const redisRestarted: Case = async ({ redis, servers, url }, findings, effort) => {
  const [a, b] = servers;
  const traders = await makeTraders(url, effort.traders);
  const load = startLoad(traders);
  const busOf = async (server: Server) => {
    const answer = await fetch(`${server.url}/readyz`);
    return ((await answer.json()) as { checks: { bus: { ok: boolean; says: string } } }).checks.bus;
  };
  await redis.stop();
  const away = await until(
    () => busOf(a!),
    ({ ok }) => !ok,
  );
  const lastCount = load.count();
  await until(() => load.count() > lastCount + TRADES_MEANWHILE * effort.seconds);
  await redis.start();
  await until(async () => (await Promise.all(servers.map(busOf))).every(({ ok }) => ok));
  const { failed, trades } = await load.stop();
  findings.add(
    'Redis gone and back: trades go on, health says so',
    `${trades} trades, ${failed} failed, "${away.says}"`,
    failed === 0,
  );
  const [one, onB] = [await signInAt(a!, traders[0]!), await signInAt(b!, traders[0]!)];
  const tab = new Tab(b!.url, onB);
  await until(() => tab.isOpen);
  const began = performance.now();
  await one.post('/api/trade', { user_id: one.userId, symbol: 'TSLA', action: 'buy', quantity: 1 });
  const heard = await tab.next(began, ({ type }) => type === 'account');
  findings.add(
    'the same: events over Redis afterwards',
    ms(heard.at - began),
    effort.soon(heard.at - began, 1_000),
  );
  tab.close();
};

/** Replaces each process in turn, under load and with open sockets. */
export const rollingRestart: Case = async ({ servers, proxy, url }, findings, effort) => {
  await proxy.hasAll();
  const traders = await makeTraders(url, effort.traders);
  const tabs = await openTabs(url, traders);
  const load = startLoad(traders);
  for (const server of servers) {
    await server.end('SIGTERM');
    await server.start();
    await proxy.hasAll();
  }
  const { failed, kinds, trades, p99 } = await load.stop();
  findings.add(
    'all processes replaced under load: requests failed',
    `${failed} of ${trades + failed}${kinds && `: ${kinds}`}, p99 ${ms(p99)}`,
    failed === 0,
  );
  await until(() => tabs.every((tab) => tab.isOpen));
  const codes = [...new Set(tabs.flatMap((tab) => tab.codes))];
  const count = tabs.reduce((sum, tab) => sum + tab.codes.length, 0);
  findings.add(
    'the same: sockets',
    `${count} closed with ${codes.join()}, all ${tabs.length} open again`,
    codes.join() === '1012',
  );
  for (const tab of tabs) tab.close();
};

const CALLERS = 32;
const ROUNDS = 20;

/** Opens more connections to the pooler than the pooler has to the database. Reusing these must lose no statement. */
export const pooler: Case = async ({ databases }, findings) => {
  const sql = connect(databases.bouncer.url, { isPooled: true, max: CALLERS, name: 'cluster' });
  let answered = 0;
  let lost = 0;
  const caller = async (n: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      const atOnce = (connection: Queryable) =>
        Promise.all([
          connection`select ${n}::integer as n`,
          connection`select ${round}::integer as n, repeat('x', 300) as text from generate_series(1, 300)`,
          connection`select repeat('x', 300) as text from generate_series(1, 300)`,
        ]);
      try {
        await sql.begin(atOnce);
        await atOnce(sql);
        answered += 6;
      } catch {
        lost += 1;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)));
  await sql.end();
  findings.add(
    `${CALLERS} callers on ${POOL_SIZE} connections of the pooler: statements lost`,
    `${lost} of ${answered + lost}`,
    lost === 0,
  );
};

const RESULTS = '/api/season-results/1';

/** Reads old results from the replica while it keeps up; balances never come from it. */
export const replicaReads: Case = async ({ databases, url, servers }, findings) => {
  const [one] = await makeTraders(url, 1);
  const client = one!;
  await client.post('/api/trade', { user_id: client.userId, symbol: 'KO', action: 'buy', quantity: 5 });
  const sql = connect(databases.primary().url, { max: 1, name: 'cluster' });
  await setActive(url, false);
  await setActive(url, true);
  // A season that has just ended is not read from the replica.
  await sql`update seasons set started_at = started_at - interval '2 h', ended_at = ended_at - interval '1 h'
    where ended_at is not null`;
  const read = async () => (await client.get(RESULTS)).text;

  const initialReads = await databases.replicaReads();
  await until(async () => (await read()).length > 0 && (await databases.replicaReads()) > initialReads);
  findings.add('replica up: old results', 'read from it', true);

  const hold = await databases.holdReplica();
  const trade = await client.post('/api/trade', {
    user_id: client.userId,
    symbol: 'MSFT',
    action: 'buy',
    quantity: 3,
  });
  const portfolios = await Promise.all(
    servers.map(async (server) => (await (await signedIn(server.url, client)).get('/api/portfolio')).text),
  );
  const areNew = trade.status === 200 && portfolios.every((text) => text.includes('"MSFT"'));
  findings.add('replica behind: positions', 'the newest on every process', areNew);

  const [row] = await sql<{ id: number }[]>`
    select user_id as id from results r join seasons s on s.id = r.season_id where s.number = 1 limit 1`;
  await sql`update users set username = 'renamed_since' where id = ${row!.id}`;
  await until(read, (text) => text.includes('renamed_since'));
  const isBehind = await hold.isBehind();
  await hold.resume();
  findings.add('the same: old results', 'read from the database itself', isBehind);

  const bringBack = await databases.loseReplica();
  const [gone, page] = [
    await client.get(RESULTS),
    await client.get('/competitions/1', { accept: 'text/html' }),
  ];
  await bringBack();
  const isThere = gone.status === 200 && gone.text.includes('renamed_since') && page.status === 200;
  findings.add('replica gone: old results', `${gone.status}, their page ${page.status}`, isThere);
  await sql.end();
};

export async function throughput({ servers }: Cluster, findings: Findings, effort: Effort): Promise<void> {
  for (let count = 1; count <= servers.length; count++) {
    const traders = await Promise.all(
      servers
        .slice(0, count)
        .map((server) => makeTraders(server.url, Math.ceil((2 * effort.traders) / count))),
    );
    const loads = traders.map(startLoad);
    // A rate needs a fixed duration, not an event that ends it.
    await Bun.sleep(effort.seconds * 1000);
    const results = await Promise.all(loads.map((load) => load.stop()));
    const sum = (of: (result: LoadResult) => number) => results.reduce((total, each) => total + of(each), 0);
    const rate = sum(({ trades, seconds }) => trades / seconds);
    const p99 = Math.max(...results.map((each) => each.p99));
    const outcome = `${Math.round(rate)} trades/s, p99 ${ms(p99)}`;
    findings.add(
      `${count} of 3 processes traded on, client on the same cores`,
      outcome,
      sum(({ failed }) => failed) === 0,
    );
  }
}
