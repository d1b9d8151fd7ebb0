/** Every invalid input that a client can send: status, code, sentence; never a 500, a stack or a changed row. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { REFUSALS, type RefusalCode } from '#core/refusals/refusals.ts';
import wordings from '#locales/en/errors.json';
import type { Answer, Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const market = heldMarket({ AAPL: '100.00', MSFT: '250.50' });
let server: TestServer;
let member: Client;
let admin: Client;
let stranger: Client;
let stateBefore = '';

beforeAll(async () => {
  server = await startServer({ market });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  member = await server.register('bad_inputter');
  stranger = await server.register('bystander');
  const order = { user_id: member.userId, symbol: 'AAPL', action: 'buy', quantity: 10 };
  expect((await member.post('/api/trade', order)).status).toBe(200);
  stateBefore = await snapshot();
});
afterAll(() => server.stop());
beforeEach(async () => {
  // the previous test may have signed them out
  for (const client of [admin, member]) {
    const { username, password } = client;
    if ((await client.get('/api/user')).status === 401)
      await client.post('/api/login', { username, password });
  }
});

/** Calls that read no body. */
const WITHOUT_BODY =
  /logout|reset-competition|\/1|DELETE \/api\/orders$|orders\/cancel|first-steps\/close|season-seen|email\/remove|discord\/(disconnect|newcomer)|recovery-codes|second-factor\/begin|practice\/start-over|notifications\/read|end-others|account\/(export|keep)|api\/guest/;

/** Tables that the ranking pass, the clock, each sign-in and each visit write, whatever users do. */
const MOVING = new Set([
  'marks',
  'mark_samples',
  'leaderboard_passes',
  'stored_leaderboard',
  'late_leaderboards',
  'changed_accounts',
  'counts',
  'sessions',
  'notifications',
  'browser_marks',
  'mark_salts',
  'leases',
  'order_engine',
  'season_chain',
]);

/** Returns every row of all other tables. */
async function snapshot(): Promise<string> {
  const { sql } = server;
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  let all = '';
  for (const { name } of tables.filter((t) => !MOVING.has(t.name))) {
    const rows = await sql.unsafe(`select t::text as row from ${name} t order by 1`);
    all += `${name}\n${rows.map((r) => r.row).join('\n')}\n`;
  }
  return all;
}

/** Checks the form of a refusal. */
function expectRefusal(answer: Answer, code: RefusalCode, message?: string | RegExp | null) {
  expect([answer.status, answer.json?.code]).toEqual([REFUSALS[code].status, code]);
  expect(answer.json.error).toBe(answer.json.message);
  const sentence = answer.json.message as string;
  if (typeof message === 'string') expect(sentence).toBe(message);
  else if (message) expect(sentence).toMatch(message);
  else if (!wordings[code].includes('{') && !answer.json.issues) {
    expect(sentence).toBe(wordings[code]);
  }
  expectClean(answer);
}

function expectClean(answer: Answer) {
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).not.toMatch(
    /\bat .+:\d+:\d+|node_modules|\.tsx?:\d|PostgresError|ValidationError|ZodError/,
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

const unchanged = async () => expect(await snapshot()).toBe(stateBefore);
const calls = () =>
  server.routes
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, '1').replace(/\/$/, '') }));
const writes = () => calls().filter(({ method }) => method !== 'GET');
const send = (who: Client, { method, path }: { method: string; path: string }, init: RequestInit = {}) =>
  who.request(path, { method, ...init });
const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  body,
  headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
});

