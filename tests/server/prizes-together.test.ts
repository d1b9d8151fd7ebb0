/** Three servers on one database: winners are decided at one and read at another. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

/** How long after a decision a page may be outdated, ms. */
const AGREED_MS = 5_000;

let market: HeldMarket;
let servers: TestServer[] = [];
let admin: Client;
const traders = new Map<string, Client>();

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  const serve = (database?: string) => startServer({ market, env: { MARKET_SEED: '' }, database });
  const first = await serve();
  const url = first.services.settings.databaseUrl!;
  servers = [first, await serve(url), await serve(url)];
  admin = await first.admin();
  for (const name of ['ann', 'bob', 'cid']) traders.set(name, await first.register(name));
  await admin.post('/api/update-competition', { prizePool: '100' });
  await playSeason();
});
afterAll(async () => {
  // the first server owns the database
  for (const server of servers.reverse()) await server.stop();
});

/** Starts a season, lets ann gain most and cid least, and ends it. */
async function playSeason(): Promise<void> {
  market.set('AAPL', '100');
  await admin.post('/api/toggle-competition', { active: true });
  for (const [i, trader] of [...traders.values()].entries())
    await trader.post('/api/trade', {
      user_id: trader.userId,
      symbol: 'AAPL',
      action: 'buy',
      quantity: 30 - i * 10,
    });
  market.set('AAPL', '130');
  await admin.post('/api/toggle-competition', { active: false });
}

/** The winner that each page of the second server shows. */
async function readPages(): Promise<Record<string, string | undefined>> {
  const visitor = servers[1]!.visitor();
  const main = async (path: string) => {
    const { text } = await visitor.get(path, { accept: 'text/html' });
    return textOf(text.slice(text.indexOf('<main')));
  };
  const firstName = (text: string) => /\b(ann|bob|cid)\b/.exec(text)?.[1];
  const csv = (await reader.get('/api/season-results/1')).text;
  return {
    landing: firstName(await main('/')),
    podium: firstName(await main('/competitions/1')),
    hallOfFame: firstName(await main('/competitions')),
    leaderboard: firstName(await main('/leaderboards')),
    traderPage: /Place 1 /.test(await main('/traders/bob')) ? 'bob' : 'ann',
    csv: /^1,(\w+),/m.exec(csv)?.[1],
  };
}
const PAGES = ['landing', 'podium', 'hallOfFame', 'leaderboard', 'traderPage', 'csv'];
const onAllPages = (name: string) => Object.fromEntries(PAGES.map((page) => [page, name]));
const readCard = async () =>
  (await (await fetch(`${servers[1]!.url}/og/traders/bob.png`)).bytes()).toBase64();
let reader: Client;

test('all pages of another server say who won within 5 s of a disqualification, and of its lift', async () => {
  reader = await servers[1]!.login('cid', traders.get('cid')!.password!);
  // the card is drawn from the table of the pages: once they agree, it agrees too
  await until(readPages, (winners) => Bun.deepEquals(winners, onAllPages('ann')));
  const firstCard = await readCard();
  const readAll = async () => ({
    ...(await readPages()),
    card: (await readCard()) === firstCard ? 'ann' : 'bob',
  });
  const agreeOn = (name: string) =>
    until(readAll, (winners) => Bun.deepEquals(winners, { ...onAllPages(name), card: name }));
  const decision = { season: 1, username: 'ann', reason: 'Two accounts.' };
  for (const [call, winner] of [
    ['/api/disqualify', 'bob'],
    ['/api/lift', 'ann'],
  ] as const) {
    expect((await admin.post(call, decision)).status).toBe(200);
    const decidedAt = performance.now();
    await agreeOn(winner);
    expect(performance.now() - decidedAt).toBeLessThan(AGREED_MS);
  }
});

test('three servers that look at once let an unanswered prize lapse once, and offer it once', async () => {
  const { sql } = servers[0]!;
  expect((await admin.post('/api/confirm-winners', { season: 1 })).status).toBe(200);
  await sql`update season_awards set answer_by = now() - interval '1 minute'`;
  await Promise.all(servers.map(({ services }) => services.claims.lapse()));
  expect(
    await sql`select u.username, w.status, w.amount from season_awards w join users u on u.id = w.user_id order by w.user_id`,
  ).toEqual([
    { username: 'ann', status: 'lapsed', amount: '100.00' },
    { username: 'bob', status: 'offered', amount: '100.00' },
  ] as never);
  expect(
    await sql`select kind, count(*)::int as n from season_decisions where kind = 'no_prize' group by kind`,
  ).toEqual([{ kind: 'no_prize', n: 1 }] as never);
  const { userId } = traders.get('bob')!;
  expect(
    await sql`select title->>'key' as key from notifications where user_id = ${userId!} and topic = 'prize'`,
  ).toEqual([{ key: 'prizes:offeredTitle' }] as never);
});

test('a claim that meets a decision about the prizes is not lost', async () => {
  const { sql } = servers[0]!;
  const [ann, bob] = [traders.get('ann')!, traders.get('bob')!];
  expect((await admin.post('/api/prize-split', { percents: '60 40' })).status).toBe(200);
  await playSeason();
  expect((await admin.post('/api/confirm-winners', { season: 2 })).status).toBe(200);
  const decision = { season: 2, username: 'ann', reason: 'Two accounts.' };
  const claim = { season: 2, legalName: 'Bob Levi', contact: 'bob@example.org', isAdult: true };
  const sent: Promise<{ status: number }>[] = [];
  let isClaimed = false;
  const waiting = (count: number) =>
    until(async () => {
      const rows = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      return isClaimed || rows.count === count;
    });
  await sql.begin(async (tx) => {
    await tx`select from season_awards where user_id = ${ann.userId!} for update`;
    sent.push(admin.post('/api/no-prize', decision));
    await waiting(1);
    const claimed = bob.post('/api/prize-claim', claim);
    sent.push(claimed);
    void claimed.then(() => {
      isClaimed = true;
    });
    await waiting(2);
  });
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
  expect(
    await sql`select w.status, w.amount from season_awards w join seasons s on s.id = w.season_id
      where s.number = 2 and w.user_id = ${bob.userId!}`,
  ).toEqual([{ status: 'claimed', amount: '60.00' }] as never);
});
