/** No request holds up the others for longer than a moment. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { INTERVALS } from '#core/market/bars.ts';
import type { RouteManifest } from '#framework/define.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { COOKIES, HEADERS, hostileForms, hostileJson, hostileTexts, NAMES } from '../helpers/hostile.ts';
import { share } from '../helpers/matrix.ts';
import { type Attack, holdOf, type OwnProcess, startOwnProcess } from '../helpers/own-process.ts';
import { asBrowser, openSocket } from '../helpers/socket.ts';

/** The longest time that one request may hold up the others. */
const MOST_MS = 50;
/** The room in the head of a request, and in a body. */
const HEAD_CHARS = 12_000;
const BODY_BYTES = 64 * 1024;
const TIME = 600_000;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BOMB = gzipSync('a'.repeat(10_000_000));
/** Calls that end what the other requests need. */
const ENDING = ['/api/logout', '/api/reset-competition'];

let server: OwnProcess;
let people: Record<'visitor' | 'trader' | 'admin', Client>;
let manifest: RouteManifest;

beforeAll(async () => {
  const admin = { username: 'the_admin', password: 'a long enough secret' };
  server = await startOwnProcess({ ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password });
  ({ manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest });
  const [visitor, trader, boss] = [1, 2, 3].map(() => createClient(server.url)) as [Client, Client, Client];
  people = { visitor, trader, admin: boss };
  expect((await boss.post('/api/login', admin)).status).toBe(200);
  const joined = await trader.post('/api/register', { username: 'trader', password: 'pass of trader' });
  expect(joined.status).toBe(200);
  await boss.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

const cookiesOf = (who: keyof typeof people) => asBrowser(server.url, people[who]).cookie!;
const short = (text: string) => JSON.stringify(text.slice(0, 12));
const encoded = (text: string, most: number) => encodeURIComponent(text.toWellFormed()).slice(0, most);
const filled = (path: string, text: string) => path.replace(/:\w+/g, () => encoded(text, 3000));
const pathsOf = (kind: 'page' | 'api') =>
  manifest.routes
    .filter(({ route, path }) => route.kind === kind && !ENDING.includes(path))
    .map(({ path }) => path);
/** Every `of`-th of `all`, starting at another one for each `i`. */
const part = <T>(all: readonly T[], i: number, of: number) => all.filter((_, k) => (k + i) % of === 0);

function get(what: string, path: string, headers: Record<string, string>): Attack {
  return { what: `GET ${what}`, path, init: { headers: { accept: 'text/html', ...headers } } };
}

function post(what: string, path: string, body: BodyInit, type: string, who: keyof typeof people): Attack {
  const headers = { accept: 'text/html', 'content-type': type, origin: server.url, cookie: cookiesOf(who) };
  return { what: `POST ${path} ${what}`, path, init: { method: 'POST', body, headers } };
}

/** Attacks that hold the loop for too long or end in a 500. The longest one is printed. */
async function tooMuch(attacks: readonly Attack[]): Promise<string[]> {
  const wrong: string[] = [];
  let worst = { held: 0, what: '' };
  const some = share(attacks, 0, 3);
  for (const attack of some) {
    const { held, status } = await holdOf(server, attack, MOST_MS / 2);
    if (held > worst.held) worst = { held, what: attack.what };
    if (held > MOST_MS) wrong.push(`${held.toFixed(0)} ms: ${attack.what}`);
    if (status >= 500) wrong.push(`${status}: ${attack.what}`);
  }
  console.log(`${some.length} requests, the longest ${worst.held.toFixed(1)} ms: ${worst.what}`);
  return wrong;
}

test.each(['en', 'he'])(
  'a message cookie made to be looked up for ever, in %s',
  async (lang) => {
    const attacks = [10, 20, 40, 60, 100, 200].flatMap((n) => {
      const message = `a${' cost , you have . The most you can  is .'.repeat(n)}x`;
      const json = JSON.stringify({ kind: 'error', title: message, message });
      const cookie = `flash=z.${deflateRawSync(json).toString('base64url')}; lang=${lang}`;
      return ['/auth', '/he/pricing'].map((path) => get(`${path} n=${n}`, path, { cookie }));
    });
    expect(await tooMuch(attacks)).toEqual([]);
  },
  TIME,
);

test(
  'paths and queries',
  async () => {
    const headers = { cookie: cookiesOf('admin') };
    const texts = hostileTexts(HEAD_CHARS / 6);
    const queries = [
      Array.from({ length: 3000 }, (_, n) => n.toString(36)).join('&'),
      'a&'.repeat(HEAD_CHARS / 2),
      `a${'%5B'.repeat(HEAD_CHARS / 3 - 1)}=1`,
    ];
    const attacks = [...pathsOf('page'), ...pathsOf('api')].flatMap((path, i) => {
      const address = path.replace(':symbol', 'AAPL').replace(/:\w+/g, '1');
      const ownBodies = part(texts, i, 8).map(
        (text, k) => [NAMES[(i * 7 + k * 11) % NAMES.length]!, text] as const,
      );
      return [
        ...ownBodies.map(([name, text]) =>
          get(
            `${address} ${name}=${short(text)}`,
            `${address}?${name}=${encoded(text, HEAD_CHARS)}`,
            headers,
          ),
        ),
        ...ownBodies.flatMap(([, text]) =>
          path.includes(':') ? [get(`${path} = ${short(text)}`, filled(path, text), headers)] : [],
        ),
        ...part(NAMES, i, 20).map((name) =>
          get(
            `${address} many ${name}`,
            `${address}?${`${name}=1&`.repeat(HEAD_CHARS / (name.length + 3))}`,
            headers,
          ),
        ),
        ...queries.map((query) => get(`${address} ${short(query)}`, `${address}?${query}`, headers)),
      ];
    });
    for (const text of ['/'.repeat(HEAD_CHARS), '/a/..'.repeat(HEAD_CHARS / 5)])
      attacks.push(get(short(text), text, headers));
    for (const text of texts)
      attacks.push(get(`nowhere ${short(text)}`, `/${encoded(text, HEAD_CHARS)}`, headers));
    expect(await tooMuch(attacks)).toEqual([]);
  },
  TIME,
);

test(
  'cookies and headers',
  async () => {
    const traderCookies = cookiesOf('trader');
    const addresses = [
      '/auth',
      '/pricing',
      '/chart',
      '/leaderboards',
      '/profile',
      '/api/rankings',
      '/ws',
      '/nowhere',
    ];
    const texts = hostileTexts(HEAD_CHARS)
      .map((text) =>
        Buffer.from(text)
          .toString('latin1')
          .replace(/\p{Cc}/gu, ' ')
          .slice(0, HEAD_CHARS),
      )
      .filter((text) => text.trim() !== '');
    const attacks = texts.flatMap((text, i) => {
      const addressAt = (k: number) => addresses[(i + k) % addresses.length]!;
      return [
        ...part(COOKIES, i, 6).map((name, k) =>
          get(`cookie ${name}=${short(text)}`, addressAt(k), { cookie: `${traderCookies}; ${name}=${text}` }),
        ),
        ...part(HEADERS, i, 6).map((name, k) =>
          get(`${name}: ${short(text)}`, addressAt(k), {
            cookie: traderCookies,
            [name]: name === 'accept' ? `text/html,${text}` : text,
          }),
        ),
      ];
    });
    for (const path of addresses) {
      for (const many of [
        'a=b; '.repeat(HEAD_CHARS / 5),
        ';'.repeat(HEAD_CHARS),
        'lang=he;'.repeat(HEAD_CHARS / 8),
      ])
        attacks.push(get(`many cookies at ${path}`, path, { cookie: `${traderCookies}; ${many}` }));
      attacks.push(
        get(`languages at ${path}`, path, { 'accept-language': 'he;q=0.9,'.repeat(HEAD_CHARS / 9) }),
      );
      attacks.push(
        get(`codings at ${path}`, path, { 'accept-encoding': 'br;q=0.9,'.repeat(HEAD_CHARS / 9) }),
      );
    }
    expect(await tooMuch(attacks)).toEqual([]);
  },
  TIME,
);

test(
  'bodies of 64 KiB',
  async () => {
    const attacks: Attack[] = [];
    for (const [i, each] of pathsOf('api').entries()) {
      const path = filled(each, '1');
      // without a body, to find the paths that take a POST
      if ([404, 405].includes((await people.visitor.post(path)).status)) continue;
      const who = i % 2 === 0 ? 'admin' : 'trader';
      for (const [k, body] of hostileForms(BODY_BYTES).entries())
        attacks.push(post(`form ${k} ${short(body)}`, path, body, FORM_TYPE, who));
      for (const [k, body] of part(hostileJson(BODY_BYTES), i, 4).entries())
        attacks.push(post(`json ${k} ${short(body)}`, path, body, JSON_TYPE, who));
      for (const text of part(hostileTexts(300), i, 6)) {
        const all = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, text])));
        attacks.push(post(`all = ${short(text)}`, path, all.slice(0, BODY_BYTES), JSON_TYPE, who));
      }
      attacks.push(post('a gzip bomb', path, BOMB, JSON_TYPE, who));
    }
    expect(await tooMuch(attacks)).toEqual([]);
  },
  TIME,
);

