/** A message carried over one redirect in a cookie that only this installation can write. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Text } from '../failure.ts';
import { readCookie } from './cookies.ts';
import type { Signer } from './signing.ts';
import type { FlashTexts } from './visitor.ts';

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
/** Of a text's key and its values, as JSON. */
const TEXT_CHARS = 500;
/** Texts of one message. */
const MAX_TEXTS = 5;
/** More fields than any form has, and longer values than any field takes. */
const MAX_FIELDS = 40;
const NAME_CHARS = 60;
const VALUE_CHARS = 6000;

/** The Set-Cookie value that takes the message away once a page has shown it. */
export const CLEAR_FLASH = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export type Flashes = {
  /**
   * The Set-Cookie value that carries `flash` over one redirect. The longest form values are left out if they do not
   * fit, and a text with longer values.
   */
  cookie(flash: FlashTexts): string;
  /** The message this request carries; null without one, or when it is too old or has a wrong signature. */
  read(request: Request): FlashTexts | null;
};

const fields = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string().max(NAME_CHARS), value)
    .refine((all) => Object.keys(all).length <= MAX_FIELDS)
    .optional();

const isShort = (text: unknown) => JSON.stringify(text).length <= TEXT_CHARS;

const Carriable = z
  .object({
    key: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
  })
  .refine(isShort) as unknown as z.ZodType<Text>;

/** What travels: the message and when it was written, epoch ms. */
const Carried = z.object({
  at: z.number(),
  kind: z.enum(['success', 'error']),
  title: Carriable,
  message: z.union([Carriable, z.array(Carriable).max(MAX_TEXTS)]),
  values: fields(z.string().max(VALUE_CHARS)),
  issues: fields(Carriable),
});

/** @param now epoch ms */
export function createFlashes(signer: Signer, now: () => number = Date.now): Flashes {
  const encode = (flash: FlashTexts) => signer.sign(pack(JSON.stringify({ ...flash, at: now() })));
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
        value = encode({ ...flash, values: undefined, issues: undefined, message: [] });
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

/** What of a message may travel. A value or a text that is too long is left out. */
function bounded({ kind, title, message, values, issues }: FlashTexts): FlashTexts {
  return {
    kind,
    title,
    message: [message].flat().filter(isShort).slice(0, MAX_TEXTS),
    values: fitting(values, (value) => value.length <= VALUE_CHARS),
    issues: fitting(issues, isShort),
  };
}

function fitting<T>(
  all: Record<string, T> | undefined,
  fits: (value: T) => boolean,
): Record<string, T> | undefined {
  const found = Object.entries(all ?? {}).filter(([name, value]) => name.length <= NAME_CHARS && fits(value));
  return all && Object.fromEntries(found.slice(0, MAX_FIELDS));
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
