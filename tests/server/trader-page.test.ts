/** /traders/NAME: its contents, and who can read it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { usernameKey } from '#core/account/username.ts';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const HTML = { accept: 'text/html' };
const SITE = 'https://paperpit.example';
const market = heldMarket({ AAPL: '100', TSLA: '50' });

let server: TestServer;
let roni: Client;
let other: Client;
let admin: Client;
/** Makes each address a new one, because pages for visitors are cached for a second. */
let views = 0;

beforeAll(async () => {
  server = await startServer({ env: { PUBLIC_URL: SITE, TRUST_PROXY: '1' }, market });
  admin = await server.admin();
  roni = await server.register('Roni_G');
  other = await server.register('נועה');
  await admin.post('/api/toggle-competition', { active: true });
  const order = (action: string, symbol: string, quantity: number) =>
    roni.post('/api/trade', { user_id: roni.userId, symbol, action, quantity });
  await order('buy', 'AAPL', 10);
  market.set('AAPL', '110');
  await order('sell', 'AAPL', 4);
  await order('short', 'TSLA', 10);
  await server.services.leaderboard.pass(true);
});
afterAll(() => server?.stop());

const read = (path: string, client: Client = server.visitor()) => client.get(path, HTML);
const fresh = (path: string, client?: Client) => read(`${path}?n=${++views}`, client);
const words = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ');
const choose = async (readers: string) => {
  const { status } = await roni.form('/api/user/page', { readers });
  expect(status).toBe(303);
};

const suspend = (days: number | null) => server.sql`
  update users set suspended_until = now() + ${days && `${days} days`}::interval, suspended_reason = ${days && 'x'}
  where id = ${roni.userId}`;
/** Whether a page links to the trader: before, during and after a suspension. */
async function linksOf(path: string): Promise<boolean[]> {
  const links: boolean[] = [];
  for (const days of [null, 1, null]) {
    await suspend(days);
    await server.services.leaderboard.pass(true);
    links.push((await fresh(path)).text.includes('href="/traders/Roni_G"'));
  }
  return links;
}

test('a visitor reads place, worth, figures, curve, open positions, badges and rank', async () => {
  const { status, text, headers } = await read('/traders/Roni_G');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toStartWith('public');
  expect(text).not.toContain('<form');
  expect([...text.matchAll(/<is-land[^>]*data-island="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'ShareLink',
  ]);
  const said = words(text);
  for (const each of [
    ...['Season 1, now', 'Place 1 of 2', '$100,100.00', '+$100.00 (+0.10%)', '100.00%', '1 won, 0 lost'],
    ...['AAPL Long', 'TSLA Short', '+10.00%', 'Past seasons', 'Badges', 'GENERAL'],
    'First in the table.',
    'Season 1 of Paperpit: everyone trades $100,000 of paper money.',
    'Think you can pass Roni_G? Same $100,000, same market, your own trades.',
  ])
    expect(said).toContain(each);
  expect(text).toContain('aria-label="Portfolio value since the start of the season: Roni_G');
  expect(text).toContain(`value="${SITE}/traders/Roni_G?via=share"`);
  expect(text).toContain('<meta property="og:type" content="profile"/>');
});

test('the way in leads a visitor to a first trade or back here, and who is signed in by now too', async () => {
  const { text } = await read('/traders/Roni_G');
  const [barJoin, join, enter] = [...text.matchAll(/href="(\/auth\?[^"]*next=[^"]*)"/g)].map(([, href]) =>
    href!.replaceAll('&amp;', '&'),
  );
  expect([barJoin, join, enter]).toEqual([
    '/auth?tab=register&next=%2Fchart',
    '/auth?tab=register&next=%2Fchart',
    '/auth?next=%2Ftraders%2FRoni_G',
  ]);
  const led = async (path: string) => (await read(path, other)).headers.get('location');
  expect([await led(join!), await led(enter!)]).toEqual(['/chart', '/traders/Roni_G']);
});

test('a member reads the same, without the way in', async () => {
  const said = words((await read('/traders/Roni_G', other)).text);
  expect(said).toContain('$100,100.00');
  expect(said).not.toContain('Think you can pass');
  const ownWords = words((await read('/traders/Roni_G', roni)).text);
  expect(ownWords).toContain('Your own page, as others see it.');
});

test.each([
  ['/traders/roni_g', '/traders/Roni_G'],
  ['/traders/RONI_G', '/traders/Roni_G'],
  ['/he/traders/roni_g', '/he/traders/Roni_G'],
])('%s is %s', async (path, location) => {
  const { status, headers } = await read(path);
  expect([status, headers.get('location')]).toEqual([301, location]);
});

test('a name in Hebrew, and who made no trade', async () => {
  const { status, text } = await read(`/traders/${encodeURIComponent('נועה')}`);
  expect(status).toBe(200);
  expect(words(text)).toContain('No place in the newest season');
  expect((await read('/he/traders/נועה')).status).toBe(200);
});

test.each([
  ['/he/traders/Roni_G', 'description', /^העמוד של Roni_G/],
  ['/he/traders/Roni_G', 'og:title', /^Roni_G · Paperpit$/],
  [`/traders/${encodeURIComponent('נועה')}`, 'og:title', /^\u200eנועה · Paperpit$/],
  [`/traders/${encodeURIComponent('נועה')}`, 'description', /^\u200eנועה on Paperpit/],
])('a preview of %s reads in the direction of its page: %s', async (path, name, line) => {
  const { text } = await read(path);
  expect(new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]).toMatch(line);
});

