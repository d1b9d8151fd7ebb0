import { expect, test } from 'bun:test';
import { repeatFailed } from './flaky.ts';
import type { Part } from './result.ts';

const part = (name: string, passed: number, ...failures: string[]): Part => ({
  name,
  passed,
  failures,
  failed: failures.length,
  skipped: 0,
  skips: [],
  seconds: 1,
});

test('a file that passes alone is flaky and counts as passed; one that fails again counts as it did', async () => {
  const failed = [part('a', 3, 'one', 'two'), part('b', 1, 'three')];
  const remembered: string[][] = [];
  const repeated = await repeatFailed(
    failed,
    async ({ name }) => (name === 'a' ? part('a', 5) : part('b', 0, 'three', 'four')),
    (files) => {
      remembered.push([...files]);
      return [];
    },
  );
  expect(repeated).toEqual({ flaky: ['a › one', 'a › two'], twice: [] });
  expect(remembered).toEqual([['a']]);
  expect(failed).toEqual([part('a', 5), part('b', 0, 'three', 'four')]);
});

test('a file that is flaky for the second time in a tree fails', async () => {
  const failed = [part('a', 0, 'one')];
  const repeated = await repeatFailed(
    failed,
    async () => part('a', 1),
    (files) => [...files],
  );
  expect(repeated).toEqual({ flaky: ['a › one'], twice: ['a'] });
  expect(failed[0]).toMatchObject({ passed: 1, failed: 1 });
});

test('without a failure nothing is remembered', async () => {
  const remember = () => {
    throw new Error('nothing to remember');
  };
  expect(await repeatFailed([], async (again) => again, remember)).toEqual({ flaky: [], twice: [] });
});
