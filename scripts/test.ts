/**
 * `npm test`: the quick tests; `npm test -- all`: everything, with a second run of each failed file alone; or the named
 * parts: `npm test -- unit`, `npm test -- tests/server/trade`, `npm test -- changed` (tests that uncommitted changes, or
 * else the last commit, can reach). scripts/test/tiers.ts is the table of tests. The last line of output has the totals; the
 * exit code is 1 when anything failed, or nothing ran.
 */
import { availableParallelism } from 'node:os';
import { changedFiles, importersOf, reachOf, readSources } from './test/changed.ts';
import { rememberFlaky, repeatFailed, treeName } from './test/flaky.ts';
import type { TestResult } from './test/output.ts';
import { keepTimes, Progress, readTimes, slowest, type Times } from './test/progress.ts';
import { type Part, sum, summary } from './test/result.ts';
import { type JobResult, runCommand, runJob } from './test/run.ts';
import {
  ALL,
  allStages,
  chooseStages,
  type Job,
  jobsOf,
  keepFiles,
  type Stage,
  testFiles,
  timeName,
} from './test/stages.ts';

/** Processes at a time: two for each core, because most of them wait, but at most eight. */
const LANES = Number(process.env.TEST_LANES) || Math.min(8, 2 * availableParallelism());

const filters = process.argv.slice(2);
const isWhole = filters.includes(ALL);
const stages = choose();
const progress = new Progress();
const parts = new Map<Stage, Part[]>(stages.map((stage) => [stage, []]));
const startedAt = performance.now();

const build = await buildFiles();
let flaky: string[] = [];
if (build) {
  progress.say(build);
} else {
  await runAll(jobsOf(stages, LANES, readTimes()));
  if (isWhole) flaky = await repeatAlone();
}
progress.stop();
const times = timesOf();
keepTimes(times);
for (const line of slowest(times)) console.log(line);

const total = sum([...parts.values()].flat());
if (build) total.failed++;
const isEmpty = total.passed + total.failed === 0;
if (isEmpty) console.log('Nothing ran: no stage and no test file fits.');
console.log(`in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
for (const line of flaky) console.log(`flaky: ${line}`);
console.log(summary(total));
process.exit(total.failed > 0 || isEmpty ? 1 : 0);

function choose(): Stage[] {
  const sources = readSources();
  const onDatabase = importersOf(['tests/helpers/postgres.ts'], sources);
  const stages = allStages(testFiles(), (file) => onDatabase.has(file));
  if (isWhole) process.env.TEST_MATRIX = ALL;
  if (filters.join() !== 'changed') return chooseStages(stages, filters);
  const { tests, addresses } = reachOf(changedFiles('HEAD~1'), sources);
  // layouts and middlewares (`_…`) can change every page
  if (!addresses.some((address) => address.includes('/_'))) process.env.TEST_PAGES = addresses.join();
  return keepFiles(stages, new Set(tests));
}

/** Generates the routes and the pages' files, which types and tests import. Returns the output of a failed build. */
async function buildFiles(): Promise<string | undefined> {
  const { code, output } = await runCommand([process.execPath, 'framework/build/build.ts'], {
    NODE_ENV: 'production',
  });
  return code === 0 ? undefined : output;
}

/** Runs `jobs` from the first on, LANES at a time, and reports each stage after the last of its jobs. */
async function runAll(jobs: Job[]): Promise<void> {
  const open = new Map(
    stages.map((stage) => [stage, jobs.filter((job) => job.stage === stage).length] as const),
  );
  const queue = jobs.values();
  const lane = async () => {
    for (const job of queue) {
      const result = await watch(job);
      parts.get(job.stage)!.push(...result.parts);
      open.set(job.stage, open.get(job.stage)! - 1);
      if (open.get(job.stage) === 0) reportStage(job.stage);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Runs a job while the progress line counts its tests; prints each failure at once, with its file. */
async function watch(job: Job): Promise<JobResult> {
  progress.begin(job.stage.name);
  let counted = 0;
  const result = await runJob(job, (test) => {
    counted++;
    progress.count(test.outcome);
    if (test.outcome === 'failed') progress.say(failureText(job.stage, test));
  });
  if (counted === 0) {
    const { passed, failed, skipped } = sum(result.parts);
    progress.count('passed', passed);
    progress.count('failed', failed);
    progress.count('skipped', skipped);
  }
  if (result.problem !== undefined) {
    progress.say(`\n--- ${titleOf(job)} ---\n${result.problem.trimEnd()}\n`);
  }
  progress.end(job.stage.name);
  return result;
}

// functions, not constants: they are called before this module has finished
function titleOf({ stage, files }: Job): string {
  return [stage.name, ...files].join(' ');
}

function failureText(stage: Stage, { file, name, output }: TestResult): string {
  return `\n--- ${stage.name}: ${file} › ${name} ---\n${output}\n`;
}

/** Prints one line for a stage; its time is the sum over its processes. */
function reportStage(stage: Stage): void {
  const all = parts.get(stage)!;
  const seconds = all.reduce((total, part) => total + part.seconds, 0);
  progress.say(`${stage.name}: ${summary(sum(all))} (${seconds.toFixed(1)} s)`);
  const skips = new Map<string, number>();
  for (const reason of all.flatMap((part) => part.skips)) skips.set(reason, (skips.get(reason) ?? 0) + 1);
  for (const [reason, n] of skips) progress.say(`  skipped: ${reason}${n > 1 ? ` (${n} files)` : ''}`);
}

/** Runs failed files once more, each alone; not the quick commands, whose result would be the same. */
async function repeatAlone(): Promise<string[]> {
  const stageOf = new Map<Part, Stage>();
  for (const [stage, all] of parts) {
    if (stage.command && stage.tier === 'quick') continue;
    for (const part of all) if (part.failed > 0) stageOf.set(part, stage);
  }
  if (stageOf.size > 0) progress.say(`once more, alone: ${stageOf.size}`);
  const runAlone = async (part: Part): Promise<Part> => {
    const stage = stageOf.get(part)!;
    const again = await watch({ stage, files: stage.command ? [] : [part.name] });
    return again.parts[0]!;
  };
  const tree = treeName();
  const { flaky, twice } = await repeatFailed([...stageOf.keys()], runAlone, (files) =>
    tree ? rememberFlaky(tree, files) : [],
  );
  for (const file of twice) progress.say(`${file} is flaky for the second time in this tree: mend it`);
  return flaky;
}

/** Returns the seconds of each file in stages with several processes, else of the whole stage. */
function timesOf(): Times {
  const times: Times = {};
  for (const [stage, all] of parts) {
    if (!stage.isApart && all.length > 0) {
      times[stage.name] = all.reduce((total, part) => total + part.seconds, 0);
    }
    if (stage.isApart) for (const part of all) times[timeName(stage, part.name)] = part.seconds;
  }
  return times;
}