const PUBLIC = new Set([
  'POST /api/login',
  'POST /api/login/code',
  'POST /api/register',
  'POST /api/logout',
  'POST /api/discord/newcomer',
  'POST /api/contact',
  'POST /api/unsubscribe/1',
  'GET /api/unsubscribe/1',
  'POST /api/language',
  'POST /api/forgot',
  'POST /api/reset-password',
  'POST /api/recover',
  'POST /api/email/confirm',
  'GET /api/competition-status',
  'GET /api/seasons/1/chain',
  'GET /api/logo/1',
  'GET /api/openapi.json',
]);
const orderWrites = () => writes().filter(({ path }) => /^\/api\/orders\b/.test(path));
const ADMIN = new Set([
  'POST /api/toggle-competition',
  'POST /api/measures',
  'POST /api/update-competition',
  'POST /api/reset-competition',
  'POST /api/recordings',
  'POST /api/recordings/1',
  'DELETE /api/recordings/1',
  'POST /api/recordings/1/delete',
  'POST /api/recordings/1/restore',
]);

describe('every call that changes something', () => {
  test('there are some', () => expect(writes().length).toBeGreaterThan(7));

  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an Origin that only starts like ours', { origin: 'http://localhost.evil.example' }],
    ['Origin: null', { origin: 'null' }],
    ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host by Sec-Fetch-Site', { 'sec-fetch-site': 'same-site' }],
  ] as [string, Record<string, string>][])('refuses %s', async (_, headers) => {
    for (const call of writes()) {
      expectRefusal(await send(admin, call, json('{}', headers)), 'BAD_ORIGIN');
    }
    await unchanged();
  });

  test('refuses malformed JSON', async () => {
    for (const body of ['{"a":', '{a: 1}', '{"a": NaN}', '\u0000', '{"a":1}}', 'undefined']) {
      for (const call of writes()) expectRefusal(await send(admin, call, json(body)), 'BAD_JSON');
    }
    await unchanged();
  });

  test('refuses other kinds of body', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', '']) {
      const headers = type ? { 'content-type': type } : { 'content-type': ' ' };
      for (const call of writes()) {
        // mail programs send it a multipart form
        if (type.startsWith('multipart') && call.path.startsWith('/api/unsubscribe')) continue;
        expectRefusal(await send(admin, call, { body: '{"active":false}', headers }), 'UNSUPPORTED_TYPE');
      }
    }
    await unchanged();
  });

  test('refuses a body over 64 KiB, declared or not', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(65 * 1024) });
    for (const call of writes()) {
      expectRefusal(await send(admin, call, json(body)), 'TOO_LARGE');
      const chunks = new ReadableStream({
        start(stream) {
          for (let offset = 0; offset < body.length; offset += 8192) {
            stream.enqueue(new TextEncoder().encode(body.slice(offset, offset + 8192)));
          }
          stream.close();
        },
      });
      expectRefusal(await send(admin, call, { ...json(''), body: chunks }), 'TOO_LARGE');
    }
    await unchanged();
  });

  test('survives JSON of any shape', async () => {
    const shapes = ['null', '[]', '"text"', '5', 'true', '{"__proto__":{"isAdmin":true}}', '[[[[]]]]'];
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    for (const body of [...shapes, deep, '{"constructor":{"prototype":{"x":1}}}']) {
      for (const call of writes().filter((c) => !WITHOUT_BODY.test(`${c.method} ${c.path}`))) {
        const answer = await send(admin, call, json(body));
        expectClean(answer);
        expect([400, 401, 403, 422]).toContain(answer.status);
      }
    }
    await unchanged();
  });

  test('about orders refuses a field that it does not have, and names it', async () => {
    for (const call of orderWrites()) {
      const answer = await send(admin, call, json('{"stopPrize":"90"}'));
      expectRefusal(answer, 'INVALID', 'This call has no field stopPrize.');
      expect(answer.json.issues).toMatchObject([{ path: 'stopPrize', code: 'unknownField' }]);
    }
    await unchanged();
  });

  test('refuses such a field of a form, too', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    for (const call of orderWrites()) {
      const answer = await send(admin, call, { body: 'stopPrize=90', headers });
      expectRefusal(answer, 'INVALID', 'This call has no field stopPrize.');
    }
    await unchanged();
  });

  test('wants a session, and the right one', async () => {
    // this call gives a session to a client without one
    for (const call of writes().filter(({ path }) => path !== '/api/guest')) {
      const name = `${call.method} ${call.path}`;
      const signedOut = await send(server.visitor(), call, json('{}'));
      if (!PUBLIC.has(name)) expectRefusal(signedOut, 'SIGNED_OUT');
      if (ADMIN.has(name)) expectRefusal(await send(member, call, json('{}')), 'FORBIDDEN');
    }
    await unchanged();
  });
});

