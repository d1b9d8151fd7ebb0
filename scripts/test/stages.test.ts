import { expect, test } from 'bun:test';
import { allStages, chooseStages, groupStages } from './stages.ts';

const stages = allStages(
  [
    'core/money/money.test.ts',
    'tests/architecture.test.ts',
    'tests/server/trade.test.ts',
    'tests/server/database.test.ts',
    'tests/server/settings.test.ts',
    'tests/browser/home.test.ts',
    'tests/browser/shop.test.ts',
    'tests/browser/trade.test.ts',
  ],
  (file) => !file.includes('settings'),
);
const chosen = (...filters: string[]) =>
  chooseStages(stages, filters).map(({ name, files }) => (files ? `${name}: ${files.join(' ')}` : name));

test('every test file belongs to a stage', () => {
  expect(chosen()).toEqual([
    'types',
    'lint',
    'unused',
    'unit: core/money/money.test.ts',
    'architecture: tests/architecture.test.ts',
    'programs: tests/server/settings.test.ts',
    'server: tests/server/trade.test.ts tests/server/database.test.ts',
    'server-system: tests/server/trade.test.ts tests/server/database.test.ts',
    'browser-1: tests/browser/home.test.ts tests/browser/trade.test.ts',
    'browser-2: tests/browser/shop.test.ts',
  ]);
});

test('a stage by its name', () => {
  expect(chosen('lint', 'unit')).toEqual(['lint', 'unit: core/money/money.test.ts']);
  expect(chosen('server').map((line) => line.split(':')[0])).toEqual(['server', 'server-system']);
  expect(chosen('browser').map((line) => line.split(':')[0])).toEqual(['browser-1', 'browser-2']);
});

test('files by a part of their path, on every database', () => {
  expect(chosen('trade')).toEqual([
    'server: tests/server/trade.test.ts',
    'server-system: tests/server/trade.test.ts',
    'browser-1: tests/browser/trade.test.ts',
  ]);
  expect(chosen('no such thing')).toEqual([]);
});

test('what waits or uses one core runs at the same time, its groups one after the other', () => {
  const names = groupStages(stages).map((group) => group.map(({ name }) => name).join(' '));
  expect(names).toEqual([
    'types lint unused unit architecture',
    'programs server server-system',
    'browser-1 browser-2',
  ]);
});
