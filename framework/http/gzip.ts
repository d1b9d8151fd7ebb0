/** Long texts as compressed files, sent as they are made: memory holds a piece or two, however slow the reader is. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** @param pieces of the file's text; taken when the reader has room for more, and ended when it leaves */
export function gzipAnswer(name: string, pieces: AsyncIterable<string>): Response {
  const gzip = createGzip({ level: 4 });
  // an error has ended the answer already
  pipeline(Readable.from(pieces, { highWaterMark: 1 }), gzip, () => {});
  return new Response(Readable.toWeb(gzip) as unknown as ReadableStream, {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}
