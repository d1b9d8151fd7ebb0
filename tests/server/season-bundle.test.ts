/** A season's bundle: when it is available, what it contains, that it proves itself, and that any change is detected. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { usernameKey } from '#core/account/username.ts';
import { readTradeRequest } from '#core/contract/trade.ts';
import {
  CENT_DIGITS,
  proceedsOf,
  readCents,
  readPrice,
  readQuantity,
  writeCents,
  writeDecimal,
} from '#core/money/money.ts';
import { cents } from '#core/money/units.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { dealPrizes } from '#core/season/awards.ts';
import { chainBeginning, linkText } from '#core/season/chain.ts';
import { NEWEST_RULES } from '#core/season/terms.ts';
import type { Sql, Transaction } from '#db/client.ts';
import type { Quote } from '#market/market.ts';
import { hashOfLines, sha256 } from '#services/proof/chain.ts';
import { blockLines, seasonRecord } from '#services/proof/record.ts';
import { freezeResults } from '#services/season/results.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import { testFolder } from '../helpers/folder.ts';
import { insertForged } from '../helpers/forged-rows.ts';
import { FORGERIES, type Forgery, forged } from '../helpers/forgeries.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { isWholeMatrix } from '../helpers/matrix.ts';
import { openPlayedSeason, type PlayedSeason, PRICES } from '../helpers/played-season.ts';
import { noPython, runPython } from '../helpers/python.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import type { Line, Targets } from '../helpers/tampered-lines.ts';
import { SALTS, TAMPERINGS, type Tampering } from '../helpers/tampering.ts';
import { until } from '../helpers/until.ts';

const BUNDLE = '/competitions/1/bundle';
const TRADERS = 12;

let season: PlayedSeason;
beforeAll(async () => {
  season = await openPlayedSeason(TRADERS);
});
afterAll(() => season?.server.stop());

const prove = () => verifySeason(season.server.services, 1);

async function* each(lines: readonly string[]) {
  yield* lines;
}

async function download(): Promise<string[]> {
  const answer = await fetch(`${season.server.url}${BUNDLE}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(answer.headers.get('content-encoding')).toBeNull();
  const text = gunzipSync(await answer.arrayBuffer()).toString();
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

test('it comes once the last seed is public, and says until then when', async () => {
  const { server, admin, time } = season;
  const visitor = server.visitor();
  expect((await visitor.get('/competitions/9/bundle')).status).toBe(404);
  await season.play(4);
  await admin.post('/api/update-competition', { maxShare: 20, minPrice: '3', minHoldMinutes: 20 });
  await season.play(4);
  expect(await visitor.get(BUNDLE)).toMatchObject({ status: 409, json: { code: 'BUNDLE_NOT_YET' } });
  await admin.post('/api/toggle-competition', { active: false });
  const startsAt = new Date(Math.ceil((time.ms + 5_000) / 60_000) * 60_000).toISOString();
  expect(await visitor.get(BUNDLE)).toMatchObject({
    status: 409,
    json: { code: 'BUNDLE_NOT_YET', reason: 'ended', params: { at: startsAt } },
  });
  expect((await admin.get('/competitions/1', { accept: 'text/html' })).text).not.toContain(BUNDLE);
  let reads = 0;
  // another address each time: the server stores a page for a second
  const landing = async () => (await visitor.get(`/?read=${reads++}`, { accept: 'text/html' })).text;
  const isOffered = async () => (await landing()).includes('href="/competitions/1/check"');
  expect(await isOffered()).toBe(false);
  await until(async () => (await server.services.front.read()).proof !== null);
  expect(await isOffered()).toBe(false);
  time.ms = Date.parse(startsAt) - 1;
  expect(await isOffered()).toBe(false);
  time.ms += 1;
  expect(await isOffered()).toBe(true);
  time.ms += 3 * 60_000;
  await server.services.seasons.refresh();
  expect((await admin.get('/competitions/1', { accept: 'text/html' })).text).toContain(BUNDLE);
});

test('from it alone the season is proved, as from the database', async () => {
  const lines = await download();
  const fromDatabase = await prove();
  const fromBundle = await verifyBundle(each(lines));
  expect(fromBundle).toEqual({ number: 1, ...fromDatabase });
  expect(fromBundle.prices).toBeGreaterThan(80);
  expect(fromBundle.orders).toBeGreaterThan(20);
  expect(fromBundle.standings).toBe(TRADERS);
  expect(fromBundle.links).toBeGreaterThan(7);
  const kinds = Map.groupBy(lines, (line) => (JSON.parse(line) as [string])[0]);
  expect([...kinds.keys()].sort()).toEqual(
    [
      ...['end', 'event', 'fill', 'link', 'mark', 'rules', 'salt', 'season', 'seed', 'standing', 'terms'],
      'trader',
    ].sort(),
  );
});

test('the program takes the file, packed or not', async () => {
  const folder = testFolder();
  const lines = await download();
  await Bun.write(`${folder}/bundle.jsonl`, `${lines.join('\n')}\n`);
  await Bun.write(`${folder}/bundle.jsonl.gz`, Bun.gzipSync(`${lines.join('\n')}\n`));
  await Bun.write(`${folder}/cut.jsonl.gz`, Bun.gzipSync(lines.join('\n')).slice(0, -400));
  const run = async (name: string) => {
    const program = Bun.spawn([process.execPath, 'scripts/verify-season.ts', 'bundle', `${folder}/${name}`], {
      stderr: 'pipe',
      env: { PATH: process.env.PATH },
    });
    const out = await new Response(program.stdout).text();
    return { code: await program.exited, out, err: await new Response(program.stderr).text() };
  };
  for (const name of ['bundle.jsonl', 'bundle.jsonl.gz'])
    expect(await run(name)).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Season 1: \d+ prices, \d+ orders, \d+ links and 12 standings checked/),
    });
  expect(await run('cut.jsonl.gz')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read'),
  });
  expect((await run('nothing')).code).toBe(1);
});

test("the page that checks it leads to what a program of one's own is written from", async () => {
  const visitor = season.server.visitor();
  const { text } = await visitor.get('/he/competitions/1/check', { accept: 'text/html' });
  const paths = [...text.matchAll(/href="(\/proof\/[^"]+)"/g)].map(([, path]) => path!);
  expect(paths).toEqual(['/proof/season-bundle.md', '/proof/tape.md']);
  for (const [n, file] of ['14-season-bundle.md', '15-tape.md'].entries()) {
    const answer = await visitor.get(paths[n]!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.text).toBe(await Bun.file(join(import.meta.dir, '../../docs/rules', file)).text());
  }
  expect((await visitor.get('/proof/16-own-account.md')).status).toBe(404);
  expect((await visitor.get('/tape-catalogue.json')).status).toBe(200);
});

test('a season that began by version 1 is played, ended, reset and proved by it', async () => {
  const old = await openPlayedSeason(6);
  try {
    const { sql, services, url } = old.server;
    // like a season during which the installation was upgraded
    await sql`update seasons set rules_version = 1`;
    await services.seasons.refresh();
    await old.play(5);
    await old.end();
    const proved = await verifySeason(services, 1);
    const answer = await fetch(`${url}${BUNDLE}`);
    const text = gunzipSync(await answer.arrayBuffer()).toString();
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toStartWith('["season",1,1,');
    // fills that version 2 would round differently
    const isOtherwise = ([kind, , , action, , quantity, price, cash]: string[]) =>
      kind === 'fill' &&
      action === 'sell' &&
      writeCents(proceedsOf(readPrice(price!), readQuantity(quantity!))) !== cash;
    expect(lines.map((line) => JSON.parse(line) as string[]).filter(isOtherwise).length).toBeGreaterThan(3);
    expect(await verifyBundle(each(lines))).toEqual({ number: 1, ...proved });
    expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
    await old.admin.post('/api/reset-competition');
    expect(await verifySeason(services, 1)).toEqual(proved);
    const versions = await sql<{ version: number; exact: boolean }[]>`
      select s.rules_version as version, bool_or(p.exact_cost is not null) as exact
      from seasons s left join positions p on p.season_id = s.id group by s.id order by s.id`;
    expect([...versions]).toEqual([
      { version: 1, exact: false },
      { version: NEWEST_RULES, exact: false },
    ]);
  } finally {
    await old.server.stop();
  }
});

const SEASONS = isWholeMatrix ? 20 : 2;

test.each(Array.from({ length: SEASONS }, (_, n) => n))(
  'random season %d: every proof of it agrees, and a rest worth less than a cent went along with a fill',
  async (n) => {
    const other = await openPlayedSeason(5, 100 + n);
    try {
      await other.play(5);
      await other.end();
      const { sql, services, url } = other.server;
      const proved = await verifySeason(services, 1);
      const text = gunzipSync(await (await fetch(`${url}${BUNDLE}`)).arrayBuffer()).toString();
      expect(await verifyBundle(each(text.trimEnd().split('\n')))).toEqual({ number: 1, ...proved });
      expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
      if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
      const larger = await sql`
        select from fills f join orders o on o.id = f.order_id where f.quantity > o.quantity and f.season_id = 1`;
      expect(larger.count).toBeGreaterThan(0);
    } finally {
      await other.server.stop();
    }
  },
);

test.each(Array.from({ length: SEASONS }, (_, n) => n))(
  'random season %d of a bought feed, with forced covers, splits and dividends: every proof of it agrees',
  async (n) => {
    const { market, season: other } = await openHeldSeason(300 + n);
    try {
      const { server, players } = other;
      const { sql, services, url } = server;
      const ids = players.map(({ id }) => id);
      /** Splits a symbol at the opening of a day. */
      const split = async (date: string, symbol: string, numerator: number, denominator: number) => {
        other.time.ms = Math.max(other.time.ms, Date.parse(`${date}T13:30:00Z`)) + 1_000;
        const price = (Number((await market.quote(symbol)).price) * denominator) / numerator;
        market.set(symbol, price.toFixed(4));
        expect(await services.splits.apply({ symbol, date, numerator, denominator })).toBe(true);
      };
      /** All players but the last short the symbol; those who are long in it are refused. */
      const short = async (symbol: string, dollars: bigint) => {
        const size = { kind: 'amount', amount: cents(dollars * 100n) } as const;
        const order = { symbol, action: 'short', size, reverse: false, quotedPrice: null } as const;
        for (const player of players.slice(0, -1))
          await services.trading.execute({ ...player, isAdmin: false }, order).catch((refusal: unknown) => {
            if (!(refusal instanceof AppError)) throw refusal;
          });
      };
      const pay = async (date: string, symbol: string, perShare: string) => {
        market.dividends = async () => [{ symbol, date, perShare }];
        other.time.ms = Math.max(other.time.ms, Date.parse(`${date}T13:30:00Z`)) + 2_000;
        await services.dividends.check();
      };
      await other.play(2);
      await short('TSLA', 9_000n);
      await short('KO', 5_000n);
      await other.play(1);
      await split('2026-06-04', 'TSLA', 3, 1);
      await pay('2026-06-04', 'TSLA', '1.234567');
      await split('2026-06-04', 'KO', 1, 7);
      await pay('2026-06-04', 'KO', '0.485000');
      await other.play(1);
      for (const dollars of [30_000n, 20_000n, 5_000n]) await short('TSLA', dollars);
      // the price jumps far beyond the collateral
      market.set('TSLA', (Number((await market.quote('TSLA')).price) * (6 + n)).toFixed(4));
      expect(await services.trading.forceCovers(ids)).toBeGreaterThan(0);
      await split('2026-06-05', 'NVDA', 3, 2);
      await pay('2026-06-05', 'NVDA', '150.000000');
      await pay('2026-06-05', 'AAPL', '90.500000');
      await services.trading.forceCovers(ids);
      await other.play(2);
      await other.end();
      const proved = await verifySeason(services, 1);
      const text = gunzipSync(await (await fetch(`${url}${BUNDLE}`)).arrayBuffer()).toString();
      const lines = text.trimEnd().split('\n');
      expect(await verifyBundle(each(lines))).toEqual({ number: 1, ...proved });
      expect(checkInBrowser(text)).toMatchObject({ findings: [] });
      if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
      const kinds = Map.groupBy(lines, (line) => (JSON.parse(line) as [string])[0]);
      expect(kinds.get('split')!.length).toBeGreaterThan(3);
      expect(kinds.get('dividend')!.length).toBeGreaterThan(3);
      const covers = await sql`select from fills where reason = 'forced_cover' and season_id = 1`;
      expect(covers.count).toBeGreaterThan(0);
    } finally {
      await other.server.stop();
    }
  },
);

