import { expect, test } from 'bun:test';
import { manualTime } from '#tests/helpers/manual-time.ts';
import type { Quote } from '../market.ts';
import { createPolling } from './watched.ts';

test('a symbol that is left and watched again during a request is still asked for once a round', async () => {
  const time = manualTime(0);
  const requests: PromiseWithResolvers<Map<string, Quote>>[] = [];
  const stream = createPolling({
    time,
    everyMs: () => 5_000,
    onTrade() {},
    quotes() {
      const request = Promise.withResolvers<Map<string, Quote>>();
      requests.push(request);
      return request.promise;
    },
  });
  const answer = async () => {
    for (const { resolve } of requests) resolve(new Map());
    await time.advance(0);
  };
  stream.watch('AAPL');
  await time.advance(0);
  expect(requests.length).toBe(1);
  stream.unwatch('AAPL');
  stream.watch('AAPL');
  await time.advance(0);
  await answer();
  await time.advance(5_000);
  expect(requests.length).toBe(2);
  await answer();
  await time.advance(5_000);
  expect(requests.length).toBe(3);
  stream.unwatch('AAPL');
  await answer();
  expect(time.waiting).toBe(0);
});
