/** Proves a season from the lines of its bundle, up to the first difference. */
import { BundleProof, type Verification } from '#proof/bundle.ts';
import { type Finding, SeasonDiffersError } from '#proof/difference.ts';

/** A broken link names no row: the row that broke it comes later, or is another difference. */
const OF_LINKS: readonly Finding['what'][] = ['link', 'rows', 'head'];

/**
 * Proves a season from its bundle.
 * @param lines of the bundle
 * @throws SeasonDiffersError naming the row, CannotCheckError
 */
export async function verifyBundle(lines: AsyncIterable<string>): Promise<Verification & { number: number }> {
  let broken: string | null = null;
  const proof = new BundleProof({
    tell({ what, sentence }) {
      if (broken !== null && (what === 'count' || what === 'file')) throw new SeasonDiffersError(broken);
      if (!OF_LINKS.includes(what)) throw new SeasonDiffersError(broken ? `${sentence} ${broken}` : sentence);
      broken ??= sentence;
    },
  });
  for await (const line of lines) proof.add(line);
  const verified = proof.finish();
  if (broken !== null || !verified || !proof.season) throw new SeasonDiffersError(broken ?? '');
  return { number: proof.season.number, ...verified };
}