describe('every call', () => {
  test('has only its own methods', async () => {
    const paths = new Map<string, Set<string>>();
    for (const { method, path } of calls()) paths.set(path, (paths.get(path) ?? new Set()).add(method));
    for (const [path, allowed] of paths) {
      // `GET /api/orders/preview` also matches the path of one order
      if ([...paths.keys()].some((other) => other !== path && other === path.replace(/[^/]+$/, '1')))
        continue;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => !allowed.has(m))) {
        const answer = await send(admin, { method, path });
        expectRefusal(answer, 'METHOD_NOT_ALLOWED');
        const names = answer.headers.get('allow')?.split(', ') ?? [];
        expect(names.filter((name) => name !== 'HEAD').sort()).toEqual([...allowed].sort());
      }
    }
    await unchanged();
  });

  test('that reads wants a session unless it is public', async () => {
    for (const call of calls().filter(({ method }) => method === 'GET')) {
      const answer = await send(server.visitor(), call);
      if (PUBLIC.has(`GET ${call.path}`)) expectClean(answer);
      else expectRefusal(answer, 'SIGNED_OUT');
    }
  });

  test('that reads survives any query', async () => {
    const values = [
      '',
      '1e400',
      'NaN',
      '-1',
      '../../etc/passwd',
      '\'"\\;--',
      '\u0000',
      'א'.repeat(40),
      '%',
      '[]',
    ];
    const names = ['symbol', 'page', 'limit', 'interval', 'from', 'to', 'query', 'q', 'code', 'sector', 'id'];
    for (const { path } of calls().filter(({ method }) => method === 'GET')) {
      for (const value of values) {
        const query = names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&');
        expectClean(await member.get(`${path}?${query}`));
      }
      expectClean(await member.get(`${path}?symbol=a&symbol=b&page=1&page=2&limit[]=3`));
      expectClean(await member.get(`${path}?symbol=%E0%A4%A&page=%`));
    }
    await unchanged();
  });
});

describe('addresses', () => {
  test.each(['/api/nothing', '/api/user/1', '/api/../api/nothing', '/api/%2e%2e/etc'])(
    '%s is a 404 in JSON',
    async (path) => expectRefusal(await member.get(path), 'NOT_FOUND'),
  );
  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s to an unknown one too', async (method) => {
    expectRefusal(await send(member, { method, path: '/api/nothing' }, json('{}')), 'NOT_FOUND');
  });
  test.each([
    ['/nothing', 404],
    ['/auth/../../etc/passwd', 404],
    [`/${'x'.repeat(4000)}`, 404],
    ['/portfolio/1', 404],
    // an address that cannot be decoded
    ['/%E0%A4%A', 400],
    ['/a%00b', 400],
  ])('%s is a page that says so', async (path, status) => {
    const answer = await member.get(path, { accept: 'text/html' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toStartWith('text/html');
    expectClean(answer);
  });
  test('a page asked for with a bad query is shown all the same', async () => {
    for (const path of ['/auth?tab=zzz&next[]=1', '/auth?tab=login&tab=register', '/auth?next=%E0%A4%A']) {
      const answer = await server.visitor().get(path, { accept: 'text/html' });
      expect(answer.status).toBe(200);
      expectClean(answer);
    }
  });
});

