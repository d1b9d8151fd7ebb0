/** The proofs of a bundle outside the server: the page's, and the one in Python, which shares no code with the others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prove } from '#islands/check/prove.ts';
import { type CheckState, Report } from '#islands/check/report.ts';
import type { SeenHead } from '#proof/season-replay.ts';
import { testFolder } from './folder.ts';
import { startPython } from './python.ts';

/** Returns the last message of the page's worker. @param seenHeads links that its browser has stored */
export function checkInBrowser(bundle: string, seenHeads: readonly SeenHead[] = []): CheckState {
  let last: CheckState | undefined;
  prove({ bytes: new TextEncoder().encode(bundle), seenHeads }, new Report((state) => (last = state)));
  return last!;
}

let verifier: ReturnType<typeof startPython> | undefined;
let lastCheck: Promise<unknown> = Promise.resolve();

/**
 * Checks a bundle with tests/independent/verify.py. One process checks all bundles of a test file, so that those with
 * the same seeds share the tape, most of the work.
 * @returns its output and its exit code
 */
export function checkInPython(bundle: string): Promise<{ code: number; output: string }> {
  const file = join(testFolder(), 'season.jsonl.gz');
  writeFileSync(file, Bun.gzipSync(bundle));
  verifier ??= startPython('verify.py', '-');
  const { ask } = verifier;
  const check = lastCheck.then(() => ask(file));
  lastCheck = check.catch(() => {});
  return check;
}