test('nobody, an admin, and what is no name are not found', async () => {
  for (const name of ['nobody_here', admin.username!, '%00', '%', 'x'.repeat(80)]) {
    const { status, text } = await read(`/traders/${name}`);
    expect([name, [400, 404].includes(status)]).toEqual([name, true]);
    expect(text).not.toContain('at server/');
  }
});

describe('who may read it is its trader’s choice', () => {
  const statuses = async () => [
    (await fresh('/traders/Roni_G')).status,
    (await fresh('/traders/Roni_G', other)).status,
    (await fresh('/traders/Roni_G', roni)).status,
    (await fresh('/traders/Roni_G', admin)).status,
  ];
  const linked = async (client?: Client) =>
    (await fresh('/leaderboards', client)).text.includes('href="/traders/Roni_G"');

  test.each([
    ['members', [404, 200, 200, 200]],
    ['nobody', [404, 404, 200, 200]],
    ['everyone', [200, 200, 200, 200]],
  ] as const)('%s', async (readers, expected) => {
    await choose(readers);
    expect(await statuses()).toEqual([...expected]);
    expect(await linked()).toBe(readers === 'everyone');
    expect((await read('/settings', roni)).text).toMatch(
      new RegExp(
        `<input type="radio"[^>]*checked=""[^>]*value="${readers}"|value="${readers}"[^>]*checked=""`,
      ),
    );
    const dialog = (await read('/leaderboards?trader=Roni_G', other)).text;
    expect(dialog.includes('href="/traders/Roni_G"')).toBe(readers !== 'nobody');
    const isReadable = readers !== 'nobody';
    const tabs = await Promise.all(
      ['stats', 'history', 'profile'].map(async (tab) =>
        words((await read(`/leaderboards?trader=Roni_G&tab=${tab}`, other)).text),
      ),
    );
    expect(tabs.map((said) => said.includes('This trader shows others only'))).toEqual(
      tabs.map(() => !isReadable),
    );
    expect(tabs.map((said) => /Win rate|TSLA|XP/.test(said))).toEqual(tabs.map(() => isReadable));
    for (const path of ['user-profile', 'user-rank', 'all-trades']) {
      const statusOf = async (client: Client) => (await client.get(`/api/${path}/${roni.userId}`)).status;
      expect([path, await statusOf(other), await statusOf(roni), await statusOf(admin)]).toEqual([
        path,
        isReadable ? 200 : 404,
        200,
        200,
      ]);
    }
    expect((await fresh('/og/traders/Roni_G.png')).status).toBe(readers === 'everyone' ? 200 : 404);
    const compared = words(
      (await read(`/leaderboards?trader=${encodeURIComponent('נועה')}&tab=stats`, other)).text,
    );
    expect(compared.includes('Leader: Roni_G')).toBe(isReadable);
  });

  test('another choice is refused, a visitor cannot choose', async () => {
    const answer = await roni.post('/api/user/page', { readers: 'friends' });
    expect([answer.status, answer.json.message]).toEqual([422, 'Choose who may read your page.']);
    expect((await server.visitor().post('/api/user/page', { readers: 'nobody' })).status).toBe(401);
  });
});

test('a visitor who asks for the dialog of the leaderboard is led to the page', async () => {
  const { status, headers } = await read('/leaderboards?trader=Roni_G');
  expect([status, headers.get('location')]).toEqual([303, '/traders/Roni_G']);
});

