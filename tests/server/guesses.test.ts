/** Guesses at passwords are limited, and lock out only the guesser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createDevices } from '#services/account/devices.ts';
import { createGuesses, GUESSES } from '#services/account/guesses.ts';
import { RATE_LIMITS } from '#services/platform/rate-limit.ts';
import type { Client } from '../helpers/client.ts';
import { DISCORD_KEYS, type FakeDiscord, fakeDiscord } from '../helpers/fake-discord.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let discord: FakeDiscord;
beforeAll(async () => {
  discord = fakeDiscord();
  server = await startServer({
    env: { RATE_LIMIT: 'on', TRUST_PROXY: '1', ...DISCORD_KEYS, DISCORD_BASE_URL: discord.url },
  });
});
afterAll(async () => {
  await server?.stop();
  await discord?.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const signIn = (username: string, password: string, address: string, client?: Client) =>
  (client ?? server.visitor()).post('/api/login', { username, password }, from(address));
const right = (username: string) => `pass of ${username}`;

let sites = 0;
/** Registers a trader at an address of their own. */
async function owner(username: string): Promise<Client> {
  const client = server.visitor();
  const credentials = { username, password: right(username) };
  const answer = await client.post('/api/register', credentials, from(`192.0.2.${++sites}`));
  expect(answer.status).toBe(200);
  return Object.assign(client, { userId: answer.json.id });
}

/** Signs in `count` times with a wrong password and returns the statuses. */
async function guess(name: string, count: number, address: (n: number) => string, client?: Client) {
  const all = Array.from({ length: count }, (_, n) => signIn(name, 'wrong one', address(n), client));
  return (await Promise.all(all)).map(({ status }) => status);
}
const times = (status: number, statuses: number[]) => statuses.filter((each) => each === status).length;

