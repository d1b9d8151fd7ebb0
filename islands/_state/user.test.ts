import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';
import { AUTH_DATA } from './account-keys.ts';
import { client } from './query-client.ts';
import { LEAVE_MS, REFRESH_MS, watchUser } from './user.ts';

const realFetch = globalThis.fetch;
let answer: { status: number; body: unknown };
let requests: number;
let end = () => {};
const went: string[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  requests = 0;
  went.length = 0;
  localStorage.clear();
  globalThis.fetch = (async () => {
    requests++;
    return Response.json(answer.body, { status: answer.status });
  }) as unknown as typeof fetch;
});
afterEach(() => {
  end();
  client.clear();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const start = async () => {
  end = watchUser((to) => went.push(to));
  await settle();
};
/** Lets the answers already under way arrive. */
const settle = async () => {
  for (let i = 0; i < 20; i++) {
    await import('./query-client.ts');
    jest.advanceTimersByTime(1);
  }
};
const stored = () => localStorage.getItem(AUTH_DATA);

test('keeps id, rights and balance, and asks again every hour', async () => {
  answer = { status: 200, body: { id: 7, username: 'dana', isAdmin: false, balance: '100000.00' } };
  await start();
  expect(JSON.parse(stored() ?? '')).toEqual({ id: 7, isAdmin: false, balance: '100000.00' });
  answer.body = { id: 7, username: 'dana', isAdmin: true, balance: '99.50' };
  jest.advanceTimersByTime(REFRESH_MS);
  await settle();
  expect(requests).toBe(2);
  expect(JSON.parse(stored() ?? '')).toEqual({ id: 7, isAdmin: true, balance: '99.50' });
});

test('a 401 clears it, warns and leads to the sign-in page after a second', async () => {
  localStorage.setItem(AUTH_DATA, '{"id":7}');
  answer = { status: 401, body: {} };
  const warn = spyOn(console, 'warn').mockImplementation(() => {});
  await start();
  expect(warn.mock.calls).toEqual([['The session is over.']]);
  warn.mockRestore();
  expect(stored()).toBeNull();
  jest.advanceTimersByTime(LEAVE_MS - 100);
  expect(went).toEqual([]);
  jest.advanceTimersByTime(100);
  expect(went).toHaveLength(1);
  expect(went[0]).toStartWith('/auth?next=');
});

test('a server in trouble changes nothing, and is asked again a few times', async () => {
  localStorage.setItem(AUTH_DATA, '{"id":7}');
  answer = { status: 503, body: {} };
  await start();
  for (let i = 0; i < 10; i++) {
    jest.advanceTimersByTime(1000);
    await settle();
  }
  expect(stored()).toBe('{"id":7}');
  expect(went).toEqual([]);
  // the page's own, then one of the query with its three retries
  expect(requests).toBe(5);
});

test('an answer older than five minutes is asked for again when the window is looked at', async () => {
  answer = { status: 200, body: { id: 7, isAdmin: false, balance: '1.00' } };
  await start();
  const look = async () => {
    window.dispatchEvent(new Event('focus'));
    await settle();
  };
  jest.advanceTimersByTime(240_000);
  await look();
  expect(requests).toBe(1);
  jest.advanceTimersByTime(61_000);
  await look();
  expect(requests).toBe(2);
  await look();
  expect(requests).toBe(2);
});

test('a page out of the browser’s memory asks at once', async () => {
  answer = { status: 200, body: { id: 7, isAdmin: false, balance: '1.00' } };
  await start();
  answer = { status: 401, body: {} };
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await settle();
  jest.advanceTimersByTime(LEAVE_MS);
  expect(went).toHaveLength(1);
});
