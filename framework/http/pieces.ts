/**
 * Response bodies in pieces: a page consists of cached bytes and of texts for its reader. Each copy of 100 KB takes new
 * memory from the system, and as much time as rendering eight rows of a table, so `joined` uses one buffer again and
 * again.
 */
export type Pieces = readonly (string | Uint8Array<ArrayBuffer>)[];

const bodies = new WeakMap<Response, Pieces>();

/** Returns a response whose body `piecesOf` returns; its `body` is null. */
export function responseOf(pieces: Pieces, init: ResponseInit): Response {
  const response = new Response(null, init);
  bodies.set(response, pieces);
  return response;
}

/** Returns the body of any response. Only a body from `responseOf` can be read again. */
export const piecesOf = async (response: Response): Promise<Pieces> =>
  bodies.get(response) ?? [new Uint8Array(await response.arrayBuffer())];

export const hasBody = (response: Response): boolean => response.body !== null || bodies.has(response);

/** Returns the most bytes that the pieces may have: a UTF-16 unit has at most three bytes in UTF-8. */
export const mostBytes = (pieces: Pieces): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 3 * piece.length : piece.byteLength), 0);

const encoder = new TextEncoder();
let memory = new Uint8Array(256 * 1024);

/** Returns the bytes of a body, which the next call may overwrite: use them at once. */
export function joined(pieces: Pieces): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === 'object') return first;
  const most = mostBytes(pieces);
  if (memory.byteLength < most) memory = new Uint8Array(2 * most);
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') length += encoder.encodeInto(piece, memory.subarray(length)).written;
    else {
      memory.set(piece, length);
      length += piece.byteLength;
    }
  }
  return memory.subarray(0, length);
}
