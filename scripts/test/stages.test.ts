import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { allStages, chooseStages, jobsOf, keepFiles, LONG, testFiles } from './stages.ts';
import { NAMED_FILES } from './tiers.ts';

const stages = allStages(
  [
    'core/money/money.test.ts',
    'market/simulated/growth.test.ts',
    'framework/tests/http.test.ts',
    'framework/tests/browser/islands.test.ts',
    'tests/architecture.test.ts',
    'tests/server/trade.test.ts',
    'tests/server/database.test.ts',
    'tests/server/settings.test.ts',
    'tests/server/hosts.test.ts',
    'tests/browser/home.test.ts',
    'tests/browser/pages-en.test.ts',
    'tests/browser/trade.test.ts',
  ],
  (file) => !file.includes('settings'),
);
const chosen = (...filters: string[]) =>
  chooseStages(stages, filters).map(({ name, files }) =>
    files.length > 0 ? `${name}: ${files.join(' ')}` : name,
  );

test('every test file belongs to a stage', () => {
  expect(chosen('all')).toEqual([
    'types',
    'lint',
    'unused',
    'cluster',
    'faults',
    'unit: core/money/money.test.ts',
    'unit-long: market/simulated/growth.test.ts',
    'architecture: tests/architecture.test.ts',
    'pages: tests/browser/pages-en.test.ts',
    'browser: framework/tests/browser/islands.test.ts tests/browser/home.test.ts tests/browser/trade.test.ts',
    'programs: framework/tests/http.test.ts tests/server/settings.test.ts',
    'server: tests/server/trade.test.ts tests/server/database.test.ts tests/server/hosts.test.ts',
    'server-long',
    'server-system: tests/server/trade.test.ts tests/server/database.test.ts',
  ]);
});

test('without a filter, the quick tier', () => {
  const rest = chosen('all').filter((line) => !chosen().includes(line));
  expect(rest.map((line) => line.split(':')[0])).toEqual([
    'cluster',
    'faults',
    'unit-long',
    'browser',
    'programs',
    'server-long',
    'server-system',
  ]);
});

test('a change runs what it reaches of every tier but the whole one', () => {
  const reached = new Set(['tests/browser/home.test.ts', 'tests/server/trade.test.ts']);
  expect(keepFiles(stages, reached).map(({ name, files }) => [name, ...files].join(' '))).toEqual([
    'types',
    'lint',
    'unused',
    'browser tests/browser/home.test.ts',
    'server tests/server/trade.test.ts',
  ]);
});

test('a stage by its name', () => {
  expect(chosen('lint', 'unit')).toEqual([
    'lint',
    'unit: core/money/money.test.ts',
    'unit-long: market/simulated/growth.test.ts',
  ]);
  expect(chosen('server').map((line) => line.split(':')[0])).toEqual([
    'server',
    'server-long',
    'server-system',
  ]);
  expect(chosen('browser').map((line) => line.split(':')[0])).toEqual(['browser']);
});

test('what says nothing of the kind of a database runs once', () => {
  expect(chosen('hosts')).toEqual(['server: tests/server/hosts.test.ts']);
});

test('every file that the table names is there', () => {
  expect(NAMED_FILES.filter((file) => !existsSync(file))).toEqual([]);
});

test('every part of a path in the table of long files names a file', () => {
  const files = testFiles();
  expect(LONG.filter(([part]) => !files.some((file) => file.includes(part)))).toEqual([]);
});

test('files by a part of their path, on every database', () => {
  expect(chosen('trade')).toEqual([
    'browser: tests/browser/trade.test.ts',
    'server: tests/server/trade.test.ts',
    'server-system: tests/server/trade.test.ts',
  ]);
  expect(chosen('no such thing')).toEqual([]);
});

test('whole stages start first; then processes of several files, those that take long first and alone', () => {
  const jobs = jobsOf(stages, 1).map(({ stage, files }) => [stage.name, ...files].join(' '));
  expect(jobs).toEqual([
    'types',
    'lint',
    'unused',
    'cluster',
    'faults',
    'unit core/money/money.test.ts',
    'unit-long market/simulated/growth.test.ts',
    'architecture tests/architecture.test.ts',
    'pages tests/browser/pages-en.test.ts',
    'browser framework/tests/browser/islands.test.ts tests/browser/home.test.ts',
    'browser tests/browser/trade.test.ts',
    'server tests/server/trade.test.ts tests/server/database.test.ts tests/server/hosts.test.ts',
    'server-system tests/server/trade.test.ts tests/server/database.test.ts',
    'programs framework/tests/http.test.ts tests/server/settings.test.ts',
  ]);
});

test('a process takes a share of what is left, smaller and smaller, and never more than twelve files', () => {
  const files = Array.from({ length: 60 }, (_, n) => `tests/server/${n}.test.ts`);
  const server = chooseStages(allStages(files), ['server']).slice(0, 1);
  const sizes = (lanes: number, seconds = {}) =>
    jobsOf(server, lanes, seconds).map((job) => job.files.length);
  expect(sizes(2)).toEqual([12, 12, 9, 7, 7, 7, 6]);
  expect(
    jobsOf(server, 2)
      .flatMap((job) => job.files)
      .sort(),
  ).toEqual(files.sort());
  // without stored times too, a long file starts before many short ones
  const season = 'tests/server/season-bundle.test.ts';
  const both = chooseStages(allStages([...files, season]), ['server']).slice(0, 2);
  expect(jobsOf(both, 2)[0]!.files).toEqual([season]);
  // a file that takes as long as all others together is alone, and first
  expect(sizes(2, { 'server: tests/server/7.test.ts': 400 }).slice(0, 2)).toEqual([1, 12]);
  expect(jobsOf(server, 2, { 'server: tests/server/7.test.ts': 400 })[0]!.files).toEqual([
    'tests/server/7.test.ts',
  ]);
});

test('what took longest the last time starts first', () => {
  const jobs = jobsOf(chooseStages(stages, ['programs', 'server']), 1, {
    'server-system: tests/server/trade.test.ts': 90,
    'programs: tests/server/settings.test.ts': 120,
  });
  expect(jobs.slice(0, 2).map(({ stage, files }) => [stage.name, ...files])).toEqual([
    ['programs', 'tests/server/settings.test.ts'],
    ['server-system', 'tests/server/trade.test.ts'],
  ]);
});
