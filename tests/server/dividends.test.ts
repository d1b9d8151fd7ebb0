/** A dividend reaches every holder at the opening of the ex-date, once, to the cent, and every proof of the season holds. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import type { Market } from '#market/market.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { openFeed, startBought, tradeLater } from '../helpers/bought-server.ts';
import type { Client } from '../helpers/client.ts';
import { type ManualTime, manualTime } from '../helpers/manual-time.ts';
import type { StandIn } from '../helpers/market-stand-in.ts';
import { noPython } from '../helpers/python.ts';
import type { TestServer } from '../helpers/server.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import { until } from '../helpers/until.ts';

/** A Monday, 13:00 in New York; the ex-date is the next day. */
const MONDAY = Date.parse('2026-06-01T17:00:00Z');
const BELL = Date.parse('2026-06-02T13:30:00Z');

let time: ManualTime;
let stand: StandIn;
let market: Market;
let server: TestServer;
let ann: Client;
let ben: Client;
let cid: Client;
let dan: Client;
let eve: Client;

let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  time = manualTime(MONDAY);
  ({ stand, market, server, ann, ben, cid, dan, eve, stop } = await startBought(time, ({ services }) => {
    // the test itself runs the checks of dividends and debts
    services.dividends.stop();
    services.leaderboard.stop();
  }));
});
afterAll(() => stop?.());

const trade = (who: Client, action: string, quantity: number | 'all', symbol = 'AAPL') =>
  tradeLater(time, who, action, quantity, { symbol });
const cashOf = async (who: Client) => {
  const [row] = await server.sql<{ cash: string; ledger: string }[]>`
    select cash, (select sum(amount) from ledger l where l.user_id = a.user_id and l.currency = 'USD') as ledger
    from accounts a where user_id = ${who.userId}`;
  expect(row!.ledger).toBe(row!.cash);
  return Number(row!.cash);
};
/** Equity in dollars, at the newest prices. */
const equityOf = async (who: Client) => {
  await server.services.leaderboard.pass(true);
  const row = await server.services.leaderboard.seenBy({ id: who.userId!, isAdmin: false }).mine(who.userId!);
  return Number(row!.equity) / 100;
};
const dividends = () => server.services.dividends;

test.each(['stable', 'v3'] as const)(
  'the calendar of %s, two dividends of one day together',
  async (reach) => {
    stand.state.reach = reach;
    stand.state.dividends = [
      { symbol: 'AAPL', date: '2026-05-29', dividend: 0.26, adjDividend: 0.26 },
      { symbol: 'AAPL', date: '2026-05-29', dividend: 5, adjDividend: 5 },
      { symbol: 'KO', date: '2026-06-01', dividend: '0.485', adjDividend: 0.485 },
      { symbol: 'MSFT', date: '2026-06-01', adjDividend: 0.1234567 },
      { symbol: 'VOD.L', date: '2026-06-01', dividend: 1 },
      { symbol: 'TSLA', date: '2026-06-01', dividend: 0 },
      { symbol: 'NVDA', date: 'soon', dividend: 1 },
      { symbol: 'DIS', date: '2026-06-05', dividend: 1 },
    ];
    const fresh = await openFeed(stand, time);
    const listed = await fresh.dividends!('2026-05-25', '2026-06-01');
    expect(listed.filter(({ symbol }) => symbol !== 'VOD.L')).toEqual([
      { symbol: 'AAPL', date: '2026-05-29', perShare: '5.260000' },
      { symbol: 'KO', date: '2026-06-01', perShare: '0.485000' },
      { symbol: 'MSFT', date: '2026-06-01', perShare: '0.123457' },
    ]);
    fresh.stop();
    stand.state.reach = 'both';
  },
);

