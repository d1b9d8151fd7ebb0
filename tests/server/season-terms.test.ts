/** A season stores how it was played and is proved by that, whatever the settings are later. */
import { expect, test } from 'bun:test';
import { NEWEST_RULES } from '#core/season/terms.ts';
import { COMPANIES, catalogueVersion } from '#market/simulated/companies.ts';
import { TAPE_VERSION } from '#market/simulated/tape.ts';
import { SettingsError } from '#services/platform/settings.ts';
import { PRICES } from '../helpers/real-prices.ts';
import { serversOnOneClock } from '../helpers/servers.ts';

const { time, serve } = serversOnOneClock();

/** Starts a server with season 1 running and a trader who bought, sold a part and holds the rest. */
async function running(env: Record<string, string> = {}) {
  // a Wednesday, during New York's session
  time.ms = Date.UTC(2026, 5, 3, 15, 0, 30);
  const server = await serve(env);
  const admin = await server.admin();
  const trader = await server.register();
  const trade = async (action: string, quantity: number) => {
    const order = { user_id: trader.userId, symbol: 'AAPL', action, quantity };
    expect((await trader.post('/api/trade', order)).status).toBe(200);
    time.ms += 3 * 60_000;
  };
  await admin.post('/api/toggle-competition', { active: true });
  await trade('buy', 5);
  await trade('sell', 2);
  const end = async () =>
    expect((await admin.post('/api/toggle-competition', { active: false })).status).toBe(200);
  return { server, admin, trader, trade, end, url: server.services.settings.databaseUrl! };
}

/** Runs `npm run verify-season -- N`. */
async function verifyProgram(url: string, env: Record<string, string> = {}, number = 1) {
  const program = Bun.spawn([process.execPath, 'scripts/verify-season.ts', String(number)], {
    env: { ...process.env, MARKET_SEED: '', ...env, DATABASE_URL: url },
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
  ]);
  return { code: await program.exited, out, err };
}

const AS_SHOULD_BE =
  /^Season 1: 3 prices, 0 orders, \d+ links and 1 standings checked, all as they should be\.\n$/;

test('an honest season verifies whatever MARKET_SEED, MARKET_HOURS, MARKET and QUOTE_MAX_AGE_MS are today', async () => {
  const { server, end, url } = await running({ MARKET_HOURS: 'us' });
  await end();
  expect(server.services.seasons.current()!.terms).toEqual({
    market: 'simulated',
    hours: 'us',
    delaySec: 0,
    quoteMaxAgeMs: 15_000,
    marketSeed: true,
    tape: { version: TAPE_VERSION, catalogue: catalogueVersion(COMPANIES) },
    tieRule: 'shared',
  });
  const others: Record<string, string>[] = [
    {},
    { MARKET_SEED: 'x', MARKET_HOURS: 'always' },
    { QUOTE_MAX_AGE_MS: '1', STARTING_BALANCE: '7' },
  ];
  for (const env of others) {
    const { code, out, err } = await verifyProgram(url, env);
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(AS_SHOULD_BE)]);
  }
});

test.each([
  ['MARKET_HOURS', 'us', { MARKET_HOURS: 'us' }],
  ['MARKET', 'replay', { MARKET: 'replay', REPLAY_DIR: PRICES }],
] as const)(
  'a running season refuses a start with another %s; once it is over the start goes on',
  async (name, value, env) => {
    const { server, end, url } = await running();
    const rows = await server.sql`select * from seasons`;
    const refusal = serve(env, url);
    await expect(refusal).rejects.toThrow(SettingsError);
    await expect(refusal).rejects.toThrow(`${name} is ${value}, but season 1 is running with ${name}=`);
    expect(await server.sql`select * from seasons`).toEqual(rows);
    await end();
    const after = await serve(env, url);
    await (await after.admin()).post('/api/toggle-competition', { active: true });
    expect(after.services.seasons.current()!.terms).toMatchObject(
      name === 'MARKET' ? { market: 'replay', tape: null } : { market: 'simulated', hours: 'us' },
    );
    expect((await verifyProgram(url)).code).toBe(0);
  },
);

