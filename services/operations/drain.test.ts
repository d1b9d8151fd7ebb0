import { expect, test } from 'bun:test';
import { createDrain } from './drain.ts';

/** A process that leaves at 0; `at` is called with the time, ms, at every look. @returns when it was through */
async function leaving(drainSeconds: number, at: (ms: number) => string | null | undefined, pending = 0) {
  let now = 0;
  const drain = createDrain(
    { drainSeconds },
    () => now,
    async (ms) => {
      now += ms;
      const route = at(now);
      if (route !== undefined) drain.seen({ route });
    },
  );
  expect(drain.isLeaving()).toBe(false);
  await drain.leave(() => pending);
  return { took: now, isLeaving: drain.isLeaving() };
}

test('it goes on for as long as was asked, with nobody there', async () => {
  expect(await leaving(2, () => undefined)).toEqual({ took: 2_000, isLeaving: true });
});

test('it goes on until a second after the last request', async () => {
  expect((await leaving(2, (ms) => (ms <= 3_500 ? '/api/trade' : undefined))).took).toBe(4_500);
});

test('files and addresses that do not exist are requests too', async () => {
  expect((await leaving(2, (ms) => (ms <= 3_500 ? null : undefined))).took).toBe(4_500);
});

test('what is not answered yet is waited for', async () => {
  expect((await leaving(2, () => undefined, 1)).took).toBe(6_000);
});

test('probes do not keep it', async () => {
  expect((await leaving(2, () => '/readyz')).took).toBe(2_000);
});

test('who never notices keeps it three times as long, no longer', async () => {
  expect((await leaving(2, () => '/api/trade')).took).toBe(6_000);
});

test('0: it leaves at once, and says nothing', async () => {
  expect(await leaving(0, () => '/api/trade')).toEqual({ took: 0, isLeaving: false });
});
