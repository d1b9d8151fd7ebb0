import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import chart from '#locales/en/chart.json' with { type: 'json' };
import { followLost, MOST_ASKS } from './lost-order.ts';

const realFetch = globalThis.fetch;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const refusal = (status: number, code: string) => () =>
  Response.json({ error: `Said ${code}.`, code }, { status });
const lost = () => {
  throw new TypeError('no response');
};
const filled = { trade: { receipt: 7 }, placed: null };

/** Waits for the reading of a response, whose promises need no timer. */
const settled = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

/** Polls `times` times; the last of `answers` repeats. @returns the outcomes, and the number of requests */
async function poll(times: number, ...answers: (() => unknown)[]) {
  const outcomes: unknown[] = [];
  let requests = 0;
  const send = async () => answers[Math.min(requests++, answers.length - 1)]!();
  globalThis.fetch = send as unknown as typeof fetch;
  const stop = followLost('key', chart, (outcome) => outcomes.push(outcome));
  for (let i = 0; i < times; i++) {
    jest.advanceTimersByTime(2000);
    await settled();
  }
  stop();
  return { outcomes, requests };
}

test('polls go on without a response, and end with the stored response to the order', async () => {
  const answers = [lost, refusal(503, 'UNAVAILABLE'), refusal(429, 'RATE_LIMITED')];
  expect(await poll(6, ...answers, () => Response.json(filled))).toEqual({ outcomes: [filled], requests: 4 });
});

test('an order that never arrived ends the polls with a sentence', async () => {
  expect(await poll(3, refusal(404, 'ORDER_NOT_FOUND'))).toEqual({
    outcomes: [{ sentence: chart.neverArrived }],
    requests: 1,
  });
});

test('a refusal that no later poll changes ends them with the server’s sentence', async () => {
  expect(await poll(3, refusal(401, 'SIGNED_OUT'))).toEqual({
    outcomes: [{ sentence: 'Said SIGNED_OUT.' }],
    requests: 1,
  });
});

test.each([
  ['that fails', refusal(500, 'INTERNAL')],
  ['that does not respond', lost],
])(
  'a server %s is asked for ten minutes, then a sentence sends the trader to the list',
  async (_, answer) => {
    expect(await poll(MOST_ASKS + 5, answer)).toEqual({
      outcomes: [{ sentence: chart.outcomeUnknown }],
      requests: MOST_ASKS,
    });
  },
);

test('a poll without a response is not repeated until it ends', async () => {
  expect(await poll(5, () => new Promise(() => {}))).toEqual({ outcomes: [], requests: 1 });
});
