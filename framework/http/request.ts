import { httpFailure } from '../failure.ts';
import { MAX_BODY_BYTES, mediaType } from './security.ts';

/** What a request is called: in the log, in X-Request-Id, and on the page that says it failed. */

const HEADER = 'x-request-id';
/** What a proxy in front may have called it. */
const OF_A_PROXY = /^[\w.:-]{8,64}$/;

/** The id of a request, for logs. @param isTrusted whether a trusted proxy may have set it */
export function nameRequest({ headers }: Request, isTrusted: boolean): void {
  const given = headers.get(HEADER);
  if (given !== null && isTrusted && OF_A_PROXY.test(given)) return;
  headers.set(HEADER, crypto.randomUUID());
}

/** The name of a request; empty for one that was not named, whose answer was stored before. */
export const requestId = ({ headers }: Request): string => headers.get(HEADER) ?? '';

/** Puts the request's name on its answer. */
export function nameAnswer(request: Request, answer: Headers): void {
  answer.set(HEADER, requestId(request));
}

/** Whether the visitor reached us over https, as far as the settings let a proxy tell. */
export function isHttps(request: Request, settings: { publicUrl: string; trustProxy: number }): boolean {
  if (settings.publicUrl.startsWith('https:')) return true;
  return settings.trustProxy > 0 && request.headers.get('x-forwarded-proto') === 'https';
}

/** Reads what people typed in the fields of a form. */
export type ReadForm = (fields: Record<string, unknown>) => unknown;

/**
 * Reads a request's body as JSON or as a form, whatever its declared length says.
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
 * A number written with an exponent (1e3, 1e400) becomes NaN, which every schema refuses: what is a quantity or a
 * sum to us is written out in digits.
 */
function plainNumbers(_: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && /e/i.test(context?.source ?? '') ? Number.NaN : value;
}

/** A chunked body tells no length beforehand, so it is counted while it comes in. */
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

/** Fields of a form or a query; a name given twice has a list. Names such as `__proto__` are plain keys here. */
export function fieldsOf(params: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of params) {
    const before = fields[name];
    if (Array.isArray(before)) before.push(value);
    else fields[name] = before === undefined ? value : [before, value];
  }
  return { ...fields };
}
