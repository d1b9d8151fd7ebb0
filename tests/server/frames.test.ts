/** The frame of a page is rendered once for many readers and contains nothing of another reader. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createFlashes } from '#framework/http/flash.ts';
import { purposeKey } from '#framework/http/signing.ts';
import { SESSION_COOKIES } from '#services/account/sessions.ts';
import type { Client } from '../helpers/client.ts';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PATHS = [
  '/',
  '/portfolio',
  '/profile',
  '/shop',
  '/settings',
  '/ranking',
  '/screener',
  '/chart',
  '/pricing',
];
/** Pages that name the leaders. */
const NAMES_OTHERS = ['/', '/portfolio'];

let server: TestServer;
let market: HeldMarket;
/** How far the market's clock is ahead. */
let aheadMs = 0;
/** By name. `marks`: texts of this reader, which no other reader's page may contain. */
let readers: Map<string, { client: Client; marks: string[] }>;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50', KO: '60' }, () => Date.now() + aheadMs);
  server = await startServer({ market });
  const { sql, services } = server;
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const people = await Promise.all(['anneke', 'borislav', 'cidonia'].map((name) => server.register(name)));
  const [anneke, borislav, cidonia] = people as [Client, Client, Client];
  const buy = (who: Client, symbol: string) =>
    who.post('/api/trade', { user_id: who.userId, symbol, action: 'buy', quantity: 10 });
  expect((await buy(anneke, 'AAPL')).status).toBe(200);
  expect((await buy(borislav, 'TSLA')).status).toBe(200);
  market.set('AAPL', '103');
  market.set('TSLA', '51');
  await sql`insert into owned_items (user_id, item_id, type, price) values (${anneke.userId}, 'logo_3', 'logo', 0)`;
  await anneke.post('/api/user/equip-item', { itemId: 'logo_3', type: 'logo', unequip: false });
  const { json } = await anneke.get<{ activeLogo: string }>('/api/user-profile');
  const barred = { username: 'cidonia', action: 'suspend_7', reason: 'A second account' };
  expect((await admin.post('/api/measures', barred)).status).toBe(200);
  borislav.cookies.set('lang', 'he');
  await services.leaderboard.pass(true);
  readers = new Map([
    ['anneke', { client: anneke, marks: ['anneke', json.activeLogo, '$100,030.00'] }],
    ['borislav', { client: borislav, marks: ['borislav', '<html lang="he"', '$100,010.00'] }],
    ['cidonia', { client: cidonia, marks: ['cidonia', 'A second account'] }],
    [admin.username, { client: admin, marks: [admin.username, 'id="crash"'] }],
  ]);
});
afterAll(() => server?.stop());

/** Returns a reader's page without the parts that differ by request. */
async function read(client: Client, path: string, cookie?: string): Promise<string> {
  const jar = [...client.cookies].map(([name, value]) => `${name}=${value}`);
  const headers = { accept: 'text/html', cookie: [...jar, cookie].filter(Boolean).join('; ') };
  const { text } = await client.get(path, headers);
  return text.replaceAll(/nonce="[^"]+"/g, 'nonce');
}
const around = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<main[\s\S]*<\/main>/, '')
    .replace(/<div class="toast toast-flash[\s\S]*?<\/p><\/div><\/div>/, '');

test('each reader finds themselves and nobody else, whoever was there before', async () => {
  for (const path of PATHS) {
    for (const [name, { client, marks }] of [...readers, ...readers]) {
      const html = await read(client, path);
      expect({ path, name, isTheirs: html.includes(name) }).toEqual({ path, name, isTheirs: true });
      const others = [...readers].filter(([other]) => other !== name).flatMap(([, other]) => other.marks);
      const searched = NAMES_OTHERS.includes(path) ? around(html) : html;
      const foreign = others.filter((mark) => !marks.includes(mark) && searched.includes(mark));
      expect({ path, name, foreign }).toEqual({ path, name, foreign: [] });
    }
    if (NAMES_OTHERS.includes(path)) continue;
    const visitor = await server.visitor().get(path, { accept: 'text/html' });
    const leaked = [...readers.keys()].filter((name) => visitor.text.includes(name));
    expect({ path, leaked }).toEqual({ path, leaked: [] });
  }
});

test('what was kept is what is drawn for one reader alone', async () => {
  const flashes = createFlashes(purposeKey(server.services.secret, 'paperpit flash'), SESSION_COOKIES);
  const text = { key: 'shop:purchased' } as const;
  const message = { kind: 'success', title: text, message: text } as const;
  for (const path of PATHS) {
    for (const { client } of readers.values()) {
      // from here on the browser has the route's style sheet
      await read(client, path);
      const cookies = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const request = new Request('http://test.example/', { headers: { cookie: cookies } });
      const alone = await read(client, path, flashes.cookie(message, request).split(';')[0]);
      expect(alone).toContain('toast-flash');
      expect(around(await read(client, path))).toBe(around(alone));
    }
  }
});

test('a chart page with a corrected bar is not the page of the bars before', async () => {
  const { client } = readers.get('anneke')!;
  const bars = [50, 55, 60].map((price, day) => ({
    time: Date.UTC(2026, 0, 5 + day) / 1000,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 10,
  }));
  market.candles = async () => bars.map((bar) => ({ ...bar }));
  const packed = async () => /"high":"[^"]*"/.exec(await read(client, '/chart?symbol=KO'))?.[0];
  const first = await packed();
  bars[1]!.high = 58;
  // the cache of the bars expires
  aheadMs += 5_000;
  expect(await packed()).not.toBe(first);
});
