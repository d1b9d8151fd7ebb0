import '../../tests/helpers/dom.ts';
import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';
import { writeHoldings } from '#core/trading/holding-text.ts';
import type { ShownText } from '#framework/browser/live-text.ts';
import { FakeSocket } from '../../tests/helpers/fake-socket.ts';
import { positionSources } from './position-sources.ts';
import { type LiveQuote, quoteNow, seedQuote, standUntil, watchQuote, watchTicks } from './quotes.ts';

const real = globalThis.WebSocket;
let frames: (() => void)[];
let stops: (() => void)[];
const frame = () => {
  for (const run of frames.splice(0)) run();
};
const see = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
const said = () => FakeSocket.newest.sent.map(({ action, ticker }) => `${action} ${ticker}`);

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
  frames = [];
  stops = [];
  globalThis.requestAnimationFrame = (run) => frames.push(run as () => void);
  see('visible');
});
afterEach(() => {
  for (const stop of stops) stop();
  frame();
  globalThis.WebSocket = real;
  jest.useRealTimers();
});

/** Watches a symbol and opens the socket. @returns the list that receives its quotes */
function follow(symbol: string): LiveQuote[] {
  const heard: LiveQuote[] = [];
  stops.push(watchQuote(symbol, (quote) => heard.push(quote)));
  if (FakeSocket.newest.readyState === 0) FakeSocket.newest.open();
  return heard;
}

test('however many watch a symbol, it is one subscription, and all hear in one frame', () => {
  const heard = [follow('ONE'), follow('ONE')];
  expect(said()).toEqual(['subscribe ONE']);
  FakeSocket.newest.trade('ONE', 10.01, 1000);
  FakeSocket.newest.trade('ONE', 10.02, 1001);
  expect(heard.flat()).toHaveLength(0);
  frame();
  expect(heard.map((quotes) => quotes.map(({ price }) => price))).toEqual([['10.02'], ['10.02']]);
  stops.pop()!();
  expect(said()).toEqual(['subscribe ONE']);
  stops.pop()!();
  expect(said()).toEqual(['subscribe ONE', 'unsubscribe ONE']);
});

test('what draws in a frame of its own hears each price before that', () => {
  const ticks: string[] = [];
  stops.push(watchTicks('TICKS', ({ price }) => ticks.push(price)));
  FakeSocket.newest.open();
  FakeSocket.newest.trade('TICKS', 1, 5);
  FakeSocket.newest.trade('TICKS', 2, 6);
  expect(ticks).toEqual(['1', '2']);
});

test('an older price changes nothing, and a seed never takes a newer one\u2019s place', () => {
  const heard = follow('SEED');
  seedQuote('SEED', { price: 100, prevClose: 80 });
  expect(quoteNow('SEED')).toMatchObject({ price: '100', change: 25 });
  FakeSocket.newest.trade('SEED', 120, 2000);
  FakeSocket.newest.trade('SEED', 90, 1999);
  seedQuote('SEED', { price: 100, prevClose: 80 });
  frame();
  expect(heard.at(-1)).toMatchObject({ price: '120', change: 50, at: 2000 });
});

test('a tab nobody sees is subscribed to nothing', () => {
  follow('HIDE');
  see('hidden');
  expect(said().at(-1)).toBe('unsubscribe HIDE');
});

test('a price says its age from 15 seconds on, until the next one, and dims what is worked out from it', () => {
  const heard = follow('AGED');
  const sums: ShownText[] = [];
  const holdings = writeHoldings(
    { symbol: 'AGED', side: 'long', quantity: '10', entry: '4', cost: '40', exactCost: '' },
    { symbol: 'ONE', side: 'short', quantity: '1', entry: '10', cost: '10', exactCost: '' },
  );
  stops.push(positionSources.pnl(holdings, (text) => sums.push(text), document.body));
  const now = performance.now();
  let passed = 0;
  const clock = performance.now;
  performance.now = () => now + passed;
  FakeSocket.newest.trade('AGED', 5, 10);
  frame();
  passed = 14_900;
  jest.advanceTimersByTime(1000);
  frame();
  expect(heard.at(-1)!.age).toBeNull();
  expect(sums.at(-1)!.facts).toEqual({ way: 'up', old: undefined });
  passed = 18_500;
  jest.advanceTimersByTime(1000);
  frame();
  expect(heard.at(-1)!.age).toBe(18);
  expect(sums.at(-1)!.facts).toEqual({ way: 'up', old: 'true' });
  FakeSocket.newest.trade('AGED', 5, 11);
  frame();
  expect(heard.at(-1)!.age).toBeNull();
  expect(sums.at(-1)!.facts!.old).toBe('true');
  FakeSocket.newest.trade('ONE', 10, 2000);
  frame();
  expect(sums.at(-1)!.facts!.old).toBeUndefined();
  performance.now = clock;
});

test('after the device has slept a price is as old as the sleep was long', () => {
  const heard = follow('SLEEP');
  FakeSocket.newest.trade('SLEEP', 5, 10);
  const wokenAt = Date.now() + 3_600_000;
  const clock = spyOn(Date, 'now').mockImplementation(() => wokenAt);
  jest.advanceTimersByTime(1000);
  frame();
  clock.mockRestore();
  expect(heard.at(-1)!.age).toBeGreaterThanOrEqual(3599);
});

test('a price from before the opening is as old as the market is open', () => {
  const now = performance.now();
  let passed = 0;
  const clock = spyOn(performance, 'now').mockImplementation(() => now + passed);
  standUntil(now + 3_600_000);
  const heard = follow('EARLY');
  FakeSocket.newest.trade('EARLY', 5, 10);
  for (const [ms, age] of [
    [3_599_000, null],
    [3_614_000, null],
    [3_616_000, 16],
  ] as const) {
    passed = ms;
    jest.advanceTimersByTime(1000);
    frame();
    expect([ms, heard.at(-1)!.age]).toEqual([ms, age]);
  }
  standUntil(0);
  clock.mockRestore();
});

test('a socket watches ten symbols; the next takes the place of the first that is left', () => {
  for (let i = 0; i < 11; i++) follow(`S${i}`);
  expect(said()).not.toContain('subscribe S10');
  stops[0]!();
  expect(said().slice(-2)).toEqual(['unsubscribe S0', 'subscribe S10']);
});
