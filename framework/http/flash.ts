/** A message that survives one redirect in a cookie. Only this installation can read it, for one session. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { Text } from '../failure.ts';
import { cookieHeader, readCookie } from './cookies.ts';
import { seal, unseal } from './signing.ts';

/** Names of the cookies: a message for the next page, and one for the page a reader returns to after a sign-in. */
const NAMES = { next: 'flash', back: 'kept' } as const;
const MAX_AGE_S = { next: 60, back: 900 } as const;
type Kind = keyof typeof NAMES;
/** Browsers store cookies of up to 4096 bytes, name and attributes included. */
const MAX_CHARS = 3800;
/** A message up to this size is stored as it is; a larger one is compressed. */
const PLAIN_BYTES = 1100;
/** Size limit of a decompressed message, bytes: room for the longest value (VALUE_CHARS) in letters of three bytes. */
const MAX_INFLATED = 32 * 1024;
/** The first byte of a sealed message: plain or compressed. */
const PLAIN = Buffer.of(0);
const DEFLATED = Buffer.of(1);
/** The length limit of a text: its key and values as JSON. */
const TEXT_CHARS = 500;
const MAX_TEXTS = 5;
/** Limits that no form of the site reaches: fields of a form, characters of a field's name and of its value. */
const MAX_FIELDS = 40;
const NAME_CHARS = 60;
const VALUE_CHARS = 6000;

/**
 * Returns the Set-Cookie values that delete a page's messages.
 * @param isSignedIn true to delete also the message for the page after a sign-in
 */
export const clearFlash = (request: Request, isSignedIn: boolean): string[] =>
  (isSignedIn ? [NAMES.next, NAMES.back] : [NAMES.next])
    .filter((name) => readCookie(request, name) !== null)
    .map((name) => cookieHeader(name, '', { maxAge: 0, httpOnly: true }));

/** A flash: texts for the next page, which shows them once. @template T a text: a key and values, or a sentence */
type Carried<T> = {
  kind: 'success' | 'error';
  title: T;
  message: T | readonly T[];
  /** The typed values of the refused form, by field. */
  values?: Record<string, string>;
  /** The issues of the form, by field. */
  issues?: Record<string, T>;
};
export type FlashTexts = Carried<Text>;
export type Flash = Carried<string> & { message: string };

export type Flashes = {
  /**
   * Returns the Set-Cookie value that carries `flash` over one redirect. When it does not fit, the longest form values
   * are left out, and as a last resort everything but the title. A text with values that are too long is left out too.
   * @param request the request that is answered
   * @param answer the other headers of the response, which may begin or end a session
   */
  cookie(flash: FlashTexts, request: Request, answer?: Headers): string;
  /**
   * Returns the Set-Cookie value that stores `flash` for 15 minutes, until somebody signs in and opens the page at
   * `path` in this browser. It is bound to the page, as the session it was written in has ended.
   */
  keep(flash: FlashTexts, path: string): string;
  /**
   * Returns the message that this request carries; null without one, or when it is too old, changed, or of another
   * session.
   * @param isSignedIn false: a message for the page after a sign-in stays in its cookie
   */
  read(request: Request, isSignedIn?: boolean): FlashTexts | null;
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

/** The schema of the cookie's content: the message, and the time it was written, epoch ms. */
const Carried = z.object({
  at: z.number(),
  kind: z.enum(['success', 'error']),
  title: Carriable,
  message: z.union([Carriable, z.array(Carriable).max(MAX_TEXTS)]),
  values: fields(z.string().max(VALUE_CHARS)),
  issues: fields(Carriable),
});

/**
 * Creates the functions that write and read flash cookies.
 * @param key 32 bytes that nothing else uses
 * @param sessionCookies names of the cookies that hold a session: only the session that a message was written for can
 * read it
 * @param now epoch ms
 */
export function createFlashes(
  key: Uint8Array,
  sessionCookies: readonly string[],
  now: () => number = Date.now,
): Flashes {
  /**
   * Returns the session that a request has, or gets by the headers of its response, as additional authenticated data of
   * the seal.
   */
  function sessionOf(request: Request, answer?: Headers): Buffer {
    const begun = new Map((answer?.getSetCookie() ?? []).map((header) => pairOf(header)));
    const values = sessionCookies.map((name) => begun.get(name) ?? readCookie(request, name) ?? '');
    return Buffer.from(values.join('\n'));
  }

  /** @param data the additional authenticated data, which decides who can read the flash */
  function write(kind: Kind, whole: FlashTexts, data: Buffer): string {
    const encode = (flash: FlashTexts) =>
      seal(key, data, pack(JSON.stringify({ ...flash, at: now() }))).toString('base64url');
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
    return cookieHeader(NAMES[kind], value, { maxAge: MAX_AGE_S[kind], httpOnly: true });
  }

  function open(kind: Kind, request: Request, data: Buffer): FlashTexts | null {
    const raw = readCookie(request, NAMES[kind]);
    if (!raw || raw.length > MAX_CHARS) return null;
    try {
      const json = unpack(unseal(key, data, bytesOf(raw)));
      const { at, ...flash } = Carried.parse(JSON.parse(json));
      return now() - at <= MAX_AGE_S[kind] * 1000 ? flash : null;
    } catch {
      return null;
    }
  }

  const pageData = (path: string) => Buffer.from(`page\n${path}`);
  return {
    cookie: (flash, request, answer) => write('next', flash, sessionOf(request, answer)),
    keep: (flash, path) => write('back', flash, pageData(path)),
    read(request, isSignedIn = false) {
      const flash = open('next', request, sessionOf(request));
      if (flash || !isSignedIn) return flash;
      const { pathname, search } = new URL(request.url);
      return open('back', request, pageData(pathname + search));
    },
  };
}

function pairOf(header: string): [string, string] {
  const pair = header.split(';', 1)[0]!;
  const equals = pair.indexOf('=');
  return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
}

/** Returns the bytes of a sealed message. @throws when `text` is not canonical base64url */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  // the decoder ignores characters outside of base64url, so several texts would decode to one seal
  if (bytes.toString('base64url') !== text) throw new Error('not base64url');
  return bytes;
}

/**
 * Returns the parts of a message that fit into a cookie. Values, issues and sentences that are too long are left out;
 * the title stays.
 */
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
  const entries = Object.entries(all ?? {}).filter(
    ([name, value]) => name.length <= NAME_CHARS && fits(value),
  );
  return all && Object.fromEntries(entries.slice(0, MAX_FIELDS));
}

function pack(json: string): Buffer {
  const bytes = Buffer.from(json);
  const isPlain = bytes.length <= PLAIN_BYTES;
  return Buffer.concat(isPlain ? [PLAIN, bytes] : [DEFLATED, deflateRawSync(bytes)]);
}

function unpack(packed: Buffer): string {
  const bytes = packed.subarray(1);
  if (packed[0] === PLAIN[0]) return bytes.toString('utf8');
  return inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED }).toString('utf8');
}
