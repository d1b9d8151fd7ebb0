import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rememberFlaky } from './flaky.ts';

const folder = mkdtempSync(join(tmpdir(), 'paperpit-flaky-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is named again only by a second run of the same tree', () => {
  expect(rememberFlaky('tree 1', ['a', 'b'], folder)).toEqual([]);
  expect(rememberFlaky('tree 2', ['a'], folder)).toEqual([]);
  expect(rememberFlaky('tree 1', ['b', 'c'], folder)).toEqual(['b']);
  expect(rememberFlaky('tree 1', ['a', 'c'], folder)).toEqual(['a', 'c']);
});

test('twenty trees are kept, and a file that cannot be read is none', () => {
  for (let i = 0; i < 20; i++) rememberFlaky(`later ${i}`, [], folder);
  expect(rememberFlaky('tree 1', ['a'], folder)).toEqual([]);
  writeFileSync(join(folder, 'flaky-tests.json'), '{');
  expect(rememberFlaky('tree 1', ['a'], folder)).toEqual([]);
});
