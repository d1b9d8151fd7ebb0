/** The framework over HTTP, on a small site: pages, languages, access, forms, headers. */
import { describe, expect, test } from 'bun:test';
import { HTML, siteClient } from './client.ts';

const site = siteClient();
const { get, post, form, read } = site;

describe('pages', () => {
  test('layouts nest, middlewares run from the outermost folder in', async () => {
    const response = await get('/inner/3');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-passed')).toBe('inner, outer');
    expect(await response.text()).toContain(
      '<main data-user="nobody"><section id="inner"><p>3/1/none</p></section></main>',
    );
  });

  test('a middleware may answer itself', async () => {
    const response = await get('/inner/3?stop');
    expect([response.status, await response.text()]).toEqual([418, 'stopped']);
  });

  test.each([
    ['/inner/3?page=2&tab=x', '3/2/x'],
    ['/inner/3?page=zero&tab=x', '3/1/x'],
    ['/inner/3?page=-1', '3/1/none'],
    ['/inner/3?tab=x&tab=y', '3/1/none'],
    ['/inner/3?unknown=1&__proto__=2', '3/1/none'],
    ['/inner/3/', '3/1/none'],
  ])('%s shows %s', async (path, shown) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(shown);
  });

  test.each([
    ['/inner/seven', 'Nothing in here'],
    ['/inner/7', 'Nothing in here'],
    ['/nowhere', 'Nothing at this address'],
    ['/inner/3/4', 'Nothing at this address'],
    ['/..%2f..%2fetc/passwd', 'Nothing at this address'],
  ])('%s is a 404 page of its folder', async (path, shown) => {
    const response = await get(path, HTML);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(shown);
  });

  test('a short host name changes nothing', async () => {
    const response = await get('/inner/3', { host: 'x' });
    expect([response.status, (await response.text()).includes('3/1/none')]).toEqual([200, true]);
  });

  test.each([
    ['/nowhere', '*/*', 'application/json'],
    ['/nowhere', 'application/json', 'application/json'],
    ['/nowhere.png', '*/*', 'application/json'],
    ['/nowhere.png', 'text/html,*/*', 'text/html'],
    ['/api/nowhere', 'text/html', 'application/json'],
    ['/api', 'text/html', 'application/json'],
  ])('%s asked for as %s is a 404 in %s', async (path, accept, type) => {
    const response = await get(path, { accept });
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([404, type]);
  });

  test('HEAD is GET without the body', async () => {
    const full = await get('/inner/3', { 'accept-encoding': 'identity' });
    const response = await fetch(`${site.url}/inner/3`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe('');
    expect(full.status).toBe(200);
  });

  test('a 500 tells nobody why, but us and an admin', async () => {
    const reportsBefore = site.reports.length;
    for (const path of ['/boom', '/api/echo/boom']) {
      const response = await get(path, HTML);
      expect(response.status).toBe(500);
      const body = await response.text();
      expect(body).not.toContain('swordfish');
      expect(body).not.toContain('.tsx');
    }
    expect(site.reports.slice(reportsBefore).map(String)).toEqual([
      'Error: the password is swordfish',
      'Error: the password is swordfish',
    ]);
    expect(await read('/boom', { ...HTML, 'x-user': 'root' })).toContain('swordfish');
  });

  test('visitors half way through a request at the same time never see each other', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `user${'x'.repeat(i % 5)}${i}`);
    const pages = await Promise.all(names.map(async (name) => read('/who', { 'x-user': name })));
    pages.forEach((html, i) => {
      const mentioned = new Set([...html.matchAll(/user[x\d]+/g)].map(([name]) => name));
      expect([...mentioned]).toEqual([names[i]!]);
      expect(html).toContain(`<output>balance of ${names[i]}</output>`);
    });
  });

  test('a page without islands has no script, and no inline handler anywhere', async () => {
    const html = await read('/inner/3');
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/\son\w+=/);
  });
});

describe('languages', () => {
  test('a page with addresses per language', async () => {
    const english = await read('/plain', { 'accept-language': 'he' });
    const hebrew = await read('/he/plain');
    expect(english).toContain('<html lang="en" dir="ltr">');
    expect(english).toContain('0 trades, 1 trade, 2 trades, 3 trades');
    expect(hebrew).toContain('<html lang="he" dir="rtl">');
    expect(hebrew).toContain('שלום you');
    expect(hebrew).toContain('0 עסקאות, עסקה אחת, שתי עסקאות, 3 עסקאות');
    for (const html of [english, hebrew])
      expect(html).toContain('<link rel="alternate" hrefLang="he" href="/he/plain"/>');
    expect((await get('/he/inner/3', HTML)).status).toBe(404);
  });

  test.each([
    [{}, 'en'],
    [{ 'accept-language': 'he-IL,he;q=0.9' }, 'he'],
    [{ 'accept-language': 'iw' }, 'he'],
    [{ 'accept-language': 'fr' }, 'en'],
    [{ 'accept-language': 'he', cookie: 'lang=en' }, 'en'],
    [{ cookie: 'lang=he' }, 'he'],
    [{ cookie: 'lang=../x' }, 'en'],
  ])('%j is answered in %s', async (headers, locale) => {
    expect(await read('/inner/3', headers)).toContain(`<html lang="${locale}"`);
  });
});