test(
  'each field of a call that takes it, as long as a body may be',
  async () => {
    const { id: user_id } = (await people.trader.get<{ id: number }>('/api/user')).json;
    const order = {
      user_id,
      symbol: 'AAPL',
      action: 'buy',
      quantity: 1,
      quotedPrice: 1,
      intent: 'a',
      next: '/',
    };
    const sender = { email: 'a@b.example', phone: '1', subject: 'Q', message: 'M' };
    const details = {
      prizePool: '1',
      nextCompetitionDate: '1',
      startsAt: 'x',
      endsAt: 'x',
      zone: 'UTC',
      minPrice: '1',
    };
    const calls: [keyof typeof people, string, Record<string, unknown>][] = [
      ['visitor', '/api/login', { username: 'nobody_here', password: 'x' }],
      ['visitor', '/api/register', { username: 'a', password: 'short' }],
      ['trader', '/api/contact', { ...sender, name: 'A' }],
      ['trader', '/api/contact', { ...sender, firstName: 'A', lastName: 'B' }],
      ['trader', '/api/trade', order],
      ['trader', '/api/shop/purchase', { itemId: 'banner_1', next: '/' }],
      ['trader', '/api/user/equip-item', { itemId: 'banner_1', type: 'banner', unequip: false }],
      ['trader', '/api/language', { language: 'en', next: '/' }],
      ['admin', '/api/recordings', { title: '', url: 'https://a.example' }],
      ['admin', '/api/disqualify', { season: 1, username: 'nobody_here', reason: 'x' }],
      ['admin', '/api/update-competition', details],
      ['admin', '/api/messages/1', { state: 'read', next: '/' }],
    ];
    const texts = hostileTexts(20_000);
    const attacks = calls.flatMap(([who, path, valid], i) =>
      Object.keys(valid).flatMap((field, k) =>
        part(texts, i + k, 8).map((text) => {
          const body = JSON.stringify({ ...valid, [field]: text });
          return post(`${field} = ${short(text)}`, path, body.slice(0, BODY_BYTES), JSON_TYPE, who);
        }),
      ),
    );
    expect(await tooMuch(attacks)).toEqual([]);
  },
  TIME,
);