test('a name somebody had leads to the one they have; who is suspended has no page', async () => {
  await server.sql`insert into former_names (user_id, username, username_key)
    values (${roni.userId}, 'older', ${usernameKey('older')})`;
  const { status, headers } = await read('/traders/older');
  expect([status, headers.get('location')]).toEqual([302, '/traders/Roni_G']);
  await suspend(1);
  for (const client of [undefined, other]) expect((await fresh('/traders/Roni_G', client)).status).toBe(404);
  await suspend(null);
  expect((await fresh('/traders/Roni_G')).status).toBe(200);
  expect(await linksOf('/leaderboards')).toEqual([true, false, true]);
});

describe('its picture for shared links', () => {
  const picture = async (path: string) => {
    const answer = await fetch(server.url + path, { redirect: 'manual' });
    const png = Buffer.from(await answer.arrayBuffer());
    const size = png.length > 24 ? [png.readUInt32BE(16), png.readUInt32BE(20)] : [];
    return { status: answer.status, headers: answer.headers, png, size };
  };

  test.each([
    '/og/traders/Roni_G.png',
    '/og/traders/Roni_G.png?l=he',
    '/og/seasons/1.png',
    '/og/seasons/1.png?l=he',
  ])('%s is a PNG of 1200 x 630 below 150 KB that other sites may show', async (path) => {
    const { status, headers, png, size } = await picture(path);
    expect([status, headers.get('content-type'), size]).toEqual([200, 'image/png', [1200, 630]]);
    expect(png.length).toBeLessThan(150_000);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await picture(path)).png.equals(png)).toBe(true);
  });

  test('stands on its page in the language of the page', async () => {
    const imageOf = (html: string) => /<meta property="og:image" content="([^"]+)"/.exec(html)![1];
    expect(imageOf((await read('/traders/Roni_G')).text)).toBe(`${SITE}/og/traders/Roni_G.png`);
    expect(imageOf((await read('/he/traders/Roni_G')).text)).toBe(`${SITE}/og/traders/Roni_G.png?l=he`);
    expect(imageOf((await read('/he/competitions/1')).text)).toBe(`${SITE}/og/seasons/1.png?l=he`);
  });

  test('is for pages everyone may read, and for those that are there', async () => {
    await choose('members');
    expect((await picture('/og/traders/Roni_G.png')).status).toBe(404);
    await choose('everyone');
    for (const path of ['/og/traders/nobody_here.png', '/og/traders/Roni_G', '/og/seasons/99.png'])
      expect([path, (await picture(path)).status]).toEqual([path, 404]);
  });

  test('many at once: one is drawn, the others are shown the site’s', async () => {
    const names = await Promise.all(Array.from({ length: 8 }, (_, n) => server.register(`many_${n}`)));
    const pictures = await Promise.all(names.map(({ username }) => picture(`/og/traders/${username}.png`)));
    const drawn = pictures.filter(({ status }) => status === 200);
    expect(drawn.length).toBeGreaterThan(0);
    for (const { headers } of pictures.filter(({ status }) => status !== 200))
      expect(headers.get('location')).toBe('/og/site.png');
    expect(pictures.length - drawn.length).toBeGreaterThan(0);
    expect((await picture('/og/site.png')).size).toEqual([1200, 630]);
  });

  test('a name the fonts have no letters for is shown the site’s', async () => {
    const trader = await server.register('дмитрий');
    const { status, headers } = await picture(`/og/traders/${encodeURIComponent(trader.username!)}.png?l=he`);
    expect([status, headers.get('location')]).toEqual([302, '/og/site-he.png']);
  });
});

test('while the rules hide open positions others read neither them nor the curve, nor an exact total', async () => {
  await admin.post('/api/update-competition', { hideOpen: 'true' });
  await server.services.seasons.refresh();
  await server.services.leaderboard.pass(true);
  for (const client of [undefined, other]) {
    const { text } = await fresh('/traders/Roni_G', client);
    const said = words(text);
    expect(said).toContain('Hidden until the season ends.');
    expect(said).not.toMatch(/TSLA|\$100,100\.00/);
    expect(said).toContain('$100,000');
    expect(text).not.toContain('aria-label="Portfolio value since');
  }
  const ownWords = words((await read('/traders/Roni_G', roni)).text);
  expect(ownWords).toContain('TSLA Short');
});

test('a season that is over is a past one when the next has begun', async () => {
  await admin.post('/api/toggle-competition', { active: false });
  await admin.post('/api/toggle-competition', { active: true });
  await server.services.leaderboard.pass(true);
  const said = words((await fresh('/traders/Roni_G')).text);
  expect(said).toContain('Season 2, now');
  expect(said).toMatch(/Past seasons 1 Season 1 Place 1 of \d/);
  expect(await linksOf('/competitions/1')).toEqual([true, false, true]);
});
