/** What real pages cost a reader: scripts, islands, data. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const ROUTES = join(import.meta.dir, '../../routes');
const exists = (path: string) => existsSync(join(ROUTES, `${path === '/' ? 'index' : path.slice(1)}.tsx`));
/** Pages that need no script. */
const STILL = ['/auth', '/pricing'].filter(exists);
/** Pages without islands of their own; signed in they have those of the layout, status and toasts. */
const READ = ['/pricing', '/help', '/rank-details-page'].filter(exists);
const LIVE = [
  '/',
  '/chart',
  '/portfolio',
  '/profile',
  '/leaderboards',
  '/competitions',
  '/settings',
  ...READ,
].filter(exists);

let server: TestServer;
let trader: Client;
beforeAll(async () => {
  server = await startServer();
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  trader = await server.register();
});
afterAll(() => server?.stop());

const scripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>/g)]
    .map(([, attributes]) => attributes!)
    .filter((each) => !/ld\+json|speculationrules/.test(each));

describe('nothing eager', () => {
  test.each(STILL)('%s has no script', async (path) => {
    const { status, text } = await server.visitor().get(path, { accept: 'text/html' });
    expect(status).toBe(200);
    expect(scripts(text)).toEqual([]);
  });

  test.each(LIVE)('%s has the loader, its data, and at most ten islands', async (path) => {
    const { status, text } = await trader.get(path, { accept: 'text/html' });
    expect(status).toBe(200);
    // the chart also loads its reader, and the code that its live chart and panels share
    expect(scripts(text).length).toBe(path === '/chart' ? 4 : 2);
    const loader = /<script nonce="[^"]+">([\s\S]*?)<\/script>/.exec(text)![1]!;
    expect(brotliCompressSync(loader).byteLength).toBeLessThan(2300);
    expect([...text.matchAll(/<is-land\b/g)].length).toBeLessThanOrEqual(10);
    const data = /<script type="application\/json" id="islands">([\s\S]*?)<\/script>/.exec(text)![1]!;
    expect(brotliCompressSync(data).byteLength).toBeLessThan(1024);
    expect(data).not.toMatch(/password|token|email/i);
  });

  test.each(READ)('%s has no island but the layout’s, and none that wakes at once', async (path) => {
    const { text } = await trader.get(path, { accept: 'text/html' });
    const strategies = [...text.matchAll(/<is-land\b[^>]*>/g)].map(([tag]) => tag);
    expect(strategies).toHaveLength(2);
    expect(strategies.join()).not.toContain('load');
  });

  test('no page has an inline handler or a style the policy would refuse', async () => {
    for (const path of LIVE) {
      const { text } = await trader.get(path, { accept: 'text/html' });
      expect(text).not.toMatch(/<[a-z][^>]*\son[a-z]+=/);
      expect(text).not.toMatch(/<style(?![^>]*nonce=)/);
    }
  });
});

test.each([
  [
    '/api/contact',
    { name: 'a\0b', email: 'a@b.example', phone: '1', subject: 'x', message: 'm\0', purpose: 'public' },
  ],
  ['/api/login', { username: 'a\0b', password: 'secret\0secret' }],
  ['/api/register', { username: 'nul\0name', password: 'a long enough one' }],
  ['/api/trade', { user_id: 1, symbol: 'A\0', action: 'buy', quantity: 1 }],
])('a NUL in %s is refused, not an accident', async (path, body) => {
  const { status, text } = await trader.post(path, body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).not.toContain('    at ');
});
