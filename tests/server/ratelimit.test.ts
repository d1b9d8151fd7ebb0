import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientAddress, createRateLimits, RULES } from '#server/ratelimit.ts';
import type { Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const attempt = (username: string, password: string, address: string, client?: Client) =>
  (client ?? server.visitor()).post('/api/login', { username, password }, from(address));

/** Tries until it is refused for trying; how many got through. */
async function through(most: number, call: (n: number) => Promise<{ status: number }>): Promise<number> {
  for (let n = 0; n < most; n++) if ((await call(n)).status === 429) return n;
  return most;
}

describe('login', () => {
  test('ten wrong passwords for one name, from anywhere, then 429 with Retry-After', async () => {
    await server.register('besieged');
    const n = await through(15, (i) => attempt('besieged', 'wrong one', `10.0.0.${i}`));
    expect(n).toBe(RULES.login.account.points);
    const answer = await attempt('BESIEGED', 'pass of besieged', '10.0.0.99');
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(RULES.login.account.seconds);
    const message = `Too many requests. Try again in ${seconds} s.`;
    expect(answer.json).toEqual({ code: 'TOO_MANY', message, error: message });
  });

  test('a name nobody has is limited alike', async () => {
    expect(await through(15, (i) => attempt('no_such_one', 'wrong one', `10.0.1.${i}`))).toBe(
      RULES.login.account.points,
    );
  });

  test('guesses sent at once all count', async () => {
    await server.register('parallel');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => attempt('parallel', 'wrong one', `10.0.2.${i}`)),
    );
    expect(answers.filter((a) => a.status === 401)).toHaveLength(RULES.login.account.points);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(20 - RULES.login.account.points);
  });

  test('right passwords do not count', async () => {
    await server.register('frequent');
    expect(await through(13, () => attempt('frequent', 'pass of frequent', '10.0.3.1'))).toBe(13);
  });

  test('the owner stays in, and can sign in again from the browser that is', async () => {
    const owner = await server.register('the_owner');
    await through(15, (i) => attempt('the_owner', 'wrong one', `10.0.4.${i}`));
    expect((await attempt('the_owner', 'pass of the_owner', '10.0.4.50')).status).toBe(429);
    expect((await owner.get('/api/user')).status).toBe(200);
    expect((await attempt('the_owner', 'pass of the_owner', '10.0.4.51', owner)).status).toBe(200);
  });

  test('one address may not go through many names', async () => {
    const n = await through(60, (i) => attempt(`name_number_${i}`, 'wrong one', '10.0.5.1'));
    expect(n).toBe(RULES.login.address.points);
    expect((await attempt('somebody_else', 'wrong one', '10.0.5.2')).status).toBe(401);
  }, 30_000);

  test('a form is told in words', async () => {
    const client = server.visitor();
    const answer = await client.form(
      '/api/login',
      { username: 'besieged', password: 'x' },
      { ...from('10.0.6.1'), referer: server.url },
    );
    expect(answer.status).toBe(303);
    const flash = flashOf(server.services, client.cookies);
    expect(flash).toMatchObject({ kind: 'error', title: 'Login failed' });
    expect(flash?.message).toMatch(/^Too many requests\. Try again in \d+ s\.$/);
  });
});

test('registration: one address may not fill the table', async () => {
  const { points } = RULES.register.address;
  const call = (i: number) =>
    server
      .visitor()
      // refused for its password: trying counts, whatever comes of it
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
  const { account, address } = RULES.contact;
  expect(await through(20, (i) => me.post('/api/contact', message, from(`10.2.0.${i}`)))).toBe(
    account.points,
  );
  const visitor = server.visitor();
  expect(await through(30, () => visitor.post('/api/contact', message, from('10.2.1.1')))).toBe(
    address.points,
  );
  const rows = await server.sql`select count(*)::integer as n from messages`;
  expect(rows[0]).toEqual({ n: account.points + address.points });
});

test('trade: one trader may not flood, others and strangers do not use up their tries', async () => {
  const me = await server.register();
  const other = await server.register();
  const order = { user_id: me.userId, symbol: 'AAPL', action: 'buy', quantity: 0 };
  const { points } = RULES.trade.account;
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

test('RATE_LIMIT=off', async () => {
  const limits = createRateLimits({ rateLimit: false });
  for (let i = 0; i < 1000; i++) await limits.count('login', { account: 'a', address: 'b' });
});

describe('the address that counts', () => {
  const cases: [string, string | undefined, number, string][] = [
    ['', '192.0.2.1', 0, '192.0.2.1'],
    // nobody in front: what the client claims is nothing
    ['198.51.100.9', '192.0.2.1', 0, '192.0.2.1'],
    ['198.51.100.9', '192.0.2.1', 1, '198.51.100.9'],
    // the client's own claim stands left of what our proxy appended
    ['1.1.1.1, 198.51.100.9', '192.0.2.1', 1, '198.51.100.9'],
    ['1.1.1.1, 198.51.100.9, 192.0.2.7', '192.0.2.1', 2, '198.51.100.9'],
    ['198.51.100.9', '192.0.2.1', 2, '192.0.2.1'],
    ['not an address', '192.0.2.1', 1, '192.0.2.1'],
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
