/** The stages of `npm test` and which of them a filter asks for. */
import { Glob } from 'bun';
import { ONCE } from './kinds.ts';

export type Stage = {
  name: string;
  /** A command that passes or fails as a whole ... */
  command?: string[];
  /** ... or test files. */
  files?: string[];
  /** A command that runs the whole product, which takes minutes. */
  isWhole?: boolean;
  /** Each file in a process of its own, beside others: they wait for servers, databases and browsers. */
  isApart?: boolean;
  env?: Record<string, string>;
  /** What it needs on the machine. */
  needs?: 'chromium' | 'system PostgreSQL';
};

/** What one process does for a stage: its command, all of its files, or one of them. */
export type Job = { stage: Stage; files: string[] };

const bun = process.execPath;

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
    { name: 'types', command: [bun, 'x', '--no-install', 'tsc', '--noEmit', '-p', '.'] },
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

/**
 * The stages `filters` ask for: a stage by its name (`server` means both databases), or the files whose
 * path holds the text. No filter means everything.
 */
export function chooseStages(stages: Stage[], filters: string[]): Stage[] {
  if (filters.length === 0) return stages;
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
    if (stage.command) return stage.isWhole ? [] : [stage];
    const some = stage.files?.filter((file) => files.has(file)) ?? [];
    return some.length > 0 ? [{ ...stage, files: some }] : [];
  });
}

/** What a job is called where it fails, and in the list of times. */
export const titleOf = ({ stage, files: [file] }: Job) =>
  stage.isApart && file ? `${stage.name}: ${file}` : stage.name;

/** Test files that take longer than the others, the longest first, for a machine that has not run them yet. */
const LONG = ['browser/pages-', 'browser/dashboard', 'server/start-npm', 'server/outage'];

/**
 * The processes `stages` come to, in the order in which they start: stages with one process, then the files that take
 * long, so that none of them is left alone at the end.
 * @param seconds what a job took the last time, by its title
 */
export function jobsOf(stages: Stage[], seconds: Readonly<Record<string, number>> = {}): Job[] {
  const whole = stages
    .filter(({ isApart }) => !isApart)
    .map((stage) => ({ stage, files: stage.files ?? [] }));
  const apart = stages
    .filter(({ isApart }) => isApart)
    .flatMap((stage) => (stage.files ?? []).map((file) => ({ stage, files: [file] })));
  const length = (job: Job) => {
    const at = LONG.findIndex((part) => job.files[0]?.includes(part));
    return seconds[titleOf(job)] ?? (at < 0 ? 0 : 1_000 - at);
  };
  return [...whole, ...apart.sort((a, b) => length(b) - length(a))];
}
