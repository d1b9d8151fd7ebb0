/** Requests that name another site as their Host, and probes that name none. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let plain: TestServer;
beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://paperpit.example', TRUST_PROXY: '1', HOST: '127.0.0.1' };
  server = await startServer({ env: { ...env, ALLOWED_ORIGINS: 'https://partner.example' } });
  plain = await startServer();
});
afterAll(async () => {
  await server?.stop();
  await plain?.stop();
});

/** Sends a request exactly as written and returns the status line and the body. */
function raw(to: TestServer, lines: string[], body = ''): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    let heard = '';
    const socket = connect(Number(new URL(to.url).port), '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`),
    );
    socket.on('data', (part) => {
      heard += part;
    });
    socket.on('error', failed);
    socket.on('close', () => done({ status: Number(heard.split(' ')[1]), text: heard }));
  });
}

const ask = (to: TestServer, host: string | null, more: string[] = [], method = 'GET', path = '/auth') =>
  raw(to, [
    `${method} ${path} HTTP/1.1`,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...more,
  ]);

describe('with PUBLIC_URL', () => {
  const OURS = ['paperpit.example', 'PAPERPIT.example:443', 'paperpit.example.', 'partner.example'];
  const NEAR = ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '10.0.0.7', 'paperpit'];
  const FOREIGN = [
    'evil.example',
    'paperpit.example.evil.example',
    'evil.example:3000',
    'a.example, b.example',
    '%',
  ];
  const POST = ['Content-Type: application/json', 'Content-Length: 2'];

  test.each([...OURS, ...NEAR])('%s is answered', async (host) => {
    expect((await ask(server, host)).status).toBe(200);
    expect((await ask(server, host, ['Cookie: sid=x'])).status).toBe(200);
    const post = await raw(
      server,
      [`POST /api/login HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...POST],
      '{}',
    );
    expect(post.status).toBe(422);
  });

  test.each(FOREIGN)('%s may do nothing, and nothing of somebody signed in', async (host) => {
    const isName = URL.canParse(`http://${host}`);
    const code = isName ? 421 : 400;
    expect((await ask(server, host, ['Cookie: sid=x'])).status).toBe(code);
    expect((await ask(server, host, ['Cookie: __Host-sid=x'], 'GET', '/ws')).status).toBe(code);
    const post = await raw(
      server,
      [`POST /api/login HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...POST],
      '{}',
    );
    expect(post.status).toBe(code);
    if (isName) expect(post.text).toContain('"This site is at https://paperpit.example."');
  });

  test('a public page is anybody’s, and is told so in words', async () => {
    expect((await ask(server, 'evil.example')).status).toBe(200);
    const page = await ask(server, 'evil.example', ['Cookie: lang=he', 'Accept: text/html']);
    expect(page.status).toBe(421);
    expect(page.text).toContain('האתר הזה נמצא בכתובת https://paperpit.example.');
  });
});

test('without PUBLIC_URL any name is answered', async () => {
  for (const host of ['evil.example', '127.0.0.1', 'localhost'])
    expect((await ask(plain, host, ['Cookie: sid=x'])).status).toBe(200);
});

test('two Host headers are refused, whatever they name and whoever asks', async () => {
  for (const each of [server, plain])
    for (const path of ['/auth', '/', '/api/competition-status', '/healthz', '/robots.txt', '/no/such/page'])
      for (const names of [
        ['paperpit.example', 'paperpit.example'],
        ['paperpit.example', 'evil.example'],
        ['evil.example', 'localhost'],
      ]) {
        const [first, second] = names;
        // the page is stored for visitors first
        await ask(each, first!, [], 'GET', path);
        for (const cookie of [[], ['Cookie: sid=x']])
          expect((await ask(each, first!, [`host: ${second}`, ...cookie], 'GET', path)).status).toBe(400);
      }
});

test('a probe that speaks HTTP/1.0 is answered', async () => {
  for (const each of [server, plain]) {
    const probe = (path: string) => raw(each, [`GET ${path} HTTP/1.0`]);
    expect((await probe('/login')).status).toBe(303);
    expect((await probe('/auth')).status).toBe(200);
    expect((await probe('/api/competition-status')).status).toBe(200);
    expect((await probe('/no/such/page')).status).toBe(404);
    expect((await probe('/%ff')).status).toBe(400);
    expect((await raw(each, ['POST /api/login HTTP/1.0', 'Content-Length: 0'])).status).toBe(400);
  }
});
