import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { compressed } from './compress.ts';
import { responseOf } from './pieces.ts';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];
const pageOf = (letter: string) => `<${letter.repeat(2_000_000)}>`;

/** Requests a page from a server on `port`. @param mayRead when reading of the response begins @returns its body */
function read(port: number, letter: string, mayRead: Promise<unknown>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(`GET /${letter} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  void mayRead.then(() => socket.resume());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    socket.on('close', () => resolve(Buffer.concat(chunks).toString().split('\r\n\r\n')[1]!));
  });
}

test('clients that are answered together, and read slowly, get each its own body', async () => {
  const requests: string[] = [];
  const haveAllCome = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const letter = new URL(request.url).pathname.slice(1);
      requests.push(letter);
      if (requests.length === LETTERS.length) haveAllCome.resolve();
      await haveAllCome.promise;
      const headers = { 'content-type': 'text/html' };
      return await compressed(request, responseOf([pageOf(letter)], { headers }));
    },
  });
  // a later response has to be complete before any client reads
  const later = haveAllCome.promise.then(() => read(server.port!, 'z', Promise.resolve()));
  const bodies = await Promise.all(LETTERS.map((letter) => read(server.port!, letter, later)));
  expect(bodies.map((body, i) => body === pageOf(LETTERS[i]!))).toEqual(LETTERS.map(() => true));
  expect((await later) === pageOf('z')).toBe(true);
  await server.stop(true);
});
