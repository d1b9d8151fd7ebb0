/** Runs one job of a stage: a command, or `bun test` on some files. */
import { readFileSync } from 'node:fs';
import { SETTING_NAMES } from '#services/platform/settings.ts';
import { hasSystemPostgres } from '#tests/helpers/postgres.ts';
import { TEST_LIMIT_MS } from '#tests/helpers/until.ts';
import { ensureChromium } from './chromium.ts';
import { TestOutput, type TestResult } from './output.ts';
import { type Part, partsOf } from './result.ts';
import type { Job, Stage } from './stages.ts';

/** A process that prints nothing for this long counts as stuck, ms: longer than any test and its hooks take. */
const SILENCE_LIMIT_MS = 10 * 60_000;

export type JobResult = {
  parts: Part[];
  /** The output of a failed command, or of a process that failed outside a test. */
  problem?: string;
};

/**
 * Runs a job.
 * @param onResult called after each test of a test file; never for a command, nor for files that this machine cannot
 * run
 */
export async function runJob(job: Job, onResult: (result: TestResult) => void): Promise<JobResult> {
  const { stage, files } = job;
  if (stage.command) return runStageCommand(stage, stage.command);
  const provision = await provide(stage);
  if ('reason' in provision) return { parts: files.map((file) => skippedPart(file, provision.reason)) };
  return runTests(job, provision.env, onResult);
}

/** Runs a command. Returns its whole output and its exit code, which is 1 after a signal. */
export async function runCommand(command: string[], env: Record<string, string> = {}) {
  let output = '';
  const code = await run(command, env, (text) => {
    output += text;
  });
  return { code, output };
}

/** The environment for a stage's tests, or the reason why this machine cannot run them. */
type Provision = { env: Record<string, string> } | { reason: string };

async function provide(stage: Stage): Promise<Provision> {
  if (stage.needs === 'system PostgreSQL' && !hasSystemPostgres()) {
    return { reason: 'PostgreSQL (initdb, postgres) is not installed on this machine' };
  }
  if (stage.needs !== 'chromium') return { env: {} };
  const chromium = await ensureChromium();
  return 'problem' in chromium ? { reason: chromium.problem } : { env: { CHROMIUM: chromium.path } };
}

/**
 * Runs a stage's command. It counts as one test, or as one for each output line that begins with `holds`, `FAILS` or
 * `skipped`.
 */
async function runStageCommand({ name }: Stage, command: string[]): Promise<JobResult> {
  const startedAt = performance.now();
  const { code, output } = await runCommand(command);
  const lines = (pattern: RegExp) => output.match(pattern) ?? [];
  const skips = lines(/^skipped: .*/gm).map((line) => line.replace('skipped: ', ''));
  const holds = lines(/^holds {2}/gm).length;
  const failures = code === 0 ? [] : lines(/^FAILS {2}.*/gm).map((line) => line.replace(/^FAILS\s+/, ''));
  if (code !== 0 && failures.length === 0) failures.push(`exit code ${code}`);
  const part: Part = {
    name,
    passed: holds + skips.length > 0 ? holds : Number(code === 0),
    failed: failures.length,
    skipped: skips.length,
    failures,
    skips,
    seconds: (performance.now() - startedAt) / 1000,
  };
  return code === 0 ? { parts: [part] } : { parts: [part], problem: output };
}

async function runTests(
  { stage, files }: Job,
  env: Record<string, string>,
  onResult: (result: TestResult) => void,
): Promise<JobResult> {
  const reader = new TestOutput(new Set(files), onResult);
  const flags = [
    // test files of a stage with `isApart` share one import of the product; other files run isolated, because only some
    // of them may have a `document` (tests/helpers/preload.ts)
    ...(stage.isApart ? [] : ['--isolate']),
    // on the command line, because the preload sets the limit for one file only
    `--timeout=${TEST_LIMIT_MS}`,
  ];
  const command = [process.execPath, 'test', ...flags, ...files.map((file) => `./${file}`)];
  const code = await run(
    command,
    {
      ...stage.env,
      ...env,
      TEST_OWNER: `${process.pid}`,
      // Never return memory to the system: requesting it again took a third of the time of tests that compute.
      MIMALLOC_PURGE_DELAY: '-1',
      // the run has built the pages already
      TEST_BUILT: '1',
    },
    (text) => reader.push(text),
  );
  const rest = reader.end();
  const isComplete = /^Ran \d+ tests? across \d+ files?/m.test(rest);
  const parts = partsOf(files, reader.files, code, isComplete);
  const isExplained = code === 0 || reader.files.some(({ tests }) => tests.some(isFailed));
  return isExplained && isComplete ? { parts } : { parts, problem: rest };
}

const isFailed = ({ outcome }: TestResult) => outcome === 'failed';

/** Returns the result of a file that cannot run here: its tests count as skipped. */
function skippedPart(file: string, reason: string): Part {
  const text = readFileSync(file, 'utf8');
  const tests = text.match(/^\s*(?:test|it)(?:\.\w+(?:\([^)]*\))?)?\(/gm)?.length ?? 0;
  const skipped = Math.max(1, tests);
  return { name: file, passed: 0, failed: 0, skipped, failures: [], skips: [reason], seconds: 0 };
}

/** Runs a command without the product's variables of this shell, so that a test has only its own settings. */
async function run(command: string[], extra: Record<string, string>, onText: (text: string) => void) {
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
  const onOutput = (text: string) => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_LIMIT_MS);
    onText(text);
  };
  const [, , code] = await Promise.all([
    readText(child.stdout, onOutput),
    readText(child.stderr, onOutput),
    child.exited,
  ]);
  clearTimeout(timer);
  if (!child.signalCode) return code;
  onText(`\nended by ${child.signalCode} (a process may say nothing for ${SILENCE_LIMIT_MS / 60_000} min)\n`);
  return 1;
}

async function readText(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of stream) onText(decoder.decode(bytes, { stream: true }));
}
