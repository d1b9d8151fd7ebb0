/** What can be read without signing in: which pages, what they leave out, and which ones redirect to the sign-in. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { weighPage } from '../helpers/page-weight.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

const HTML = { accept: 'text/html' };
const SITE = 'https://paperpit.example';

const market = heldMarket({ AAPL: '100' });
/** By how much the site's clock is ahead, ms. */
let ahead = 0;
let server: TestServer;
let ann: Client;
let admin: Client;
beforeAll(async () => {
  server = await startServer({
    env: { PUBLIC_URL: SITE, TRUST_PROXY: '1' },
    market,
    clock: { now: () => Date.now() + ahead },
  });
  admin = await server.admin();
  ann = await server.register('ann');
  await admin.post('/api/toggle-competition', { active: true });
  await ann.post('/api/trade', { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 3 });
  await server.services.leaderboard.pass(true);
});
afterAll(() => server?.stop());

const read = (path: string, headers: Record<string, string> = {}) =>
  server.visitor().get(path, { ...HTML, ...headers });

const LEGAL = ['/terms', '/privacy', '/accessibility', '/rules'];
const READABLE = [
  ...['/leaderboards', '/competitions', '/competitions/1', '/competitions/1/check', '/help'],
  ...LEGAL,
];
/** Pages with a script: a button that copies the link, loaded on first use, and the check, which runs in the browser. */
const WITH_SCRIPT = ['/competitions/1', '/competitions/1/check'];
const scripts = (html: string) => [...html.matchAll(/<script\b(?![^>]*ld\+json)/g)].length;

