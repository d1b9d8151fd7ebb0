/** A message carried over one redirect in a cookie that only this installation can write. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Flash } from '../visitor.ts';
import { readCookie } from './cookies.ts';
import type { Signer } from './signing.ts';

const NAME = 'flash';
const MAX_AGE_S = 60;
/** Browsers keep cookies of up to 4096 bytes, name and attributes included. */
const MAX_CHARS = 3800;
/** Up to this size a message travels as it is; above it is deflated. */
const PLAIN_CHARS = 1500;
/** The longest contact message of three-byte letters, twice over. */
const MAX_INFLATED = 32 * 1024;
/** No base64url text has a dot. */
const DEFLATED = 'z.';
/** Of a title, of a message and of what is wrong with one field. */
const SENTENCE_CHARS = 500;
/** More fields than any form has, and longer values than any field takes. */
const MAX_FIELDS = 40;
const NAME_CHARS = 60;
const VALUE_CHARS = 6000;

/** The Set-Cookie value that takes the message away once a page has shown it. */
export const CLEAR_FLASH = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export type Flashes = {
  /**
   * The Set-Cookie value that carries `flash` over one redirect. The longest form values are left out if they do not
   * fit, a longer sentence is cut.
   */
  cookie(flash: Flash): string;
  /** The message this request carries; null when there is none, or it is too old or not one of ours. */
  read(request: Request): Flash | null;
};

const fields = (chars: number) =>
  z
    .record(z.string().max(NAME_CHARS), z.string().max(chars))
    .refine((all) => Object.keys(all).length <= MAX_FIELDS)
    .optional();

/** What travels: the message and when it was written, epoch ms. */
const Carried = z.object({
  at: z.number(),
  kind: z.enum(['success', 'error']),
  title: z.string().max(SENTENCE_CHARS),
  message: z.string().max(SENTENCE_CHARS),
  values: fields(VALUE_CHARS),
  issues: fields(SENTENCE_CHARS),
});

/** @param now epoch ms */
export function createFlashes(signer: Signer, now: () => number = Date.now): Flashes {
  const encode = (flash: Flash) => signer.sign(pack(JSON.stringify({ ...flash, at: now() })));
  return {
    cookie(whole) {
      const flash = bounded(whole);
      const values = { ...flash.values };
      const byLength = Object.keys(values).sort((a, b) => values[b]!.length - values[a]!.length);
      let value = encode(flash);
      for (const longest of byLength) {
        if (value.length <= MAX_CHARS) break;
        delete values[longest];
        value = encode({ ...flash, values });
      }
      if (value.length > MAX_CHARS)
        value = encode({ ...flash, values: undefined, issues: undefined, message: '' });
      return `${NAME}=${value}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax`;
    },
    read(request) {
      const raw = readCookie(request, NAME);
      const packed = raw && raw.length <= MAX_CHARS ? signer.open(raw) : null;
      if (packed === null) return null;
      try {
        const { at, ...flash } = Carried.parse(JSON.parse(unpack(packed)));
        return now() - at <= MAX_AGE_S * 1000 ? flash : null;
      } catch {
        return null;
      }
    },
  };
}

/** What of a message may travel. A value or a sentence about a field that is too long is left out. */
function bounded({ kind, title, message, values, issues }: Flash): Flash {
  return {
    kind,
    title: title.slice(0, SENTENCE_CHARS),
    message: message.slice(0, SENTENCE_CHARS),
    values: short(values, VALUE_CHARS),
    issues: short(issues, SENTENCE_CHARS),
  };
}

function short(all: Record<string, string> | undefined, chars: number): Record<string, string> | undefined {
  const fitting = Object.entries(all ?? {}).filter(
    ([name, value]) => name.length <= NAME_CHARS && value.length <= chars,
  );
  return all && Object.fromEntries(fitting.slice(0, MAX_FIELDS));
}

function pack(json: string): string {
  const bytes = Buffer.from(json);
  const plain = bytes.toString('base64url');
  return plain.length <= PLAIN_CHARS ? plain : DEFLATED + deflateRawSync(bytes).toString('base64url');
}

function unpack(packed: string): string {
  if (!packed.startsWith(DEFLATED)) return Buffer.from(packed, 'base64url').toString('utf8');
  const bytes = Buffer.from(packed.slice(DEFLATED.length), 'base64url');
  return inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED }).toString('utf8');
}
