/** Calls over HTTP: access, bodies, lengths, addresses, responses. */
import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { HTML, siteClient } from './client.ts';

const site = siteClient();
const { get, post, form } = site;

describe('calls', () => {
  const cases: [string, () => Promise<Response>, number, string][] = [
    ['unknown path', () => get('/api/nothing', HTML), 404, 'NOT_FOUND'],
    ['malformed JSON', () => post('/api/echo', '{"text":'), 400, 'BAD_JSON'],
    ['no body', () => post('/api/echo', undefined), 422, 'INVALID'],
    ['wrong type', () => post('/api/echo', '{"text":5}'), 422, 'INVALID'],
    ['an array', () => post('/api/echo', '[1]'), 422, 'INVALID'],
    [
      'plain text',
      () => post('/api/echo', 'hello', { 'content-type': 'text/plain' }),
      415,
      'UNSUPPORTED_TYPE',
    ],
    ['no type', () => post('/api/echo', 'hello', { 'content-type': '' }), 415, 'UNSUPPORTED_TYPE'],
    [
      'multipart',
      () => post('/api/echo', 'x', { 'content-type': 'multipart/form-data; boundary=x' }),
      415,
      'UNSUPPORTED_TYPE',
    ],
    ['a large body', () => post('/api/echo', `{"text":"${'x'.repeat(70_000)}"}`), 413, 'TOO_LARGE'],
    ['a very large body', () => post('/api/echo', `{"text":"${'x'.repeat(3_000_000)}"}`), 413, 'TOO_LARGE'],
    [
      'a large form',
      () => form({ text: 'x'.repeat(70_000) }, { accept: 'application/json' }),
      413,
      'TOO_LARGE',
    ],
    [
      'foreign origin',
      () => post('/api/echo', '{"text":"ok"}', { origin: 'https://evil.example' }),
      403,
      'BAD_ORIGIN',
    ],
    ['no origin at all', () => post('/api/echo', '{"text":"ok"}', { origin: 'null' }), 403, 'BAD_ORIGIN'],
    [
      'cross-site',
      () => post('/api/echo', '{"text":"ok"}', { 'sec-fetch-site': 'cross-site' }),
      403,
      'BAD_ORIGIN',
    ],
    [
      'a sister site',
      () => post('/api/echo', '{"text":"ok"}', { 'sec-fetch-site': 'same-site' }),
      403,
      'BAD_ORIGIN',
    ],
    [
      'our own host as a prefix',
      () => post('/api/echo', '{"text":"ok"}', { origin: `${site.url}.evil.example` }),
      403,
      'BAD_ORIGIN',
    ],
  ];
  test.each(cases)('%s', async (_name, call, status, code) => {
    const response = await call();
    const body = await response.json();
    expect([response.status, body.code]).toEqual([status, code]);
    expect(body.error).toBe(body.message);
    expect(Object.keys(body)).not.toContain('stack');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('a large body that does not tell its length is counted', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(8192));
    let requestsLeft = 20;
    const body = new ReadableStream({
      pull(stream) {
        if (requestsLeft-- > 0) stream.enqueue(chunk);
        else stream.close();
      },
    });
    const response = await post('/api/echo', body);
    expect([response.status, (await response.json()).code]).toEqual([413, 'TOO_LARGE']);
  });

  test.each(['/inner/%E0%A4%A', '/inner/%00', '/api/echo?x=%00', '/api/echo/%ff'])(
    '%s is no address',
    async (path) => {
      const response = await get(path);
      expect([response.status, (await response.json()).code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  /** Sends bytes and returns the server's whole response. */
  const sendRaw = (bytes: string) =>
    new Promise<string>((done) => {
      let heard = '';
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (part) => {
        heard += part;
      });
      socket.on('close', () => done(heard));
    });

  test('a request without a host is refused', async () => {
    const answer = await sendRaw('GET /inner/3 HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n');
    expect(answer).toStartWith('HTTP/1.1 400');
  });

  // a proxy that believes the other length would take the rest for the next request
  test.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 60'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['an unknown coding', 'Transfer-Encoding: xchunked'],
    ['a length that is none', 'Content-Length: 5x'],
  ])('%s are refused, and nothing behind them is taken for a request', async (_, lengths) => {
    const hidden = 'GET /inner/3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const head = `POST /api/echo HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n`;
    const answer = await sendRaw(`${head}0\r\n\r\n${hidden}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  test('validation names every field', async () => {
    const response = await post('/api/echo', '{"text":"x","n":"many"}');
    expect((await response.json()).issues).toEqual([
      { path: 'text', code: 'short', message: 'Say more.' },
      { path: 'n', code: 'wrong', message: expect.any(String) },
    ]);
  });

  test('a body of another shape has an issue without a path', async () => {
    const { issues } = await (await post('/api/echo', '[]')).json();
    expect(issues).toMatchObject([{ path: '' }]);
  });

  test.each([
    ['JSON', '/api/echo', '{"text":"ok","m":1,"n":4}', 'm'],
    ['JSON, before what else is wrong', '/api/echo', '{"txt":"ok","__proto__":1}', 'txt,__proto__'],
    ['a form', '/api/echo', 'text=ok&m=1', 'm'],
  ])('a field that the call does not have is refused: %s', async (_name, path, body, names) => {
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await post(path, body, { 'content-type': type });
    const { code, message, issues } = await response.json();
    expect([response.status, code, message]).toEqual([422, 'INVALID', `Unknown: ${names}`]);
    expect(issues.map((issue: { path: string }) => issue.path)).toEqual(names.split(','));
  });

  test('a form may send the fields of any form', async () => {
    const type = 'application/x-www-form-urlencoded';
    const response = await post('/api/echo', 'text=ok&page=1', { 'content-type': type });
    expect([response.status, await response.json()]).toEqual([200, { text: 'ok' }]);
  });

  test('a call without a body takes none', async () => {
    const remove = (body: string) =>
      fetch(`${site.url}/api/echo/5`, {
        method: 'DELETE',
        body,
        headers: { 'content-type': 'application/json', 'x-user': 'root' },
      });
    expect((await remove('{"force":true}')).status).toBe(422);
    expect((await remove('{}')).status).toBe(200);
  });

  test.each([
    ['PUT', '/api/echo', 'GET, HEAD, POST'],
    ['POST', '/api/echo/5', 'DELETE'],
    ['DELETE', '/inner/3', 'GET, HEAD'],
  ])('%s %s is a 405 that says what is allowed', async (method, path, allow) => {
    const response = await fetch(site.url + path, { method, headers: { 'x-user': 'root' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect((await response.json()).code).toBe('METHOD_NOT_ALLOWED');
  });

  test.each([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://partner.example', 'sec-fetch-site': 'cross-site' },
  ])('are taken from %j', async (headers) => {
    const response = await post('/api/echo', '{"text":"ok","n":"4"}', headers as Record<string, string>);
    expect([response.status, await response.json()]).toEqual([200, { text: 'ok', n: 4 }]);
  });

  test('an allowed origin may ask first, and read the answer; others may not', async () => {
    const ask = (origin: string) =>
      fetch(`${site.url}/api/echo`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const partner = await ask('https://partner.example');
    expect([partner.status, partner.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://partner.example',
    ]);
    expect(partner.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    const evil = await ask('https://evil.example');
    expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    const read = await get('/api/echo', { origin: 'https://partner.example' });
    expect(read.headers.get('access-control-allow-credentials')).toBe('true');
    expect(read.headers.get('vary')).toContain('origin');
    expect(
      (await get('/api/echo', { origin: 'https://evil.example' })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  test('a foreign form is refused, not sent back', async () => {
    expect((await form({ text: 'hello' }, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('are taken from our own pages', async () => {
    expect((await post('/api/echo', '{"text":"ok"}', { origin: site.url })).status).toBe(200);
  });
});
