/** The stages of `npm test` and which of them a filter asks for. */
import { Glob } from 'bun';
import { ONCE } from './kinds.ts';

export type Stage = {
  name: string;
  /** A command that passes or fails as a whole ... */
  command?: string[];
  /** ... or test files. */
  files?: string[];
  /** What `npm test -- all` runs, and whoever names it: another column of a matrix, or a program of minutes. */
  isWhole?: boolean;
  /** In several processes beside each other: its files wait for servers, databases and browsers. */
  isApart?: boolean;
  env?: Record<string, string>;
  /** What it needs on the machine. */
  needs?: 'chromium' | 'system PostgreSQL';
};

/** What one process does for a stage: its command, all of its files, or some of them. */
export type Job = { stage: Stage; files: string[] };

const bun = process.execPath;

/** What the last run found of the types, beside the build: a run after a small change takes a third of the time. */
const TYPES = '.build/types.tsbuildinfo';

/**
 * Every stage.
 * @param onDatabase of the server tests those on a database; on either kind, apart from those of `ONCE`
 */
export function allStages(files: string[], onDatabase: (file: string) => boolean = () => true): Stage[] {
  const below = (folder: string) => files.filter((file) => file.startsWith(folder));
  const onSite = below('framework/tests/');
  const inBrowser = files.filter((file) => /^(framework\/)?tests\/browser\//.test(file));
  const unit = files.filter((file) => !file.startsWith('tests/') && !onSite.includes(file));
  const architecture = files.filter((file) => /^tests\/[^/]+$/.test(file));
  const server = below('tests/server/').filter(onDatabase);
  const programs = [
    ...onSite.filter((file) => !inBrowser.includes(file)),
    ...below('tests/server/').filter((file) => !onDatabase(file)),
  ];
  return [
    {
      name: 'types',
      command: [
        ...[bun, 'x', '--no-install', 'tsc', '--noEmit', '-p', '.'],
        ...['--incremental', '--tsBuildInfoFile', TYPES],
      ],
    },
    { name: 'lint', command: [bun, 'x', '--no-install', 'biome', 'check', '.'] },
    { name: 'unused', command: [bun, 'x', '--no-install', 'knip', '--no-progress'] },
    { name: 'cluster', command: [bun, 'scripts/cluster/main.ts', '--short'], isWhole: true },
    { name: 'faults', command: [bun, 'scripts/faults/main.ts', '--short'], isWhole: true },
    { name: 'unit', files: unit },
    { name: 'architecture', files: architecture },
    { name: 'browser', files: inBrowser, isApart: true, needs: 'chromium' },
    { name: 'programs', files: programs, isApart: true },
    { name: 'server', files: server, isApart: true, env: { TEST_DATABASE: 'embedded' } },
    {
      name: 'server-system',
      files: server.filter((file) => !ONCE.includes(file)),
      isApart: true,
      isWhole: true,
      env: { TEST_DATABASE: 'system' },
      needs: 'system PostgreSQL',
    },
  ];
}

/** All test files of the repository, relative to its root. */
export function testFiles(): string[] {
  const glob = new Glob(
    '{art,core,db,market,components,framework,islands,services,routes,locales,scripts,tests}/**/*.test.{ts,tsx}',
  );
  return [...glob.scanSync('.')].sort();
}

/** The filter that asks for every stage and every column of every matrix. */
export const ALL = 'all';

/**
 * The stages `filters` ask for: a stage by its name (`server` means both databases), or the files whose
 * path holds the text; `all` means everything. No filter means all but what takes the whole matrix.
 */
export function chooseStages(stages: Stage[], filters: string[]): Stage[] {
  if (filters.length === 0) return stages.filter(({ isWhole }) => !isWhole);
  if (filters.includes(ALL)) return stages;
  const names = (stage: Stage, filter: string) =>
    stage.name === filter || stage.name.startsWith(`${filter}-`);
  const paths = filters.filter((filter) => !stages.some((stage) => names(stage, filter)));
  return stages.flatMap((stage) => {
    if (filters.some((filter) => names(stage, filter))) return [stage];
    const files = stage.files?.filter((file) => paths.some((path) => file.includes(path)));
    return files?.length ? [{ ...stage, files }] : [];
  });
}

/** The stages with `files` alone; commands that look at all sources stay. */
export function keepFiles(stages: Stage[], files: ReadonlySet<string>): Stage[] {
  return stages.flatMap((stage) => {
    if (stage.isWhole) return [];
    if (stage.command) return [stage];
    const some = stage.files?.filter((file) => files.has(file)) ?? [];
    return some.length > 0 ? [{ ...stage, files: some }] : [];
  });
}

/** What a job is called where it fails. */
export const titleOf = ({ stage, files }: Job) =>
  stage.isApart ? `${stage.name}: ${files.join(' ')}` : stage.name;

/** What a file is called in the list of times. */
export const timeName = (stage: Stage, file: string) => `${stage.name}: ${file}`;

/** Test files that take longer than the others, on a machine that has not run them yet. */
const LONG = ['browser/pages-', 'browser/dashboard', 'server/start-npm', 'server/outage'];
/** How much longer. */
const LONGER = 10;

/** Files that one process runs at most: it keeps what each of them made. */
const MOST_FILES = 12;

/**
 * The processes `stages` come to, in the order in which they start: stages with one process, then the files of the
 * others, those that take long first. A process runs several files, as the first of them loads the product for all; the
 * share it takes of what is left gets smaller, so that none of them is left alone at the end.
 * @param seconds what a file took the last time, by its name in the list of times
 */
export function jobsOf(
  stages: Stage[],
  lanes: number,
  seconds: Readonly<Record<string, number>> = {},
): Job[] {
  const whole = stages
    .filter(({ isApart }) => !isApart)
    .map((stage) => ({ stage, files: stage.files ?? [] }));
  const apart = stages
    .filter(({ isApart }) => isApart)
    .flatMap((stage) => shares(stage, lanes, (file) => lengthOf(file, seconds[timeName(stage, file)])));
  return [...whole, ...apart.sort((a, b) => b.length - a.length).map(({ job }) => job)];
}

const lengthOf = (file: string, known: number | undefined) =>
  known ?? (LONG.some((part) => file.includes(part)) ? LONGER : 1);

function shares(stage: Stage, lanes: number, lengthOf: (file: string) => number) {
  const files = (stage.files ?? [])
    .map((file) => ({ file, length: lengthOf(file) }))
    .sort((a, b) => b.length - a.length);
  const sum = (some: typeof files) => some.reduce((total, { length }) => total + length, 0);
  const jobs: { job: Job; length: number }[] = [];
  while (files.length > 0) {
    const share = sum(files) / (2 * lanes);
    const some = files.splice(0, 1);
    while (files[0] && some.length < MOST_FILES && sum(some) + files[0].length <= share)
      some.push(files.shift()!);
    jobs.push({ job: { stage, files: some.map(({ file }) => file) }, length: sum(some) });
  }
  return jobs;
}
