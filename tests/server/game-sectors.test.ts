/** A private game of sectors: their symbols are stored, decide every order, and are proved. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const HOUR = 3_600_000;

let server: TestServer;
/** A fixed clock, so that every run has the same prices. */
const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };

beforeAll(async () => {
  server = await startServer({ clock: { now: () => time.ms } });
  server.services.gameKeeper.stop();
});
afterAll(() => server?.stop());

const fields = (more: object = {}) => ({
  name: 'Two sectors',
  joining: 'open',
  isLateOpen: true,
  kind: 'own',
  endsAt: new Date(time.ms + 24 * HOUR).toISOString(),
  ...more,
});
const start = (owner: Client, more: object) =>
  owner.post<{ id: LeagueGame; code: string }>('/api/leagues', fields(more));
const trade = async (who: Client, game: LeagueGame, symbol: string, action = 'buy') => {
  time.ms += 60_000;
  return await who.post('/api/trade', { user_id: who.userId, symbol, action, quantity: 2, game });
};
const storedRules = async (game: LeagueGame) =>
  (
    await server.sql<{ rules: { sectors?: string[]; tickers?: string[] } }[]>`
      select rules from seasons where id = ${seasonIdOfGame(game)}`
  )[0]!.rules;

test('it trades the symbols that its sectors had when the rule was set, and is proved', async () => {
  const [owner, member] = [await server.register('owns_sectors'), await server.register('joins_sectors')];
  const { json } = await start(owner, { sectors: ['Technology', 'Energy'] });
  const game = json.id;
  const rules = await storedRules(game);
  expect(rules.sectors).toEqual(['Technology', 'Energy']);
  expect(rules.tickers).toContain('AAPL');
  expect(rules.tickers).toContain('XOM');
  expect(rules.tickers).not.toContain('KO');

  const invitation = textOf((await member.get(`/leagues/join/${json.code}`, PAGE)).text);
  expect(invitation).toContain('Only these sectors can be bought or shorted: Technology, Energy.');
  expect(invitation).toContain(`when the rule was set: ${rules.tickers!.length}.`);
  await member.post('/api/leagues/join', { code: json.code });
  expect((await trade(member, game, 'AAPL')).status).toBe(200);
  expect((await trade(member, game, 'XOM', 'short')).status).toBe(200);
  expect(await trade(member, game, 'KO')).toMatchObject({
    status: 409,
    json: { code: 'TICKER_NOT_ALLOWED' },
  });
  // the page does not contain all symbols of a sector
  expect((await member.get(`/leagues/${game}/chart`, PAGE)).text).not.toContain('"tickers"');
  expect(await verifySeason(server.services, game)).toMatchObject({ market: 'simulated', prices: 2 });
  expect(await owner.post(`/api/leagues/${game}`, fields({ sectors: 'Energy' }))).toMatchObject({
    status: 409,
    json: { code: 'SETTING_FIXED', issues: [{ path: 'sectors' }] },
  });

  time.ms += 25 * HOUR;
  expect(await server.services.gameKeeper.check()).toBeGreaterThan(0);
  expect(await verifySeason(server.services, game)).toMatchObject({ standings: 1 });
  const again = await owner.post<{ id: LeagueGame }>(`/api/leagues/${game}/again`);
  expect((await storedRules(again.json.id)).sectors).toEqual(['Technology', 'Energy']);
});

test('the form shows the choice again, keeps the stored symbols, and changes from sectors to tickers', async () => {
  const owner = await server.register('changes_sectors');
  const { id } = (await start(owner, { sectors: 'Utilities' })).json;
  const rules = await storedRules(id);
  const page = await owner.get(`/leagues/${id}?tab=rules`, PAGE);
  expect(page.text).toMatch(/<input[^>]*(checked=""[^>]*value="Utilities"|value="Utilities"[^>]*checked="")/);
  await server.sql`update seasons set rules = rules || '{"tickers": ["NEE"]}' where id = ${seasonIdOfGame(id)}`;
  const change = (more: object) => owner.post(`/api/leagues/${id}`, fields(more));
  expect((await change({ sectors: ['', 'Utilities'], tickers: '', name: 'Renamed' })).status).toBe(200);
  expect((await storedRules(id)).tickers).toEqual(['NEE']);
  expect((await change({ sectors: ['Utilities', 'Energy'] })).status).toBe(200);
  expect((await storedRules(id)).tickers!.length).toBeGreaterThan(rules.tickers!.length);
  expect((await change({ sectors: '', tickers: 'AAPL' })).status).toBe(200);
  expect(await storedRules(id)).toMatchObject({ tickers: ['AAPL'] });
  expect((await storedRules(id)).sectors).toBeUndefined();
  const changes = textOf((await owner.get(`/leagues/${id}?tab=rules`, PAGE)).text);
  expect(changes).toContain('Sectors: Utilities → Energy, Utilities');
  expect(changes).toContain('Sectors: Energy, Utilities → nothing');
  expect((await change({ sectors: '', tickers: '' })).status).toBe(200);
  expect((await storedRules(id)).tickers).toBeUndefined();
});

test.each([
  [{ sectors: 'Alchemy' }, 'sectors'],
  [{ sectors: 'Technology,Energy,Utilities,Industrials,Healthcare,Real Estate' }, 'sectors'],
  [{ sectors: 'Technology', tickers: 'AAPL' }, 'sectors'],
])('%j is refused beside its field', async (more, path) => {
  const refused = await start(await server.register(), more);
  expect(refused).toMatchObject({ status: 422, json: { issues: [{ path }] } });
});

test('a refused form shows the chosen sectors again', async () => {
  const owner = await server.register();
  const { name: _, ...typed } = fields();
  const body = new URLSearchParams({ ...typed, name: '', isLateOpen: 'true' });
  for (const sector of ['', 'Technology', 'Energy']) body.append('sectors', sector);
  const refused = await owner.request('/api/leagues', {
    method: 'POST',
    redirect: 'manual',
    body: body.toString(),
    headers: { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(refused.headers.get('location')).toBe('/leagues/new');
  const page = await owner.get('/leagues/new', PAGE);
  for (const sector of ['Technology', 'Energy'])
    expect(page.text).toMatch(
      new RegExp(`<input[^>]*(checked=""[^>]*value="${sector}"|value="${sector}"[^>]*checked="")`),
    );
});
