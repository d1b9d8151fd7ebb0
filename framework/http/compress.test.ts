import { afterAll, expect, test } from 'bun:test';
import { compressed } from './compress.ts';

/** Random-like text that compresses to about 40 KB. */
const TEXT = Array.from({ length: 9_000 }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36)).join(' ');

/** Responds after a turn of the event loop, like a page that reads from the database. */
const server = Bun.serve({
  port: 0,
  async fetch(request) {
    await new Promise((resolve) => setImmediate(resolve));
    const headers = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`x-header-${i}`, 'a value']));
    return compressed(request, new Response(TEXT, { headers: { ...headers, 'content-type': 'text/html' } }));
  },
});
afterAll(() => server.stop(true));

/** The source of a client process, which reads while the server sends and prints the size of each read. */
const CLIENT = `
  const sizes = [];
  await Bun.connect({ hostname: '127.0.0.1', port: ${server.port}, socket: {
    open: (socket) => void socket.write('GET / HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n'),
    data: (_, chunk) => void sizes.push(chunk.length),
    close: () => console.log(JSON.stringify(sizes)),
  } });`;

test('a large awaited response leaves with its headers in one piece', async () => {
  for (let round = 0; round < 5; round++) {
    const client = Bun.spawn([process.execPath, '-e', CLIENT], { stdout: 'pipe' });
    const sizes = JSON.parse(await new Response(client.stdout).text()) as number[];
    // sent in pieces, the first read would get only the first line
    expect(sizes[0]).toBeGreaterThan(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(TEXT.length);
  }
});

test.each(['identity', 'zstd', 'br', 'gzip'])('%s: the whole text and its length', async (encoding) => {
  const answer = await fetch(server.url, { headers: { 'accept-encoding': encoding } });
  expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  expect(answer.headers.get('transfer-encoding')).toBeNull();
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await answer.text()).toBe(TEXT);
});

test('HEAD has the headers of GET and no body', async () => {
  const answer = await fetch(server.url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect(answer.headers.get('content-length')).toBe(String(TEXT.length));
  expect(await answer.text()).toBe('');
});