describe('decisions about the winners', () => {
  let other: PlayedSeason;
  let lines: string[];
  /** Ids of the traders in the first places. */
  let top: number[];

  beforeAll(async () => {
    other = await openPlayedSeason(6, 77);
    const { server, admin } = other;
    const { sql } = server;
    await admin.post('/api/update-competition', { prizePool: '100.01' });
    await admin.post('/api/prize-split', { percents: '50 30 20', reason: 'x' });
    await other.play(3);
    // without this the season is one of practice, because its seed was given, and practice has no prizes
    await sql`update seasons set terms = jsonb_set(terms, '{marketSeed}', 'false') where number = 1`;
    const [first] = await sql<{ username: string }[]>`
      select username from users u where is_simulated and exists (select from fills f where f.user_id = u.id)
      order by id limit 1`;
    // the admin's form looks up names by their key
    for (const { id, username } of other.players)
      await sql`update users set username_key = ${usernameKey(username)} where id = ${id}`;
    const who = { season: 1, reason: 'Two accounts.' };
    await admin.post('/api/disqualify', { ...who, username: first!.username });
    await other.end();
    const rows = await sql<{ id: number; username: string }[]>`
      select u.id, u.username from results r join users u on u.id = r.user_id
      where season_id = ${other.seasonId} and ranked order by row_number`;
    top = rows.map(({ id }) => id);
    const [winner, second] = rows.map(({ username }) => username);
    await admin.post('/api/no-prize', { ...who, username: winner });
    await admin.post('/api/lift', { ...who, username: first!.username });
    await admin.post('/api/confirm-winners', { season: 1 });
    await sql`update season_awards set status = 'claimed' where status = 'offered'`;
    await admin.post('/api/prize-paid', { season: 1, username: second, note: '' });
    await admin.post('/api/lift', { ...who, username: winner });
    const answer = await fetch(`${server.url}${BUNDLE}`);
    lines = gunzipSync(await answer.arrayBuffer())
      .toString()
      .trimEnd()
      .split('\n');
  });
  afterAll(() => other?.server.stop());

  const kindsOf = (kind: string) =>
    lines.map((line) => JSON.parse(line) as Line).filter(([name]) => name === kind);

  test('are in the bundle with the awards, and every proof agrees', async () => {
    expect(kindsOf('prize')).toEqual([
      ['prize', 1, '50.01'],
      ['prize', 2, '30.00'],
      ['prize', 3, '20.00'],
    ]);
    expect(kindsOf('decision').map(([, n, , change]) => [n, change])).toEqual([
      [1, 'disqualify'],
      [2, 'no_prize'],
      [3, 'lift'],
      [4, 'confirm'],
      [5, 'paid'],
      [6, 'lift'],
    ]);
    expect(kindsOf('award').map(([, trader]) => trader)).toContain(top[0]!);
    const text = `${lines.join('\n')}\n`;
    const proved = await verifySeason(other.server.services, 1);
    expect(await verifyBundle(each(lines))).toEqual({ number: 1, ...proved });
    expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
  });

  test('of the server take the prize from those who traded too little, and every proof agrees', async () => {
    const played = await openPlayedSeason(6, 78);
    try {
      const { server, admin, seasonId } = played;
      const { sql } = server;
      await played.play(3);
      await sql`update seasons set terms = jsonb_set(terms, '{marketSeed}', 'false') where number = 1`;
      const [{ trades: most }] = (await sql`
        select max(trade_count) as trades from accounts where season_id = ${seasonId}`) as [
        { trades: number },
      ];
      await admin.post('/api/update-competition', { leastTrades: most, leastDays: 1 });
      await played.end();
      const few = await sql`select user_id as id from results
        where season_id = ${seasonId} and ranked and trade_count < ${most} order by row_number`;
      expect(few.length).toBeGreaterThan(0);
      const answer = await fetch(`${server.url}${BUNDLE}`);
      const text = gunzipSync(await answer.arrayBuffer()).toString();
      const bundleRows = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
      const withheld = bundleRows.filter(([kind, , , change]) => kind === 'decision' && change === 'too_few');
      expect(withheld.map(([, , , , trader]) => trader)).toEqual(few.map(({ id }) => id));
      const winners = bundleRows.filter(([kind]) => kind === 'award').map(([, trader]) => trader);
      expect(winners.length).toBeGreaterThan(0);
      for (const { id } of few) expect(winners).not.toContain(id);
      const proved = await verifySeason(server.services, 1);
      expect(await verifyBundle(each(text.trimEnd().split('\n')))).toEqual({ number: 1, ...proved });
      expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
      if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
      await demandEvenness(played, bundleRows);
    } finally {
      await played.server.stop();
    }
  });

  /** Forges the decisions about too few trades, with matching awards, in a bundle and in its database. Every proof must notice. */
  async function demandEvenness({ server, seasonId }: PlayedSeason, honest: readonly Line[]) {
    const tooFew = honest.filter(([kind, , , change]) => kind === 'decision' && change === 'too_few');
    const [spared] = tooFew as [Line];
    const [winner] = honest.find(([kind]) => kind === 'award')!.slice(1) as [number];
    const atEnd = spared[2] as number;
    /** The bundle with other decisions, renumbered, and the awards that follow from them. */
    const decided = (decisions: readonly Line[]): Line[] => {
      const without = new Set(decisions.map((line) => line[4] as number));
      const amounts = honest.filter(([kind]) => kind === 'prize').map((line) => readCents(line[2] as string));
      const placed = honest.flatMap(([kind, , userId, place]) =>
        kind === 'standing' && place !== null ? [{ userId: userId as number, place: place as number }] : [],
      );
      const awards = dealPrizes(amounts, placed, { withoutPrize: without, paid: new Map() });
      return honest.flatMap((line): Line[] => {
        if (line === spared) return decisions.map((each, n) => each.with(1, n + 1));
        if (line[0] === 'end')
          return [
            ...awards.map(
              (each): Line => ['award', each.userId, each.place, writeDecimal(each.amount, CENT_DIGITS)],
            ),
            line,
          ];
        return line[0] === 'decision' || line[0] === 'award' ? [] : [line];
      });
    };
    const withTerms = (leastTrades: number, leastDays: number) =>
      honest.map((line) => (line[0] === 'terms' ? line.with(1, leastTrades).with(2, leastDays) : line));
    const asAdmins = (line: Line) => line.with(3, 'no_prize');
    const [, trades, days] = honest.find(([kind]) => kind === 'terms')! as [string, number, number];
    const sayOf = async (rows: readonly Line[]) => {
      const text = textOf(rows.map((line) => JSON.stringify(line)));
      const { end, findings } = checkInBrowser(text);
      const python = noPython === '' ? (await checkInPython(text)).output : null;
      return { command: await saidBy(verifyBundle(each(text.trimEnd().split('\n')))), end, findings, python };
    };
    // with the honest decisions the helper changes nothing
    expect(await sayOf(decided(tooFew))).toMatchObject({ command: 'nothing', end: 'holds' });
    const forgeries: readonly [string, Line[]][] = [
      ['one trader is spared', decided(tooFew.slice(1))],
      ['the rule is called an admin', decided([asAdmins(spared), ...tooFew.slice(1)])],
      ['a winner with enough trades is passed over', decided([...tooFew, spared.with(4, winner)])],
      ['it is decided later', decided([...tooFew.slice(0, -1), tooFew.at(-1)!.with(2, atEnd + 1)])],
      ['a higher number of trades', withTerms(trades + 1, days)],
      ['no number of trades', withTerms(0, days)],
      ['more days than anybody traded on', withTerms(trades, 31)],
      ['no short selling', honest.map((line) => (line[0] === 'terms' ? line.with(3, true) : line))],
      ['no terms', honest.filter(([kind]) => kind !== 'terms')],
      ['two terms', honest.flatMap((line) => (line[0] === 'terms' ? [line, line] : [line]))],
      ['a version without terms', honest.map((line) => (line[0] === 'season' ? line.with(1, 5) : line))],
    ];
    for (const [what, rows] of forgeries) {
      const { command, end, findings, python } = await sayOf(rows);
      expect([what, command]).not.toEqual([what, 'nothing']);
      expect([what, end, findings.length > 0]).toEqual([what, 'differs', true]);
      if (python !== null) expect([what, python]).toEqual([what, expect.stringMatching(/^line \d+: /)]);
    }
    const stated = forgeries.slice(0, 3).map(([, rows]) => rows);
    for (const rows of stated)
      expect((await sayOf(rows)).findings).toEqual([
        expect.objectContaining({
          step: 'places',
          what: 'decision',
          sentence: expect.stringContaining('trades on'),
        }),
      ]);
    const id = spared[4] as number;
    for (const statement of [
      `delete from season_decisions where season_id = ${seasonId} and user_id = ${id}`,
      `update season_decisions set reason = 'Another reason.' where season_id = ${seasonId} and user_id = ${id}`,
      `update seasons set least_trades = 0 where id = ${seasonId}`,
      `update seasons set least_days = 31 where id = ${seasonId}`,
    ])
      expect([statement, await saidAfter(server, statement)]).toEqual([
        statement,
        expect.stringContaining('trades on'),
      ]);
  }

  const saidBy = (proof: Promise<unknown>): Promise<string> =>
    proof.then(
      () => 'nothing',
      (error: Error) => error.message,
    );

  /** The message of the database's proof after a statement, which is rolled back. */
  async function saidAfter({ sql, services }: PlayedSeason['server'], statement: string): Promise<string> {
    const undo = new Error('undo');
    let said = '';
    const tampering = sql.begin(async (tx) => {
      await tx.unsafe(statement);
      said = await saidBy(verifySeason({ ...services, sql: tx as unknown as Sql }, 1));
      throw undo;
    });
    expect(await tampering.catch((error: unknown) => error)).toBe(undo);
    return said;
  }

  const change = (kind: string, row: number, field: number, value: string | number | boolean | null) =>
    [kind, row, field, value] as const;
  test.each([
    ['the money of a prize', change('prize', 0, 2, '60.01')],
    ['the form of an amount', change('prize', 0, 2, '050.01')],
    ['the time of a decision', change('decision', 3, 2, 1)],
    ['the kind of a decision', change('decision', 2, 3, 'no_prize')],
    ['the trader of a decision', change('decision', 0, 4, 999)],
    ['what was paid', change('decision', 4, 6, '31.00')],
    ['the amount of an award', change('award', 0, 3, '1.00')],
    ['the place of an award', change('award', 0, 2, 7)],
    ['the version', change('season', 0, 1, 4)],
  ])('%s cannot be changed', async (_, [kind, row, field, value]) => {
    const nth = lines.findIndex((line) => line.startsWith(`["${kind}"`)) + row;
    const forgery = lines.map((line, n) => {
      if (n !== nth) return line;
      const values = JSON.parse(line) as Line;
      values[field] = value;
      return JSON.stringify(values);
    });
    const text = textOf(forgery);
    expect(await verifyBundle(each(text.trimEnd().split('\n'))).catch((error) => error)).toBeInstanceOf(
      Error,
    );
    expect(checkInBrowser(text)).toMatchObject({ end: 'differs' });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 1 });
  });

  test.each([
    ['a decision removed', "delete from season_decisions where kind = 'no_prize'"],
    ['an award', 'update season_awards set amount = amount + 1'],
    [
      'a disqualification',
      "delete from season_decisions where id = (select max(id) from season_decisions where kind = 'lift')",
    ],
  ])('%s is found in the database', async (_, statement) => {
    expect(await saidAfter(other.server, statement)).not.toBe('nothing');
  });
});

