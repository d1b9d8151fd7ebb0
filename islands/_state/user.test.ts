import { afterEach, beforeEach, expect, jest, spyOn, test } from 'bun:test';
import { AUTH_DATA } from '#core/account/preferences.ts';
import { client } from './query-client.ts';
import { LEAVE_MS, PAGE_USER, REFRESH_MS, watchUser } from './user.ts';

const realFetch = globalThis.fetch;
let answer: { status: number; body: unknown };
let requests: number;
let end = () => {};
let timesLeft: number;
let reloads: number;

beforeEach(() => {
  jest.useFakeTimers();
  requests = 0;
  timesLeft = 0;
  reloads = 0;
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
  end = watchUser(
    () => timesLeft++,
    () => reloads++,
  );
  await settle();
};
/** Waits until pending responses have been processed. */
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

test('a page that carries the user asks after an hour only', async () => {
  const user = { id: 7, isAdmin: false, balance: '12.00' };
  const data = Object.assign(document.createElement('script'), { type: 'application/json', id: PAGE_USER });
  data.textContent = JSON.stringify(JSON.stringify({ ...user, renderedAt: Date.now() }));
  document.body.append(data);
  answer = { status: 200, body: { ...user, balance: '13.00' } };
  try {
    await start();
    expect([requests, JSON.parse(stored() ?? '')]).toEqual([0, user]);
    jest.advanceTimersByTime(REFRESH_MS);
    await settle();
    expect([requests, JSON.parse(stored() ?? '').balance]).toEqual([1, '13.00']);
  } finally {
    data.remove();
  }
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
  expect(timesLeft).toBe(0);
  jest.advanceTimersByTime(100);
  expect(timesLeft).toBe(1);
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
  expect(timesLeft).toBe(0);
  // one request of the page, then one of the query with its three retries
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
  expect(timesLeft).toBe(1);
});

test('a page of one account loads again once another one has signed in', async () => {
  const back = async () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
  };
  answer = { status: 200, body: { id: 7, isAdmin: false, balance: '1.00' } };
  await start();
  await back();
  expect(reloads).toBe(0);
  answer = { status: 200, body: { id: 8, isAdmin: false, balance: '2.00' } };
  await back();
  expect([reloads, timesLeft]).toEqual([1, 0]);
});

test('a full storage is not an error of the page', async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!;
  const written: string[] = [];
  const full = {
    getItem: () => null,
    setItem(key: string) {
      written.push(key);
      if (key !== AUTH_DATA) throw new DOMException('full', 'QuotaExceededError');
    },
  };
  Object.defineProperty(globalThis, 'localStorage', { value: full, configurable: true });
  try {
    answer = { status: 200, body: { id: 7, isAdmin: false, balance: '1.00' } };
    await start();
    jest.useRealTimers();
    await Bun.sleep(0);
    expect(written).toEqual([AUTH_DATA, 'keys-of']);
    expect(rejections).toEqual([]);
  } finally {
    Object.defineProperty(globalThis, 'localStorage', real);
    process.off('unhandledRejection', onRejection);
  }
});
