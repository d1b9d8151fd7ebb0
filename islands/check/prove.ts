/** The proof of a bundle for the page: the same program as `npm run verify-season`. */
import { BundleProof } from '#proof/bundle.ts';
import type { SeenHead } from '#proof/season-replay.ts';
import { CannotCheckError } from '#proof/terms.ts';
import type { Report } from './report.ts';

export type ProofInput = {
  /** The bundle, uncompressed. */
  bytes: Uint8Array;
  seenHeads: readonly SeenHead[];
};

/** Proves a bundle and passes all findings to `report`. */
export function prove({ bytes, seenHeads }: ProofInput, report: Report): void {
  // the decoder keeps a byte order mark, which would be part of the hashed bytes
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n');
  const rest = lines.pop();
  const proof = new BundleProof(report, seenHeads);
  let hasBegun = false;
  try {
    for (const line of lines) {
      proof.add(line);
      if (!hasBegun && proof.season) report.begin(proof.season, lines);
      hasBegun = proof.season !== null;
    }
    if (rest !== '') proof.addRest();
    proof.finish();
  } catch (error) {
    if (!(error instanceof CannotCheckError)) throw error;
    report.end('cannot');
    return;
  }
  if (!proof.season) report.end('cannot');
  else report.end(report.state.differences > 0 ? 'differs' : 'holds');
}
