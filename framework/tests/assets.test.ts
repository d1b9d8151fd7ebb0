/** Files and cached pages over HTTP: names, codings, entity tags, and the readers who get them. */
import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { siteClient } from './client.ts';

const site = siteClient();
const { get, read } = site;

describe('assets', () => {
  const find = async () => /\/assets\/mark-\w+\.svg/.exec(await read('/plain'))![0];

  test('a hashed name is kept for ever; a hash of another build is gone', async () => {
    const response = await get(await find());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    const etag = response.headers.get('etag')!;
    // a proxy may weaken tags, or ask with those of several versions
    for (const tags of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*'])
      expect((await get(await find(), { 'if-none-match': tags })).status).toBe(304);
    expect((await get(await find(), { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/assets/mark-00000000.svg')).status).toBe(404);
    expect((await get('/assets/../app.ts')).status).toBe(404);
  });

  test('a module comes compressed as the browser takes it', async () => {
    const module = /data-src="([^"]+)"/.exec(await read('/shared'))![1]!;
    const raw = await (await fetch(site.url + module, { headers: { 'accept-encoding': 'identity' } })).text();
    const encoded = async (encoding: string) => {
      const response = await fetch(site.url + module, {
        headers: { 'accept-encoding': encoding },
        decompress: false,
      });
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(response.headers.get('etag')).toStartWith('W/');
      return {
        kind: response.headers.get('content-encoding'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const br = await encoded('gzip, br');
    expect([br.kind, brotliDecompressSync(br.bytes).toString()]).toEqual(['br', raw]);
    const gzip = await encoded('gzip, br;q=0');
    expect([gzip.kind, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', raw]);
    expect((await encoded('identity')).kind).toBeNull();
  });

  test('a static file is also there under its own name', async () => {
    const response = await get('/mark.svg');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  });

  test('live answers are compressed too, large ones only', async () => {
    const read = async (path: string) => {
      const response = await fetch(site.url + path, {
        headers: { 'accept-encoding': 'zstd, br' },
        decompress: false,
      });
      expect(response.headers.get('vary')).toContain('accept-encoding');
      return {
        kind: response.headers.get('content-encoding'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const long = await read('/api/echo/long');
    expect(long.kind).toBe('zstd');
    expect(JSON.parse(zstdDecompressSync(long.bytes).toString()).text).toHaveLength(5000);
    expect((await read('/api/echo?x=1')).kind).toBeNull();
    expect((await read('/seen')).kind).toBe('zstd');
  });
});

describe('pages kept whole', () => {
  test('are public, with a tag; the same for everyone who is signed out', async () => {
    const response = await get('/plain');
    expect(response.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=300, stale-while-revalidate=600',
    );
    expect(response.headers.get('content-security-policy')).not.toContain('nonce');
    const tag = response.headers.get('etag')!;
    for (const tags of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
      const again = await get('/plain', { 'if-none-match': tags });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  test('are never given to, nor kept from, somebody signed in', async () => {
    const mine = await get('/plain', { cookie: 'sid=ann' });
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    expect(await mine.text()).toContain('data-user="ann"');
    expect(await read('/plain')).toContain('data-user="nobody"');
    expect(await read('/plain', { 'x-user': 'bob' })).toContain('data-user="nobody"');
  });
});
