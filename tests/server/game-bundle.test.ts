/** The bundle of a private game: who may download it and when, and that it proves the game. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { testFolder } from '../helpers/folder.ts';
import {
  eachLine,
  leagueFields,
  openPlayedGame,
  type PlayedGame,
  readLines,
} from '../helpers/played-game.ts';
import { noPython } from '../helpers/python.ts';
import type { TestServer } from '../helpers/server.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import { until } from '../helpers/until.ts';

const MINUTE = 60_000;
const PAGE = { accept: 'text/html' };

let played: PlayedGame;
let server: TestServer;
let ann: Client;
let ben: Client;
let cem: Client;
let dan: Client;
let game: LeagueGame;
let time: PlayedGame['time'];
let download: PlayedGame['download'];
const addressOf = (id: string = game) => `/api/leagues/${id}/bundle`;

beforeAll(async () => {
  played = await openPlayedGame();
  ({ server, ann, ben, cem, dan, game, time, download } = played);
});
afterAll(() => server?.stop());

test('while the game runs nobody downloads it, and members read its newest link', async () => {
  await played.play();
  const gamesLeft = textOf((await dan.get('/leagues', PAGE)).text);
  expect(gamesLeft).toContain('Games you left');
  for (const who of [ann, ben, dan])
    expect(await who.get(addressOf())).toMatchObject({
      status: 409,
      json: { code: 'BUNDLE_NOT_YET', reason: 'game' },
    });
  // the chain may get a link between the page and the query
  const page = await until(async () => {
    const { text } = await cem.get(`/leagues/${game}?tab=rules`, PAGE);
    const [head] = await server.sql<{ head: Uint8Array }[]>`
      select head from season_chain where season_id = ${seasonIdOfGame(game)} order by seq desc limit 1`;
    return text.includes(Buffer.from(head!.head).toString('hex')) && text;
  });
  expect(page).not.toContain(addressOf());
});

test('after the end its page says when the seed is public, and then members download it', async () => {
  await played.end();
  expect(await ben.get(addressOf())).toMatchObject({ status: 409, json: { reason: 'game' } });
  expect((await ben.get(`/leagues/${game}?tab=rules`, PAGE)).text).toContain('a minute after season 1 ends');
  const waiting = await ben.get(`/leagues/${game}/check`, PAGE);
  expect([waiting.status, waiting.text.includes('a minute after season 1 ends')]).toEqual([200, true]);
  await played.publishSeed();
  const page = (await ben.get(`/leagues/${game}?tab=rules`, PAGE)).text;
  expect(page).toContain(addressOf());
  expect((await ben.get(`/leagues/${game}`, PAGE)).text).toContain(`/leagues/${game}/check`);
  expect((await cem.get(`/leagues/${game}/check`, PAGE)).text).toContain(addressOf());
  await download(ann);
  await download(cem);
});

test('who traded and left finds the game, keeps its newest link and checks it like the members', async () => {
  expect((await dan.get('/leagues', PAGE)).text).toContain(`/leagues/${game}/check`);
  const page = (await dan.get(`/leagues/${game}/check`, PAGE)).text;
  expect(page).toContain(addressOf());
  // the page of the league is for members
  expect(page).not.toContain(`href="/leagues/${game}"`);
  expect((await dan.get(`/leagues/${game}`, PAGE)).status).toBe(404);
  const fills = readLines(await download(dan)).filter(
    ([kind, , trader]) => kind === 'fill' && trader === dan.userId,
  );
  expect(fills).toHaveLength(1);

  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const other = await ann.post<{ id: string; code: string }>('/api/leagues', { ...leagueFields, endsAt });
  const [eva, fay, gil] = [
    await server.register('eva'),
    await server.register('fay'),
    await server.register('gil'),
  ];
  const order = { symbol: 'AAPL', action: 'buy', quantity: 1, game: other.json.id };
  for (const who of [eva, fay, gil]) await who.post('/api/leagues/join', { code: other.json.code });
  for (const who of [fay, gil])
    expect((await who.post('/api/trade', { ...order, user_id: who.userId })).status).toBe(200);
  for (const who of [eva, fay]) await who.post(`/api/leagues/${other.json.id}/leave`, {});
  const removal = { action: 'remove', reason: 'A stranger' };
  expect((await ann.post(`/api/leagues/${other.json.id}/members/${gil.userId}`, removal)).status).toBe(200);
  const checkOf = async (who: Client) => await who.get(`/leagues/${other.json.id}/check`, PAGE);
  // who never traded has nothing to check, who was removed reads nothing of the others
  for (const who of [eva, gil]) {
    expect((await checkOf(who)).status).toBe(404);
    expect((await who.get('/leagues', PAGE)).text).not.toContain(other.json.id);
  }
  await until(async () => {
    await server.services.chain.tick();
    const [row] = await server.sql<{ head: Uint8Array; fill: bigint }[]>`
      select head, last_fill as fill from season_chain where season_id = ${seasonIdOfGame(other.json.id as LeagueGame)}
      order by seq desc limit 1`;
    const [newest] = await server.sql<{ id: bigint }[]>`select max(id) as id from fills`;
    if (row?.fill !== newest!.id) return false;
    return (await checkOf(fay)).text.includes(Buffer.from(row.head).toString('hex'));
  });
});

test('strangers and visitors get none, and a league over the season has none', async () => {
  const stranger = await server.register('stranger');
  expect((await stranger.get(addressOf())).status).toBe(404);
  expect((await stranger.get(`/leagues/${game}/check`, PAGE)).status).toBe(404);
  expect((await server.visitor().get(addressOf())).status).toBe(401);
  const { json } = await ann.post<{ id: string }>('/api/leagues', { ...leagueFields, kind: 'season' });
  expect((await ann.get(addressOf(json.id))).status).toBe(404);
  expect((await ann.get(`/leagues/${json.id}/check`, PAGE)).status).toBe(404);
});

test('a game that ran before private games had chains has none, and says so', async () => {
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const { json } = await ann.post<{ id: LeagueGame }>('/api/leagues', { ...leagueFields, endsAt });
  await server.sql`delete from season_rules where season_id = ${seasonIdOfGame(json.id)}`;
  const page = (await ann.get(`/leagues/${json.id}?tab=rules`, PAGE)).text;
  expect(page).toContain('Somebody had traded here before');
  expect(page).not.toContain('members can download all trades');
  time.ms += 121 * MINUTE;
  await server.services.gameKeeper.check();
  expect((await ann.get(addressOf(json.id))).status).toBe(404);
});

test('from it alone the game is proved, as from the database', async () => {
  const text = await download();
  const number = seasonIdOfGame(game);
  const proved = await verifySeason(server.services, game);
  expect(proved).toMatchObject({ market: 'simulated', standings: 4 });
  expect(proved.links).toBeGreaterThan(2);
  expect(await verifyBundle(eachLine(text))).toEqual({ number, ...proved });
  expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
  if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
  const lines = readLines(text);
  expect(lines.filter(([kind]) => kind === 'game')).toEqual([['game', 'AAPL KO MSFT', 5]]);
  const fills = lines.filter(([kind]) => kind === 'fill');
  expect(fills.filter((fill) => fill.at(-1) !== null)).toHaveLength(1);
  const rows = lines.filter(([kind]) => kind === 'standing');
  // cem has not traded, and dan has left
  expect(rows.map(([, , trader, place, , , , , , isOut]) => [trader, place, isOut]).slice(2)).toEqual(
    expect.arrayContaining([
      [cem.userId!, null, false],
      [dan.userId!, null, true],
    ]),
  );
});

test('the program names the game', async () => {
  const file = `${testFolder()}/game.jsonl.gz`;
  await Bun.write(file, Bun.gzipSync(await download()));
  const program = Bun.spawn([process.execPath, 'scripts/verify-season.ts', 'bundle', file], {
    env: { PATH: process.env.PATH },
  });
  const out = await new Response(program.stdout).text();
  expect([await program.exited, out]).toEqual([0, expect.stringContaining(`Game ${game}: `)]);
});
