import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { AUTH_DATA, LEAVE_MS, REFRESH_MS, watchUser } from './user.ts';

const realFetch = globalThis.fetch;
let answer: { status: number; body: unknown };
let asked: number;
let end = () => {};
const went: string[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  asked = 0;
  went.length = 0;
  localStorage.clear();
  globalThis.fetch = (async () => {
    asked++;
    return Response.json(answer.body, { status: answer.status });
  }) as unknown as typeof fetch;
});
afterEach(() => {
  end();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const start = async () => {
  end = watchUser((to) => went.push(to));
  await settle();
};
/** Lets the answers already under way arrive. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};
const stored = () => localStorage.getItem(AUTH_DATA);

test('keeps id, rights and balance, and asks again every hour', async () => {
  answer = { status: 200, body: { id: 7, username: 'dana', isAdmin: false, balance: '100000.00' } };
  await start();
  expect(JSON.parse(stored() ?? '')).toEqual({ id: 7, isAdmin: false, balance: '100000.00' });
  answer.body = { id: 7, username: 'dana', isAdmin: true, balance: '99.50' };
  jest.advanceTimersByTime(REFRESH_MS);
  await settle();
  expect(asked).toBe(2);
  expect(JSON.parse(stored() ?? '')).toEqual({ id: 7, isAdmin: true, balance: '99.50' });
});

test('a 401 clears it and leads to the sign-in page after a second', async () => {
  localStorage.setItem(AUTH_DATA, '{"id":7}');
  answer = { status: 401, body: {} };
  await start();
  expect(stored()).toBeNull();
  jest.advanceTimersByTime(LEAVE_MS - 1);
  expect(went).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(went).toHaveLength(1);
  expect(went[0]).toStartWith('/auth?next=');
});

test('a server in trouble changes nothing', async () => {
  localStorage.setItem(AUTH_DATA, '{"id":7}');
  answer = { status: 503, body: {} };
  await start();
  jest.advanceTimersByTime(LEAVE_MS);
  expect(stored()).toBe('{"id":7}');
  expect(went).toEqual([]);
});

test('the logout form clears it', async () => {
  answer = { status: 200, body: { id: 7, isAdmin: false, balance: '1.00' } };
  await start();
  document.body.innerHTML = '<form action="/api/trade"></form><form action="/api/logout"></form>';
  const [trade, logout] = document.querySelectorAll('form');
  trade!.dispatchEvent(new Event('submit', { bubbles: true }));
  expect(stored()).not.toBeNull();
  logout!.dispatchEvent(new Event('submit', { bubbles: true }));
  expect(stored()).toBeNull();
});
