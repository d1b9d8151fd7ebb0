import { afterEach, beforeEach, test } from 'bun:test';
import { FakeSocket } from '../../tests/helpers/fake-socket.ts';
import { until } from '../../tests/helpers/until.ts';
import { holdingsNow } from '../_live/holdings.ts';
import { watchAccount } from './account-watch.ts';

const [realSocket, realFetch] = [globalThis.WebSocket, globalThis.fetch];
let end = () => {};
beforeEach(() => {
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
});
afterEach(() => {
  end();
  [globalThis.WebSocket, globalThis.fetch] = [realSocket, realFetch];
});

test('a trade in another tab changes the cash here', async () => {
  globalThis.fetch = (async (url: string) =>
    Response.json(
      url.includes('profile') ? { balance: '990.00', held: '0' } : [],
    )) as unknown as typeof fetch;
  end = watchAccount();
  FakeSocket.newest.open();
  FakeSocket.newest.onmessage({ data: '{"type":"account"}' });
  await until(() => holdingsNow().cash === '990.00');
});
