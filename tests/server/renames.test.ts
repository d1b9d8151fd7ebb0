/** A held ticker that lost its price is renamed or settled once, to the cent, and every proof of the season holds. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { startBought, tradeLater } from '../helpers/bought-server.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import type { StandIn } from '../helpers/market-stand-in.ts';
import { noPython } from '../helpers/python.ts';
import type { TestServer } from '../helpers/server.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import { until } from '../helpers/until.ts';

/** A Monday, 13:00 in New York. */
const MONDAY = Date.parse('2026-06-01T17:00:00Z');
const DAY = 86_400_000;

let time: ManualTime;
let stand: StandIn;
let server: TestServer;
let admin: Client;
let ann: Client;
let ben: Client;
let cid: Client;
let dan: Client;
let eve: Client;
/** Dan's private game of some tickers. */
let game: LeagueGame;

let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  time = manualTime(MONDAY);
  ({ stand, server, admin, ann, ben, cid, dan, eve, stop } = await startBought(time, ({ services }) => {
    // the test itself runs the passes
    services.dividends.stop();
    services.leaderboard.stop();
  }));
});
afterAll(() => stop?.());

const trade = (who: Client, action: string, quantity: number | 'all', symbol = 'MSFT') =>
  tradeLater(time, who, action, quantity, { symbol, waitMs: 4_000 });
const order = async (who: Client, terms: object) => {
  const { status } = await who.post('/api/orders', { user_id: who.userId, symbol: 'MSFT', ...terms });
  expect(status).toBe(201);
};
const cashOf = async (who: Client) => {
  const [row] = await server.sql<{ cash: string; ledger: string }[]>`
    select cash, (select sum(amount) from ledger l where l.user_id = a.user_id and l.currency = 'USD') as ledger
    from accounts a where user_id = ${who.userId}`;
  expect(row!.ledger).toBe(row!.cash);
  return Number(row!.cash);
};
/** Equity at the newest prices, in dollars. */
const equityOf = async (who: Client) => {
  await server.services.leaderboard.pass(true);
  const row = await server.services.leaderboard.seenBy({ id: who.userId!, isAdmin: false }).mine(who.userId!);
  return Number(row!.equity) / 100;
};
const openOf = async (who: Client) =>
  (
    await server.sql<{ symbol: string; quantity: string; cost: string }[]>`
      select symbol, quantity, cost from positions where user_id = ${who.userId} and closed_at is null order by symbol`
  ).map(({ symbol, quantity, cost }) => `${symbol} ${Number(quantity)} ${cost}`);
async function startGame(owner: Client, tickers: string): Promise<LeagueGame> {
  const endsAt = new Date(MONDAY + 10 * DAY).toISOString();
  const league = { name: 'Class', joining: 'open', isLateOpen: true, kind: 'own', tickers, endsAt };
  const { status, json } = await owner.post<{ id: LeagueGame }>('/api/leagues', league);
  expect(status).toBe(201);
  return json.id;
}
const proofOf = async (text: string) => {
  const lines = async function* () {
    yield* text.trimEnd().split('\n');
  };
  return await verifyBundle(lines());
};
/** Renames after a wait, because questions about unknown tickers are limited to a few a minute. */
const rename = async (by: Client, symbol: string, newSymbol: string) => {
  await time.advance(60_000);
  return await by.post('/api/rename-symbol', { symbol, newSymbol });
};
const settle = async (symbol: string, price: string, reason = 'Bought for cash.') => {
  await time.advance(60_000);
  return await admin.post('/api/settle-symbol', { symbol, price, reason });
};
const unpriced = async () => {
  await time.advance(60_000);
  return (await server.services.symbolChanges.unpriced()).map(({ symbol }) => symbol);
};

