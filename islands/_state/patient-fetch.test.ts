import { expect, test } from 'bun:test';
import { patientFetch } from './patient-fetch.ts';

/** Calls patientFetch on a network that refuses `refuse` times with `retry-after: after`. */
function ask(refuse: number, after: string, signal?: AbortSignal) {
  let requests = 0;
  const send = async () => {
    requests += 1;
    if (requests > refuse) return new Response('here');
    return new Response('', { status: 429, headers: { 'retry-after': after } });
  };
  const answer = patientFetch('/api/candles', { signal }, send as unknown as typeof fetch);
  return { answer, requests: () => requests };
}
const outcome = async ({ answer, requests }: ReturnType<typeof ask>) => [(await answer).status, requests()];

test('waits as long as it is told and asks again, three times in all', async () => {
  expect(await outcome(ask(2, '0.02'))).toEqual([200, 3]);
  expect(await outcome(ask(5, '0.02'))).toEqual([429, 3]);
});

test('a long wait is the caller’s to tell, one without a time too', async () => {
  expect(await outcome(ask(1, '60'))).toEqual([429, 1]);
  expect(await outcome(ask(1, 'soon'))).toEqual([429, 1]);
});

test('who leaves does not ask again', async () => {
  const leaving = new AbortController();
  const { answer, requests } = ask(1, '5', leaving.signal);
  await Promise.resolve();
  leaving.abort();
  expect(
    await answer.then(
      () => 'answered',
      () => 'gone',
    ),
  ).toBe('gone');
  expect(requests()).toBe(1);
});
