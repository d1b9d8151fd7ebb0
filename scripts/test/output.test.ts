import { expect, test } from 'bun:test';
import { TestOutput, type TestResult } from './output.ts';

const PRINTED = `
a.test.ts:
(pass) adds [0.03ms]
 9 |   expect(1).toBe(2);
error: expect(received).toBe(expected)
      at <anonymous> (a.test.ts:9:13)
(fail) group > a < b [1505.03ms]
(skip) group > later

b.test.ts:
(todo) one day
not a file.ts:
(pass) lines
of a name [1.2s]

 2 pass
 1 fail
Ran 5 tests across 2 files. [5.14s]
`;

function read(pieces: string[]): { results: TestResult[]; output: TestOutput; rest: string } {
  const results: TestResult[] = [];
  const output = new TestOutput(new Set(['a.test.ts', 'b.test.ts']), (result) => results.push(result));
  for (const [index, piece] of pieces.entries()) output.push(piece, index * 1000);
  return { results, output, rest: output.end(pieces.length * 1000) };
}

test('each result has its file, its name without the time, and for a failure the error before it', () => {
  const { results, rest } = read([PRINTED]);
  expect(results.map(({ file, name, outcome }) => [file, name, outcome])).toEqual([
    ['a.test.ts', 'adds', 'passed'],
    ['a.test.ts', 'group > a < b', 'failed'],
    ['a.test.ts', 'group > later', 'skipped'],
    ['b.test.ts', 'one day', 'skipped'],
    ['b.test.ts', 'lines', 'passed'],
  ]);
  expect(results[1]!.output).toStartWith('9 |   expect(1)');
  expect(results[1]!.output).toContain('a.test.ts:9:13');
  expect(rest).toContain('Ran 5 tests');
});

test('pieces may end anywhere, and a file lasts until the heading of the next one', () => {
  const split = PRINTED.indexOf('b.test.ts:') + 3;
  const { results, output } = read([...PRINTED.slice(0, split), PRINTED.slice(split)]);
  expect(results).toEqual(read([PRINTED]).results);
  expect(output.files.map(({ file }) => file)).toEqual(['a.test.ts', 'b.test.ts']);
  expect(output.files[0]!.seconds).toBeGreaterThan(100);
  expect(output.files[1]!.seconds).toBe(1);
});

test('a failure that the summary prints again counts once', () => {
  const { results, rest } = read([
    `${PRINTED}\n1 tests skipped:\n(skip) group > later\n\n1 tests failed:\n(fail) group > a < b [1505.03ms]\n`,
  ]);
  expect(results.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
  expect(results).toHaveLength(5);
  expect(rest).toContain('1 tests failed:');
});
