/** Reads requests: id, scheme, body, fields. */
import { httpFailure } from '../failure.ts';
import { MAX_BODY_BYTES, mediaType } from './security.ts';

/** The header with a request's id: for the log, the response and the error page. */
const HEADER = 'x-request-id';
/** The format of ids that a trusted proxy may set. */
const PROXY_ID = /^[\w.:-]{8,64}$/;

/** Gives a request an id, unless a trusted proxy did. @param isTrusted true when the proxies in front are ours */
export function nameRequest({ headers }: Request, isTrusted: boolean): void {
  const given = headers.get(HEADER);
  if (given !== null && isTrusted && PROXY_ID.test(given)) return;
  headers.set(HEADER, crypto.randomUUID());
}

/** Returns the id that `nameRequest` gave a request. Requests for stored pages and files have none. */
export const requestId = ({ headers }: Request): string => headers.get(HEADER) ?? '';

/** Copies the request's id to its response. */
export function nameAnswer(request: Request, answer: Headers): void {
  answer.set(HEADER, requestId(request));
}

/** True when the visitor uses https: by the public URL, or by the header of a trusted proxy. */
export function isHttps(request: Request, settings: { publicUrl: string; trustProxy: number }): boolean {
  if (settings.publicUrl.startsWith('https:')) return true;
  return settings.trustProxy > 0 && request.headers.get('x-forwarded-proto') === 'https';
}

/** Converts the fields of a form to the input of its schema. */
export type ReadForm = (fields: Record<string, unknown>) => unknown;

/**
 * Reads a request's body as JSON or as a form, up to MAX_BODY_BYTES, whatever length it declares; undefined for an
 * empty one.
 * @throws HttpFailure TOO_LARGE (413), BAD_JSON (400), UNSUPPORTED_TYPE (415)
 */
export async function readBody(request: Request, readForm: ReadForm = (fields) => fields): Promise<unknown> {
  const text = await readText(request);
  if (text === '') return undefined;
  const type = mediaType(request);
  if (type === 'application/x-www-form-urlencoded') return readForm(fieldsOf(new URLSearchParams(text)));
  if (type !== 'application/json') throw httpFailure('UNSUPPORTED_TYPE');
  try {
    return JSON.parse(text, plainNumbers);
  } catch {
    throw httpFailure('BAD_JSON');
  }
}

/**
 * Turns a number with an exponent (1e3, 1e400) into NaN, which every schema refuses: the site accepts numbers in digits
 * only.
 */
function plainNumbers(_: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && /e/i.test(context?.source ?? '') ? Number.NaN : value;
}

/**
 * Reads the body and counts its bytes as they arrive: a chunked body declares no length.
 * @throws HttpFailure TOO_LARGE
 */
async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw httpFailure('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the fields of a form or a query. A repeated name has a list of values; `__proto__` is an ordinary key. */
export function fieldsOf(params: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of params) {
    const previous = fields[name];
    if (Array.isArray(previous)) previous.push(value);
    else fields[name] = previous === undefined ? value : [previous, value];
  }
  return { ...fields };
}
