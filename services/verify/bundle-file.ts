/** Reads a bundle's file line by line, without loading it whole. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SeasonDiffersError } from '#proof/difference.ts';

/** The longest line, characters. */
const LONGEST = 1 << 16;

/** Yields the lines of a file, gzipped or not, without line ends. @throws SeasonDiffersError where it is damaged */
export async function* bundleFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
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