describe('$5 a share', () => {
  test('held at the opening: longs are paid, shorts are charged, once, whichever process looks', async () => {
    stand.state.prices.set('AAPL', 200).set('MSFT', 50).set('KO', 60);
    await trade(ann, 'buy', 10.000001);
    await trade(ben, 'short', 20.000001);
    await trade(dan, 'short', 30);
    await trade(eve, 'short', 400);
    await trade(eve, 'buy', 100, 'MSFT');
    // eve has $15,000, of which an order holds $14,000
    const order = { symbol: 'KO', action: 'buy', type: 'limit', amount: '14000', limitPrice: '40' };
    expect((await eve.post('/api/orders', { ...order, user_id: eve.userId })).status).toBe(201);
    await time.advance(60_000);
    stand.state.dividends = [
      { symbol: 'AAPL', date: '2026-06-02', dividend: 5, adjDividend: 5 },
      { symbol: 'KO', date: '2026-06-02', dividend: 0.5 },
      // before anybody held MSFT
      { symbol: 'MSFT', date: '2026-06-01', dividend: 9 },
    ];
    time.set(BELL - 1);
    await market.dividends!('2026-05-26', '2026-06-02');
    expect(await dividends().check()).toBe(0);
    const equityBefore = new Map<Client, number>();
    for (const who of [ann, ben, dan, eve]) equityBefore.set(who, await equityOf(who));
    const cashBefore = await cashOf(eve);

    time.set(BELL);
    stand.state.prices.set('AAPL', 195);
    await time.advance(4_000);
    // cid buys after the opening; dan and ann close after it, before the dividend is applied
    await trade(cid, 'buy', 8);
    await trade(dan, 'cover', 'all');
    await trade(ann, 'sell', 4);
    const paid = await Promise.all([dividends().check(), dividends().check(), dividends().check()]);
    expect(paid.sort()).toEqual([0, 0, 4]);
    expect(await dividends().check()).toBe(0);

    // equity changes by the price move and the dividend, −$5 and +$5 a share, with cents against the trader
    expect((await equityOf(ann)) - equityBefore.get(ann)!).toBeCloseTo(0, 1);
    expect((await equityOf(ben)) - equityBefore.get(ben)!).toBeCloseTo(0, 1);
    expect((await equityOf(dan)) - equityBefore.get(dan)!).toBeCloseTo(0, 2);
    expect((await equityOf(eve)) - equityBefore.get(eve)!).toBeCloseTo(0, 2);
    expect(await cashOf(cid)).toBe(100_000 - 8 * 195);
    const rows = await server.sql`
      select user_id as id, quantity, amount from position_dividends order by user_id`;
    expect([...rows]).toEqual([
      { id: ann.userId, quantity: '10.000001', amount: '50.00' },
      { id: ben.userId, quantity: '-20.000001', amount: '-100.01' },
      { id: dan.userId, quantity: '-30.000000', amount: '-150.00' },
      { id: eve.userId, quantity: '-400.000000', amount: '-2000.00' },
    ]);
    // $13,000 do not suffice for an order that holds $14,000
    expect(await cashOf(eve)).toBe(cashBefore - 2_000);
    const orders = await server.sql`select status, reason, hold from orders where user_id = ${eve.userId}`;
    expect([...orders]).toEqual([{ status: 'cancelled', reason: 'forced_cover', hold: '0.00' }]);
  });

  test('the trader is told, in both languages', async () => {
    const page = (await ben.get('/portfolio')).text;
    expect(page).toContain('Dividends');
    expect(page).toContain('−$100.01');
    expect((await ann.get('/portfolio', { 'accept-language': 'he' })).text).toContain('דיבידנדים');
    expect((await cid.get('/portfolio')).text).not.toContain('Dividends');
    const charged = (await ben.get('/notifications')).text;
    expect(charged).toContain(
      'AAPL pays $5 a share. You were short 20.000001 at the opening: $100.01 was taken',
    );
    expect((await ann.get('/notifications', { 'accept-language': 'he' })).text).toContain('$50.00 נוספו');
    expect((await server.visitor().get('/rules')).text).toContain('Shares pay dividends');
  });

  test('a charge beyond cash goes below zero, opens nothing, and closes by force', async () => {
    // all of eve's cash is in MSFT; then AAPL pays $40 a share, and eve is short of 400
    await trade(eve, 'buy', 259, 'MSFT');
    expect(await cashOf(eve)).toBe(50);
    stand.state.dividends = [{ symbol: 'AAPL', date: '2026-06-03', dividend: 40 }];
    time.set(BELL + 86_400_000);
    await time.advance(4_000);
    const equityThen = await equityOf(eve);
    expect(await dividends().check()).toBe(4);
    expect(await cashOf(eve)).toBe(50 - 16_000);
    await time.advance(1_000);
    const refused = await eve.post('/api/trade', {
      user_id: eve.userId,
      symbol: 'MSFT',
      action: 'buy',
      quantity: 1,
    });
    expect([refused.status, refused.json.code]).toEqual([409, 'NOT_ENOUGH_CASH']);
    // the next ranking pass covers the debt
    await server.services.leaderboard.pass(true);
    await until(async () => (await cashOf(eve)) === 0);
    expect(await equityOf(eve)).toBeCloseTo(equityThen - 16_000, 0);
    const fills = await server.sql<{ action: string; symbol: string }[]>`
      select action, symbol from fills where user_id = ${eve.userId} and reason = 'forced_cover'`;
    expect([...fills]).toEqual([{ action: 'sell', symbol: 'MSFT' }]);
    expect((await eve.get('/notifications')).text).toContain('A dividend had taken your cash below zero.');
  });

  test('an order may hold what a dividend paid', async () => {
    // dan has no position: all his cash goes into a long, and the long's dividend into an order
    const amount = (await cashOf(dan)).toFixed(2);
    await time.advance(1_000);
    const all = await dan.post('/api/trade', { user_id: dan.userId, symbol: 'AAPL', action: 'buy', amount });
    expect(all.status).toBe(200);
    expect(await cashOf(dan)).toBeLessThan(1);
    stand.state.dividends = [{ symbol: 'AAPL', date: '2026-06-04', dividend: 3 }];
    time.set(BELL + 2 * 86_400_000);
    await time.advance(4_000);
    expect(await dividends().check()).toBe(5);
    expect(await cashOf(eve)).toBe(-1_200);
    await time.advance(1_000);
    const order = { symbol: 'KO', action: 'buy', type: 'limit', amount: '1190', limitPrice: '40' };
    expect((await dan.post('/api/orders', { ...order, user_id: dan.userId })).status).toBe(201);
  });

  test('every proof of the season knows the rows', async () => {
    const { seasons, leaderboard } = server.services;
    const number = seasons.current()!.number;
    await verifySeason(server.services, number);
    await seasons.end(null);
    await leaderboard.pass(true);
    const proved = await verifySeason(server.services, number);
    const bundle = async () =>
      gunzipSync(await (await fetch(`${server.url}/competitions/${number}/bundle`)).arrayBuffer()).toString();
    const text = await bundle();
    expect(text.split('\n').filter((line) => line.startsWith('["dividend"'))).toHaveLength(13);
    const proofOf = async (bundleText: string) => {
      const lines = async function* () {
        yield* bundleText.trimEnd().split('\n');
      };
      return await verifyBundle(lines());
    };
    expect(await proofOf(text)).toEqual({ number, ...proved });
    expect(checkInBrowser(text)).toMatchObject({ findings: [] });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
    await seasons.reset(null);
    await verifySeason(server.services, number);

    for (const [row, change, wrong] of [
      ['amount', `amount = amount + 1`, /^The dividend of AAPL on 2026-06-02 for trader \d+ has cash/],
      ['shares', `quantity = quantity * 2`, /^The dividend of AAPL on 2026-06-02 for trader \d+ has shares/],
    ] as const) {
      await server.sql.unsafe('alter table position_dividends disable trigger all');
      const undo = row === 'amount' ? 'amount = amount - 1' : 'quantity = quantity / 2';
      await server.sql.unsafe(`update position_dividends set ${change}`);
      const forged = await bundle();
      await expect(proofOf(forged)).rejects.toThrow(wrong);
      expect(checkInBrowser(forged).findings.map(({ what }) => what)).toContain('dividend');
      if (noPython === '') {
        const { code, output } = await checkInPython(forged);
        expect([code, output]).toEqual([1, expect.stringContaining('the dividend is')]);
      }
      await expect(verifySeason(server.services, number)).rejects.toThrow(
        /^The dividend of AAPL on 2026-06-02/,
      );
      await server.sql.unsafe(`update position_dividends set ${undo}`);
      await server.sql.unsafe('alter table position_dividends enable trigger all');
    }
    await server.sql.unsafe('alter table ledger disable trigger all');
    await server.sql`update ledger set amount = amount - 1 where kind = 'dividend' and user_id = ${ben.userId}`;
    await expect(verifySeason(server.services, number)).rejects.toThrow(/^Ledger row \d+ has amount/);
    await server.sql`update ledger set amount = amount + 1 where kind = 'dividend' and user_id = ${ben.userId}`;
    await server.sql.unsafe('alter table ledger enable trigger all');
    await verifySeason(server.services, number);
  });

  test('a season that began before there were dividends has none', async () => {
    const { seasons } = server.services;
    await (await server.admin()).post('/api/toggle-competition', { active: true });
    await server.sql`update seasons set rules_version = 5 where id = ${seasons.current()!.id}`;
    await seasons.refresh();
    await trade(ann, 'buy', 10);
    stand.state.dividends = [{ symbol: 'AAPL', date: '2026-06-05', dividend: 5 }];
    time.set(BELL + 3 * 86_400_000);
    await time.advance(4_000);
    expect(await dividends().check()).toBe(0);
  });
});
