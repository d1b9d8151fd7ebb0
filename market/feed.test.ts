import { expect, test } from 'bun:test';
import { createTradeFeed } from './feed.ts';
import type { Trade } from './market.ts';

function setup() {
  let now = 1000;
  const requests: string[] = [];
  const feed = createTradeFeed({
    now: () => now,
    speed: 1,
    between(symbol, fromMs, toMs) {
      requests.push(`${symbol} ${fromMs} ${toMs}`);
      return [{ symbol, price: '1.00', size: 1, tsMs: toMs }];
    },
  });
  const pumpAt = (ms: number) => {
    now = ms;
    feed.pump();
  };
  return { feed, requests, pumpAt };
}

test('a symbol is watched once for all subscribers, until the last one leaves', () => {
  const { feed, requests, pumpAt } = setup();
  const heard: string[] = [];
  const listen = (name: string) => (trade: Trade) => heard.push(`${name} ${trade.symbol}`);
  const one = feed.subscribe(['A', 'B'], listen('one'));
  const two = feed.subscribe(['A', 'A'], listen('two'));
  pumpAt(1100);
  expect(requests).toEqual(['A 1000 1100', 'B 1000 1100']);
  expect(heard).toEqual(['one A', 'two A', 'one B']);
  one();
  one();
  pumpAt(1200);
  expect(requests.slice(2)).toEqual(['A 1100 1200']);
  two();
  pumpAt(1300);
  expect(requests).toHaveLength(3);
});

test('the same function may listen twice and leave once', () => {
  const { feed, pumpAt } = setup();
  let count = 0;
  const listener = () => {
    count++;
  };
  const leave = feed.subscribe(['A'], listener);
  feed.subscribe(['A'], listener);
  leave();
  pumpAt(1100);
  expect(count).toBe(1);
  feed.stop();
});

test('after a long pause only the last seconds are delivered', () => {
  const { feed, requests, pumpAt } = setup();
  feed.subscribe(['A'], () => {});
  pumpAt(3_600_000);
  expect(requests).toEqual(['A 3595000 3600000']);
  feed.stop();
});

test('a listener that leaves while it is called, or throws, does not affect the others', () => {
  const { feed, pumpAt } = setup();
  const reported: unknown[] = [];
  const original = globalThis.reportError;
  globalThis.reportError = (error) => reported.push(error);
  const heard: string[] = [];
  const leave = feed.subscribe(['A'], () => {
    leave();
    throw new Error('no');
  });
  feed.subscribe(['A'], () => heard.push('still here'));
  pumpAt(1100);
  pumpAt(1200);
  globalThis.reportError = original;
  expect(heard).toEqual(['still here', 'still here']);
  expect(reported).toHaveLength(1);
  feed.stop();
});
