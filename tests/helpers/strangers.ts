/** The two proofs of a bundle that share no code with the server's: the reader's browser's, and the one in Python. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prove } from '#islands/check/proof/prove.ts';
import { type CheckState, Report, type SeenHead } from '#islands/check/proof/report.ts';
import { testFolder } from './folder.ts';
import { runPython } from './python.ts';

const catalogue = JSON.parse(readFileSync(join(import.meta.dir, '../../static/tape-catalogue.json'), 'utf8'));

/** What the page's worker says in the end. @param seen heads its browser kept */
export function checkInBrowser(bundle: string, seen: readonly SeenHead[] = []): CheckState {
  let last: CheckState | undefined;
  prove({ bytes: new TextEncoder().encode(bundle), catalogue, seen }, new Report((state) => (last = state)));
  return last!;
}

/** What tests/independent/verify.py prints, and its exit code. */
export async function checkInPython(bundle: string): Promise<{ code: number; output: string }> {
  const file = join(testFolder(), 'season.jsonl.gz');
  writeFileSync(file, Bun.gzipSync(bundle));
  return await runPython('verify.py', file);
}
