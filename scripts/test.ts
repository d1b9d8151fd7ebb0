/**
 * `npm test`: everything, or the parts named: `npm test -- unit`, `npm test -- tests/server/trade`, `npm test -- changed`
 * (what differs from the last commit, or that commit itself). Ends with the one line that sums all up; its exit code is 1
 * when anything failed, or nothing ran.
 */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTING_NAMES } from '#services/platform/settings.ts';
import { hasSystemPostgres } from '#tests/helpers/postgres.ts';
import { changedFiles, importersOf, reachOf, readSources } from './test/changed.ts';
import { ensureChromium } from './test/chromium.ts';
import { type Result, readReport, sum, summary } from './test/result.ts';
import { allStages, chooseStages, groupStages, keepFiles, type Stage, testFiles } from './test/stages.ts';

/** ms a stage may take before it counts as stuck. */
const STAGE_TIMEOUT = 20 * 60_000;

const stages = choose(process.argv.slice(2));
const results: Result[] = [];

const prepared = await prepare();
if (prepared) results.push(report('build', prepared));
else for (const group of groupStages(stages)) await Promise.all(group.map(runAndReport));

const total = sum(results);
const nothing = total.passed + total.failed === 0;
if (nothing) console.log('Nothing ran: no stage and no test file fits.');
console.log(summary(total));
process.exit(total.failed > 0 || nothing ? 1 : 0);

function choose(filters: string[]): Stage[] {
  const sources = readSources();
  const onDatabase = importersOf(['tests/helpers/postgres.ts'], sources);
  const stages = allStages(testFiles(), (file) => onDatabase.has(file));
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

async function runAndReport(stage: Stage): Promise<void> {
  results.push(report(stage.name, await timed(() => runStage(stage))));
}

async function runStage(stage: Stage): Promise<Result> {
  if (stage.command) return await runCommand(stage.command);
  const files = stage.files ?? [];
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0, output: '', skips: [] };
  const need = await provide(stage);
  if ('problem' in need) return skipAll(files, need.problem);
  return await runTests(stage, files, need.env);
}

/** What `stage` needs on this machine, as variables for its tests, or why it cannot be had. */
async function provide(stage: Stage): Promise<{ env: Record<string, string> } | { problem: string }> {
  if (stage.needs === 'system PostgreSQL' && !hasSystemPostgres()) {
    return { problem: 'PostgreSQL (initdb, postgres) is not installed on this machine' };
  }
  if (stage.needs !== 'chromium') return { env: {} };
  const chromium = await ensureChromium();
  return 'problem' in chromium ? chromium : { env: { CHROMIUM: chromium.path } };
}

async function runCommand(command: string[], env: Record<string, string> = {}): Promise<Result> {
  const { code, output } = await run(command, env);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output, skips: [] };
}

async function runTests(stage: Stage, files: string[], env: Record<string, string>): Promise<Result> {
  const file = join(tmpdir(), `paperpit-report-${process.pid}-${stage.name}.xml`);
  const flags = ['--isolate', '--reporter=junit', `--reporter-outfile=${file}`];
  const paths = files.map((path) => `./${path}`);
  const { code, output } = await run([process.execPath, 'test', ...flags, ...paths], {
    ...stage.env,
    ...env,
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
    timeout: STAGE_TIMEOUT,
    killSignal: 'SIGKILL',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const late = child.signalCode
    ? `\nended by ${child.signalCode} (a stage may take ${STAGE_TIMEOUT / 60_000} min)`
    : '';
  return { code: child.signalCode ? 1 : code, output: `${out}${err}${late}` };
}

async function timed(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** One line for a stage that is well, all of its output for one that is not. */
function report(name: string, result: Result): Result {
  if (result.failed) console.log(`\n--- ${name} ---\n${result.output.trimEnd()}\n--- end of ${name} ---\n`);
  const time = result.seconds === undefined ? '' : ` (${result.seconds.toFixed(1)} s)`;
  console.log(`${name}: ${summary(result)}${time}`);
  for (const skip of result.skips) console.log(`  skipped: ${skip}`);
  return result;
}