describe('a guesser', () => {
  test('has ten tries at a name from an address, sent one by one or at once', async () => {
    await owner('besieged');
    const statuses = await guess('besieged', 20, () => '10.0.0.1');
    expect([times(401, statuses), times(429, statuses)]).toEqual([GUESSES.own, 20 - GUESSES.own]);
    const answer = await signIn('BESIEGED', right('besieged'), '10.0.0.1');
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
    const minutes = Math.ceil(seconds / 60);
    const message = `Too many requests. Try again in ${minutes} min.`;
    const reason = 'minutes';
    expect(answer.json).toEqual({ code: 'TOO_MANY', reason, message, error: message, params: { minutes } });
  });

  test('is limited alike at a name nobody has', async () => {
    const statuses = await guess('no_such_one', 15, () => '10.0.1.1');
    expect([times(401, statuses), times(429, statuses)]).toEqual([GUESSES.own, 15 - GUESSES.own]);
  });

  test('is told in words at a form', async () => {
    const client = server.visitor();
    await guess('form_name', GUESSES.own, () => '10.0.2.1');
    const headers = { ...from('10.0.2.1'), referer: `${server.url}/auth` };
    const answer = await client.form('/api/login', { username: 'form_name', password: 'x' }, headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth']);
    const page = await client.get('/auth', { accept: 'text/html' });
    expect(page.text).toMatch(/Too many requests\. Try again in \d+ min\./);
  });

  test('of one IPv6 /64 is one guesser', async () => {
    const statuses = await guess('six_name', 15, (n) => `2001:db8:1:2::${n + 1}`);
    expect(times(401, statuses)).toBe(GUESSES.own);
  });
});

describe('nobody else is kept out', () => {
  test('fifty wrong sign-ins behind a proxy do not lock another visitor', async () => {
    await owner('passer_by');
    for (let n = 0; n < 5; n++) await guess(`name_${n}`, 10, () => '203.0.113.7');
    expect((await signIn('passer_by', right('passer_by'), '198.51.100.20')).status).toBe(200);
    // another reader at the same address gets in as well
    expect((await signIn('passer_by', right('passer_by'), '203.0.113.7')).status).toBe(200);
  });

  test('ten wrong tries of a rival do not keep the owner out on a new device', async () => {
    await owner('the_leader');
    await guess('the_leader', 15, () => '203.0.113.8');
    expect((await signIn('the_leader', right('the_leader'), '198.51.100.21')).status).toBe(200);
  });

  test('nor do those of many addresses', async () => {
    await owner('hunted');
    for (let n = 0; n < 6; n++) await guess('hunted', 10, () => `203.0.114.${n}`);
    expect((await signIn('hunted', right('hunted'), '198.51.100.22')).status).toBe(200);
    // each of those addresses has fewer tries left
    const statuses = await guess('hunted', 6, () => '203.0.114.99');
    expect([times(401, statuses), times(429, statuses)]).toEqual([3, 3]);
  });

  test('a browser that signed in before gets in from the guesser’s own address', async () => {
    const client = await owner('housemate');
    await client.post('/api/logout');
    await guess('housemate', 15, () => '203.0.113.9');
    expect((await signIn('housemate', right('housemate'), '203.0.113.9')).status).toBe(429);
    expect((await signIn('housemate', right('housemate'), '203.0.113.9', client)).status).toBe(200);
  });

  test('also when its address has used up every sign-in', async () => {
    const client = await owner('cafe_guest');
    await client.post('/api/logout');
    for (let n = 0; n < RATE_LIMITS.login.visitors.points; n++)
      await server.services.limits.count('login', { address: '203.0.113.10' });
    expect((await signIn('cafe_guest', right('cafe_guest'), '203.0.113.10')).status).toBe(429);
    expect((await signIn('cafe_guest', right('cafe_guest'), '203.0.113.10', client)).status).toBe(200);
  });
});

describe('a known browser', () => {
  test('is marked by a signed cookie scripts cannot read', async () => {
    const answer = await server
      .visitor()
      .post('/api/register', { username: 'marked', password: right('marked') }, from('192.0.2.200'));
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('device='));
    expect(cookie).toMatch(
      /^device=[\w-]{43}[0-9a-f]{32}\.\d+-[0-9a-f]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const secure = await server
      .visitor()
      .post(
        '/api/login',
        { username: 'marked', password: right('marked') },
        { ...from('192.0.2.200'), 'x-forwarded-proto': 'https' },
      );
    expect(secure.headers.getSetCookie().find((each) => each.includes('device='))).toMatch(
      /^__Host-device=.*; Path=\/; Max-Age=31536000; Secure; HttpOnly; SameSite=Lax$/,
    );
    const refused = await signIn('marked', 'wrong one', '192.0.2.200');
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  test('has ten wrong tries of its own', async () => {
    const client = await owner('forgetful');
    await client.post('/api/logout');
    const statuses = await guess('forgetful', 15, (n) => `10.1.0.${n}`, client);
    expect([times(401, statuses), times(429, statuses)]).toEqual([GUESSES.own, 5]);
    expect((await signIn('forgetful', right('forgetful'), '10.1.0.99', client)).status).toBe(429);
    // they cost no other account at that address a try
    expect((await signIn('forgetful', right('forgetful'), '10.1.0.99')).status).toBe(200);
  });

  test('is known by each who signed in there, and by nobody else', async () => {
    const client = await owner('first_user');
    await owner('second_user');
    await owner('third_user');
    expect((await signIn('second_user', right('second_user'), '10.1.1.1', client)).status).toBe(200);
    await client.post('/api/logout');
    for (const name of ['first_user', 'second_user', 'third_user'])
      await guess(name, GUESSES.own, () => '10.1.1.2');
    const statuses = [];
    for (const name of ['first_user', 'second_user', 'third_user'])
      statuses.push((await signIn(name, right(name), '10.1.1.2', client)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('is a stranger after a new password, and with a cookie that was tampered with', async () => {
    const client = await owner('renewed');
    const other = await owner('tampered');
    await server.services.accounts.setPassword({ username: 'renewed', password: 'a new pass phrase' });
    await guess('renewed', GUESSES.own, () => '10.1.2.1');
    expect((await signIn('renewed', 'a new pass phrase', '10.1.2.1', client)).status).toBe(429);
    await other.post('/api/logout');
    const cookie = other.cookies.get('device')!;
    await guess('tampered', GUESSES.own, () => '10.1.2.2');
    for (const forged of [
      cookie.slice(0, -1),
      `${cookie}0`,
      cookie.slice(43),
      `${'A'.repeat(43)}${cookie.slice(43)}`,
    ]) {
      other.cookies.set('device', forged);
      expect((await signIn('tampered', right('tampered'), '10.1.2.2', other)).status).toBe(429);
    }
    other.cookies.set('device', cookie);
    expect((await signIn('tampered', right('tampered'), '10.1.2.2', other)).status).toBe(200);
  });

  test('of another installation is a stranger', () => {
    const settings = { publicUrl: 'http://localhost', trustProxy: 0 };
    const [ours, theirs] = [1, 2].map((fill) =>
      createDevices({ secret: new Uint8Array(32).fill(fill), settings }),
    );
    const account = { id: 7, password_hash: '$argon2id$x', ways_ended_at: null };
    const request = new Request('http://localhost/');
    const carrying = new Request('http://localhost/', {
      headers: { cookie: theirs!.cookie(request, account).split(';')[0]! },
    });
    expect(theirs!.knows(theirs!.read(carrying), account)).toBe(true);
    expect(ours!.read(carrying)).toBe(null);
  });

  test('who is signed in signs in again, whatever others do', async () => {
    const client = await owner('stays_in');
    client.cookies.delete('device');
    await guess('stays_in', 15, () => '10.1.3.1');
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await signIn('stays_in', right('stays_in'), '10.1.3.1', client)).status).toBe(200);
  });
});

describe('how guesses are slowed', () => {
  /** Guesses whose waits are recorded, and not waited. */
  function slowed() {
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    return { waits, guesses: createGuesses({ settings: { rateLimit: true }, wait }) };
  }
  const outcome = (promise: Promise<unknown>) =>
    promise.then(
      () => 'counted',
      () => 'refused',
    );

  test('right passwords do not count', async () => {
    const { guesses, waits } = slowed();
    for (let n = 0; n < 3 * GUESSES.name; n++)
      await (await guesses.count({ name: 'frequent', address: '10.2.0.1' })).forgive();
    expect(waits).toEqual([]);
    expect(await outcome(guesses.count({ name: 'frequent', address: '10.2.0.1' }))).toBe('counted');
  });

  test('an address that goes through many names waits, longer and longer, and is refused in the end', async () => {
    const { guesses, waits } = slowed();
    for (let n = 0; n < GUESSES.address; n++) await guesses.count({ name: `n${n}`, address: '10.2.1.1' });
    expect(waits).toEqual([]);
    const rest = GUESSES.addressMost - GUESSES.address;
    for (let n = 0; n < rest; n++) await guesses.count({ name: `m${n}`, address: '10.2.1.1' });
    expect(waits.slice(0, 3)).toEqual([100, 200, 300]);
    expect(waits.at(-1)).toBe(5_000);
    expect(await outcome(guesses.count({ name: 'one more', address: '10.2.1.1' }))).toBe('refused');
    expect(await outcome(guesses.count({ name: 'one more', address: '10.2.1.2' }))).toBe('counted');
    const browser = 'signed in before';
    expect(await outcome(guesses.count({ name: 'mine', address: '10.2.1.1', browser }))).toBe('counted');
  });

  test('a name under attack from everywhere never refuses a new address, and a known browser does not wait', async () => {
    const { guesses, waits } = slowed();
    for (let n = 0; n < 1_000; n++)
      await guesses.count({ name: 'hot', address: `10.3.${n >> 8}.${n & 255}` });
    expect(waits).toHaveLength(1_000 - GUESSES.name);
    expect(Math.max(...waits)).toBe(5_000);
    expect(await outcome(guesses.count({ name: 'hot', address: '10.4.0.1' }))).toBe('counted');
    const waitsBefore = waits.length;
    await guesses.count({ name: 'hot', address: '10.4.0.2', browser: 'signed in before' });
    expect(waits).toHaveLength(waitsBefore);
  });

  test('then the /48 of IPv6 addresses counts as one', async () => {
    const { guesses } = slowed();
    for (let n = 0; n < GUESSES.name; n++) await guesses.count({ name: 'six', address: `10.5.0.${n}` });
    const all = Array.from({ length: 100 }, (_, n) =>
      outcome(guesses.count({ name: 'six', address: `2001:db8:1:${n}::/64` })),
    );
    expect((await Promise.all(all)).filter((each) => each === 'counted')).toHaveLength(GUESSES.site);
    expect(await outcome(guesses.count({ name: 'six', address: '2001:db8:2:0::/64' }))).toBe('counted');
  });
});

describe('new accounts', () => {
  const { points } = RATE_LIMITS.newAccount.visitors;
  let people = 0;
  const join = (address: string, password = 'a fine pass phrase') =>
    server.visitor().post('/api/register', { username: `joiner-${++people}`, password }, from(address));

  /** Signs in by Discord. @returns where it ends */
  async function byDiscord(address: string): Promise<{ to: string | null; client: Client }> {
    const client = server.visitor();
    discord.user = { id: String(7_000_000_000 + ++people), username: `cord${people}`, global_name: null };
    const start = await client.get('/auth/discord');
    const consent = await fetch(start.headers.get('location')!, { redirect: 'manual' });
    const back = new URL(consent.headers.get('location')!);
    await client.get(back.pathname + back.search, from(address));
    const end = await client.form('/api/discord/newcomer', {}, from(address));
    return { to: end.headers.get('location'), client };
  }

  test('a class of thirty behind one router registers', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => join('10.6.9.1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  /** Uses up the new accounts of an address, except for `rest`. */
  const fill = async (address: string, rest = 0, kind: 'newAccount' | 'newByDiscord' = 'newAccount') => {
    for (let n = 0; n < points - rest; n++) await server.services.limits.count(kind, { address });
  };

  test('five more than the address may, sent at once: the rest is told the minutes and another way', async () => {
    await fill('10.6.0.1', 5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => join('10.6.0.1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(refused[0]!.json.message).toMatch(
      /^Too many new accounts from this network\. Try again in (59|60) min, over another connection/,
    );
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await join('10.6.0.2')).status).toBe(200);
  });

  test('what was refused is no account', async () => {
    for (let n = 0; n < 6; n++) expect((await join('10.6.1.1', 'short')).status).toBe(422);
    await owner('first_come');
    const again = { username: 'First_Come', password: 'a fine pass phrase' };
    for (let n = 0; n < 6; n++)
      expect((await server.visitor().post('/api/register', again, from('10.6.1.1'))).status).toBe(409);
    await fill('10.6.1.1', 1);
    expect((await join('10.6.1.1')).status).toBe(200);
    expect((await join('10.6.1.1')).status).toBe(429);
  });

  test('an IPv6 /64 is one address', async () => {
    await fill('2001:db8:7:7::/64', 2);
    for (const last of [1, 2]) expect((await join(`2001:db8:7:7::${last}`)).status).toBe(200);
    expect((await join('2001:db8:7:7:1:2:3:4')).status).toBe(429);
  });

  test('by Discord they are counted apart, and who has one signs in all the same', async () => {
    const knownAccount = await byDiscord('10.6.2.9');
    const person = discord.user;
    expect(knownAccount.to).toBe('/');
    await fill('10.6.2.1', 1);
    await fill('10.6.2.1', 1, 'newByDiscord');
    expect((await join('10.6.2.1')).status).toBe(200);
    expect((await join('10.6.2.1')).status).toBe(429);
    expect((await byDiscord('10.6.2.1')).to).toBe('/');
    const refused = await byDiscord('10.6.2.1');
    expect(refused.to).toBe('/auth');
    const page = await refused.client.get('/auth', { accept: 'text/html' });
    expect(page.text).toMatch(/Too many new accounts from this network\. Try again in \d+ min/);
    const rows = await server.sql`select from users where discord_id = ${discord.user.id}`;
    expect(rows).toHaveLength(0);
    discord.user = person;
    const client = server.visitor();
    const start = await client.get('/auth/discord');
    const consent = await fetch(start.headers.get('location')!, { redirect: 'manual' });
    const back = new URL(consent.headers.get('location')!);
    expect((await client.get(back.pathname + back.search, from('10.6.2.1'))).headers.get('location')).toBe(
      '/',
    );
  });
});