describe('a ticker that has a price', () => {
  test('is not changed, and who is no admin changes nothing', async () => {
    stand.state.prices.set('AAPL', 200).set('MSFT', 50).set('KO', 51);
    await trade(ann, 'buy', 12.000001);
    await trade(ann, 'sell', 2);
    for (const who of [ben, eve]) await trade(who, 'short', who === ben ? 20 : 400);
    await trade(cid, 'buy', 30);
    for (const who of [cid, eve]) await trade(who, 'buy', 3, 'KO');
    await time.advance(4_000);
    const inPractice = { user_id: dan.userId, symbol: 'MSFT', action: 'buy', quantity: 2, game: 'practice' };
    expect((await dan.post('/api/trade', inPractice)).status).toBe(200);
    game = await startGame(dan, 'AAPL MSFT');
    await startGame(eve, 'MSFT');
    await startGame(cid, 'AAPL');
    await tradeLater(time, dan, 'buy', 4, { symbol: 'MSFT', waitMs: 4_000, game });
    const outside = { ...inPractice, symbol: 'KO', game };
    expect((await dan.post('/api/trade', outside)).json).toMatchObject({ code: 'TICKER_NOT_ALLOWED' });
    await order(ann, { action: 'sell', type: 'stop', quantity: 10, stopPrice: '40' });
    await order(dan, { action: 'buy', type: 'limit', quantity: 8, limitPrice: '45' });
    await order(cid, { action: 'sell', type: 'limit', quantity: 30, limitPrice: '90' });
    expect(await unpriced()).toEqual([]);
    expect((await rename(admin, 'MSFT', 'KO')).json).toMatchObject({ code: 'SYMBOL_PRICED' });
    expect([(await settle('MSFT', '10')).status, (await settle('MSFT', '10')).json.code]).toEqual([
      409,
      'SYMBOL_PRICED',
    ]);
    expect((await rename(ann, 'MSFT', 'KO')).status).toBe(403);
    expect((await ann.post('/api/settle-symbol', { symbol: 'MSFT', price: '1', reason: 'x' })).status).toBe(
      403,
    );
    expect((await settle('MSFT', '0')).status).toBe(422);
    expect((await settle('MSFT', '5', ' ')).status).toBe(422);
  });

  test('that is quoted at the price of three sessions ago has none', async () => {
    stand.state.madeMs = MONDAY;
    time.set(MONDAY + DAY);
    await time.advance(4_000);
    expect(await unpriced()).toEqual([]);
    time.set(MONDAY + 2 * DAY);
    await time.advance(4_000);
    expect(await unpriced()).toEqual(['KO', 'MSFT']);
    stand.state.madeMs = null;
    await time.advance(70_000);
    expect(await unpriced()).toEqual([]);
  });

  test('a feed that lost its whole list is no reason', async () => {
    for (const symbol of ['AAPL', 'MSFT', 'KO']) stand.state.dropped.add(symbol);
    await time.advance(70_000);
    const refused = await settle('MSFT', '10');
    expect([refused.status, refused.json.code]).toEqual([503, 'UNAVAILABLE']);
    for (const symbol of ['AAPL', 'KO']) stand.state.dropped.delete(symbol);
    await time.advance(11 * 60_000);
  });
});

