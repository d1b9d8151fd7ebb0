/** Measures the bundle of a season of 1,000,000 fills: duration, size, and the server's memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '#db/client.ts';
import { appendLinks } from '#services/proof/chain.ts';
import type { Season } from '#services/season/seasons.ts';
import { testFolder } from '#tests/helpers/folder.ts';
import { freePort } from '#tests/helpers/port.ts';
import { startServer } from '#tests/helpers/server.ts';
import { until } from '#tests/helpers/until.ts';
import type { Bench, Row } from './report.ts';

const FILLS = 1_000_000;
const TRADERS = 1_000;
/** Fills in a link. */
const LINK = 200;
/** Fills inserted by one statement. */
const STATEMENT = 50_000;
const MB = 1_000_000;
const SLOW_MS = 5_000;

/** Inserts fills with made-up prices and their chain: a download checks no price. */
async function fill(sql: Sql, season: Season): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      with made as (
        insert into users (username, username_key, is_simulated)
        select 'bench' || g, 'bench' || g, true from generate_series(1, ${TRADERS}) g returning id
      ), opened as (
        insert into accounts (season_id, user_id, cash) select ${season.id}, id, 100000 from made returning user_id
      )
      insert into positions (season_id, user_id, symbol, is_short, quantity, opened_quantity, entry_price, cost, opened_at)
      select ${season.id}, user_id, 'AAPL', false, 1, 1, 100, 100, now() from opened`;
    for (let from = 1; from <= FILLS; from += STATEMENT)
      await tx`
        with held as (select id, user_id, row_number() over (order by id) - 1 as n from positions)
        insert into fills (season_id, user_id, position_id, symbol, action, quantity, price, cash_delta, quote_at,
          quote_age_ms, source, filled_at)
        select ${season.id}, h.user_id, h.id, 'AAPL', case g % 2 when 0 then 'buy' else 'sell' end,
          round((random() * 100 + 1)::numeric, 6), round((random() * 300 + 20)::numeric, 4),
          round((random() * 20000 - 10000)::numeric, 2), now(), 0, 'simulated', now()
        from generate_series(${from}::integer, ${from + STATEMENT - 1}::integer) g join held h on h.n = g % ${TRADERS}`;
    const [ids] = await tx<{ first: bigint; last: bigint }[]>`
      select min(id) as first, max(id) as last from fills`;
    for (let fill = ids!.first + BigInt(LINK); fill < ids!.last; fill += BigInt(LINK))
      await appendLinks(tx, [season], { fill, event: 0n }, Date.now());
  });
}

const rss = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

/** Downloads the bundle. @param pauseMs rest after the first piece @returns bytes, and the duration, ms */
async function download(url: string, pauseMs = 0) {
  const began = performance.now();
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(await answer.text());
  let bytes = 0;
  let isPaused = pauseMs === 0;
  for await (const piece of answer.body!) {
    bytes += piece.length;
    if (isPaused) continue;
    isPaused = true;
    await Bun.sleep(pauseMs);
  }
  return { bytes, ms: performance.now() - began };
}

async function measure(): Promise<Row[]> {
  const server = await startServer();
  const { services, sql } = server;
  await services.chain.stop();
  await services.seasons.start(null);
  await fill(sql, services.seasons.current()!);
  // The values of open positions do not matter here.
  await sql`update positions set quantity = 0, closed_at = now()`;
  await services.seasons.end(null);
  await sql`update seed_periods set effective_from = now() where season_id is null and number > 0`;
  const port = await freePort();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: services.settings.databaseUrl,
      PORT: String(port),
      HOST: 'localhost',
      DATA_DIR: testFolder(),
      DEMO: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      MARKET_SEED: 'tests',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const url = `http://localhost:${port}`;
    await until(async () => (await fetch(`${url}/api/competition-status`).catch(() => null))?.ok);
    const initialBytes = rss(child.pid, 'VmRSS');
    const { bytes, ms } = await download(`${url}/competitions/1/bundle`);
    const after = rss(child.pid, 'VmHWM');
    await download(`${url}/competitions/1/bundle`, SLOW_MS);
    const slow = rss(child.pid, 'VmHWM');
    const grown = (peak: number) => `${Math.round((peak - initialBytes) / MB)} MB`;
    return [
      {
        name: `the bundle of ${FILLS.toLocaleString('en')} fills in ${(FILLS / LINK).toLocaleString('en')} links`,
        figure: `${(ms / 1000).toFixed(1)} s, ${(bytes / MB).toFixed(1)} MB`,
        target: 'at most 20 s',
        met: ms <= 20_000,
      },
      {
        name: `what the server's memory grew by, from ${Math.round(initialBytes / MB)} MB`,
        figure: `${grown(after)}, with a reader that rested ${SLOW_MS / 1000} s ${grown(slow)}`,
        target: 'at most 150 MB',
        met: slow - initialBytes <= 150 * MB,
      },
    ];
  } finally {
    child.kill('SIGTERM');
    await child.exited;
    await server.stop();
  }
}

export const bundle: Bench = { name: 'bundle', run: measure };
