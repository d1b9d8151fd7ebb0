import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepTimes, readTimes, slowest } from './progress.ts';

test('the ten longest, the longest first', () => {
  const times = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`unit: ${i}`, i * 10]));
  const lines = slowest(times);
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe('  110.0 s  unit: 11');
  expect(lines.at(-1)).toBe('   20.0 s  unit: 2');
  expect(slowest({ 'unit: 1': 3 })).toEqual([]);
});

test('times of a part of the tests are kept beside those of the others; a file that is none is no times', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'paperpit-times-'));
  const file = join(folder, 'times.json');
  expect(readTimes(file)).toEqual({});
  keepTimes({ a: 1, b: 2 }, file);
  keepTimes({ b: 3 }, file);
  expect(readTimes(file)).toEqual({ a: 1, b: 3 });
  await Bun.write(file, '{"a":');
  expect(readTimes(file)).toEqual({});
  rmSync(folder, { recursive: true });
});
