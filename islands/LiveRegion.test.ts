import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { FakeSocket } from '../tests/helpers/fake-socket.ts';
import LiveRegion from './LiveRegion.ts';

const [realSocket, realFetch] = [globalThis.WebSocket, globalThis.fetch];
let end = () => {};
beforeEach(() => {
  jest.useFakeTimers();
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  end();
  jest.useRealTimers();
  [globalThis.WebSocket, globalThis.fetch] = [realSocket, realFetch];
});

test('a region that follows messages is fetched once its lost socket is open again', async () => {
  let requests = 0;
  globalThis.fetch = (async () => {
    requests++;
    return new Response('<div data-region="dock">new</div>');
  }) as unknown as typeof fetch;
  const host = document.createElement('div');
  host.innerHTML = '<div data-region="dock">old</div>';
  document.body.append(host);
  end = LiveRegion.mount(host, { on: ['account'], leastMs: 500 });
  await import('#framework/browser/redraw.ts');
  FakeSocket.newest.open();
  FakeSocket.newest.onclose({ code: 1006 });
  jest.advanceTimersByTime(3000);
  expect(requests).toBe(0);
  FakeSocket.newest.open();
  jest.advanceTimersByTime(600);
  for (let i = 0; i < 200; i++) await Promise.resolve();
  expect(requests).toBe(1);
  expect(host.textContent).toBe('new');
});