test('a process that takes older quotes, or has another tape, is kept with the running season', async () => {
  const { server, trade, end, url } = await running();
  const terms = async () => (await server.sql<{ terms: object }[]>`select terms from seasons`)[0]!.terms;
  const strict = await terms();
  await serve({ QUOTE_MAX_AGE_MS: '5000' }, url);
  expect(await terms()).toEqual(strict);
  await serve({ QUOTE_MAX_AGE_MS: '90000' }, url);
  expect(await terms()).toEqual({ ...strict, quoteMaxAgeMs: 90_000 });
  await serve({}, url);
  expect(await terms()).toEqual({ ...strict, quoteMaxAgeMs: 90_000 });
  const [audit] = await server.sql`select before, after from audit where action = 'season_terms'`;
  expect(audit).toMatchObject({ before: { quoteMaxAgeMs: 15_000 }, after: { quoteMaxAgeMs: 90_000 } });
  await trade('sell', 1);

  await server.sql`update seasons set terms = jsonb_set(terms, '{tape,version}', '1')`;
  await serve({}, url);
  expect(await terms()).toEqual({ ...strict, quoteMaxAgeMs: 90_000, tape: null });
  await end();
  const { code, out, err } = await verifyProgram(url);
  expect([code, out, err]).toEqual([
    3,
    '',
    'Season 1 cannot be checked: the simulated tape changed while it was running.\n',
  ]);
});

test('seasons this program cannot judge are told so, with a code of their own', async () => {
  const { server, end, url } = await running();
  await end();
  const faultAfter = async (change: string) => {
    await server.sql.unsafe(`update seasons set terms = ${change}`);
    const { code, out, err } = await verifyProgram(url);
    expect([code, out]).toEqual([3, '']);
    return err;
  };
  const [{ terms }] = (await server.sql`select terms::text from seasons`) as unknown as [{ terms: string }];
  expect(await faultAfter(`jsonb_set(terms, '{tape,version}', '99')`)).toBe(
    `Season 1 cannot be checked: its prices are of version 99 of the simulated tape, and this program has versions 3 and ${TAPE_VERSION}.\n`,
  );
  await server.sql`update seasons set terms = ${terms}::text::jsonb`;
  expect(await faultAfter(`jsonb_set(terms, '{tape,catalogue}', '"0123"')`)).toMatch(
    /of the catalogue 0123, and this program has/,
  );
  await server.sql`update seasons set terms = ${terms}::text::jsonb`;
  expect(await faultAfter(`jsonb_set(terms, '{tieRule}', '"coin"')`)).toMatch(
    /does not know its rule for ties, coin/,
  );
  // like a season from before the migration
  expect(await faultAfter('null')).toBe(
    'Season 1 cannot be checked: it began before a season kept its market, hours and versions.\n',
  );
  expect((await server.visitor().get('/api/competition-status')).status).toBe(200);
});

test('on replayed prices it says first what no seed proves, and proves the rest', async () => {
  const { server, end, url } = await running({ MARKET: 'replay', REPLAY_DIR: PRICES, REPLAY_SPEED: '1' });
  await end();
  const { code, out } = await verifyProgram(url);
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      'Season 1 was played on replay prices: no seed proves its 3 prices, everything else is checked.',
      expect.stringMatching(
        /^Season 1: 0 prices, 0 orders, \d+ links and 1 standings checked, all as they should be\.$/,
      ),
      '',
    ],
  ]);
  await server.sql`update fills set source = 'simulated' where id = (select min(id) from fills)`;
  const other = await verifyProgram(url);
  expect([other.code, other.err]).toEqual([
    1,
    expect.stringMatching(/^Fill \d+ .* is from simulated, and the season/),
  ]);
});

test('what moves prices makes another version of the catalogue, a name does not', () => {
  const [first, ...rest] = COMPANIES;
  const version = (change: object) => catalogueVersion([{ ...first!, ...change }, ...rest]);
  for (const change of [
    { symbol: 'A' },
    { sector: 'x' },
    { beta: 9 },
    { price: 9 },
    { volume: 9 },
    { vol: 9 },
  ])
    expect(version(change)).not.toBe(catalogueVersion(COMPANIES));
  expect(version({ name: 'Another name' })).toBe(catalogueVersion(COMPANIES));
  expect(catalogueVersion(rest)).not.toBe(catalogueVersion(COMPANIES));
});

test('at a start, a season that waits gets the newest rules; one with a trade, and one that is over, keep theirs', async () => {
  const { server, admin, end, url } = await running();
  const versions = async () => {
    const rows = await server.sql<{ version: number }[]>`
      select rules_version as version from seasons where kind = 'public' order by number`;
    return rows.map(({ version }) => version);
  };
  await server.sql`update seasons set rules_version = 6`;
  await serve({}, url);
  expect(await versions()).toEqual([6]);
  await end();
  await admin.post('/api/reset-competition', {});
  await server.sql`update seasons set rules_version = 6`;
  await serve({}, url);
  expect(await versions()).toEqual([6, NEWEST_RULES]);
});
