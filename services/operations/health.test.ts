import { expect, test } from 'bun:test';
import { createDrain } from './health.ts';

/**
 * Stops a process at 0 ms. `routeAt` returns the route of a request at a time, ms; undefined without one.
 * @returns also the duration, ms
 */
async function leaving(
  drainSeconds: number,
  routeAt: (ms: number) => string | null | undefined,
  pending = 0,
) {
  let now = 0;
  const drain = createDrain(
    { drainSeconds },
    () => now,
    async (ms) => {
      now += ms;
      const route = routeAt(now);
      if (route !== undefined) drain.seen({ route });
    },
  );
  expect(drain.isLeaving()).toBe(false);
  await drain.leave(() => pending);
  return { took: now, isLeaving: drain.isLeaving() };
}

test('keeps serving for the drain time without any request', async () => {
  expect(await leaving(2, () => undefined)).toEqual({ took: 2_000, isLeaving: true });
});

test('keeps serving until a second after the last request', async () => {
  expect((await leaving(2, (ms) => (ms <= 3_500 ? '/api/trade' : undefined))).took).toBe(4_500);
});

test('counts requests for files and unknown addresses', async () => {
  expect((await leaving(2, (ms) => (ms <= 3_500 ? null : undefined))).took).toBe(4_500);
});

test('waits for pending requests', async () => {
  expect((await leaving(2, () => undefined, 1)).took).toBe(6_000);
});

test('does not count probes', async () => {
  expect((await leaving(2, () => '/readyz')).took).toBe(2_000);
});

test('leaves after three times the drain time though requests go on', async () => {
  expect((await leaving(2, () => '/api/trade')).took).toBe(6_000);
});

test('leaves at once with a drain time of 0, without announcing it', async () => {
  expect(await leaving(0, () => '/api/trade')).toEqual({ took: 0, isLeaving: false });
});