test('a link may carry the language: it becomes the choice of a browser that is signed out', async () => {
  const cookiesOf = async (path: string, headers = {}) =>
    (await get(path, { ...HTML, ...headers })).headers
      .getSetCookie()
      .filter((each) => each.startsWith('lang='));
  expect(await read('/inner/3?lang=he', { 'accept-language': 'en' })).toContain('<html lang="he"');
  expect(await read('/inner/3?lang=xx')).toContain('<html lang="en"');
  expect(await cookiesOf('/inner/3?lang=he')).toHaveLength(1);
  expect(await cookiesOf('/inner/3?lang=xx')).toEqual([]);
  expect(await cookiesOf('/inner/3?lang=he', { 'x-user': 'ann' })).toEqual([]);
});

describe('access', () => {
  test('signed out: to the sign-in page and back', async () => {
    const response = await get('/who?a=1&b=2');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/auth?next=%2Fwho%3Fa%3D1%26b%3D2');
  });

  test('signed out with a query that is too long for a header: its short values stay', async () => {
    // six characters each in the address, ten in an address within an address
    const text = encodeURIComponent('א'.repeat(300));
    const response = await get(`/who?a=1&text=${text}&b=2`);
    expect(response.headers.get('location')).toBe('/auth?next=%2Fwho%3Fa%3D1%26b%3D2');
  });

  test('admin pages and calls', async () => {
    expect((await get('/admin', HTML)).status).toBe(303);
    expect((await get('/admin', { ...HTML, 'x-user': 'ann' })).status).toBe(403);
    expect(await read('/admin', { 'x-user': 'root' })).toContain('secret room');
    const remove = (user?: string) =>
      fetch(`${site.url}/api/echo/5`, { method: 'DELETE', headers: user ? { 'x-user': user } : {} });
    expect((await remove()).status).toBe(401);
    expect((await remove('ann')).status).toBe(403);
    expect(await (await remove('root')).json()).toEqual({ gone: '5' });
  });

  test('is decided before the input is looked at', async () => {
    expect((await post('/api/echo', '{}', { 'x-user': '' })).status).toBe(401);
    expect((await get('/api/echo/me')).status).toBe(401);
    expect(await (await get('/api/echo/me', { 'x-user': 'ann' })).json()).toEqual({ name: 'ann' });
  });
});

describe('forms', () => {
  const follow = async (response: Response) => {
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!;
    const next = await get(response.headers.get('location')!, { cookie });
    return { html: await next.text(), cleared: next.headers.get('set-cookie') ?? '' };
  };

  test('an accepted one leads on, with a message shown once', async () => {
    const response = await form({ text: 'hello & <b>' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/plain']);
    const { html, cleared } = await follow(response);
    expect(html).toContain('<p role="status">Got hello &amp; &lt;b&gt;</p>');
    expect(cleared).toMatch(/^flash=;.*Max-Age=0/);
  });

  test('a refused one leads back with the reason', async () => {
    const response = await form({ text: 'x' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/plain']);
    expect((await follow(response)).html).toContain('<p role="alert">Say more.</p>');
  });

  test('a signed-out one leads to the sign-in page', async () => {
    const response = await form({ text: 'hello', password: 'p' }, { 'x-user': '' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/auth?next=%2Fplain']);
    const [flash, typedText] = response.headers.getSetCookie();
    expect(flash).toStartWith('flash=');
    expect(typedText).toStartWith('kept=');
  });

  test.each(['application/json', '*/*'])(
    'a program with the same fields, accepting %s, gets JSON',
    async (accept) => {
      const response = await form({ text: 'hello', n: '2' }, { accept });
      expect([response.status, await response.json()]).toEqual([200, { text: 'hello', n: 2 }]);
    },
  );

  test.each([
    'flash=x',
    'flash=e30',
    `flash=${'A'.repeat(5000)}`,
    'flash=%',
    `flash=${btoa('{"kind":"success"}')}`,
  ])('a made-up message (%s) is not shown and breaks nothing', async (cookie) => {
    const response = await get('/inner/3', { cookie });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('role=');
  });
});

describe('headers', () => {
  test.each(['/plain', '/inner/3', '/boom', '/api/echo', '/api/nothing', '/shared'])(
    'of %s',
    async (path) => {
      const { headers } = await get(path, HTML);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(/script-src[^;]*/.exec(policy)?.[0] ?? '').not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('a nonce is used once', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await get('/shared');
        const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy')!)![1]!;
        expect(await response.text()).toContain(`<script nonce="${nonce}">`);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});