describe('a rename', () => {
  test('moves positions, orders and charts once, and who holds both keeps the old ticker', async () => {
    expect(await unpriced()).toEqual(['MSFT']);
    await server.sql`insert into kept_charts (user_id, symbol, drawings, averages, studies, changed_at)
      values (${ann.userId!}, 'MSFT', '[]', '{20}', '{}', now())`;
    expect((await rename(admin, 'MSFT', 'NOSUCH')).json).toMatchObject({ code: 'UNKNOWN_SYMBOL' });
    expect((await rename(admin, 'GONE', 'KO')).json).toMatchObject({ code: 'SYMBOL_NOT_HELD' });
    const cashBefore = new Map<Client, number>();
    for (const who of [ann, ben, cid, eve]) cashBefore.set(who, await cashOf(who));
    const answers = await Promise.all([rename(admin, 'msft', 'ko'), rename(admin, 'MSFT', 'KO')]);
    // the second one fails on the two traders who hold both
    expect(answers.map(({ json }) => json.code ?? 'done').sort()).toEqual(['SYMBOL_BOTH_HELD', 'done']);
    for (const [who, cash] of cashBefore) expect(await cashOf(who)).toBe(cash);
    expect(await openOf(ann)).toEqual(['KO 10.000001 500.01']);
    expect(await openOf(ben)).toEqual(['KO 20 1000.00']);
    expect(await openOf(cid)).toEqual(['KO 3 153.00', 'MSFT 30 1500.00']);
    const orders = await server.sql<{ userId: number; symbol: string; rev: number; status: string }[]>`
      select user_id as "userId", symbol, rev, status from orders order by user_id`;
    expect([...orders]).toEqual([
      { userId: ann.userId!, symbol: 'KO', rev: 2, status: 'working' },
      { userId: cid.userId!, symbol: 'MSFT', rev: 1, status: 'working' },
      { userId: dan.userId!, symbol: 'KO', rev: 2, status: 'working' },
    ]);
    const practice = await server.sql`select symbol, quantity from positions where season_id = -1`;
    expect([...practice]).toEqual([{ symbol: 'KO', quantity: '2.000000' }]);
    const charts = await server.sql`select symbol from kept_charts where user_id = ${ann.userId!}`;
    expect([...charts]).toEqual([{ symbol: 'KO' }]);
    // trades from before the rename are listed under the new ticker
    const trades = await ann.get<{ symbol: string }[]>(`/api/all-trades/${ann.userId}`);
    expect(trades.json.map(({ symbol }) => symbol)).toEqual(['KO', 'KO']);
  });

  test('the holders are told, the admins read it in the log', async () => {
    expect((await ann.get('/notifications')).text.includes('MSFT is now KO. Your 10.000001 shares')).toBe(
      true,
    );
    expect((await ben.get('/notifications', { 'accept-language': 'he' })).text.includes('נקראת עכשיו')).toBe(
      true,
    );
    expect((await eve.get('/notifications')).text.includes('MSFT is now KO')).toBe(false);
    expect((await admin.get('/admin/audit', { accept: 'text/html' })).text.includes('Renamed a ticker')).toBe(
      true,
    );
  });

  test('positions trade on by the new ticker, orders fill by it, and equity has no break', async () => {
    const [equity, short] = [await equityOf(ann), await equityOf(ben)];
    expect(equity).toBeCloseTo((await cashOf(ann)) + 10.000001 * 51, 1);
    expect(short).toBeCloseTo((await cashOf(ben)) + 1000 - 20, 1);
    await trade(ben, 'cover', 'all', 'KO');
    expect(await cashOf(ben)).toBe(100_000 - 20);
    const course = await server.services.equity.course(ann.userId!);
    expect(Number(course!.points.at(-1)!.equity) / 100).toBeCloseTo(equity, 1);
    stand.state.prices.set('KO', 39);
    await until(async () => {
      await time.advance(6_000);
      await server.services.orderEngine.pump();
      return (await server.sql`select from fills where order_id is not null`).count === 2;
    });
    const filled = await server.sql<{ userId: number; action: string }[]>`
      select user_id as "userId", action from fills where order_id is not null order by user_id`;
    expect([...filled]).toEqual([
      { userId: ann.userId!, action: 'sell' },
      { userId: dan.userId!, action: 'buy' },
    ]);
    stand.state.prices.set('KO', 51);
  });

  test('a private game of the old ticker has the new one too, and its proof holds', async () => {
    const tickers = await server.sql<{ tickers: string[] }[]>`
      select rules->'tickers' as tickers from seasons where id < -1 order by created_at, id`;
    expect(tickers.map((row) => row.tickers).sort()).toEqual([
      ['AAPL'],
      ['AAPL', 'KO', 'MSFT'],
      ['KO', 'MSFT'],
    ]);
    await tradeLater(time, dan, 'buy', 3, { symbol: 'KO', waitMs: 4_000, game });
    await server.services.chain.tick();
    await server.sql`update leagues set ends_at = ${new Date(time.now())} where id = ${game}`;
    expect(await server.services.gameKeeper.check()).toBe(1);
    const proved = await verifySeason(server.services, game);
    const cookie = [...dan.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${server.url}/api/leagues/${game}/bundle`, { headers: { cookie } });
    const text = gunzipSync(await answer.arrayBuffer()).toString();
    expect(text).toContain('["game","AAPL KO MSFT",null]');
    expect(await proofOf(text)).toEqual({ number: seasonIdOfGame(game), ...proved });
    expect(checkInBrowser(text)).toMatchObject({ findings: [] });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
  });
});

describe('a settlement', () => {
  test('closes every position at the price once, cancels orders, and counts as no trade', async () => {
    expect(await unpriced()).toEqual(['MSFT']);
    const [cash, debtor] = [await cashOf(cid), await cashOf(eve)];
    const counts = () => server.sql`select user_id, trade_count from accounts order by user_id`;
    const tradesBefore = [...(await counts())];
    const answers = await Promise.all([settle('MSFT', '999.9999'), settle('MSFT', '999.9999')]);
    expect(answers.map(({ json }) => json.code ?? 'done').sort()).toEqual(['SYMBOL_NOT_HELD', 'done']);
    expect(await cashOf(cid)).toBeCloseTo(cash + 29_999.99, 2);
    // covering 400 would cost more than all cash: it takes the cash, and the other position stays
    expect(debtor).toBeLessThan(400 * 999);
    expect(await cashOf(eve)).toBe(0);
    expect(await openOf(eve)).toEqual(['KO 3 153.00']);
    expect(await openOf(cid)).toEqual(['KO 3 153.00']);
    expect([...(await counts())]).toEqual(tradesBefore);
    const orders = await server.sql`select status, reason, hold from orders where user_id = ${cid.userId!}`;
    expect([...orders]).toEqual([{ status: 'cancelled', reason: 'symbol_gone', hold: '0.00' }]);
    const fills =
      await server.sql`select action, price, source, reason from fills where reason = 'settlement' order by id`;
    expect([...fills]).toEqual([
      { action: 'sell', price: '999.9999', source: 'admin', reason: 'settlement' },
      { action: 'cover', price: '999.9999', source: 'admin', reason: 'settlement' },
    ]);
    expect(await unpriced()).toEqual([]);
    expect((await cid.get('/notifications')).text.includes('Bought for cash.')).toBe(true);
    expect((await cid.get('/profile?tab=trades')).text.includes('Settled')).toBe(true);
    expect(await equityOf(cid)).toBeCloseTo(cash + 29_999.99 + 3 * 51, 1);
  });

  test('every proof of the season knows both, and finds what was changed', async () => {
    const { seasons, leaderboard } = server.services;
    const number = seasons.current()!.number;
    await verifySeason(server.services, number);
    await trade(dan, 'buy', 1, 'AAPL');
    await seasons.end(null);
    await leaderboard.pass(true);
    const proved = await verifySeason(server.services, number);
    const bundle = async () =>
      gunzipSync(await (await fetch(`${server.url}/competitions/${number}/bundle`)).arrayBuffer()).toString();
    const text = await bundle();
    expect(text).toContain('["rename",1,"MSFT","KO",');
    expect(await proofOf(text)).toEqual({ number, ...proved });
    expect(checkInBrowser(text)).toMatchObject({ findings: [] });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
    await seasons.reset(null);
    await verifySeason(server.services, number);

    const FORGED: [column: string, table: string, change: string, undo: string][] = [
      ['price', 'symbol_changes', 'price = price + 1', 'price = price - 1'],
      ['at', 'symbol_changes', `at = at + interval '1 hour'`, `at = at - interval '1 hour'`],
      ['new_symbol', 'symbol_changes', `new_symbol = 'AAPL'`, `new_symbol = 'KO'`],
      ['first_fill', 'symbol_changes', 'first_fill = 1', ''],
      ['last_fill', 'symbol_changes', 'last_fill = last_fill - 2', 'last_fill = last_fill + 2'],
    ];
    for (const [column, table, change, undo] of FORGED) {
      const ids = await server.sql<{ id: bigint; first: bigint }[]>`
        select id, first_fill as first from symbol_changes order by id`;
      const { id, first } = column === 'new_symbol' || column === 'at' ? ids[0]! : ids.at(-1)!;
      await server.sql.unsafe(`alter table ${table} disable trigger all`);
      await server.sql.unsafe(`update ${table} set ${change} where id = ${id}`);
      const forged = await bundle();
      await expect(proofOf(forged)).rejects.toThrow();
      expect(checkInBrowser(forged).findings.length).toBeGreaterThan(0);
      if (noPython === '') expect(await checkInPython(forged)).toMatchObject({ code: 1 });
      await expect(verifySeason(server.services, number)).rejects.toThrow();
      await server.sql.unsafe(`update ${table} set ${undo || `first_fill = ${first}`} where id = ${id}`);
      await server.sql.unsafe(`alter table ${table} enable trigger all`);
    }
    await verifySeason(server.services, number);
    // a bundle with a line left out, and one with lines of the previous format
    const lines = text.trimEnd().split('\n');
    const changed = (edit: (line: string) => string | null) => {
      const remaining = lines.slice(0, -1).flatMap((line) => edit(line) ?? []);
      const hash = new Bun.CryptoHasher('sha256').update(`${remaining.join('\n')}\n`).digest('hex');
      return `${[...remaining, JSON.stringify(['end', hash])].join('\n')}\n`;
    };
    for (const forged of [
      changed((line) => (line.startsWith('["rename",1') ? null : line)),
      changed((line) => (line.startsWith('["settlement"') ? null : line)),
      changed((line) => line.replace(/^\["season",7/, '["season",6')),
    ]) {
      await expect(proofOf(forged)).rejects.toThrow();
      expect(checkInBrowser(forged).findings.map(({ what }) => what)).toContain('symbol');
      if (noPython === '') expect(await checkInPython(forged)).toMatchObject({ code: 1 });
    }
  });

  test('a season that began before has neither', async () => {
    const { seasons } = server.services;
    await admin.post('/api/toggle-competition', { active: true });
    stand.state.dropped.delete('MSFT');
    await time.advance(11 * 60_000);
    await trade(ann, 'buy', 1);
    await server.sql`update seasons set rules_version = 6 where id = ${seasons.current()!.id}`;
    await seasons.refresh();
    expect((await settle('MSFT', '10')).json).toMatchObject({ code: 'SYMBOL_FIXED' });
    await expect(unpriced()).rejects.toThrow();
  });
});
