import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { COMPETITION_EVENT } from './_state/competition-watch.ts';
import SeasonNews from './SeasonNews.ts';

/** Sends the socket message about a ranking pass. */
let pass: () => void;
let fetches = 0;
let notification = '';
let stop = () => {};

const real = { WebSocket: globalThis.WebSocket, fetch: globalThis.fetch };
class HeldSocket {
  onmessage?: (event: { data: string }) => void;
  constructor() {
    pass = () => this.onmessage?.({ data: JSON.stringify({ type: 'standings', generation: 1 }) });
  }
  close() {}
}

beforeEach(async () => {
  // loaded before the tests, as the first refresh would import it
  await import('#framework/browser/redraw.ts');
  jest.useFakeTimers();
  fetches = 0;
  notification = '';
  globalThis.WebSocket = HeldSocket as unknown as typeof WebSocket;
  globalThis.fetch = (async () => {
    fetches += 1;
    const headers = { 'content-type': 'text/html' };
    return new Response(`<div data-region="news">${notification}</div>`, { headers });
  }) as unknown as typeof fetch;
  document.body.innerHTML = '<div data-region="news"></div>';
  stop = SeasonNews.mount(document.body, {});
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  Object.assign(globalThis, real);
});

/** Lets a requested refresh happen. */
async function settle(): Promise<void> {
  jest.advanceTimersByTime(1_000);
  for (let i = 0; i < 500; i++) await Promise.resolve();
}
const change = (isActive: boolean) =>
  window.dispatchEvent(new CustomEvent(COMPETITION_EVENT, { detail: isActive }));

test('after the end of a season it is fetched at once and at each of the next five passes', async () => {
  change(false);
  await settle();
  expect(fetches).toBe(1);
  for (let n = 1; n <= 6; n++) {
    pass();
    await settle();
    expect([n, fetches]).toEqual([n, 1 + Math.min(n, 5)]);
  }
});

test('once the notification is there, no pass fetches it again', async () => {
  change(false);
  await settle();
  notification = '<form></form>';
  pass();
  await settle();
  pass();
  await settle();
  expect([fetches, document.querySelectorAll('form').length]).toEqual([2, 1]);
});
