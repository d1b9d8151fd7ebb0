import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';
import { ALIVE_MS } from '#core/contract/events.ts';

/** A WebSocket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  closed = false;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  onclose?: (event?: { code: number }) => void;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
    this.onclose?.();
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

const real = globalThis.WebSocket;
let undo: (() => void)[] = [];
beforeEach(() => {
  FakeSocket.made = [];
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  jest.useFakeTimers();
});
afterEach(() => {
  for (const step of undo.splice(0)) step();
  undo = [];
  jest.useRealTimers();
  globalThis.WebSocket = real;
});

const { onMessage, onReopen, onStatus, retry, subscribeTicker } = await import('./socket.ts');
const keep = (step: () => void) => {
  undo.push(step);
  return step;
};
const last = () => FakeSocket.made.at(-1)!;

test('all listeners share one socket; a ticker is asked for once and left with the last listener', () => {
  document.documentElement.lang = 'he';
  keep(() => document.documentElement.removeAttribute('lang'));
  const heard: string[] = [];
  const stopA = keep(subscribeTicker('aapl', () => heard.push('a')));
  const stopB = keep(subscribeTicker('AAPL', () => heard.push('b')));
  keep(onMessage(() => heard.push('all')));
  expect(FakeSocket.made).toHaveLength(1);
  expect(last().url).toBe('ws://localhost:3000/ws?lang=he');
  last().open();
  expect(last().sent).toEqual([{ action: 'subscribe', ticker: 'AAPL' }]);
  last().say({ ticker: 'AAPL', trade: { price: 1, time: 2 } });
  last().say({ ticker: 'MSFT', trade: { price: 1, time: 2 } });
  last().say('not json');
  expect(heard).toEqual(['all', 'a', 'b', 'all']);
  stopA();
  stopA();
  expect(last().sent).toHaveLength(1);
  stopB();
  expect(last().sent[1]).toEqual({ action: 'unsubscribe', ticker: 'AAPL' });
});

test('it is closed when nobody listens any more', () => {
  const stop = onMessage(() => {});
  last().open();
  stop();
  expect(last().closed).toBe(true);
  jest.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
});

test('five tries three seconds apart, then offline; an open starts the count again', () => {
  const states: string[] = [];
  keep(onStatus((status) => states.push(status)));
  keep(subscribeTicker('AAPL', () => {}));
  last().open();
  for (let i = 1; i <= 5; i += 1) {
    last().drop();
    jest.advanceTimersByTime(2999);
    expect(FakeSocket.made).toHaveLength(i);
    jest.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(i + 1);
  }
  last().open();
  expect(last().sent).toEqual([{ action: 'subscribe', ticker: 'AAPL' }]);
  for (let i = 0; i < 6; i += 1) {
    last().drop();
    jest.advanceTimersByTime(3000);
  }
  expect(FakeSocket.made).toHaveLength(11);
  expect(states).toEqual(['connecting', 'open', 'connecting', 'open', 'connecting', 'offline']);
  retry();
  expect(FakeSocket.made).toHaveLength(12);
});

test('a page that gave way to newer ones comes back only when it is looked at', () => {
  const states: string[] = [];
  keep(onStatus((status) => states.push(status)));
  keep(onMessage(() => {}));
  last().open();
  last().drop(4008);
  jest.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(states.at(-1)).toBe('offline');
  retry();
  expect(FakeSocket.made).toHaveLength(2);
  last().open();
  expect(states.at(-1)).toBe('open');
});

test('a page that is left hangs up, and connects again when it is shown', () => {
  const states: string[] = [];
  keep(onStatus((status) => states.push(status)));
  keep(subscribeTicker('AAPL', () => {}));
  last().open();
  window.dispatchEvent(new Event('pagehide'));
  expect(last().closed).toBe(true);
  jest.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  window.dispatchEvent(new Event('pageshow'));
  expect(FakeSocket.made).toHaveLength(2);
  last().open();
  expect(last().sent).toEqual([{ action: 'subscribe', ticker: 'AAPL' }]);
  expect(states).toEqual(['connecting', 'open', 'connecting', 'open']);
});

test('a line that says nothing for 50 s is dead: it is told at once, and opened again', () => {
  const states: string[] = [];
  keep(onStatus((status) => states.push(status)));
  keep(onMessage(() => {}));
  last().open();
  for (let n = 0; n < 5; n++) {
    jest.advanceTimersByTime(ALIVE_MS);
    last().say({ type: 'alive' });
  }
  expect(states).toEqual(['connecting', 'open']);
  const dead = last();
  jest.advanceTimersByTime(2.5 * ALIVE_MS - 1);
  expect(states.at(-1)).toBe('open');
  jest.advanceTimersByTime(1);
  expect([states.at(-1), dead.closed]).toEqual(['connecting', true]);
  jest.advanceTimersByTime(3_000);
  expect(FakeSocket.made).toHaveLength(2);
  // a late event of the dead socket is not a loss of the new one
  last().open();
  dead.drop();
  expect(states.at(-1)).toBe('open');
});

test.each([
  ['looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['back in the network', () => window.dispatchEvent(new Event('online'))],
])('a page that is %s after a sleep replaces at once a line that was silent meanwhile', (_, wake) => {
  const wakeAfter = (ms: number) => {
    const wokenAt = Date.now() + ms;
    const clock = spyOn(Date, 'now').mockImplementation(() => wokenAt);
    wake();
    clock.mockRestore();
  };
  const states: string[] = [];
  keep(onStatus((status) => states.push(status)));
  keep(onMessage(() => {}));
  const first = last();
  first.open();
  // a message may be 20 s old
  wakeAfter(ALIVE_MS);
  expect(FakeSocket.made).toHaveLength(1);
  wakeAfter(2 * ALIVE_MS);
  expect([FakeSocket.made.length, first.closed, states.at(-1)]).toEqual([2, true, 'connecting']);
  // a young attempt is left alone
  wakeAfter(ALIVE_MS);
  expect(FakeSocket.made).toHaveLength(2);
  last().open();
  first.drop();
  expect(states.at(-1)).toBe('open');
});

test('a line that opens again says so, as messages may have been missed', () => {
  keep(onMessage(() => {}));
  last().open();
  let reopened = 0;
  const stop = onReopen(() => reopened++);
  const lose = () => {
    last().drop();
    jest.advanceTimersByTime(3000);
    last().open();
  };
  lose();
  lose();
  expect(reopened).toBe(2);
  stop();
  lose();
  expect(reopened).toBe(2);
});
