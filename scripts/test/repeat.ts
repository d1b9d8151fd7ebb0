/** Gives each failed file one more run, with nothing beside it. */
import type { Part } from './result.ts';

export type Repeated = {
  /** `FILE › NAME` of each test that failed and passed alone. */
  flaky: string[];
  /** Files that are flaky for the second time in the same tree: they count as failed. */
  twice: string[];
};

/**
 * Runs each of `failed` again and puts what it came to in the place of what it came to before.
 * @param runAlone runs the file of a part by itself
 * @param remember keeps the flaky files of this run and returns those that an earlier run of the same tree named
 */
export async function repeatFailed(
  failed: readonly Part[],
  runAlone: (part: Part) => Promise<Part>,
  remember: (files: readonly string[]) => readonly string[],
): Promise<Repeated> {
  const flaky: string[] = [];
  const passed: Part[] = [];
  for (const part of failed) {
    const { failures } = part;
    Object.assign(part, await runAlone(part));
    if (part.failed > 0) continue;
    passed.push(part);
    flaky.push(...failures.map((name) => `${part.name} › ${name}`));
  }
  const earlier = passed.length > 0 ? remember(passed.map(({ name }) => name)) : [];
  for (const part of passed) {
    if (!earlier.includes(part.name)) continue;
    part.failed++;
    part.failures.push('flaky for the second time in this tree');
  }
  return { flaky, twice: [...earlier] };
}
