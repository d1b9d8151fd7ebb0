import { expect, test } from 'bun:test';
import type { FileResult } from './output.ts';
import { partsOf, sum, summary } from './result.ts';

const result = (file: string, ...outcomes: ('passed' | 'failed' | 'skipped')[]): FileResult => ({
  file,
  seconds: 2,
  tests: outcomes.map((outcome, i) => ({ file, name: `test ${i}`, outcome, output: '' })),
});

test('each file has its own counts and the names of what failed', () => {
  const parts = partsOf(['a', 'b'], [result('a', 'passed', 'failed'), result('b', 'skipped')], 1, true);
  expect(parts).toEqual([
    { name: 'a', passed: 1, failed: 1, skipped: 0, failures: ['test 1'], skips: [], seconds: 2 },
    { name: 'b', passed: 0, failed: 0, skipped: 1, failures: [], skips: ['test 0'], seconds: 2 },
  ]);
});

test('a crash, an error outside of a test and a file that ran nothing are failures', () => {
  const good = [result('a', 'passed'), result('b', 'passed')];
  const failures = (...args: Parameters<typeof partsOf>) => partsOf(...args).map((part) => part.failures);
  expect(failures(['a', 'b', 'c'], good, 139, false)).toEqual([
    [],
    ['its process ended before its time'],
    ['ran no test'],
  ]);
  expect(failures(['a', 'b'], good, 1, true)).toEqual([[], ['an error outside of its tests']]);
  expect(failures(['a'], [], 0, true)).toEqual([['ran no test']]);
  expect(failures(['a', 'b'], good, 0, true)).toEqual([[], []]);
});

test('the last line names skipped tests only when there are some', () => {
  const one = { passed: 3, failed: 0, skipped: 0 };
  expect(summary(one)).toBe('3 passed, 0 failed');
  expect(summary(sum([one, { passed: 1, failed: 2, skipped: 4 }]))).toBe('4 passed, 2 failed, 4 skipped');
});