test(
  'the longest stretches of bars there are',
  async () => {
    const cookie = cookiesOf('trader');
    const ranges = ['from=0', 'from=0&to=99999999999', 'from=1970-01-01', 'to=99999999999'];
    const attacks = INTERVALS.flatMap((interval) =>
      ranges.flatMap((range, i) =>
        ['identity', 'gzip'].map((coding) => {
          const symbol = ['AAPL', 'MSFT', 'TSLA', 'NVDA'][i];
          const path = `/api/candles?symbol=${symbol}&interval=${interval}&${range}`;
          return get(path, path, { cookie, accept: '*/*', 'accept-encoding': coding });
        }),
      ),
    );
    expect(await tooMuch(attacks)).toEqual([]);
  },
  TIME,
);

test(
  'messages of a socket',
  async () => {
    const beside = get('beside a socket', '/auth', {});
    const wrong: string[] = [];
    for (const text of [
      ...part(hostileTexts(1200), 0, 5),
      ...part(hostileJson(4000), 0, 5),
      '['.repeat(4000),
    ]) {
      const socket = await openSocket(server.url, asBrowser(server.url, people.trader));
      for (const ticker of [text, text.slice(0, 12)])
        socket.raw(JSON.stringify({ action: 'subscribe', ticker }).slice(0, 4000));
      socket.raw(text.slice(0, 4000));
      const { held } = await holdOf(server, beside, MOST_MS);
      if (held > MOST_MS) wrong.push(`${held.toFixed(0)} ms: ${short(text)}`);
      await socket.close();
    }
    expect(wrong).toEqual([]);
  },
  TIME,
);