/** Opens a played season on a market that the test moves and that has no tape. */
async function openHeldSeason(seed: number) {
  let market!: HeldMarket;
  const season = await openPlayedSeason(6, seed, (now) => {
    const held = heldMarket(PRICES, now);
    const { tape: _, ...rest } = held;
    const sent = (quote: Quote): Quote => ({ ...quote, source: 'fmp' });
    market = {
      ...rest,
      source: 'fmp',
      quote: async (symbol) => sent(await held.quote(symbol)),
      quotes: async (symbols) =>
        new Map([...(await held.quotes(symbols))].map(([symbol, quote]) => [symbol, sent(quote)])),
    };
    return market;
  });
  return { market, season };
}

/** Joins the lines; an end line gets the right hash. */
function textOf(lines: readonly string[]): string {
  const isWhole = lines.at(-1)!.startsWith('["end"');
  const text = lines
    .slice(0, isWhole ? -1 : undefined)
    .map((line) => `${line}\n`)
    .join('');
  if (!isWhole) return text;
  return `${text}${JSON.stringify(['end', new Bun.CryptoHasher('sha256').update(text).digest('hex')])}\n`;
}

describe('programs outside the server', () => {
  test('the proof in the browser', async () => {
    const lines = await download();
    const { end, findings, fills } = checkInBrowser(`${lines.join('\n')}\n`);
    expect({ end, findings }).toEqual({ end: 'holds', findings: [] });
    expect(fills).toBeGreaterThan(80);
  });

  test.skipIf(noPython !== '')(`the one in Python${noPython}`, async () => {
    const bundle = join(testFolder(), 'bundle.jsonl');
    await Bun.write(bundle, `${(await download()).join('\n')}\n`);
    expect(await runPython('verify.py', bundle)).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^\d+ fills by \d+ traders: every price, every balance, every place follows\.\n$/,
      ),
    });
  });
});