describe('an expired session', () => {
  test('is nobody: 401 for calls, the sign-in page for pages', async () => {
    const gone = await server.login('bystander', stranger.password);
    await server.sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${gone.userId}`;
    expectRefusal(await gone.get('/api/user'), 'SIGNED_OUT');
    const order = { user_id: gone.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    expectRefusal(await gone.post('/api/trade', order), 'SIGNED_OUT');
    const page = await gone.get('/home', { accept: 'text/html' });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/auth?next=%2Fhome']);
    const form = await gone.form('/api/trade', { symbol: 'AAPL', action: 'buy', quantity: '1' });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/auth']);
    await unchanged();
  });
});

describe('credentials of the wrong type', () => {
  const bodies: [string, unknown, string[]][] = [
    ['nothing', {}, ['username', 'password']],
    ['no password', { username: 'abc' }, ['password']],
    ['numbers', { username: 5, password: 12345678 }, ['username', 'password']],
    ['null', { username: null, password: null }, ['username', 'password']],
    ['objects', { username: { $ne: '' }, password: { $gt: '' } }, ['username', 'password']],
    ['lists', { username: ['bad_inputter'], password: ['x'] }, ['username', 'password']],
    ['megabyte names', { username: 'x'.repeat(1001), password: 'x' }, ['username']],
    ['an odd flag', { isDiscord: { a: 1 }, username: 'abc', password: 'x' }, ['isDiscord']],
  ];
  for (const path of ['/api/login', '/api/register']) {
    test.each(bodies)(`${path}: %s`, async (_, body, fields) => {
      const answer = await server.visitor().post(path, body);
      expectRefusal(answer, 'INVALID');
      const issues = answer.json.issues as { path: string; message: string }[];
      expect(issues.map((issue) => issue.path)).toEqual(fields);
      for (const { message } of issues) expect(message).toMatch(/^[A-Z].+\.$/);
      await unchanged();
    });
  }
});

test.each([
  ['/api/login', { username: 'a\0b', password: 'x' }, 'username'],
  ['/api/update-competition', { nextCompetitionDate: '3.8\0' }, 'nextCompetitionDate'],
  ['/api/recordings', { title: 'a\0b', url: 'video.example' }, 'title'],
])('%s names the field with a character that no row can hold', async (path, body, field) => {
  const answer = await admin.post<{ issues?: object[] }>(path, body);
  expectRefusal(answer, 'INVALID');
  expect(answer.json.issues).toMatchObject([{ path: field, code: 'charactersRefused' }]);
  await unchanged();
});

describe('POST /api/trade', () => {
  const cases: [string, Record<string, unknown>, RefusalCode, (string | RegExp)?][] = [
    ['another’s user_id', { user_id: 999_999 }, 'NOT_YOU'],
    ['a user_id of another type', { user_id: {} }, 'NOT_YOU'],
    ['no action', { action: undefined }, 'INVALID'],
    ['an unknown action', { action: 'steal' }, 'INVALID'],
    ['an action in capitals', { action: 'BUY' }, 'INVALID'],
    ['no symbol', { symbol: undefined }, 'INVALID'],
    ['a symbol of another type', { symbol: 5 }, 'INVALID'],
    ['an unknown ticker', { symbol: 'ZZZZ' }, 'UNKNOWN_SYMBOL', 'Unknown ticker ZZZZ.'],
    ['a path for a ticker', { symbol: '../../etc' }, 'UNKNOWN_SYMBOL'],
    [
      'a slash in a ticker that exists without it',
      { symbol: 'AA/PL' },
      'UNKNOWN_SYMBOL',
      'Unknown ticker AA/PL.',
    ],
    ['quotes in a ticker', { symbol: 'AAPL\'"' }, 'UNKNOWN_SYMBOL'],
    ['a ticker of 200 characters', { symbol: 'A'.repeat(200) }, 'UNKNOWN_SYMBOL'],
    ['an empty ticker', { symbol: '' }, 'UNKNOWN_SYMBOL'],
    ['no size', { quantity: undefined }, 'INVALID_QUANTITY'],
    ['both sizes', { amount: 100 }, 'INVALID_QUANTITY'],
    ['quantity 0', { quantity: 0 }, 'INVALID_QUANTITY', /^Invalid Quantity/],
    ['quantity -1', { quantity: -1 }, 'INVALID_QUANTITY'],
    ['quantity 0.5', { quantity: 0.5 }, 'INVALID_QUANTITY'],
    ['quantity "NaN"', { quantity: 'NaN' }, 'INVALID_QUANTITY'],
    ['quantity "Infinity"', { quantity: 'Infinity' }, 'INVALID_QUANTITY'],
    ['quantity "1e3"', { quantity: '1e3' }, 'INVALID_QUANTITY'],
    ['quantity "0x10"', { quantity: '0x10' }, 'INVALID_QUANTITY'],
    ['quantity "1,5"', { quantity: '1,5' }, 'INVALID_QUANTITY'],
    ['quantity " 1 2"', { quantity: ' 1 2' }, 'INVALID_QUANTITY'],
    ['quantity of 7 decimals', { quantity: '1.0000001' }, 'INVALID_QUANTITY'],
    ['quantity over 1e9', { quantity: '1000000000.000001' }, 'INVALID_QUANTITY'],
    ['quantity true', { quantity: true }, 'INVALID_QUANTITY'],
    ['quantity null', { quantity: null }, 'INVALID_QUANTITY'],
    ['quantity []', { quantity: [1] }, 'INVALID_QUANTITY'],
    ['quantity {}', { quantity: {} }, 'INVALID_QUANTITY'],
    ['amount 0', { quantity: undefined, amount: 0 }, 'INVALID_AMOUNT', /^Invalid Amount/],
    ['amount 0.99', { quantity: undefined, amount: '0.99' }, 'INVALID_AMOUNT'],
    ['amount -5', { quantity: undefined, amount: -5 }, 'INVALID_AMOUNT'],
    ['amount "1e5"', { quantity: undefined, amount: '1e5' }, 'INVALID_AMOUNT'],
    ['amount of 3 decimals', { quantity: undefined, amount: '10.001' }, 'INVALID_AMOUNT'],
    ['a quotedPrice of text', { quotedPrice: 'cheap' }, 'INVALID'],
    ['a negative quotedPrice', { quotedPrice: -1 }, 'INVALID'],
    ['more than the cash buys', { quantity: 5000 }, 'NOT_ENOUGH_CASH', /\b990\.$/],
    ['selling what is not held', { symbol: 'MSFT', action: 'sell' }, 'NOT_ENOUGH_SHARES'],
    ['selling more than is held', { action: 'sell', quantity: 11 }, 'NOT_ENOUGH_SHARES'],
    ['covering a long', { action: 'cover' }, 'NOT_ENOUGH_SHARES'],
    ['shorting while long', { action: 'short' }, 'POSITION_CONFLICT'],
    ['a price that moved over 1%', { quotedPrice: '98.00' }, 'PRICE_MOVED'],
  ];
  const rows = cases.map(([name, change, code, message]) => [name, change, code, message ?? null] as const);
  test.each(rows)('%s', async (_, change, code, message) => {
    const order = { user_id: member.userId, symbol: 'AAPL', action: 'buy', quantity: 1, ...change };
    expectRefusal(await member.post('/api/trade', order), code, message);
    await unchanged();
  });

  test('1e400 and friends in the JSON itself', async () => {
    for (const number of ['1e400', '-1e400', '1e308', '1e-400', '1E2', '99999999999999999999999999']) {
      const body = `{"user_id":${member.userId},"symbol":"AAPL","action":"buy","quantity":${number}}`;
      expectRefusal(
        await member.request('/api/trade', { method: 'POST', ...json(body) }),
        'INVALID_QUANTITY',
      );
    }
    await unchanged();
  });

  test('an Idempotency-Key that is none', async () => {
    const order = { user_id: member.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    for (const key of ['x'.repeat(201), 'with blank']) {
      expectRefusal(await member.post('/api/trade', order, { 'idempotency-key': key }), 'INVALID');
    }
    await unchanged();
  });
});

describe('an order with a field that it does not have', () => {
  const entry = { symbol: 'AAPL', action: 'buy', type: 'limit', limitPrice: '90', quantity: 1 };
  test.each<[string, Record<string, unknown>, string]>([
    ['a misspelt stop', { ...entry, stopLoss: { stopPrize: '80' } }, 'stopLoss.stopPrize'],
    ['a misspelt target', { ...entry, takeprofit: { limitPrice: '110' } }, 'takeprofit'],
    ['a field of the ticket alone', { ...entry, lossPrice: '80' }, 'lossPrice'],
  ])('is refused: %s', async (_, fields, name) => {
    const answer = await member.post('/api/orders', { user_id: member.userId, ...fields });
    expectRefusal(answer, 'INVALID', `This call has no field ${name}.`);
    await unchanged();
  });

  test('is not cancelled with all the others', async () => {
    const answer = await member.send('DELETE', '/api/orders', { symbol: 'AAPL' });
    expectRefusal(answer, 'INVALID', 'This call has no field symbol.');
  });
});

describe('GET /api/price', () => {
  test.each([
    ['ZZZZ', 'UNKNOWN_SYMBOL'],
    ['../../etc', 'UNKNOWN_SYMBOL'],
    ['"AAPL"', 'UNKNOWN_SYMBOL'],
    ['A'.repeat(200), 'UNKNOWN_SYMBOL'],
    ['', 'UNKNOWN_SYMBOL'],
    ['A'.repeat(300), 'INVALID'],
  ] as [string, RefusalCode][])('symbol=%s', async (symbol, code) => {
    expectRefusal(await member.get(`/api/price?symbol=${encodeURIComponent(symbol)}`), code);
  });
  test('no symbol at all', async () => expectRefusal(await member.get('/api/price'), 'INVALID'));
});

describe('ids in paths', () => {
  test.each(['/api/all-trades/', '/api/user-profile/', '/api/user-rank/'])('%s', async (path) => {
    for (const id of ['0', '-1', '1.5', '1e3', 'abc', '99999999999', '%27%20or%201=1', 'null']) {
      const answer = await member.get(path + id);
      expectClean(answer);
      expect([404, 422]).toContain(answer.status);
    }
    expectRefusal(await member.get(`${path}2147483647`), 'UNKNOWN_TRADER');
  });
});

describe('an admin’s calls', () => {
  const cases: [string, unknown, RefusalCode][] = [
    ['/api/toggle-competition', { active: true }, 'ALREADY_ACTIVE'],
    ['/api/toggle-competition', { active: 'maybe' }, 'INVALID'],
    ['/api/toggle-competition', { active: 1 }, 'INVALID'],
    ['/api/toggle-competition', {}, 'INVALID'],
    ['/api/update-competition', {}, 'INVALID'],
    ['/api/update-competition', { prizePool: {} }, 'INVALID'],
    ['/api/update-competition', { prizePool: '9'.repeat(30) }, 'INVALID'],
    ['/api/update-competition', { nextCompetitionDate: 'x'.repeat(201) }, 'INVALID'],
    ['/api/prize-split', {}, 'INVALID'],
    ['/api/prize-split', { percents: [100] }, 'INVALID'],
    ['/api/prize-split', { percents: '1'.repeat(101) }, 'INVALID'],
    ['/api/recordings', { title: '', url: '' }, 'INVALID'],
    ['/api/recordings', { title: 'x', url: 'javascript:alert(1)' }, 'INVALID'],
    ['/api/recordings/999/delete', {}, 'NOT_FOUND'],
  ];
  test.each(cases)('%s %j', async (path, body, code) => {
    expectRefusal(await admin.post(path, body), code, /./);
    await unchanged();
  });
});

describe('the socket', () => {
  test.each([
    ['a foreign Origin', () => ({ origin: 'https://evil.example' }), 'BAD_ORIGIN'],
    ['nobody', () => ({ origin: server.url, cookie: '' }), 'SIGNED_OUT'],
  ] as [string, () => Record<string, string>, RefusalCode][])('refuses %s', async (_, headers, code) => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expectRefusal(await member.request('/ws', { headers: { ...upgrade, ...headers() } }), code);
  });
});
