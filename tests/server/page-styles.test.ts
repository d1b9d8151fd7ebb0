/** Styles and fonts of every page as sent: small, inline on the first visit, and never blocking the text. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliCompressSync } from 'node:zlib';
import { loadAssets } from '#framework/assets.ts';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = { accept: 'text/html' };
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/;
const SHEET = /<link rel="stylesheet" href="([^"]+)">/;
const KB = 1024;
/** The most bytes of compressed inline rules. Pages with more parts may have more, and Hebrew pages too. */
function maxInline(path: string): number {
  const bare = path.replace(/^\/he(?=\/|$)/, '') || '/';
  const most = /^\/(chart|practice$|shop)/.test(bare)
    ? 7.75
    : bare === '/' || bare.startsWith('/leaderboards?trader')
      ? 6.75
      : 5.75;
  return (bare === path ? most : most + 0.5) * KB;
}

let server: TestServer;
let trader: Client;
let paths: string[];
beforeAll(async () => {
  server = await startServer();
  trader = await server.register('styled');
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  paths = [...addressesIn(manifest, 'en', 'styled'), ...addressesIn(manifest, 'he', 'styled')]
    .filter(({ access }) => access !== 'admin')
    .map(({ path }) => path);
});
afterAll(() => server?.stop());

/** @param more headers; their cookies are added to those of the reader's session */
const read = (path: string, client = trader, more: Record<string, string> = {}) => {
  const session = [...client.cookies].filter(([name]) => name !== 'css').map((pair) => pair.join('='));
  const cookie = [...session, ...(more.cookie ? [more.cookie] : [])].join('; ');
  return client.get(path, { ...PAGE, ...more, ...(cookie && { cookie }) });
};

test('the first page of a route brings its rules, and few of them', async () => {
  const sizes: Record<string, number> = {};
  for (const path of paths) {
    const { status, text } = await read(path);
    if (status !== 200) continue;
    expect([path, SHEET.test(text), text.includes('rel="preload" as="font"')]).toEqual([path, false, false]);
    sizes[path] = brotliCompressSync(STYLE.exec(text)![1]!).length;
  }
  expect(Object.keys(sizes).length).toBeGreaterThan(20);
  expect(Object.entries(sizes).filter(([path, bytes]) => bytes > maxInline(path))).toEqual([]);
});

test('the first frame of a page waits for its main part to begin, which every page has', async () => {
  const wrong: string[] = [];
  for (const path of paths) {
    const { status, text } = await read(path);
    if (status !== 200) continue;
    const [head = '', body = ''] = text.split('</head>');
    const waits = head.includes('<link rel="expect" href="#main" blocking="render"/>');
    if (!waits || body.split('<main id="main"').length !== 2) wrong.push(path);
  }
  expect(wrong).toEqual([]);
});

describe('the next one', () => {
  test('names a file that is kept for ever, and brings the fonts alone', async () => {
    const first = await read('/portfolio');
    expect(first.headers.get('set-cookie')).toStartWith('css=; ');
    const [, name] = /<style[^>]* data-sheet="[^"]*-(\w+)\.css"/.exec(first.text)!;
    const { text, headers } = await read('/portfolio', trader, { cookie: `css=${name}` });
    const [, url] = SHEET.exec(text)!;
    expect(STYLE.exec(text)![1]).toMatch(/^(@font-face\{[^}]*\})+$/);
    expect(headers.get('set-cookie')).toBeNull();
    const file = await server.visitor().get(url!);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(file.text).toContain('.positions');
    expect(file.text).not.toContain('.ticket-art');
  });

  test('of a page kept whole brings all again, under a policy that allows just that', async () => {
    const { text, headers } = await read('/pricing', server.visitor(), { cookie: 'css=abc' });
    const style = STYLE.exec(text)![1]!;
    const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}'`);
    expect(headers.get('set-cookie')).toBeNull();
  });
});

test('who saves data gets no font, and does not change what others get', async () => {
  const saving = await read('/pricing', server.visitor(), { 'save-data': 'on' });
  const plain = await read('/pricing', server.visitor());
  expect([saving.text, plain.text].map((text) => text.includes('woff2'))).toEqual([false, true]);
  expect(plain.headers.get('vary')).toContain('save-data');
});

test('fonts: at most 12 KB for English, 14 more for Hebrew', () => {
  const { files } = loadAssets('.build');
  const size = (name: string) =>
    files.filter(({ url }) => url.includes(name)).map(({ url }) => Bun.file(`.build${url}`).size);
  expect(size('host-grotesk')).toHaveLength(2);
  // the larger file is for accented letters, and is fetched only for those
  expect(Math.min(...size('host-grotesk'))).toBeLessThanOrEqual(12 * KB);
  expect(Math.max(...size('heebo'))).toBeLessThanOrEqual(14 * KB);
});
