/**
 * `npm test`: each value of every matrix at least once; `npm test -- all`: all of their combinations; or the parts named:
 * `npm test -- unit`, `npm test -- tests/server/trade`, `npm test -- changed` (what differs from the last commit, or that
 * commit itself). Ends with the one line that sums all up; its exit code is 1 when anything failed, or nothing ran.
 */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { SETTING_NAMES } from '#services/platform/settings/settings.ts';
import { hasSystemPostgres } from '#tests/helpers/postgres.ts';
import { TEST_LIMIT_MS } from '#tests/helpers/until.ts';
import { changedFiles, importersOf, reachOf, readSources } from './test/changed.ts';
import { ensureChromium } from './test/chromium.ts';
import { join, type Result, readReport, sum, summary } from './test/result.ts';
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
  titleOf,
} from './test/stages.ts';
import { keepTimes, readTimes, slowest, type Times } from './test/times.ts';

/** ms a process may say nothing before it counts as stuck: more than a test and its hooks may take. */
const SILENCE_LIMIT_MS = 10 * 60_000;

/** Processes at a time: two for each core, because most of them wait. */
const LANES = Number(process.env.TEST_LANES) || Math.min(8, 2 * availableParallelism());

const stages = choose(process.argv.slice(2));
const results: Result[] = [];
const times: Times = {};

const prepared = await prepare();
if (prepared) {
  console.log(prepared.output);
  results.push(report('build', prepared));
} else await runAll(jobsOf(stages, LANES, readTimes()));
keepTimes(times);
for (const line of slowest(times)) console.log(line);

const total = sum(results);
const nothing = total.passed + total.failed === 0;
if (nothing) console.log('Nothing ran: no stage and no test file fits.');
console.log(summary(total));
process.exit(total.failed > 0 || nothing ? 1 : 0);

function choose(filters: string[]): Stage[] {
  const sources = readSources();
  const onDatabase = importersOf(['tests/helpers/postgres.ts'], sources);
  const stages = allStages(testFiles(), (file) => onDatabase.has(file));
  if (filters.includes(ALL)) process.env.TEST_MATRIX = ALL;
  if (filters.join() !== 'changed') return chooseStages(stages, filters);
  const { tests, addresses } = reachOf(changedFiles('HEAD~1'), sources);
  // a layout belongs to every page
  if (!addresses.some((address) => address.includes('/_'))) process.env.TEST_PAGES = addresses.join();
  return keepFiles(stages, new Set(tests));
}

/** Generates the routes and the pages' files, which types and tests refer to. A result only when it fails. */
async function prepare(): Promise<Result | undefined> {
  const result = await runCommand([process.execPath, 'framework/build/build.ts'], { NODE_ENV: 'production' });
  return result.failed ? result : undefined;
}

