/** Proves a season from its bundle, line by line, and stops at the first row that differs. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BundleProof } from '#proof/bundle.ts';
import { type Finding, SeasonDiffersError } from '#proof/difference.ts';
import type { Verification } from '#proof/season-replay.ts';

/** Findings that name only a link. A later finding may name the wrong row. */
const OF_LINKS: readonly Finding['what'][] = ['link', 'salt', 'rows', 'head'];

/** @param lines the bundle's, without line ends @throws SeasonDiffersError naming the row, CannotCheckError */
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

const LONGEST = 1 << 16;

/** Yields the lines of a gzipped or plain file, without line ends. @throws SeasonDiffersError for a damaged file */
export async function* bundleFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  try {
    for await (const bytes of await contentOf(path)) {
      const lines = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop()!;
      if (rest.length > LONGEST) throw new SeasonDiffersError('The file is not a bundle: a line has no end.');
      yield* lines;
    }
  } catch (error) {
    if (error instanceof SeasonDiffersError) throw error;
    throw new SeasonDiffersError(`The file cannot be read: ${(error as Error).message}`);
  }
  if (rest !== '') throw new SeasonDiffersError('The file ends in the middle of a line.');
}

async function contentOf(path: string): Promise<Readable> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close());
  const stream = createReadStream(path);
  const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
  return isGzip ? pipeline(stream, createGunzip(), () => {}) : stream;
}
