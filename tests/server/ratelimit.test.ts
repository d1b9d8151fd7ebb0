import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientAddress, createAddresses, networkOf } from '#framework/http/address.ts';
import { createRateLimits, type Limited, RATE_LIMITS } from '#services/platform/rate-limit.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

/** No limit allows an account more than this in its time. */
const MOST_POINTS = 1_000;

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Repeats a call until it is refused for being too frequent. @returns how many calls got through */
async function through(most: number, call: (n: number) => Promise<{ status: number }>): Promise<number> {
  for (let n = 0; n < most; n++) if ((await call(n)).status === 429) return n;
  return most;
}

test('registration: one address may not fill the table', async () => {
  const { points } = RATE_LIMITS.register.visitors;
  const call = (i: number) =>
    server
      .visitor()
      // refused for its password, but it still counts as a try
      .post('/api/register', { username: `joiner-${i}`, password: 'short' }, from('10.1.0.1'));
  expect(await through(points + 5, call)).toBe(points);
});

test('contact: per account and per address', async () => {
  const message = {
    name: 'A B',
    email: 'a@b.example',
    phone: '050',
    subject: 'Other',
    message: 'Hello',
    purpose: 'public',
  };
  const me = await server.register();
  const { account, visitors } = RATE_LIMITS.contact;
  expect(await through(20, (i) => me.post('/api/contact', message, from(`10.2.0.${i}`)))).toBe(
    account.points,
  );
  const visitor = server.visitor();
  expect(await through(30, () => visitor.post('/api/contact', message, from('10.2.1.1')))).toBe(
    visitors.points,
  );
  const rows = await server.sql`select count(*)::integer as n from contact_messages`;
  expect(rows[0]).toEqual({ n: account.points + visitors.points });
});

test('trade: one trader may not flood, others and strangers do not use up their tries', async () => {
  const me = await server.register();
  const other = await server.register();
  const order = { user_id: me.userId, symbol: 'AAPL', action: 'buy', quantity: 0 };
  const { points } = RATE_LIMITS.trade.account;
  const signedOut = await Promise.all(
    Array.from({ length: 20 }, () => server.visitor().post('/api/trade', order, from('10.3.0.1'))),
  );
  expect(new Set(signedOut.map((a) => a.status))).toEqual(new Set([401]));
  const mine = await Promise.all(
    Array.from({ length: points + 10 }, () => me.post('/api/trade', order, from('10.3.0.1'))),
  );
  expect(mine.filter((a) => a.status === 429)).toHaveLength(10);
  expect(mine.find((a) => a.status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await me.get('/api/user')).status).toBe(200);
  expect((await other.post('/api/trade', { ...order, user_id: other.userId }, from('10.3.0.1'))).status).toBe(
    422,
  );
});

test('an account that is refused uses up nothing of its neighbours', async () => {
  const limits = createRateLimits({ rateLimit: true });
  const address = '10.4.0.1';
  const tries = async (account: number, count: number) => {
    const all = Array.from({ length: count }, () => limits.count('trade', { account, address }));
    return (await Promise.allSettled(all)).filter((each) => each.status === 'fulfilled').length;
  };
  const { account, members } = RATE_LIMITS.trade;
  expect(await tries(1, 2 * members.points)).toBe(account.points);
  expect(await tries(2, account.points)).toBe(account.points);
});

describe('what writes is limited', () => {
  let writes: TestServer['routes'];
  beforeAll(() => {
    writes = server.routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'WS'].includes(method));
  });

  test('every call that is no reading names its limit', () => {
    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter(({ limit }) => limit === undefined)).toEqual([]);
  });

  test('and is refused beyond it, whatever is sent', async () => {
    const admin = await server.admin();
    const count = (kind: Limited) =>
      server.services.limits.count(kind, { account: admin.userId }).then(
        () => ({ status: 200 }),
        () => ({ status: 429 }),
      );
    for (const { method, path, limit } of writes) {
      // right before each call: some limits reset after seconds
      await through(MOST_POINTS, () => count(limit as Limited));
      const init = { method, headers: { 'content-type': 'application/json' } };
      const answer = await admin.request(path.replaceAll(/:\w+/g, '1'), init);
      expect([method, path, answer.status, answer.json?.code]).toEqual([method, path, 429, 'TOO_MANY']);
    }
  });

  test('a preview of a league, and the page that shows it, count as costly reads', async () => {
    const me = await server.register();
    const league = { name: 'Looked at', joining: 'open', isLateOpen: true };
    for (let n = 0; n < RATE_LIMITS.change.account.points; n++)
      await server.services.limits.count('change', { account: me.userId! });
    expect((await me.post('/api/leagues/preview', league)).status).toBe(200);
    for (let n = 0; n < RATE_LIMITS.read.account.points - 1; n++)
      await server.services.limits.count('read', { account: me.userId! });
    expect((await me.post('/api/leagues/preview', league)).status).toBe(429);
    expect((await me.get('/leagues/new', { accept: 'text/html' })).status).toBe(429);
  });

  test('visitors too, by their address, and members there are not theirs', async () => {
    const { points } = RATE_LIMITS.change.visitors;
    const choose = (who: ReturnType<typeof server.visitor>) =>
      who.post('/api/language', { language: 'he' }, from('10.5.0.1'));
    const visitor = server.visitor();
    for (let n = 0; n < points; n++) {
      await server.services.limits.count('change', { address: '10.5.0.1' });
    }
    expect((await choose(visitor)).status).toBe(429);
    const member = await server.register();
    expect((await choose(member)).status).toBe(200);
    expect((await visitor.post('/api/language', { language: 'he' }, from('10.5.0.2'))).status).toBe(200);
  });
});

