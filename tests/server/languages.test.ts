/** The reader's language is remembered, and every answer is in it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ITEMS } from '#core/shop/catalogue.ts';
import { THEME_KEYS, themeName } from '#core/shop/themes.ts';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const PAGE = { accept: 'text/html' };
const langOf = (html: string) => /<html lang="(\w+)" dir="(\w+)">/.exec(html)?.slice(1);
const HEBREW = /\p{Script=Hebrew}/u;

describe('remembered', () => {
  test('by this browser before sign-in, and by the account after it', async () => {
    const client = server.visitor();
    expect(langOf((await client.get('/auth', PAGE)).text)).toEqual(['en', 'ltr']);
    const answer = await client.form('/api/language', { language: 'he', next: '/auth?tab=register' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth?tab=register']);
    expect(langOf((await client.get('/auth', PAGE)).text)).toEqual(['he', 'rtl']);
    await client.post('/api/register', { username: 'hebrew_reader', password: 'pass of hebrew_reader' });
    const other = await server.login('hebrew_reader', 'pass of hebrew_reader');
    expect(other.cookies.get('lang')).toBe('he');
    expect(langOf((await other.get('/', PAGE)).text)).toEqual(['he', 'rtl']);
  });

  test('a choice made while signed in holds in another browser, whatever was chosen there before', async () => {
    const trader = await server.register('changes_mind');
    expect((await trader.post('/api/language', { language: 'he' })).json).toEqual({ language: 'he' });
    const other = server.visitor();
    await other.post('/api/language', { language: 'en' });
    const credentials = { username: 'changes_mind', password: 'pass of changes_mind' };
    await other.post('/api/login', credentials);
    expect(langOf((await other.get('/', PAGE)).text)).toEqual(['he', 'rtl']);
  });

  test('an account without a language takes the one chosen in the browser that signs in', async () => {
    const { username, password } = await server.register('no_choice_yet');
    const [before] = await server.sql`select locale from users where username = ${username}`;
    expect(before).toEqual({ locale: null });
    const browser = server.visitor();
    await browser.post('/api/language', { language: 'he' });
    await browser.post('/api/login', { username, password });
    const [after] = await server.sql`select locale from users where username = ${username}`;
    expect(after).toEqual({ locale: 'he' });
  });

  test('until a choice is made the browser’s own language decides', async () => {
    const trader = await server.register();
    const html = (await trader.get('/', { ...PAGE, 'accept-language': 'he-IL,he;q=0.9,en;q=0.5' })).text;
    expect(langOf(html)).toEqual(['he', 'rtl']);
  });

  test('a Hebrew reader of an English public page is told of the Hebrew one, and goes on in English', async () => {
    const hebrew = { ...PAGE, 'accept-language': 'he-IL,he;q=0.9,en;q=0.5' };
    const visitor = server.visitor();
    for (const path of ['/', '/leaderboards', '/competitions', '/pricing', '/help', '/rules']) {
      const { text } = await visitor.get(path, hebrew);
      expect(langOf(text)).toEqual(['en', 'ltr']);
      expect(text).toContain('הדף הזה קיים גם בעברית');
      expect(text).toContain(
        `href="${path === '/' ? '/he' : `/he${path}`}" hrefLang="he" rel="alternate">לעברית`,
      );
      expect(text).toContain('href="/auth?tab=register&amp;lang=en"');
    }
    const entrance = await visitor.get('/auth?tab=register&lang=en', hebrew);
    expect(langOf(entrance.text)).toEqual(['en', 'ltr']);
    expect(langOf((await visitor.get('/auth', hebrew)).text)).toEqual(['en', 'ltr']);
    expect((await visitor.get('/', hebrew)).text).not.toContain('הדף הזה');
    await visitor.post('/api/register', { username: 'reads_english', password: 'pass of reads_english' });
    expect(langOf((await visitor.get('/', hebrew)).text)).toEqual(['en', 'ltr']);
  });

  test('a page in the reader’s own language offers no other, and an English reader of a Hebrew page is told too', async () => {
    const visitor = server.visitor();
    const read = async (path: string, language: string) =>
      (await visitor.get(path, { ...PAGE, 'accept-language': language })).text;
    expect(await read('/he/help', 'he')).not.toContain('visitor-offer');
    expect(await read('/help', 'en')).not.toContain('visitor-offer');
    expect(await read('/help', 'fr')).not.toContain('visitor-offer');
    expect(await read('/he/help', 'en')).toContain('This page is also in English');
    const { headers } = await visitor.get('/help', { ...PAGE, 'accept-language': 'he' });
    expect(headers.get('vary')).toContain('accept-language');
  });

  test('an unknown language is refused and changes nothing', async () => {
    const client = server.visitor();
    for (const language of ['xx', '', 7, null, undefined]) {
      const answer = await client.post('/api/language', { language });
      expect([answer.status, answer.json.message]).toEqual([422, 'Choose one of the languages.']);
    }
    expect(client.cookies.has('lang')).toBe(false);
  });

  test('the form leads back to the page it was on, never off the site', async () => {
    const back = async (fields: object, headers = {}) =>
      (await server.visitor().form('/api/language', { language: 'he', ...fields }, headers)).headers.get(
        'location',
      );
    expect(await back({}, { referer: `${server.url}/pricing?tab=fundamentals` })).toBe(
      '/pricing?tab=fundamentals',
    );
    expect(await back({ next: '//evil.example' })).toBe('/');
    expect(await back({}, { referer: 'https://evil.example/x' })).toBe('/');
  });
});

test('pages for everyone: at the same address members read their own language, visitors the first', async () => {
  const trader = await server.register('reads_hebrew');
  await trader.post('/api/language', { language: 'he' });
  // a browser without the cookie: only the account knows the language
  trader.cookies.delete('lang');
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const paths = manifest.routes
    .filter(({ route, path }) => route.kind === 'page' && route.locales && !path.includes(':'))
    .map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/', '/pricing', '/help', '/rules', '/terms', '/privacy']));
  for (const path of [...paths, '/pricing?tab=fundamentals']) {
    const ownPage = await trader.get(path, PAGE);
    expect([path, langOf(ownPage.text)]).toEqual([path, ['he', 'rtl']]);
    // no cache may store the page for other readers
    expect([path, ownPage.headers.get('cache-control')]).toEqual([path, 'private, no-store']);
    const visited = await server.visitor().get(path, PAGE);
    expect([path, langOf(visited.text)]).toEqual([path, ['en', 'ltr']]);
    for (const { headers } of [ownPage, visited]) expect(headers.get('vary')).toContain('cookie');
  }
  const page = await trader.get('/pricing', PAGE);
  expect(page.text).toContain('action="/api/language"');
  expect(page.text).not.toContain('href="/he/pricing"');
});

describe('spoken', () => {
  test('a call’s refusal, by the language of who asks; the code stays', async () => {
    const trader = await server.register();
    const order = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    const english = await trader.post('/api/trade', order);
    expect(english.json).toMatchObject({
      code: 'COMPETITION_INACTIVE',
      message: 'No competition is active. Trading opens when the next one starts.',
    });
    await trader.post('/api/language', { language: 'he' });
    const hebrew = await trader.post('/api/trade', order);
    expect([hebrew.status, hebrew.json.code]).toEqual([409, 'COMPETITION_INACTIVE']);
    expect(hebrew.json.message).toBe('אין תחרות פעילה. המסחר ייפתח כשהתחרות הבאה תתחיל.');
    expect(hebrew.json.error).toBe(hebrew.json.message as string);
    const bad = await trader.post('/api/trade', { ...order, quantity: '0' });
    expect(bad.json).toMatchObject({ code: 'INVALID_QUANTITY', message: 'כמות לא תקינה' });
    expect((bad.json.issues as { message: string }[])[0]!.message).toMatch(HEBREW);
  });

  test.each([
    ['an unknown call', '/api/nothing', {}, 404],
    ['no session', '/api/user', {}, 401],
    [
      'a body that is no JSON',
      '/api/login',
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['another site', '/api/login', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
    ['a wrong method', '/api/login', {}, 405],
  ])('%s', async (_, path, init, status) => {
    const client = server.visitor();
    client.cookies.set('lang', 'he');
    const answer = await client.request(path, init as RequestInit);
    expect(answer.status).toBe(status);
    expect(answer.json.message).toMatch(HEBREW);
    expect(answer.json.code).toMatch(/^[A-Z_]+$/);
  });

  test('an answer’s message, and the one a form leaves for the next page', async () => {
    const admin = await server.admin();
    await admin.post('/api/language', { language: 'he' });
    const started = await admin.post('/api/toggle-competition', { active: true });
    expect(started.json.message).toBe('התחרות התחילה! הסרגל העליון פתוח לכולם.');
    await admin.form('/api/toggle-competition', { active: 'false' });
    const page = await admin.get('/competitions', PAGE);
    expect(page.text).toContain('התחרות הסתיימה. הסרגל העליון נעול לכולם.');
    await admin.form('/api/toggle-competition', { active: 'false' });
    expect((await admin.get('/competitions', PAGE)).text).toContain('אין תחרות פעילה.');
  });

  test('the page of an address that does not exist', async () => {
    const client = server.visitor();
    client.cookies.set('lang', 'he');
    const page = await client.get('/no-such-page', PAGE);
    expect(page.status).toBe(404);
    expect(page.text).toContain('לא מצאנו את מה שחיפשת.');
  });
});

describe('every page in Hebrew', () => {
  /** Texts that are the same in every language: names of items, tickers, units, and the names of the languages. */
  const NAMES = new Set<string>([
    // foreign() below writes the entity of an apostrophe as a space
    ...[...ITEMS.map((item) => item.name), ...THEME_KEYS.map(themeName)].map((name) =>
      name.replace(/' ?/, ' '),
    ),
    ...['Paperpit', 'English', 'TKF', 'XP', 'SMA', 'Default', 'dark', 'noindex'],
  ]);
  const LATIN =
    /^(?:\d{3} · Paperpit|[A-Z]+ · [A-Z]+|(?:SMA|EMA|RSI|MACD) [\d, ]+|[IVX]+|[\d.,/ ]* ?XP|[A-Z]{1,5}|[A-Z][\w&. ]* (?:Inc|Corp|Group|Co|Ltd|PLC|Holdings)\.?|\S+@\S+|\/\S*|[0-9a-f]{8}|[0-9a-f]{64}|Paperpit, \S+@\S+, [+\d ]+\.|\w+: .*|width=.*|\d+)$/;
  const isName = (text: string) => NAMES.has(text) || LATIN.test(text) || !/[A-Za-z]{2}/.test(text);

  /** Texts and labels of a page that have no Hebrew letter. */
  function foreign(html: string): string[] {
    const body = html
      .replace(/<(script|style|code)[\s\S]*?<\/\1>/g, '')
      // text written by users is isolated
      .replace(/<bdi[^>]*>[^<]*<\/bdi>|<(a|option) [^>]*dir="auto"[^>]*>[^<]*<\/\1>/g, '');
    const texts = [
      ...body.matchAll(/>([^<]+)</g),
      ...body.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g),
    ];
    return texts
      .map(([, text]) =>
        text!
          .replace(/&#?\w+;/g, ' ')
          .replace(/[\u2066-\u2069]/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter((text) => text !== '' && !HEBREW.test(text) && !isName(text));
  }

  test('no text of ours is in English', async () => {
    const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
    const trader = await server.register('קוראת');
    const admin = await server.admin();
    await admin.post('/api/toggle-competition', { active: true });
    await trader.post('/api/contact', {
      name: 'קוראת',
      email: 'reader@mail.example',
      phone: '050-000-0000',
      subject: 'שאלה',
      message: '?',
    });
    for (const [action, quantity] of [
      ['buy', 10],
      ['sell', 4],
    ] as const) {
      await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action, quantity });
    }
    await server.services.leaderboard.pass(true);
    const foreignByPath: Record<string, string[]> = {};
    let pages = 0;
    for (const client of [server.visitor(), trader, admin]) {
      client.cookies.set('lang', 'he');
      for (const { path, locale } of addressesIn(manifest, 'he', 'קוראת')) {
        const { status, text } = await client.get(path, PAGE);
        // the API reference is in English, and its markup says so
        if (status === 303 || path === '/api') continue;
        expect([path, locale]).toEqual([path, 'he']);
        pages++;
        const texts = foreign(text);
        if (texts.length > 0) foreignByPath[path] = [...new Set(texts)];
      }
    }
    expect(foreignByPath).toEqual({});
    expect(pages).toBeGreaterThan(60);
  });
});
