/** The stages of a run: which of them a filter chooses, and the processes that run them. */
import { Glob } from 'bun';
import { type Row, TABLE } from './tiers.ts';

/** A row of the table with its sorted files; a command has none. */
export type Stage = Omit<Row, 'files'> & { files: string[] };

/** The part of a stage that one process runs: its command, all of its files, or some of them. */
export type Job = { stage: Stage; files: string[] };

/** @param onDatabase true for a test file that needs a database; the other server tests run in the stages without one */
export function allStages(files: string[], onDatabase: (file: string) => boolean = () => true): Stage[] {
  return TABLE.map(({ files: isOf, ...row }) => ({
    ...row,
    files: isOf ? files.filter((file) => isOf(file, onDatabase(file))) : [],
  }));
}

export function testFiles(): string[] {
  const glob = new Glob(
    '{art,core,db,market,proof,components,framework,islands,services,routes,locales,scripts,tests}/**/*.test.{ts,tsx}',
  );
  return [...glob.scanSync('.')].sort();
}

/** The filter that chooses every stage, also those that repeat tests in another setting. */
export const ALL = 'all';

/**
 * Returns the stages that `filters` choose; without filters the quick tier. A filter is `all`, a stage's name (`server`
 * also chooses `server-long`), or a part of a path, which chooses the files with this part.
 */
export function chooseStages(stages: Stage[], filters: string[]): Stage[] {
  if (filters.length === 0) return stages.filter(({ tier }) => tier === 'quick');
  if (filters.includes(ALL)) return stages;
  const names = (stage: Stage, filter: string) =>
    stage.name === filter || stage.name.startsWith(`${filter}-`);
  const paths = filters.filter((filter) => !stages.some((stage) => names(stage, filter)));
  return stages.flatMap((stage) => {
    if (filters.some((filter) => names(stage, filter))) return [stage];
    const files = stage.files.filter((file) => paths.some((path) => file.includes(path)));
    return files.length > 0 ? [{ ...stage, files }] : [];
  });
}

/**
 * Returns the stages with only those of their files that are in `files`; commands stay, as they check all sources. The
 * tier `whole` is left out.
 */
export function keepFiles(stages: Stage[], files: ReadonlySet<string>): Stage[] {
  return stages.flatMap((stage) => {
    if (stage.tier === 'whole') return [];
    if (stage.command) return [stage];
    const some = stage.files.filter((file) => files.has(file));
    return some.length > 0 ? [{ ...stage, files: some }] : [];
  });
}

/** Returns the name of a file in the list of times. */
export const timeName = (stage: Stage, file: string) => `${stage.name}: ${file}`;

/** Parts of paths of test files that take long, for a machine without stored times. */
const LONG = [
  'browser/pages-',
  'browser/dashboard',
  'browser/prize-month',
  'server/game-forgeries',
  'server/loop-delay',
  'server/outage',
  'server/season-bundle',
  'server/start-npm',
];
/** How many times as long a file in LONG takes. */
const LONGER = 10;

/** Most files of one process, whose memory grows with each. */
const MOST_FILES = 12;

/**
 * Returns the processes of `stages` in the sequence of their starts: stages with one process, afterwards the files of
 * the other stages, slow files first. A process runs several files, because loading the product takes long; shares get
 * smaller, so that no process runs alone at the end.
 * @param seconds last duration of each file, by its name in the list of times
 */
export function jobsOf(
  stages: Stage[],
  lanes: number,
  seconds: Readonly<Record<string, number>> = {},
): Job[] {
  const whole = stages.filter(({ isApart }) => !isApart).map((stage) => ({ stage, files: stage.files }));
  const apart = stages
    .filter(({ isApart }) => isApart)
    .flatMap((stage) => shares(stage, lanes, (file) => lengthOf(file, seconds[timeName(stage, file)])));
  return [...whole, ...apart.sort((a, b) => b.length - a.length).map(({ job }) => job)];
}

const lengthOf = (file: string, known: number | undefined) =>
  known ?? (LONG.some((part) => file.includes(part)) ? LONGER : 1);

function shares(stage: Stage, lanes: number, lengthOf: (file: string) => number) {
  const files = stage.files
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