test('without a proxy’s word the other end of the connection counts', async () => {
  const { points } = RATE_LIMITS.change.visitors;
  for (const address of ['127.0.0.1', '0:0:0:0::/64'])
    for (let n = 0; n < points; n++) await server.services.limits.count('change', { address });
  expect((await server.visitor().post('/api/language', { language: 'he' })).status).toBe(429);
});

test('RATE_LIMIT=off', async () => {
  const limits = createRateLimits({ rateLimit: false });
  for (let i = 0; i < 1000; i++) await limits.count('login', { account: 'a', address: 'b' });
});

describe('the address that counts', () => {
  const cases: [string, string | undefined, number, string][] = [
    ['', '192.0.2.1', 0, '192.0.2.1'],
    // without a proxy the client's header is ignored
    ['198.51.100.9', '192.0.2.1', 0, '192.0.2.1'],
    ['198.51.100.9', '192.0.2.1', 1, '198.51.100.9'],
    // the client's own entry stands left of what our proxy appended
    ['1.1.1.1, 198.51.100.9', '192.0.2.1', 1, '198.51.100.9'],
    ['1.1.1.1, 198.51.100.9, 192.0.2.7', '192.0.2.1', 2, '198.51.100.9'],
    ['198.51.100.9', '192.0.2.1', 2, '192.0.2.1'],
    ['not an address', '192.0.2.1', 1, '192.0.2.1'],
    ['198.51.100.9:51234', '192.0.2.1', 1, '198.51.100.9'],
    ['[2001:db8:1:2::9]:51234', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2::9]:443"', '192.0.2.1', 1, '2001:db8:1:2::/64'],
    ['1.1.1.1, 198.51.100.9:80', '192.0.2.1', 1, '198.51.100.9'],
    ['', '::ffff:192.0.2.1', 0, '192.0.2.1'],
    ['', '2001:db8:1:2:3:4:5:6', 0, '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', undefined, 1, '2001:db8:1:2::/64'],
    ['', '::1', 0, '0:0:0:0::/64'],
    ['', 'fe80::1%eth0', 0, 'fe80:0:0:0::/64'],
    ['', undefined, 0, 'unknown'],
  ];
  test.each(cases)('X-Forwarded-For %p from %p with %i proxies is %s', (header, peer, proxies, expected) => {
    const headers = new Headers(header ? { 'x-forwarded-for': header } : {});
    expect(clientAddress(headers, peer, proxies)).toBe(expected);
  });
});

test('the first entry that is no address is reported once', () => {
  const entries: string[] = [];
  const addresses = createAddresses({ trustProxy: 1 }, (entry) => entries.push(entry));
  const from = (entry: string) =>
    addresses.of(new Request('http://site.example/', { headers: { 'x-forwarded-for': entry } }));
  from('198.51.100.9:5');
  expect([entries, addresses.isReadable()]).toEqual([[], true]);
  from('_hidden');
  from('unknown');
  expect([entries, addresses.isReadable()]).toEqual([['_hidden'], false]);
});

test.each([
  ['198.51.100.9', '198.51.100.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network));

test('reading what costs: sixty in three seconds for each user, and who waits is answered', async () => {
  const [me, other] = [await server.admin(), await server.admin()];
  const paths = [
    '/api/candles?symbol=AAPL&interval=1D',
    '/api/search?q=a',
    '/api/screener',
    '/api/company?symbol=AAPL',
    `/api/all-trades/${other.userId}`,
    '/api/my-trades',
  ];
  const { points } = RATE_LIMITS.read.account;
  const many = await Promise.all(
    Array.from({ length: 3 * points }, (_, i) => me.get(paths[i % paths.length]!, from('10.9.0.1'))),
  );
  const refused = many.filter(({ status }) => status === 429);
  // the window of three seconds may begin anew while they arrive
  expect(refused.length).toBeGreaterThan(0);
  expect(many.length - refused.length).toBeGreaterThanOrEqual(points);
  for (const { headers, json } of refused)
    expect([headers.get('retry-after'), json.code]).toEqual([expect.stringMatching(/^[123]$/), 'TOO_MANY']);
  expect((await other.get(paths[0]!, from('10.9.0.1'))).status).toBe(200);
  // polled calls are not counted
  expect((await me.get('/api/competition-status')).status).toBe(200);
  expect((await me.get('/api/price?symbol=AAPL')).status).toBe(200);
  await until(async () => (await me.get(paths[0]!, from('10.9.0.1'))).status === 200);
});
