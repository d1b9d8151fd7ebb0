/** The result of a run: counts by file, so that a file that runs again replaces its first result. */
import type { FileResult, TestResult } from './output.ts';

export type Counts = { passed: number; failed: number; skipped: number };

/** The result of one file of a stage, or of the stage's command. */
export type Part = Counts & {
  /** The file's path, or the command's stage. */
  name: string;
  /** The names of its failed tests; what ended a process or a command when that was no test. */
  failures: string[];
  skips: string[];
  seconds: number;
};

/** The line `npm test` ends with, and the one of each stage. */
export function summary(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * The parts of a process of test files. A file that never got its turn, or that the process ended in, has one failure
 * more; so has the last file when the process says it failed and no test does.
 * @param files in the order in which they run
 * @param isComplete whether the runner got to its end
 */
export function partsOf(
  files: readonly string[],
  results: readonly FileResult[],
  exitCode: number,
  isComplete: boolean,
): Part[] {
  const parts = files.map((file) =>
    partOf(
      file,
      results.find((result) => result.file === file),
    ),
  );
  for (const part of parts) {
    if (part.passed + part.failed + part.skipped === 0) addFailure(part, 'ran no test');
  }
  const last = parts.find(({ name }) => name === results.at(-1)?.file) ?? parts[0]!;
  if (!isComplete) addFailure(last, 'its process ended before its time');
  else if (exitCode !== 0 && sum(parts).failed === 0) addFailure(last, 'an error outside of its tests');
  return parts;
}

function partOf(file: string, result: FileResult | undefined): Part {
  const tests = result?.tests ?? [];
  const named = (outcome: TestResult['outcome']) =>
    tests.filter((test) => test.outcome === outcome).map(({ name }) => name);
  const failures = named('failed');
  const skips = named('skipped');
  return {
    name: file,
    passed: tests.length - failures.length - skips.length,
    failed: failures.length,
    skipped: skips.length,
    failures,
    skips,
    seconds: result?.seconds ?? 0,
  };
}

function addFailure(part: Part, name: string): void {
  part.failed++;
  part.failures.push(name);
}
