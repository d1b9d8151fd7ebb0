/** Calls for operators and proxies: health, metrics, and the ids of requests. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createLog } from '#services/platform/log.ts';
import { urlOf } from '../helpers/database.ts';
import { KIND, ownServer } from '../helpers/postgres.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { whileUnreadable } from '../helpers/unreadable.ts';
import { until } from '../helpers/until.ts';

type Ready = { status: string; checks: Record<string, { ok: boolean; says?: string }> };
type Line = { msg: string; request?: string; query?: string; ms?: number };

const lines: Line[] = [];
const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ log, env: { SLOW_QUERY_MS: '150' } });
});
afterAll(() => server?.stop());

const metricsOf = async (at: TestServer, headers: Record<string, string> = {}) =>
  await at.visitor().get('/metrics', headers);
const numberOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );

test('it lives, and is ready with each part named', async () => {
  const visitor = server.visitor();
  expect((await visitor.get('/healthz')).json).toEqual({ status: 'ok' });
  // on a busy machine another part may be slow and recover later
  const { status, json } = await until(
    () => visitor.get<Ready>('/readyz'),
    (answer) => answer.json.status === 'ok',
  );
  expect(status).toBe(200);
  expect(Object.keys(json.checks)).toEqual(['database', 'market', 'bus', 'board', 'disk', 'addresses']);
  expect(Object.values(json.checks).every(({ ok }) => ok)).toBe(true);
});

test('the metrics have every request by route and status, and what the parts do', async () => {
  const trader = await server.register();
  await trader.get('/api/user');
  await trader.get('/api/user-profile/1234567');
  await server.visitor().get('/nowhere-at-all', { accept: 'text/html' });
  const { status, text, headers } = await metricsOf(server);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('paperpit_requests_total{method="GET",route="/api/user",status="200"} 1');
  expect(text).toContain('route="/api/user-profile/:id",status="404"} 1');
  expect(text).toContain('route="none",status="404"} 1');
  expect(text).not.toContain('1234567');
  for (const kind of ['call', 'page'])
    expect(text).toContain(`paperpit_request_seconds_count{kind="${kind}"}`);
  expect(numberOf(text, 'paperpit_queries_total')).toBeGreaterThan(10);
  expect(numberOf(text, 'paperpit_order_lease')).toBe(1);
  expect(numberOf(text, 'paperpit_sockets')).toBe(0);
  for (const name of [
    'paperpit_pass_seconds_count',
    'paperpit_ticks_total',
    'paperpit_tick_lag_seconds_count',
  ])
    expect(numberOf(text, name)).toBeGreaterThanOrEqual(0);
  expect(numberOf(text, 'process_open_fds')).toBeGreaterThan(5);
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
  'who comes through a proxy (%s) may not read them',
  async (name) => {
    const { status, json } = await metricsOf(server, { [name]: '127.0.0.1' });
    expect([status, (json as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
  },
);

test('with a token only who has it may read them', async () => {
  const METRICS_TOKEN = 'a token of the monitoring';
  const guarded = await startServer({ env: { METRICS_TOKEN } });
  expect((await metricsOf(guarded)).status).toBe(404);
  expect((await metricsOf(guarded, { authorization: `Bearer ${METRICS_TOKEN}!` })).status).toBe(404);
  const proxied = { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '203.0.113.9' };
  expect((await metricsOf(guarded, proxied)).status).toBe(200);
  await guarded.stop();
});

test('a request has a name: on its answer, in the log, and on the page that says it failed', async () => {
  const admin = await server.admin();
  const visitor = server.visitor();
  const [first, second] = [
    await visitor.get('/api/price?symbol=AAPL'),
    await visitor.get('/api/price?symbol=AAPL'),
  ];
  const name = first.headers.get('x-request-id');
  expect(name).toMatch(/^[\da-f-]{36}$/);
  expect(second.headers.get('x-request-id')).not.toBe(name);
  const claimed = await visitor.get('/healthz', { 'x-request-id': 'called-by-a-stranger' });
  expect(claimed.headers.get('x-request-id')).not.toBe('called-by-a-stranger');

  lines.length = 0;
  const page = await whileUnreadable(server.sql, 'progress', () =>
    admin.get('/ranking', { accept: 'text/html' }),
  );
  expect(page.status).toBe(500);
  const id = page.headers.get('x-request-id');
  expect(page.text).toContain(`>${id}</code>`);
  expect(lines.find(({ msg }) => msg === 'request failed')?.request).toBe(id!);
});

test('behind a proxy of ours a request keeps the name the proxy gave it', async () => {
  const proxied = await startServer({ env: { TRUST_PROXY: '1' } });
  const ask = (name: string) => proxied.visitor().get('/healthz', { 'x-request-id': name });
  expect((await ask('proxy-12345678')).headers.get('x-request-id')).toBe('proxy-12345678');
  expect((await ask('"><script>')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  await proxied.stop();
});

test('a slow statement is logged once with the function it stands in', async () => {
  lines.length = 0;
  async function wait() {
    await server.sql`select pg_sleep(0.2)`;
  }
  await wait();
  await wait();
  const slow = lines.filter(({ msg }) => msg === 'slow query');
  expect(slow).toHaveLength(1);
  expect(slow[0]?.query).toMatch(/^wait \(tests\/server\/operations\.test\.ts:\d+\)$/);
  expect(slow[0]?.ms).toBeGreaterThanOrEqual(150);
});

test('without the database it lives and is not ready', async () => {
  const database = await ownServer(KIND);
  const relayed = await startServer({ database: urlOf(database.target) });
  const ready = () => relayed.visitor().get<Ready>('/readyz');
  expect((await ready()).status).toBe(200);
  await database.stop();
  const { status, json } = await until(ready, (answer) => answer.json.checks.database?.ok === false);
  expect([status, json.status]).toEqual([503, 'down']);
  // prices do not come from the database
  await until(async () => (await ready()).json.checks.market?.ok);
  expect((await relayed.visitor().get('/healthz')).status).toBe(200);
  await relayed.stop();
});
