/** Who can read a member's positions in a private game: by the game's rules, or by running the game. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const HOUR = 3_600_000;

type League = { id: string; code: string };

let server: TestServer;
let market: HeldMarket;
let admin: Client;
/** Ms added to the wall clock. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', MSFT: '50' }, now);
  server = await startServer({ market, clock: { now } });
  server.services.gameKeeper.stop();
  admin = await server.admin();
});
afterAll(() => server?.stop());

const fields = (more: object = {}) => ({
  name: 'Open books',
  joining: 'open',
  isLateOpen: true,
  kind: 'own',
  endsAt: new Date(now() + 2 * HOUR).toISOString(),
  ...more,
});
const positionsOf = (reader: Client, { id }: League, member: Client) =>
  reader.get(`/leagues/${id}/members/${member.userId}`, PAGE);

/** Starts a game with three people: its owner, a member who holds 20 AAPL and is short 10 MSFT, and another member. */
async function game(more: object = {}) {
  const [owner, holder, other] = [await server.register(), await server.register(), await server.register()];
  const league = (await owner.post<League>('/api/leagues', fields(more))).json;
  for (const who of [holder, other]) await who.post('/api/leagues/join', { code: league.code });
  for (const order of [
    { symbol: 'AAPL', action: 'buy', quantity: 20 },
    { symbol: 'MSFT', action: 'short', quantity: 10 },
  ]) {
    const { status } = await holder.post('/api/trade', { user_id: holder.userId, ...order, game: league.id });
    expect(status).toBe(200);
  }
  return { owner, holder, other, league };
}
const end = async () => {
  ahead += 3 * HOUR;
  await server.services.gameKeeper.check();
};

describe('who reads them', () => {
  test.each([
    ['always', 200, 200],
    ['end', 404, 200],
    ['never', 404, 404],
  ])(
    '%s: other members get %i while the game runs, %i once it is over',
    async (positionView, first, last) => {
      const { owner, holder, other, league } = await game({ positionView });
      const stranger = await server.register();
      const answers = async (people: Client[]) =>
        (await Promise.all(people.map((who) => positionsOf(who, league, holder)))).map(
          ({ status }) => status,
        );
      expect(await answers([owner, admin, holder, other, stranger])).toEqual([200, 200, 200, first, 404]);
      const table = await other.get(`/leagues/${league.id}`, PAGE);
      expect(table.text.includes(`/leagues/${league.id}/members/${holder.userId}"`)).toBe(first === 200);
      const promote = { action: 'helper' };
      await owner.post(`/api/leagues/${league.id}/members/${other.userId}`, promote);
      expect(await answers([other])).toEqual([200]);
      await owner.post(`/api/leagues/${league.id}/members/${other.userId}`, { action: 'member' });
      await end();
      expect(await answers([owner, admin, holder, other, stranger])).toEqual([200, 200, 200, last, 404]);
    },
  );

  test('a league over a season, a game before its start, and a removed member have no such page', async () => {
    const owner = await server.register();
    const season = (await owner.post<League>('/api/leagues', fields({ kind: 'season' }))).json;
    expect((await positionsOf(owner, season, owner)).status).toBe(404);
    const later = { startsAt: new Date(now() + HOUR).toISOString() };
    const waiting = (await owner.post<League>('/api/leagues', fields(later))).json;
    expect((await positionsOf(owner, waiting, owner)).status).toBe(404);
    const { owner: runner, holder, other, league } = await game({ positionView: 'always' });
    const remove = { action: 'remove', reason: 'Gone' };
    await runner.post(`/api/leagues/${league.id}/members/${holder.userId}`, remove);
    expect((await positionsOf(other, league, holder)).status).toBe(404);
    expect((await positionsOf(holder, league, other)).status).toBe(404);
    await other.post(`/api/leagues/${league.id}/leave`);
    expect((await positionsOf(other, league, runner)).status).toBe(404);
    expect((await positionsOf(runner, league, other)).status).toBe(200);
    expect((await positionsOf(runner, league, admin)).status).toBe(404);
  });
});

test('the page has each position with its value and result; at the end the last prices stay', async () => {
  const { holder, other, league } = await game({ positionView: 'always', startCash: '10000' });
  market.set('AAPL', '110');
  market.set('MSFT', '60');
  const text = textOf((await positionsOf(other, league, holder)).text).replace(/[\u2066-\u2069]/g, '');
  expect(text).toContain('Value: $10,100.00');
  expect(text).toMatch(/AAPL\s+Long\s+20 at \$100\.00\s+\$2,200\.00\s+\+\$200\.00\s+\+10\.00%/);
  expect(text).toMatch(/MSFT\s+Short\s+10 at \$50\.00\s+\S+\s+[−-]\$100\.00\s+[−-]20\.00%/);
  await end();
  market.set('AAPL', '500');
  expect(textOf((await positionsOf(other, league, holder)).text)).toContain('Value: $10,100.00');
  for (const symbol of ['AAPL', 'MSFT']) market.set(symbol, symbol === 'AAPL' ? '100' : '50');
  expect(textOf((await positionsOf(holder, league, other)).text)).toContain('No open positions.');
});

test('the rule is on the join page, and becomes only more private once somebody joined', async () => {
  const { owner, other, league } = await game({ positionView: 'end' });
  const change = (positionView: string) => owner.post(`/api/leagues/${league.id}`, fields({ positionView }));
  const visitor = server.visitor();
  const invitation = async () => textOf((await visitor.get(`/leagues/join/${league.code}`, PAGE)).text);
  expect(await invitation()).toContain('open positions once the game is over.');
  expect(await invitation()).toContain('account: positions, trades');
  expect(await change('always')).toMatchObject({
    status: 409,
    json: { code: 'SETTING_FIXED', issues: [{ path: 'positionView' }] },
  });
  expect((await change('never')).status).toBe(200);
  expect(await invitation()).toContain('No page shows members each other');
  expect((await change('end')).json).toMatchObject({ code: 'SETTING_FIXED' });
  const rules = textOf((await other.get(`/leagues/${league.id}?tab=rules`, PAGE)).text);
  expect(rules).toContain('Positions of others: After the end → Never');
  // a request without the field changes nothing
  expect((await owner.post(`/api/leagues/${league.id}`, fields())).status).toBe(200);
  const alone = (await owner.post<League>('/api/leagues', fields())).json;
  expect((await owner.post(`/api/leagues/${alone.id}`, fields({ positionView: 'always' }))).status).toBe(200);
  expect((await owner.post('/api/leagues', fields({ positionView: 'sometimes' }))).json).toMatchObject({
    issues: [{ path: 'positionView' }],
  });
});