/** Runs `jobs` in their order, some at a time, and tells of each stage when the last of its jobs is through. */
async function runAll(jobs: Job[]): Promise<void> {
  const done = new Map<Stage, Result[]>(jobs.map(({ stage }) => [stage, []]));
  const provided = new Map([...done.keys()].map((stage) => [stage, provide(stage)]));
  const queue = jobs.values();
  const lane = async () => {
    for (const job of queue) {
      const { stage } = job;
      const result = await timed(async () => runJob(job, await provided.get(stage)!));
      Object.assign(times, timesOf(job, result));
      if (result.failed) printFailure(job, result);
      const ofStage = done.get(stage)!;
      ofStage.push(result);
      if (ofStage.length === jobs.filter((job) => job.stage === stage).length)
        results.push(report(stage.name, join(ofStage)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Of each file where files share a process, of the process else. */
function timesOf({ stage }: Job, { files, seconds = 0 }: Result): Times {
  if (!stage.isApart) return { [stage.name]: seconds };
  return Object.fromEntries((files ?? []).map((file) => [timeName(stage, file.name), file.seconds]));
}

async function runJob({ stage, files }: Job, need: Provision): Promise<Result> {
  if (stage.command) return await runCommand(stage.command);
  if ('problem' in need) return skipAll(files, need.problem);
  return await runTests(stage, files, need.env);
}

/** What a stage needs on this machine, as variables for its tests, or why it cannot be had. */
type Provision = { env: Record<string, string> } | { problem: string };

async function provide(stage: Stage): Promise<Provision> {
  if (stage.needs === 'system PostgreSQL' && !hasSystemPostgres()) {
    return { problem: 'PostgreSQL (initdb, postgres) is not installed on this machine' };
  }
  if (stage.needs !== 'chromium') return { env: {} };
  const chromium = await ensureChromium();
  return 'problem' in chromium ? chromium : { env: { CHROMIUM: chromium.path } };
}

async function runCommand(command: string[], env: Record<string, string> = {}): Promise<Result> {
  const { code, output } = await run(command, env);
  return { ...countFindings(code, output), output };
}

/** One for a command that says nothing of its parts; else those it says hold, fail or were skipped, a line each. */
function countFindings(code: number, output: string) {
  const lines = (pattern: RegExp) => output.match(pattern) ?? [];
  const skips = lines(/^skipped: .*/gm).map((line) => line.replace('skipped: ', ''));
  const holds = lines(/^holds {2}/gm).length;
  const failed = code === 0 ? 0 : Math.max(1, lines(/^FAILS {2}/gm).length);
  return {
    passed: holds + skips.length > 0 ? holds : Number(code === 0),
    failed,
    skipped: skips.length,
    skips,
  };
}

async function runTests(stage: Stage, files: string[], env: Record<string, string>): Promise<Result> {
  const file = joinPath(tmpdir(), `paperpit-report-${crypto.randomUUID()}.xml`);
  const flags = [
    // these load the product once for all files of a process; of the others some have a document and some must not
    ...(stage.isApart ? [] : ['--isolate']),
    // what the preload sets is forgotten after the first file
    `--timeout=${TEST_LIMIT_MS}`,
    ...['--reporter=junit', `--reporter-outfile=${file}`],
  ];
  const paths = files.map((path) => `./${path}`);
  const { code, output } = await run([process.execPath, 'test', ...flags, ...paths], {
    ...stage.env,
    ...env,
    TEST_OWNER: `${process.pid}`,
    // memory that is given back is soon asked for again, a third of the time of tests that compute
    MIMALLOC_PURGE_DELAY: '-1',
    // by `prepare`
    TEST_BUILT: '1',
  });
  let xml: string | undefined;
  try {
    xml = readFileSync(file, 'utf8');
  } catch {
    // the runner did not get to its end; readReport counts that
  }
  rmSync(file, { force: true });
  return { ...readReport(xml, code), output };
}

/** A stage that cannot run here: its tests count as skipped, none as passed. */
function skipAll(files: string[], reason: string): Result {
  const count = (file: string) =>
    readFileSync(file, 'utf8').match(/^\s*(?:test|it)(?:\.\w+(?:\([^)]*\))?)?\(/gm)?.length ?? 0;
  const skipped = files.reduce((total, file) => total + Math.max(1, count(file)), 0);
  return { passed: 0, failed: 0, skipped, output: '', skips: [`${files.length} files: ${reason}`] };
}

/** Runs a command without the product's settings of this shell, so that a test sees only its own. */
async function run(command: string[], extra: Record<string, string>) {
  const ours = new Set(SETTING_NAMES);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
  const child = Bun.spawn(command, {
    env: { ...env, ...extra },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const end = () => child.kill('SIGKILL');
  let timer = setTimeout(end, SILENCE_LIMIT_MS);
  const onOutput = () => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_LIMIT_MS);
  };
  const [out, err, code] = await Promise.all([
    readText(child.stdout, onOutput),
    readText(child.stderr, onOutput),
    child.exited,
  ]);
  clearTimeout(timer);
  const late = child.signalCode
    ? `\nended by ${child.signalCode} (a process may say nothing for ${SILENCE_LIMIT_MS / 60_000} min)`
    : '';
  return { code: child.signalCode ? 1 : code, output: `${out}${err}${late}` };
}

async function readText(stream: ReadableStream<Uint8Array>, onOutput: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stream) {
    onOutput();
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

async function timed(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

function printFailure(job: Job, { output }: Result): void {
  const title = titleOf(job);
  console.log(`\n--- ${title} ---\n${output.trimEnd()}\n--- end of ${title} ---\n`);
}

/** One line for a stage; its time is that of all its processes. */
function report(name: string, result: Result): Result {
  const time = result.seconds === undefined ? '' : ` (${result.seconds.toFixed(1)} s)`;
  console.log(`${name}: ${summary(result)}${time}`);
  for (const skip of result.skips) console.log(`  skipped: ${skip}`);
  return result;
}
