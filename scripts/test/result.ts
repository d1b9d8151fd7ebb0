/** Counts of a run and how they are read from what the test runner wrote. */

export type Counts = { passed: number; failed: number; skipped: number };

/** What one stage came to; `skips` says for each skipped test, or all of them, why. */
export type Result = Counts & { output: string; skips: string[]; seconds?: number; files?: FileTime[] };

export type FileTime = { name: string; seconds: number };

/** The line `npm test` ends with. */
export function summary(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

export function sum(all: Counts[]): Counts {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The results of a stage's processes as one. */
export function join(all: Result[]): Result {
  return {
    ...sum(all),
    output: all.map(({ output }) => output).join(''),
    skips: all.flatMap(({ skips }) => skips),
    seconds: all.reduce((total, { seconds = 0 }) => total + seconds, 0),
  };
}

/** Reads bun's JUnit report. A report that is missing or names no test counts as one failure. */
export function readReport(xml: string | undefined, exitCode: number): Omit<Result, 'output'> {
  const head = xml && /<testsuites [^>]*>/.exec(xml)?.[0];
  const number = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head || '')?.[1] ?? 0);
  const [tests, failures, skipped] = [number('tests'), number('failures'), number('skipped')];
  // an error outside of any test, or a crash of the runner, shows in the exit code alone
  const failed = failures === 0 && (exitCode !== 0 || tests === 0) ? 1 : failures;
  const passed = Math.max(0, tests - failures - skipped);
  return { passed, failed, skipped, skips: skippedTests(xml ?? ''), files: fileTimes(xml ?? '') };
}

function fileTimes(xml: string): FileTime[] {
  const suites = xml.matchAll(/^ {2}<testsuite name="([^"]+)".* time="([\d.]+)"/gm);
  return Array.from(suites, ([, name, seconds]) => ({ name: name!, seconds: Number(seconds) }));
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

function skippedTests(xml: string): string[] {
  const cases = xml.matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g);
  return [...cases].map(([, name]) => (name ?? '').replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity));
}
