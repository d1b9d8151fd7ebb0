/** The documents from which anybody can write a checking program of their own, word for word as in the repository. */
import bundle from '#docs/rules/14-season-bundle.md' with { type: 'text' };
import tape from '#docs/rules/15-tape.md' with { type: 'text' };

export const PROOF_DOCUMENTS = new Map([
  ['season-bundle.md', bundle],
  ['tape.md', tape],
]);
