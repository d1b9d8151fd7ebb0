/** What a program of one's own is written from, word for word as it is in the repository. */
import bundle from '#docs/rules/14-season-bundle.md' with { type: 'text' };
import tape from '#docs/rules/15-tape.md' with { type: 'text' };

export const PROOF_DOCUMENTS = new Map([
  ['season-bundle.md', bundle],
  ['tape.md', tape],
]);
