import { expect, test } from 'bun:test';
import { batched, createQueue, inParts } from './concurrency.ts';

test('runs jobs of one key one after another; a failed job stops no other, and other keys do not wait', async () => {
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

test('batches calls of one turn or made during a batch; each gets its own answer, and an error rejects only its batch', async () => {
  const rounds: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const double = batched<number, number>(async (numbers) => {
    rounds.push(numbers);
    if (numbers.includes(1)) await gate.promise;
    if (numbers.includes(13)) throw new Error('broken');
    return numbers.map((n) => 2 * n);
  });
  const first = double(1);
  while (rounds.length === 0) await new Promise((done) => setImmediate(done));
  const others = [double(2), double(3)];
  gate.resolve();
  expect(await first).toBe(2);
  expect(await Promise.all(others)).toEqual([4, 6]);
  expect(rounds).toEqual([[1], [2, 3]]);

  const broken = await Promise.allSettled([double(13), double(13), double(4)]);
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await double(5)).toBe(10);
  expect(rounds.slice(2)).toEqual([[13, 13, 4], [5]]);
});

test('puts at most fifty calls in a batch', async () => {
  const sizes: number[] = [];
  const count = batched<number, number>(async (numbers) => {
    sizes.push(numbers.length);
    return [...numbers];
  });
  const all = Array.from({ length: 101 }, (_, n) => n);
  expect(await Promise.all(all.map(count))).toEqual(all);
  expect(sizes).toEqual([50, 50, 1]);
});

test('a list is split into parts of a size, the last part shorter', () => {
  expect(inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inParts([1, 2], 2)).toEqual([[1, 2]]);
  expect(inParts([], 2)).toEqual([]);
});
