import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import type { Candle } from '#components/chart/types.ts';
import type { SocketStatus } from '../../_state/socket.ts';
import { type RealtimeState, STALE_MS, startRealtime } from './realtime.ts';

const bar = (time: number, close = 10): Candle => ({
  time,
  open: 10,
  high: close,
  low: 10,
  close,
  volume: 1,
});
const trade = (price: number, time: number) => ({ price, time });

function rig(load: (from: number | null) => Promise<Candle[]>) {
  let send: (tick: { price: number; time: number }) => void = () => {};
  let turn: (status: SocketStatus) => void = () => {};
  const states: RealtimeState[] = [];
  const lists: Candle[][] = [];
  const updates: Candle[] = [];
  const errors: unknown[] = [];
  let subscribed = 0;
  const stop = startRealtime({
    ticker: 'AAPL',
    load,
    source: {
      subscribe: (_, fn) => {
        send = fn;
        subscribed++;
        return () => subscribed--;
      },
      watchStatus: (fn) => {
        turn = fn;
        return () => {};
      },
    },
    onBars: (bars) => lists.push(bars),
    onBar: (each) => updates.push(each),
    onState: (state) => states.push(state),
    onError: (error) => errors.push(error),
  });
  return {
    states,
    lists,
    updates,
    errors,
    stop,
    subscribed: () => subscribed,
    send: (tick: { price: number; time: number }) => send(tick),
    turn: (status: SocketStatus) => turn(status),
  };
}

const settle = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('connecting, then today’s bars, then live with the first trade', async () => {
  const { states, lists, updates, turn, send } = rig(async () => [bar(0), bar(60)]);
  turn('open');
  await settle();
  expect(lists).toEqual([[bar(0), bar(60)]]);
  expect(states).toEqual(['connecting']);
  send(trade(12, 61));
  expect(states.at(-1)).toBe('live');
  expect(updates).toEqual([{ ...bar(60), high: 12, close: 12 }]);
});

test('trades that come before the bars are not lost', async () => {
  const { updates, turn, send } = rig(async () => [bar(60)]);
  turn('open');
  send(trade(13, 70));
  expect(updates).toEqual([]);
  await settle();
  expect(updates.map((each) => each.close)).toEqual([13]);
});

test('15 seconds without a trade are stale, the next trade is live again', async () => {
  const { states, turn, send } = rig(async () => [bar(60)]);
  turn('open');
  await settle();
  send(trade(11, 61));
  jest.advanceTimersByTime(STALE_MS - 1);
  expect(states.at(-1)).toBe('live');
  jest.advanceTimersByTime(1);
  expect(states.at(-1)).toBe('stale');
  send(trade(11, 62));
  expect(states.at(-1)).toBe('live');
});

test('after a reconnect the gap is fetched from the last bar on', async () => {
  const froms: (number | null)[] = [];
  const { states, lists, turn, send } = rig(async (from) => {
    froms.push(from);
    return from === null ? [bar(0)] : [bar(0, 11), bar(60), bar(120)];
  });
  turn('open');
  await settle();
  send(trade(10.5, 30));
  turn('connecting');
  expect(states.at(-1)).toBe('connecting');
  turn('open');
  await settle();
  expect(froms).toEqual([null, 0]);
  expect(lists.at(-1)).toEqual([bar(0, 11), bar(60), bar(120)]);
});

test('a socket that has given up is offline', () => {
  const { states, turn } = rig(async () => []);
  turn('offline');
  expect(states.at(-1)).toBe('offline');
});

test('a trade older than the running bar changes no bar', async () => {
  const { updates, states, turn, send } = rig(async () => [bar(60)]);
  turn('open');
  await settle();
  send(trade(9, 1));
  expect(updates).toEqual([]);
  expect(states).toEqual(['connecting', 'live']);
});

test('bars that cannot be fetched are an error, and trades still draw', async () => {
  const { errors, updates, turn, send } = rig(() => Promise.reject(new Error('Network error for AAPL')));
  turn('open');
  await settle();
  expect(errors).toHaveLength(1);
  send(trade(10, 61));
  expect(updates).toEqual([{ time: 60, open: 10, high: 10, low: 10, close: 10, volume: 0 }]);
});

test('leaving unsubscribes and later answers are ignored', async () => {
  const { lists, stop, subscribed, turn } = rig(async () => [bar(0)]);
  turn('open');
  stop();
  await settle();
  expect(lists).toEqual([]);
  expect(subscribed()).toBe(0);
});