describe('single changes to the database and to the bundle', () => {
  const IS_WRITTEN = process.env.UPDATE_DOCS !== undefined;
  const PROOF = join(import.meta.dir, '../data/proof-answers.md');
  let targets: Targets;
  let original: string[];

  beforeAll(async () => {
    const id = season.seasonId;
    const [row] = await season.server.sql<Targets[]>`
      with x as (
        select f.id from fills f join closed_trades c on c.fill_id = f.id
        where f.season_id = ${id} and f.order_id is null and f.reason is null order by f.id offset 5 limit 1
      ), w as (
        select f.id, f.order_id from fills f join orders o on o.id = f.order_id
        where f.season_id = ${id} and o.type = 'limit' and o.action = 'buy' and o.parent_id is null order by f.id limit 1
      )
      select x.id::integer as "X", (select min(f.id) from fills f where f.id > x.id)::integer as "Y",
        w.id::integer as "W", 4 as "L",
        (select e.id from order_events e where e.order_id = w.order_id and e.kind = 'placed')::integer as "E"
      from x, w`;
    targets = row!;
    original = await download();
  });

  async function run(tx: Transaction, sql: string): Promise<void> {
    await tx.unsafe(
      sql
        .replaceAll(/\b[XYWEL]\b/g, (name) => String(targets[name as keyof Targets]))
        .replaceAll(/\bS\b/g, String(season.seasonId)),
    );
  }

  /** Adds the forged rows of a bundle to the database and rebuilds the final table. */
  async function addForged(tx: Transaction, text: string): Promise<void> {
    const read = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Line);
    await insertForged(tx, season.seasonId, read(original), read(text.trimEnd().split('\n')));
    await tx`delete from results where season_id = ${season.seasonId}`;
    await freezeResults(tx, season.seasonId);
  }

  /** The message of the database's proof after a change, which is rolled back. */
  async function saidOfDatabase(
    change: (tx: Transaction) => Promise<void>,
    isSealed: boolean,
  ): Promise<string> {
    const undo = new Error('undo');
    let said = 'nothing';
    const tampering = season.server.sql.begin(async (tx) => {
      // the owner of the database can switch off its triggers
      await tx`set local session_replication_role = replica`;
      await change(tx);
      if (isSealed) await sealAnew(tx);
      const services = { ...season.server.services, sql: tx as unknown as Sql };
      await verifySeason(services, 1).catch((error: Error) => {
        said = error.message;
      });
      throw undo;
    });
    expect(await tampering.catch((error: unknown) => error)).toBe(undo);
    return said;
  }

  /** Makes every link match its rows and its predecessor. */
  async function sealAnew(tx: Transaction): Promise<void> {
    let head = sha256(chainBeginning(1));
    for await (const block of seasonRecord(tx, season.seasonId)) {
      const link = { ...block.link, rowsHash: hashOfLines(blockLines(block)) };
      head = sha256(linkText(head, link));
      await tx`update season_chain set rows_hash = ${Buffer.from(link.rowsHash, 'hex')}, head = ${Buffer.from(head, 'hex')}
        where season_id = ${season.seasonId} and seq = ${link.seq}`;
    }
  }

  function changed(change: NonNullable<Tampering['bundle']>, isSealed: boolean): string {
    const all = original.map((line) => JSON.parse(line) as Line);
    change(all, targets);
    return textOf((isSealed ? forged(all) : all).map((line) => JSON.stringify(line)));
  }

  async function saidOfBundle(text: string): Promise<string> {
    return await verifyBundle(each(text.slice(0, -1).split('\n'))).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  }

  /** The first difference that the browser's proof lists: its step, its name, its place. */
  function saidInBrowser(text: string): string {
    const { end, findings } = checkInBrowser(text);
    const [first] = findings;
    if (end !== 'differs' || !first) return 'nothing';
    return `${first.step}: ${first.what}, ${first.place.kind} ${first.place.id}`;
  }

  /** The first difference of a row; that of a link only if there is no other. */
  async function saidInPython(text: string): Promise<string> {
    const { code, output } = await checkInPython(text);
    const lines = output.split('\n');
    return code === 1
      ? (lines.find((line) => line.startsWith('line') && !line.includes('rowsHash')) ?? lines[0]!)
      : 'nothing';
  }

  /** The sentence without the parts that differ from season to season. */
  const plain = (sentence: string): string =>
    sentence
      .replaceAll(/\((?!place)[^)]*\)/g, '(…)')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
      .replaceAll(/player\d+/g, 'P')
      .replaceAll(/\b(Fill|fill) (\d+)/g, (_, fill, id) => `${fill} ${Number(id) === targets.X ? 'X' : 'N'}`)
      .replaceAll(/\d+(\.\d+)?/g, 'N');

  /** A Markdown table; the first row has its heads. */
  function tableOf(rows: readonly string[][]): string {
    const widths = rows[0]!.map((_, n) => Math.max(3, ...rows.map((row) => row[n]!.length)));
    const [heads, ...rest] = rows.map((row) => row.map((cell, n) => cell.padEnd(widths[n]!)));
    const rule = widths.map((width) => '-'.repeat(width));
    return [heads!, rule, ...rest].map((row) => `| ${row.join(' | ')} |`).join('\n');
  }

  test('what follows from a bundle, derived anew, is the bundle', () => {
    const all = original.map((line) => JSON.parse(line) as Line);
    expect(forged(all)).toEqual(all);
  });

  test('each is found, and tests/data/proof-answers.md has the answers', async () => {
    const proofBefore = await Bun.file(PROOF).text();
    const rows = [['', 'Change', 'Database', 'Bundle', 'In the browser', 'In Python']];
    const named = { database: 0, bundle: 0 };
    const changes: (Tampering | Forgery)[] = [
      ...TAMPERINGS,
      ...[...FORGERIES, ...SALTS].map((forgery) => ({ ...forgery, what: `${forgery.what}, sealed anew` })),
    ];
    for (const [n, { what, sql, bundle, ...change }] of changes.entries()) {
      const isSealed = n >= TAMPERINGS.length;
      const text = bundle && changed(bundle, isSealed);
      const inDatabase =
        'isAddition' in change
          ? (tx: Transaction) => addForged(tx, text!)
          : sql && ((tx: Transaction) => run(tx, sql));
      const said = {
        database: inDatabase && (await saidOfDatabase(inDatabase, isSealed)),
        bundle: text && (await saidOfBundle(text)),
        browser: text && saidInBrowser(text),
        // a run takes a second: only some of them, and all when the table is written
        python: text && ((IS_WRITTEN || n % 8 === 0) && noPython === '' ? await saidInPython(text) : null),
      };
      expect([what, Object.values(said)]).not.toEqual([what, expect.arrayContaining(['nothing'])]);
      // a link that was not changed names only its rows; the file's hash and counts name none
      for (const of of ['database', 'bundle'] as const)
        if (said[of] && (!/^(Link|The end|The bundle)/.test(said[of]) || what.startsWith('a link')))
          named[of]++;
      const cells = Object.values(said).map((cell) => (cell === null ? cell : plain(cell ?? '–')));
      rows.push([`${n + 1}`, what, ...cells.map((cell, column) => cell ?? cellOf(proofBefore, n, column))]);
    }
    expect(Math.min(named.database, named.bundle)).toBeGreaterThanOrEqual(40);
    const should = proofBefore.replace(/\n\|[\s\S]*$/, `\n${tableOf(rows)}\n`);
    if (IS_WRITTEN) await Bun.write(PROOF, should);
    else expect(proofBefore).toBe(should);
  }, 240_000);
});

test('Reset and who comes after the end are no part of it', async () => {
  const lines = await download();
  const { server, admin, players } = season;
  const fromDatabase = await prove();
  await server.register();
  // a trader becomes an admin, who may go on trading
  const player = { ...players.at(-1)!, isAdmin: true };
  await server.sql`update users set is_admin = true where id = ${player.id}`;
  const body = { user_id: player.id, symbol: 'KO', action: 'buy', quantity: 1 };
  await server.services.trading.execute(player, readTradeRequest(body, player.id));
  expect(await download()).toEqual(lines);
  await admin.post('/api/reset-competition');
  expect(await download()).toEqual(lines);
  expect(await prove()).toEqual({ ...fromDatabase, foreign: fromDatabase.foreign + 1 });
});

/** The cell of the table for a row and a verifier, both from 0 on. */
function cellOf(table: string, row: number, column: number): string {
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return (lines[row + 2] ?? '').split(' | ')[column + 2]?.replace(/ \|$/, '').trim() ?? '';
}
