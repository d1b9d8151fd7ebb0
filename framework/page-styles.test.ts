import { describe, expect, test } from 'bun:test';
import { lettersOf, sheetCookie, stylesFor, stylesKey } from './page-styles.ts';
import type { SheetRule } from './sheet.ts';

const rule = (select: string, needs: string[][] = []): SheetRule => ({
  at: '',
  select,
  body: 'color:red',
  needs,
  reads: [],
});
const STYLES = {
  rules: [rule('p'), rule('.card', [['card']]), rule('.toast', [['toast']])],
  routes: {
    '': { url: '/assets/page-none.css', rules: [0] },
    'routes/shop.tsx': { url: '/assets/page-shop1.css', rules: [0, 1] },
  },
  fonts: [
    { url: '/assets/latin.woff2', rule: '@font-face{}', firstRule: '@first{}', letters: '\\u{20}-\\u{7e}' },
    { url: '/assets/hebrew.woff2', rule: '', firstRule: '', letters: '\\u{5d0}-\\u{5ea}' },
  ],
  standIns: '@local{}',
};
const requestWith = (headers: Record<string, string> = {}) =>
  new Request('https://site.example/shop', { headers });
const drawn = (html: string) => ({ html: () => html, letters: () => lettersOf(html) });
const shop = (headers?: Record<string, string>, isShared = false) =>
  stylesFor(STYLES, 'routes/shop.tsx', requestWith(headers), isShared, drawn('<p class="card toast">'));

describe('a page', () => {
  test('brings the rules of its route that it needs', () => {
    const text = '@first{}@local{}p{color:red}.card{color:red}';
    expect(shop()).toEqual({ text, url: '/assets/page-shop1.css', isKnown: false, preloads: [] });
  });

  test('names the file once the browser has it, unless it is the same for everyone', () => {
    const cookie = 'a=b; css=old.shop1';
    expect(shop({ cookie })).toEqual({
      text: '@font-face{}@local{}',
      url: '/assets/page-shop1.css',
      isKnown: true,
      preloads: ['/assets/latin.woff2'],
    });
    expect(shop({ cookie }, true).isKnown).toBe(false);
    expect(shop({ cookie: 'css=other' }).isKnown).toBe(false);
    expect(shop({ cookie: 'sheet=/assets/page-shop1.css' }).isKnown).toBe(true);
  });

  test('leaves the rules of what a crash shows to the file, unless it is the same for everyone', () => {
    const html = '<p>.</p><template id="crash-view"><i class="card"></i></template>';
    const text = (isShared: boolean) =>
      stylesFor(STYLES, 'routes/shop.tsx', requestWith(), isShared, drawn(html)).text.includes('.card');
    expect([text(false), text(true)]).toEqual([false, true]);
  });

  test('of no route has rules of its own', () => {
    expect(stylesFor(STYLES, 'routes/lost.tsx', requestWith(), true, drawn('<p class="card">')).text).toBe(
      '@first{}@local{}p{color:red}',
    );
  });

  test('brings no font to a phone’s very first page, unless it is the same for everyone', () => {
    const phone = { 'sec-ch-ua-mobile': '?1' };
    expect(shop(phone).text).toBe('@local{}p{color:red}.card{color:red}');
    expect(shop({ ...phone, cookie: 'css=' }).text).toContain('@first');
    expect(shop(phone, true).text).toContain('@first');
    expect(shop({ 'sec-ch-ua-mobile': '?0' }).text).toContain('@first');
    const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile/15E148 Safari/604.1' };
    expect(shop(iphone).text).not.toContain('@first');
    expect(shop({ ...iphone, 'sec-ch-ua-mobile': '?0' }).text).toContain('@first');
    expect(shop({ ...iphone, cookie: 'css=' }).text).toContain('@first');
    const keys = [requestWith(), requestWith(phone)].map((request) =>
      stylesKey(STYLES, 'routes/shop.tsx', request, {}),
    );
    expect(new Set(keys).size).toBe(2);
  });

  test('brings no font to who saves data, and is kept apart from others for that', () => {
    expect(shop({ 'save-data': 'on' }).text).not.toContain('font-face');
    const keys = [
      requestWith(),
      requestWith({ 'save-data': 'on' }),
      requestWith({ cookie: 'css=shop1' }),
    ].map((request) => stylesKey(STYLES, 'routes/shop.tsx', request, {}));
    expect(new Set(keys).size).toBe(3);
  });

  test('is kept apart for other classes in a reader’s own parts, while its rules are inline', () => {
    const keysOf = (request: Request) =>
      ['card', 'tag', 'card'].map((name) =>
        stylesKey(STYLES, 'routes/shop.tsx', request, { own: `<i class="${name}">${Math.random()}</i>` }),
      );
    expect(new Set(keysOf(requestWith())).size).toBe(2);
    expect(new Set(keysOf(requestWith({ cookie: 'css=shop1' }))).size).toBe(1);
  });
});

describe('the cookie', () => {
  const after = (cookie: string) => sheetCookie(requestWith({ cookie }));

  test('says that there was a page, and then which files scripts have fetched', () => {
    expect(after('')).toBe('css=; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax');
    expect(after('css=')).toBeNull();
    expect(after('css=; sheet=/assets/page-shop1.css')).toStartWith('css=shop1; ');
    expect(after('css=old; sheet=/assets/page-shop1.css')).toStartWith('css=old.shop1; ');
    expect(after('css=old.shop1; sheet=/assets/page-shop1.css')).toBeNull();
    expect(after('css=shop1.old; sheet=/assets/page-shop1.css')).toStartWith('css=old.shop1; ');
  });

  test('stays short, and repeats nothing that is no name', () => {
    const many = Array.from({ length: 40 }, (_, i) => `n${i}`).join('.');
    const [names] = /(?<=^css=)[^;]*/.exec(after(`css=${many}.<x>; sheet=/assets/page-shop1.css`)!)!;
    expect(names.split('.')).toHaveLength(24);
    expect(names).toEndWith('n39.shop1');
  });
});
