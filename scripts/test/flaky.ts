/**
 * Flaky files: they failed once and then passed alone. They are stored outside of the clone, because a second run of
 * the same tree is often in another clone. A file that is flaky in two runs of a tree counts as failed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Part } from './result.ts';

/** Flaky files by tree, the newest tree last. */
type Memory = Record<string, string[]>;

const FOLDER = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'paperpit');
const MOST_TREES = 20;

/**
 * Stores the flaky files of this run of `tree`.
 * @returns the files among them that an earlier run of the same tree stored
 */
export function rememberFlaky(tree: string, files: readonly string[], folder = FOLDER): string[] {
  const path = join(folder, 'flaky-tests.json');
  const memory = readMemory(path);
  const earlier = memory[tree] ?? [];
  delete memory[tree];
  const trees = Object.entries({ ...memory, [tree]: [...new Set([...earlier, ...files])] });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, JSON.stringify(Object.fromEntries(trees.slice(-MOST_TREES))));
  return files.filter((file) => earlier.includes(file));
}

function readMemory(path: string): Memory {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Returns a hash of this tree with its uncommitted changes; undefined without git. */
export function treeName(): string | undefined {
  const git = (...args: string[]) => Bun.spawnSync(['git', ...args]);
  const head = git('rev-parse', 'HEAD^{tree}');
  if (head.exitCode !== 0) return undefined;
  const changes = git('diff', 'HEAD').stdout.toString() + git('status', '--porcelain').stdout.toString();
  return head.stdout.toString().trim() + (changes && `+${Bun.hash(changes).toString(16)}`);
}

export type Repeated = {
  /** `FILE › NAME` of each test that failed and passed alone. */
  flaky: string[];
  /** Files that are flaky for the second time in the same tree, which count as failed. */
  twice: string[];
};

/**
 * Runs each of `failed` again and replaces its result.
 * @param runAlone runs a part's file alone
 * @param remember stores the flaky files of this run and returns those that an earlier run of the same tree stored
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
