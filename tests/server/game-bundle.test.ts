/** The bundle of a private game: who may download it and when, that it proves the game, and that every change of it is found. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { testFolder } from '../helpers/folder.ts';
import { noPython } from '../helpers/python.ts';
import { bundleText, linked, seal } from '../helpers/sample-bundle.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import type { Line } from '../helpers/tampered-lines.ts';
import { until } from '../helpers/until.ts';

const MINUTE = 60_000;
const PAGE = { accept: 'text/html' };

let server: TestServer;
let admin: Client;
let ann: Client;
let ben: Client;
let cem: Client;
let dan: Client;
let game: LeagueGame;
/** A fixed clock, so that every run has the same prices. */
const time = { ms: Date.UTC(2026, 5, 3, 15, 0, 30) };
const addressOf = (id: string = game) => `/api/leagues/${id}/bundle`;

const leagueFields = { name: 'Friends', joining: 'open', isLateOpen: true, kind: 'own' };

beforeAll(async () => {
  server = await startServer({ clock: { now: () => time.ms } });
  server.services.gameKeeper.stop();
  admin = await server.admin();
  [ann, ben] = [await server.register('ann'), await server.register('ben')];
  [cem, dan] = [await server.register('cem'), await server.register('dan')];
  const rules = { tickers: 'AAPL MSFT KO', dayTrades: '5', maxShare: '60', minPrice: '1' };
  const endsAt = new Date(time.ms + 120 * MINUTE).toISOString();
  const { json } = await ann.post<{ id: LeagueGame; code: string }>('/api/leagues', {
    ...leagueFields,
    ...rules,
    endsAt,
  });
  game = json.id;
  for (const who of [ben, cem, dan]) await who.post('/api/leagues/join', { code: json.code });
});
afterAll(() => server?.stop());

async function trade(who: Client, symbol: string, action: string, quantity: number): Promise<void> {
  time.ms += MINUTE;
  const order = { user_id: who.userId, symbol, action, quantity, game };
  const { status, text } = await who.post('/api/trade', order);
  expect([status, text]).toEqual([200, text]);
  await server.services.chain.tick();
}

async function place(who: Client, limitPrice: string): Promise<void> {
  const order = { symbol: 'KO', action: 'buy', type: 'limit', quantity: 3, limitPrice, tif: 'gtc', game };
  const { status, text } = await who.post('/api/orders', order);
  expect([status, text]).toEqual([201, text]);
}