describe.each(READABLE)('%s', (path) => {
  test('is read by everyone, in both languages, without a form or a place of their own, most without a script', async () => {
    for (const [at, lang] of [
      [path, 'en'],
      [`/he${path}`, 'he'],
    ] as const) {
      const { status, text, headers } = await read(at);
      const isPlain = !WITH_SCRIPT.includes(path);
      expect([at, status, scripts(text) === 0]).toEqual([at, 200, isPlain]);
      expect(text.includes('<is-land')).toBe(!isPlain);
      expect(text).toContain(`<html lang="${lang}"`);
      // the only form is the leaderboard's search
      const search = path === '/leaderboards' ? [`<form class="mt-4 flex gap-2" action="${at}">`] : [];
      expect([...text.matchAll(/<form[^>]*>/g)].map(([form]) => form)).toEqual(search);
      expect(text).not.toMatch(/Your place:|class="sidenav/);
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=1');
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  test('names itself and its other language to search engines', async () => {
    const addresses = (html: string) =>
      [...html.matchAll(/<link rel="(?:canonical|alternate)"(?: hrefLang="([^"]+)")? href="([^"]+)"/g)].map(
        ([, lang = 'canonical', href]) => [lang, href],
      );
    const [en, he] = [`${SITE}${path}`, `${SITE}/he${path}`];
    const others = [
      ['en', en],
      ['he', he],
      ['x-default', en],
    ];
    expect(addresses((await read(path)).text)).toEqual([['canonical', en], ...others]);
    expect(addresses((await read(`/he${path}`)).text)).toEqual([['canonical', he], ...others]);
    const paged = (await read(`${path}?page=1`)).text;
    expect(paged).toContain('<meta name="robots" content="noindex"/>');
    expect(paged).not.toContain('rel="canonical"');
  });

  test('leads on in the language it is in, and members stay in theirs', async () => {
    expect((await read(`/he${path}`)).text).toContain('href="/he/pricing"');
    expect((await read(path)).text).toContain('href="/pricing"');
    await ann.post('/api/language', { language: 'he' });
    expect((await ann.get(path, HTML)).text).toContain('<html lang="he"');
    await ann.post('/api/language', { language: 'en' });
    expect((await ann.get(path, HTML)).text).toContain('<html lang="en"');
    expect((await ann.get(`/he${path}`, HTML)).text).toContain('<html lang="he"');
  });
});

describe('search engines', () => {
  test('are kept from calls and what is personal, and shown the sitemap', async () => {
    const { text, headers } = await read('/robots.txt');
    expect(headers.get('content-type')).toStartWith('text/plain');
    for (const path of ['/api', '/admin', '/settings', '/auth/'])
      expect(text).toContain(`Disallow: ${path}\n`);
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  });

  test('every page of the sitemap is there, names itself and both languages, both ways', async () => {
    await server.register('shy_one').then(async (shy) => {
      await shy.post('/api/trade', { user_id: shy.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
      await shy.post('/api/user/page', { readers: 'members' });
    });
    const { text, headers } = await read('/sitemap.xml');
    expect(headers.get('content-type')).toStartWith('application/xml');
    const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc!.slice(SITE.length));
    for (const path of ['/', '/pricing', ...READABLE, '/traders/ann']) {
      expect(paths).toContain(path);
      expect(paths).toContain(path === '/' ? '/he' : `/he${path}`);
    }
    expect(text).not.toContain('shy_one');
    for (const path of paths) {
      const page = await read(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).toContain(`<link rel="canonical" href="${SITE}${path}"/>`);
      const plain = path.replace(/^\/he(?=\/|$)/, '') || '/';
      for (const [lang, at] of [
        ['en', plain],
        ['he', plain === '/' ? '/he' : `/he${plain}`],
        ['x-default', plain],
      ])
        expect(page.text).toContain(`<link rel="alternate" hrefLang="${lang}" href="${SITE}${at}"/>`);
      for (const property of ['url', 'type', 'site_name', 'locale', 'title', 'description'])
        expect([path, page.text.includes(`<meta property="og:${property}"`)]).toEqual([path, true]);
    }
  });

  test("a member's page names its address, and has no link preview and no other language", async () => {
    const member = await server.register('a_member');
    const { text } = await member.get('/leaderboards', { accept: 'text/html' });
    expect(text).toContain(`<link rel="canonical" href="${SITE}/leaderboards"/>`);
    expect(text).not.toMatch(/hrefLang|property="og:|twitter:card/);
  });

  test.each([
    ['/', '/og/site.png', '/manifest-en.webmanifest'],
    ['/he', '/og/site-he.png', '/manifest-he.webmanifest'],
  ])('%s has a picture for previews and can be installed', async (path, picture, manifest) => {
    const { text } = await read(path);
    expect(text).toContain(`<meta property="og:image" content="${SITE}${picture}"/>`);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(text).toContain(`<link rel="manifest" href="${manifest}"/>`);
    const bytes = async (at: string) => Buffer.from(await (await fetch(server.url + at)).arrayBuffer());
    const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
    const card = await bytes(picture);
    expect([sizeOf(card), card.length < 150_000]).toEqual([[1200, 630], true]);
    const answer = await server.visitor().get(manifest);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    const { icons, start_url, display } = JSON.parse(answer.text);
    expect([start_url, display]).toEqual(['/', 'standalone']);
    for (const { src, sizes } of icons as { src: string; sizes: string }[])
      expect(sizeOf(await bytes(src)).join('x')).toBe(sizes);
  });

  test('read a season that runs as an event', async () => {
    const { text } = await read('/competitions/1');
    const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!)[
      '@graph'
    ];
    expect(graph.map((each: Record<string, unknown>) => each['@type'])).toEqual(['Event', 'BreadcrumbList']);
    expect(graph[0]).toMatchObject({ name: 'Paperpit: Season 1', isAccessibleForFree: true });
  });
});

describe('the pages of the law', () => {
  const plain = (html: string) =>
    html
      .replace(/<[^>]+>/g, ' ')
      .replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ');

  test('are linked from every page for everyone, and where an account is made', async () => {
    for (const path of ['/', ...READABLE, '/pricing', '/auth?tab=register'])
      for (const legal of LEGAL)
        expect([path, (await read(path)).text.includes(`href="${legal}"`)]).toEqual([path, true]);
  });

  test('name who answers, and are drafts to admins alone', async () => {
    for (const legal of LEGAL) {
      const said = plain((await read(legal)).text);
      expect(said).toContain('hello@paperpit.example');
      expect(said).not.toContain('Draft.');
      // a phone number that breaks across lines would be read in the wrong order in Hebrew
      expect((await read(`/he${legal}`)).text).toContain('+972\u00a03\u00a0000\u00a00000');
      expect(plain((await admin.get(legal, HTML)).text)).toContain('Draft.');
    }
  });

  test('the rules are those of the season that is on', async () => {
    const said = plain((await read('/rules')).text);
    for (const each of [
      'Season 1',
      '₪50',
      'Everyone starts with $100,000.',
      'Not set yet',
      'UTC',
      'Asia/Jerusalem',
    ])
      expect(said).toContain(each);
    expect(said).not.toContain('₪50.');
    // each time is isolated, so that it keeps its own word order in a Hebrew sentence
    expect((await read('/he/rules')).text).toMatch(
      />\u2068[^\u2069]+UTC\u2069 · \u2068[^\u2069]+\u2069 \u2066\(Asia\/Jerusalem\)\u2069</,
    );
  });

  test('every cookie that is set is listed', async () => {
    const listed = plain((await read('/privacy')).text);
    const joins = await server.register('cookies');
    await joins.post('/api/language', { language: 'en' });
    const cookieNames = new Set(joins.cookies.keys());
    for (const path of ['/', '/chart', '/portfolio', '/shop', '/settings', ...READABLE])
      for (const cookie of (await joins.get(path, HTML)).headers.getSetCookie())
        cookieNames.add(cookie.split('=')[0]!);
    expect([...cookieNames].sort()).toEqual(['__Host-device', '__Host-sid', 'css', 'lang']);
    // `sheet` is set by a script: framework/browser/route-sheet.ts
    for (const name of [...cookieNames, 'sheet']) expect(listed).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test('security.txt names the same contact', async () => {
    const { status, text, headers } = await read('/.well-known/security.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('Contact: mailto:hello@paperpit.example');
    expect(Date.parse(/Expires: (.*)/.exec(text)![1]!)).toBeGreaterThan(Date.now());
    expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt`);
  });
});

test('a page is drawn once for all visitors, and for nobody else', async () => {
  const first = await read('/leaderboards');
  const again = await read('/leaderboards', { 'if-none-match': first.headers.get('etag')! });
  expect(again.status).toBe(304);
  const ownPage = await ann.get('/leaderboards', HTML);
  expect(ownPage.headers.get('cache-control')).toBe('private, no-store');
  expect(ownPage.text).toContain('class="tag you"');
  expect((await read('/leaderboards')).text).not.toContain('class="tag you"');
});

test('files and levers are for members and admins', async () => {
  expect((await read('/competitions/1')).text).not.toContain('/api/my-trades');
  expect((await ann.get('/competitions/1', HTML)).text).toContain('/api/my-trades');
  const edit = (await read('/competitions?dialog=edit')).text;
  expect(edit).not.toContain('<dialog');
  expect((await read('/competitions')).text).toContain('href="/auth?tab=register&amp;next=%2Fchart"');
});

test('a season that was never is not found, in the words of the address', async () => {
  expect((await read('/competitions/99')).status).toBe(404);
  const { status, text } = await read('/he/competitions/99');
  expect(status).toBe(404);
  expect(text).toContain('<html lang="he"');
});

test.each([
  ...['/home', '/chart', '/portfolio', '/profile', '/shop', '/ranking', '/rank-details-page', '/screener'],
  ...['/recordings', '/contact', '/payment'],
])('%s leads a visitor to the sign-in', async (path) => {
  const { status, headers } = await read(path);
  expect([status, headers.get('location')]).toEqual([303, `/auth?next=${encodeURIComponent(path)}`]);
});

describe('the landing', () => {
  const words = (html: string) =>
    html.replace(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ').replace(/[\s\u2066\u2069]+/g, ' ');

  test.each([
    ['/', 'en', 'Paper trades. Real pressure.', 'Join season 1'],
    ['/he', 'he', 'עסקאות על הנייר. לחץ אמיתי.', 'הצטרפות לעונה 1'],
  ])('%s shows what it is, what is at stake and the running thing', async (path, lang, heading, join) => {
    const { status, text } = await read(path);
    expect([status, scripts(text)]).toEqual([200, 0]);
    expect(text).toContain(`<html lang="${lang}"`);
    expect([...text.matchAll(/<h1/g)]).toHaveLength(1);
    const said = words(text);
    for (const each of [heading, join, '₪ 50', '100.00', 'TEST · AAPL']) expect(said).toContain(each);
    expect(said).not.toContain('₪ 50.');
    // the chart is drawn twice: for wide windows and for phones
    expect([...text.matchAll(/<svg[^>]*role="img"/g)]).toHaveLength(2);
    const { seasons } = server.services;
    const hash = (await seasons.commitments(seasons.current()!)).at(-1)!.hash;
    expect(said.replaceAll(' ', '')).toContain(hash);
    expect(
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!)['@graph'],
    ).toHaveLength(2);
    const { html, styles, fonts, script } = (await weighPage(server.visitor(), path))!;
    expect(script).toBe(0);
    expect(html + styles + fonts).toBeLessThan(100_000);
  });

  test('its first five are those of the leaderboard', async () => {
    for (const [name, quantity] of [
      ['ben', 9],
      ['cleo', 8],
      ['dov', 7],
      ['eli', 6],
      ['fay', 5],
    ] as const) {
      const trader = await server.register(name);
      await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity });
    }
    market.set('AAPL', '110');
    await server.services.leaderboard.pass(true);
    const table = (await read('/leaderboards?new=1')).text;
    const names = [...table.matchAll(/<a id="row-[^>]*>([^<]+)/g)].map(([, name]) => name);
    const landing = (await read('/?new=1')).text;
    const list = /class="card landing-top".*?<ol>(.*?)<\/ol>/s.exec(landing)![1]!;
    const lines = list
      .split('<li>')
      .slice(1)
      .map((line) => words(line).trim().replace(/\s+/g, ' '));
    // place, initials, name and return: 9 to 5 shares that rose by $10, of $100,000
    expect(lines).toEqual([
      '1 BE ben +0.09%',
      '2 CL cleo +0.08%',
      '3 DO dov +0.07%',
      '4 EL eli +0.06%',
      '5 FA fay +0.05%',
    ]);
    expect(names.slice(0, 5)).toEqual(['ben', 'cleo', 'dov', 'eli', 'fay']);
  });

  test('leads to a new league by way of the sign-up', async () => {
    const { text } = await read('/');
    expect(text).toContain('href="/auth?tab=register&amp;next=%2Fleagues%2Fnew"');
    const form = (await read('/auth?tab=register&next=%2Fleagues%2Fnew')).text;
    expect(form).toMatch(/name="next" value="\/leagues\/new"/);
  });

  test('is drawn from memory: with every table locked away', async () => {
    await read('/?new=2');
    const readLocked = async () =>
      await server.sql.begin(async (tx) => {
        // without waiting, because a server statement that holds one table and wants another would make it a deadlock
        await tx`lock table users, accounts, fills, seasons, seed_periods, active_items in access exclusive mode nowait`;
        return await read('/?new=3');
      });
    const answer = await until(() =>
      readLocked().catch((error) => {
        if (error.code === '55P03') return null;
        throw error;
      }),
    );
    expect(answer?.status).toBe(200);
    expect(words(answer!.text)).toContain('+0.09%');
    expect(answer!.text).toContain('landing-chart');
  });

  test('the members keep their home', async () => {
    const { text } = await ann.get('/', HTML);
    expect(text).toContain('class="hero');
    // the style rules above name classes of the landing page too
    expect(text.slice(text.indexOf('<body'))).not.toContain('landing');
  });

  test('a season that is over: when the next one starts', async () => {
    await admin.post('/api/toggle-competition', { active: false });
    await server.services.leaderboard.pass(true);
    // the next seed is in effect, so the season's seeds are public
    ahead = 2 * 60_000;
    await until(async () => (await server.services.front.read()).proof !== null);
    const said = words((await read('/?new=4')).text);
    for (const each of [
      'Season 1 is over',
      'Next season Date soon',
      'Join season 2',
      'How it ended',
      'verify-season -- 1',
    ])
      expect(said).toContain(each);
    expect(said).not.toContain('Ends in');
  });

  test.each([
    ['/', '/competitions/1/check', 'Check season 1 in this browser'],
    ['/he', '/he/competitions/1/check', 'בדיקת עונה 1 בדפדפן הזה'],
  ])('%s leads to the proof of a season that is over', async (path, check, heading) => {
    expect((await read(`${path}?new=5`)).text).toContain(`href="${check}"`);
    expect(words((await read(check)).text)).toContain(heading);
  });
});
