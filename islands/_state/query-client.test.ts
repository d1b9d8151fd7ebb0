import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { type QueryClient, QueryObserver } from '@tanstack/query-core';
import { HttpError, request } from '#core/contract/call.ts';
import { createQueries } from './query-client.ts';

const MINUTE = 60_000;
/** ms; the clock of the tests advances a little while due work runs */
const SLACK = 20;
const realFetch = globalThis.fetch;
type Call = { url: string; init: RequestInit };
let calls: Call[];
let answer: () => Response | Promise<Response>;
let queries: QueryClient;

beforeEach(() => {
  jest.useFakeTimers();
  calls = [];
  answer = () => Response.json({ ok: true });
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return answer();
  }) as unknown as typeof fetch;
  queries = createQueries();
  queries.mount();
});
afterEach(() => {
  queries.clear();
  queries.unmount();
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const settle = async () => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};
/** Advances the clock, and runs the work that becomes due. */
async function pass(ms: number) {
  jest.advanceTimersByTime(ms);
  await settle();
  jest.advanceTimersByTime(0);
  await settle();
}
function look(path: string, options: object = {}) {
  const observer = new QueryObserver(queries, { queryKey: [path], ...options });
  const stop = observer.subscribe(() => {});
  return { observer, stop };
}
const failing =
  (status: number, body: object = { message: 'No.' }) =>
  () =>
    Response.json(body, { status });

test('the first part of a key is the path of a GET with cookies, for JSON', async () => {
  const { observer, stop } = look('/api/recordings');
  await pass(0);
  expect(observer.getCurrentResult().data).toEqual({ ok: true });
  const { url, init } = calls[0]!;
  expect([url, init.method ?? 'GET', init.credentials, init.mode ?? 'cors']).toEqual([
    '/api/recordings',
    'GET',
    'include',
    'cors',
  ]);
  expect(new Headers(init.headers).get('accept')).toBe('application/json');
  stop();
});

test('two who look at the same share one request and its answer', async () => {
  const [a, b] = [look('/api/x'), look('/api/x')];
  await pass(0);
  expect(calls).toHaveLength(1);
  expect(b.observer.getCurrentResult().data).toBe(a.observer.getCurrentResult().data);
  a.stop();
  b.stop();
});

test('an answer is fresh for five minutes; after that the window’s focus asks again', async () => {
  const { stop } = look('/api/x');
  await pass(0);
  const focus = async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
  };
  await pass(5 * MINUTE - SLACK);
  await focus();
  expect(calls).toHaveLength(1);
  await pass(SLACK);
  await focus();
  expect(calls).toHaveLength(2);
  stop();
});

test('what nobody looks at is forgotten after five minutes', async () => {
  const { stop } = look('/api/x');
  await pass(0);
  stop();
  await pass(5 * MINUTE - SLACK);
  expect(queries.getQueryData(['/api/x'])).toEqual({ ok: true });
  await pass(SLACK);
  expect(queries.getQueryData(['/api/x'])).toBeUndefined();
});

test('three more tries, one, two and four seconds apart', async () => {
  answer = failing(503);
  const { observer, stop } = look('/api/x');
  await pass(0);
  for (const [wait, made] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
  ] as const) {
    expect(observer.getCurrentResult().isError).toBe(false);
    await pass(wait - SLACK);
    expect(calls).toHaveLength(made - 1);
    await pass(SLACK);
    expect(calls).toHaveLength(made);
  }
  expect(observer.getCurrentResult().error?.message).toBe('503: No.');
  await pass(10 * MINUTE);
  expect(calls).toHaveLength(4);
  stop();
});

test('the wait doubles up to thirty seconds', () => {
  const { retryDelay } = queries.getDefaultOptions().queries!;
  const delay = retryDelay as (failures: number) => number;
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(delay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test('a lost network is tried again too; a 401 is not', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const lost = look('/api/lost');
  await pass(0);
  await pass(1000);
  expect(calls).toHaveLength(2);
  lost.stop();
  calls = [];
  answer = failing(401, { message: 'Please log in.' });
  const { observer, stop } = look('/api/x');
  await pass(0);
  expect(observer.getCurrentResult().error?.message).toBe('401: Please log in.');
  await pass(MINUTE);
  expect(calls).toHaveLength(1);
  stop();
});

test('a mutation is tried once', async () => {
  let tries = 0;
  const mutation = queries.getMutationCache().build(queries, {
    ...queries.defaultMutationOptions(),
    mutationFn: async () => {
      tries++;
      throw new HttpError(503, { message: 'No.' });
    },
  });
  const failed = mutation.execute(undefined).catch((error) => error.message);
  await pass(MINUTE);
  expect(await failed).toBe('503: No.');
  expect(tries).toBe(1);
});

test.each([
  [
    'the server’s message',
    Response.json({ message: 'No competition is active.', error: 'x' }, { status: 409 }),
    '409: No competition is active.',
  ],
  ['else the body', Response.json({ error: 'x' }, { status: 422 }), '422: {"error":"x"}'],
  ['an empty message is none', Response.json({ message: '' }, { status: 400 }), '400: {"message":""}'],
  [
    'else the status text',
    new Response('<p>', { status: 502, statusText: 'Bad Gateway' }),
    '502: Bad Gateway',
  ],
])('an error says status and %s', async (_, response, message) => {
  answer = () => response;
  const error = await request('/api/x', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ message, status: response.status });
});