async function download(who: Client = ben): Promise<string> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${server.url}${addressOf()}`, { headers: { cookie } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(answer.headers.get('content-disposition')).toContain(`paperpit-game-${game}.jsonl.gz`);
  return gunzipSync(await answer.arrayBuffer()).toString();
}
const linesOf = (text: string) => text.trimEnd().split('\n');
const read = (text: string) => linesOf(text).map((line) => JSON.parse(line) as Line);
async function* each(text: string) {
  yield* linesOf(text);
}

test('while the game runs nobody downloads it, and members read its newest link', async () => {
  await trade(ann, 'AAPL', 'buy', 20);
  await trade(ben, 'MSFT', 'short', 12.5);
  await trade(dan, 'AAPL', 'buy', 7);
  await place(ann, '1');
  await place(ben, '1000');
  await trade(ann, 'AAPL', 'sell', 8);
  await trade(ben, 'AAPL', 'buy', 3);
  await trade(ben, 'MSFT', 'cover', 12.5);
  await cem.get(`/leagues/${game}/chart`, PAGE);
  expect((await dan.post(`/api/leagues/${game}/leave`, {})).status).toBe(200);
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
  await admin.post('/api/toggle-competition', { active: true });
  time.ms += 120 * MINUTE;
  expect(await server.services.gameKeeper.check()).toBe(1);
  expect(await ben.get(addressOf())).toMatchObject({ status: 409, json: { reason: 'game' } });
  expect((await ben.get(`/leagues/${game}?tab=rules`, PAGE)).text).toContain('a minute after season 1 ends');
  const waiting = await ben.get(`/leagues/${game}/check`, PAGE);
  expect([waiting.status, waiting.text.includes('a minute after season 1 ends')]).toEqual([200, true]);
  await admin.post('/api/toggle-competition', { active: false });
  time.ms += 3 * MINUTE;
  await server.services.seasons.refresh();
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
  const fills = read(await download(dan)).filter(
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
  expect(await verifyBundle(each(text))).toEqual({ number, ...proved });
  expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
  if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
  const lines = read(text);
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

type Change = (lines: Line[]) => Line[];
const find = (lines: Line[], kind: string, of: (line: Line) => boolean = () => true) =>
  lines.find((line) => line[0] === kind && of(line))!;
const set =
  (
    kind: string,
    field: number,
    value: (before: Line[number]) => Line[number],
    of?: (line: Line) => boolean,
  ): Change =>
  (lines) => {
    const line = find(lines, kind, of);
    line[field] = value(line[field]!);
    return lines;
  };
const plusCent = (text: Line[number]) => (Number(text) + 0.01).toFixed(String(text).split('.')[1]!.length);
const isShort = (line: Line) => line[3] === 'short';

/** Changes of a forger who computes the chain and the file's hash again. */
const FORGED: Record<string, Change> = {
  'a price': set('fill', 6, plusCent, isShort),
  'a price and its cash': (lines) =>
    set('fill', 7, plusCent, isShort)(set('fill', 6, plusCent, isShort)(lines)),
  'a quantity': set('fill', 5, () => '12.000000', isShort),
  'the owner of a fill': set('fill', 2, () => ann.userId!, isShort),
  'the account of a trader': (lines) => {
    const swap: Record<number, number> = { [ann.userId!]: ben.userId!, [ben.userId!]: ann.userId! };
    for (const line of lines)
      if (line[0] === 'fill' || line[0] === 'event') line[2] = swap[line[2] as number] ?? line[2]!;
    return lines;
  },
  'a symbol': set('fill', 4, () => 'TSLA', isShort),
  'a fill removed': (lines) => lines.filter((line) => line[0] !== 'fill' || !isShort(line)),
  'the fill of an order removed': (lines) =>
    lines.filter((line) => line[0] !== 'fill' || line.at(-1) === null),
  'an order removed': (lines) => {
    const order = find(lines, 'event', (line) => line[4] === 'filled')[3];
    return lines.filter((line) => line[0] !== 'event' || line[3] !== order);
  },
  'the time of a fill': set('fill', 10, (at) => Number(at) - 3_600_000, isShort),
  'the rules': set('rules', 3, () => '100000.00'),
  'the share of the start cash': set('rules', 4, () => 1),
  'the tickers': set('game', 1, () => 'MSFT KO'),
  'the trades of a day': set('game', 2, () => 1),
  'the terms of the game removed': (lines) => lines.filter(([kind]) => kind !== 'game'),
  'short selling': set('terms', 3, () => true),
  'the start cash': set('season', 11, () => '100001.00'),
  'the start': set('season', 13, (at) => Number(at) + 3_600_000),
  'a seed': set('seed', 4, (seed) => `${String(seed).startsWith('0') ? '1' : '0'}${String(seed).slice(1)}`),
  'the game to a season': set('season', 2, () => 7),
  'a last price': set('mark', 2, plusCent),
  'an equity': set('standing', 5, plusCent),
  'cash in the end': set('standing', 8, plusCent),
  'the number of trades': set('standing', 7, () => 9),
  'a place': set('standing', 3, () => 2),
  'who has a row': set(
    'standing',
    2,
    () => ben.userId!,
    (line) => line[2] === ann.userId,
  ),
  'a member to one who left': set('standing', 9, () => true),
  'a row removed': (lines) => lines.filter((line) => line[0] !== 'standing' || line[1] !== 2),
  'two rows exchanged': (lines) => {
    const [first, second] = lines.filter(([kind]) => kind === 'standing');
    [first![2], second![2]] = [second![2]!, first![2]!];
    return lines;
  },
  'a rank': set('standing', 4, () => 'GENERAL'),
  'a prize': (lines) => {
    lines.splice(
      lines.findIndex(([kind]) => kind === 'standing'),
      0,
      ['prize', 1, '5.00'],
    );
    return lines;
  },
  'a decision': (lines) => {
    const endedAt = find(lines, 'season')[14]!;
    const decision: Line = ['decision', 1, endedAt, 'disqualify', ann.userId!, null, null];
    lines.splice(
      lines.findIndex(([kind]) => kind === 'standing'),
      0,
      decision,
    );
    return lines;
  },
};

/** Changes of one line, which the chain reveals. */
const LINKED: Record<string, Change> = {
  'the source of a fill': set('fill', 9, () => 'replay'),
  'a link': set('link', 9, (head) => String(head).replace(/^./, (c) => (c === '0' ? '1' : '0'))),
  'a salt': set('salt', 2, (salt) => String(salt).replace(/^./, (c) => (c === '0' ? '1' : '0'))),
  'a link removed': (lines) => lines.filter((line) => line[0] !== 'link' || line[1] !== 2),
  'the number': set('season', 2, (number) => Number(number) - 1),
  'the least time of XP': set('rules', 5, () => 7),
};

/** Computes the counts, the chain and the hash of a forged bundle again. */
function sealed(lines: Line[]): string {
  const season = find(lines, 'season');
  for (const [n, kind] of ['trader', 'fill', 'event', 'link'].entries())
    season[15 + n] = lines.filter(([each]) => each === kind).length;
  return bundleText(seal(linked(lines, season[2] as number)));
}

async function expectFound(forged: string): Promise<void> {
  await expect(verifyBundle(each(forged))).rejects.toThrow();
  expect(checkInBrowser(forged).end).toBe('differs');
  if (noPython === '') expect(await checkInPython(forged)).toMatchObject({ code: 1 });
}

describe('who changes', () => {
  let text: string;
  beforeAll(async () => {
    text = await download();
  });
  test('nothing is not found', async () => {
    expect(sealed(read(text))).toBe(text);
  });
  test.each(Object.entries(FORGED))('%s, and seals it anew, is found by each proof', async (_, change) => {
    await expectFound(sealed(change(read(text))));
  });
  test.each(Object.entries(LINKED))('%s alone is found by each proof', async (_, change) => {
    await expectFound(bundleText(seal(change(read(text)))));
  });
});
