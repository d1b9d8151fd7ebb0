/** The results of a run: counts by file, so that a repeated file replaces its first result. */
import type { FileResult, TestResult } from './output.ts';

export type Counts = { passed: number; failed: number; skipped: number };

/** The result of one file of a stage, or of the stage's command. */
export type Part = Counts & {
  /** The file's path, or the name of the command's stage. */
  name: string;
  /** Names of failed tests, or a reason when a process or a command failed outside a test. */
  failures: string[];
  skips: string[];
  seconds: number;
};

/** Returns the counts as a line, for a stage and at the end of `npm test`. */
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
 * Returns the result of each file of a process. Adds a failure to a file that ran no test, and to the last file with a
 * result when the process ended early, or when the exit code is not 0 although no test failed.
 * @param files in the sequence in which they run
 * @param isComplete true when the runner reached its end
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
