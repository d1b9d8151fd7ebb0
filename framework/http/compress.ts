/** Compresses responses, and passes them to Bun in the form that Bun sends fastest. */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { hasBody, joined, mostBytes, type Pieces, piecesOf } from './pieces.ts';

/** A smaller body is not compressed: it would cost more than it saves. */
const WORTH_BYTES = 1024;
/** A larger body is compressed in another thread: it would block all other requests for milliseconds. */
const LARGE_BYTES = 64 * 1024;
/**
 * Bun 1.4 sends an awaited response of this many bytes or more in pieces: each header name and each value takes a
 * system call and a packet.
 */
const PIECEMEAL_BYTES = 15 * 1024;
const TEXT = /^(text\/(?!event-stream)|application\/(json|xml|manifest\+json|problem\+json)|image\/svg)/;

/** Returns the content codings that a client accepts, without those with `q=0`. */
function acceptedEncodings(request: Request): Set<string> {
  const accepted = new Set<string>();
  for (const part of (request.headers.get('accept-encoding') ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = part.trim().split(';');
    if (name && !parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p))) accepted.add(name.trim());
  }
  return accepted;
}

type Live = 'zstd' | 'br' | 'gzip';

/** Compresses at the fastest level: for a response to one reader. */
export function compress(body: Uint8Array<ArrayBuffer>, encoding: Live): Uint8Array {
  if (encoding === 'zstd') return Bun.zstdCompressSync(body, { level: 1 });
  if (encoding === 'gzip') return gzipSync(body, { level: 1 });
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

const inThread = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };

async function compressLarge(body: Uint8Array<ArrayBuffer>, encoding: Live): Promise<Uint8Array> {
  if (encoding === 'zstd') return await Bun.zstdCompress(body, { level: 1 });
  if (encoding === 'gzip') return await inThread.gzip(body, { level: 1 });
  return await inThread.brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

/** Returns the best coding for compressing a response to one reader; null when the client accepts none. */
export function liveEncoding(request: Request): Live | null {
  const accepted = acceptedEncodings(request);
  return (['zstd', 'br', 'gzip'] as const).find((encoding) => accepted.has(encoding)) ?? null;
}

/** Codings of a body that the server compresses once for all readers. */
export type StoredEncoding = 'br' | 'gzip' | 'identity';

/** Returns the best coding of a stored body that the client accepts. */
export function storedEncoding(request: Request): StoredEncoding {
  const accepted = acceptedEncodings(request);
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding)) ?? 'identity';
}

/**
 * Returns a body of PIECEMEAL_BYTES or more as a stream that ends at once. Bun sends such a stream together with the
 * headers, Content-Length included; sending bytes takes seven times as long. A smaller body, and any body for a HEAD,
 * stays bytes.
 */
function bodyOf(pieces: Pieces, { method }: Request): BodyInit {
  const most = mostBytes(pieces);
  if (most < PIECEMEAL_BYTES || method === 'HEAD') return joined(pieces).slice();
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(sink) {
      sink.write(joined(pieces));
      sink.end();
    },
  };
  // a body above this mark would be sent before Bun knows its length
  return new ReadableStream(source as unknown as UnderlyingSource, { highWaterMark: most + 1 });
}

/** Compresses a text response of WORTH_BYTES or more if the client accepts that and it is not compressed already. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  // `no-transform` marks a file that is generated while it is sent and must not be buffered
  const isWhole = !headers.get('cache-control')?.includes('no-transform');
  if (
    !hasBody(response) ||
    !isWhole ||
    headers.has('content-encoding') ||
    !TEXT.test(headers.get('content-type') ?? '')
  ) {
    return response;
  }
  if (!/accept-encoding/i.test(headers.get('vary') ?? '')) headers.append('vary', 'accept-encoding');
  const encoding = liveEncoding(request);
  const pieces = await piecesOf(response);
  headers.delete('content-length');
  if (!encoding || mostBytes(pieces) < WORTH_BYTES)
    return new Response(bodyOf(pieces, request), { status: response.status, headers });
  headers.set('content-encoding', encoding);
  // A strong entity tag names exact bytes; a weak one stays valid when the body is compressed.
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`);
  const body = joined(pieces);
  const small =
    body.byteLength > LARGE_BYTES ? await compressLarge(body.slice(), encoding) : compress(body, encoding);
  return new Response(bodyOf([small as Uint8Array<ArrayBuffer>], request), {
    status: response.status,
    headers,
  });
}
