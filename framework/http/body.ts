import { httpFailure } from '../failure.ts';
import { MAX_BODY_BYTES, mediaType } from './security.ts';

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
