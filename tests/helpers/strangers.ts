/** The proofs of a bundle outside the server: the page's, and the one in Python, which shares no code with the others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prove } from '#islands/check/prove.ts';
import { type CheckState, Report } from '#islands/check/report.ts';
import type { SeenHead } from '#proof/season-replay.ts';
import { testFolder } from './folder.ts';
import { runPython } from './python.ts';

/** Returns the last message of the page's worker. @param seenHeads links that its browser has stored */
export function checkInBrowser(bundle: string, seenHeads: readonly SeenHead[] = []): CheckState {
  let last: CheckState | undefined;
  prove({ bytes: new TextEncoder().encode(bundle), seenHeads }, new Report((state) => (last = state)));
  return last!;
}

/** Runs tests/independent/verify.py. @returns its output and its exit code */
export async function checkInPython(bundle: string): Promise<{ code: number; output: string }> {
  const file = join(testFolder(), 'season.jsonl.gz');
  writeFileSync(file, Bun.gzipSync(bundle));
  return await runPython('verify.py', file);
}
