import { expect, test } from 'bun:test';
import { createQueue } from './queue.ts';

test('jobs of one key run one after another, a failure stops nobody, other keys do not wait', async () => {
  const queue = createQueue<number>();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue(1, async () => {
    await gate.promise;
    log.push('first');
    throw new Error('broken');
  });
  const second = queue(1, async () => {
    log.push('second');
    return 2;
  });
  await queue(2, async () => void log.push('other'));
  expect(log).toEqual(['other']);
  gate.resolve();
  await expect(first).rejects.toThrow('broken');
  expect(await second).toBe(2);
  expect(log).toEqual(['other', 'first', 'second']);
});
