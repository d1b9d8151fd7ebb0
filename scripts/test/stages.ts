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

/** Parts of paths of the longest test files and their seconds, for a machine without stored times. */
export const LONG: readonly (readonly [part: string, seconds: number])[] = [
  ['browser/pages-', 250],
  ['server/season-bundle', 230],
  ['server/loop-delay', 150],
  ['browser/dashboard', 110],
  ['browser/prize-month', 90],
  ['browser/ordinary', 70],
  ['server/orders-proof', 60],
  ['browser/contest', 60],
  ['server/start-npm', 50],
  ['server/seeds', 50],
  ['server/budgets', 50],
  ['server/game-forgeries', 45],
  ['browser/chart-', 40],
];

/**
 * Seconds below which a long run does not divide files among processes, because each process loads the product. A short
 * run divides them further, to use every lane.
 */
const LEAST_SECONDS = 50;

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
  const timed = stages
    .filter(({ isApart }) => isApart)
    .map((stage) => ({
      stage,
      files: stage.files.map((file) => ({
        file,
        length: lengthOf(stage, file, seconds[timeName(stage, file)]),
      })),
    }));
  const least = Math.min(LEAST_SECONDS, sum(timed.flatMap(({ files }) => files)) / (4 * lanes));
  const apart = timed.flatMap(({ stage, files }) => shares(stage, files, lanes, least));
  return [...whole, ...apart.sort((a, b) => b.length - a.length).map(({ job }) => job)];
}

/** Returns the seconds that a file takes: the stored ones, else those of the table or of its stage. */
const lengthOf = (stage: Stage, file: string, stored: number | undefined) =>
  stored ?? LONG.find(([part]) => file.includes(part))?.[1] ?? stage.seconds!;

type Timed = { file: string; length: number };

const sum = (files: readonly Timed[]) => files.reduce((total, { length }) => total + length, 0);

/** @param least seconds below which files are not divided */
function shares(stage: Stage, timed: readonly Timed[], lanes: number, least: number) {
  const files = timed.toSorted((a, b) => b.length - a.length);
  const jobs: { job: Job; length: number }[] = [];
  while (files.length > 0) {
    const share = Math.max(least, sum(files) / (2 * lanes));
    const some = files.splice(0, 1);
    while (files[0] && some.length < MOST_FILES && sum(some) + files[0].length <= share)
      some.push(files.shift()!);
    jobs.push({ job: { stage, files: some.map(({ file }) => file) }, length: sum(some) });
  }
  return jobs;
}
