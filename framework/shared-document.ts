/**
 * Documents that differ between readers in a few words only: each is rendered once a key and cached as bytes, with named
 * slots for the parts that differ.
 */
import type { SiteUser } from './register.ts';

export type Document = { html: string; policy: string };

/** The bytes of a document for one reader, and its content security policy. */
export type FilledDocument = { html: Uint8Array<ArrayBuffer>; policy: string };
/** HTML by the name of its slot. */
export type SlotValues = Readonly<Record<string, string>>;

export type SharedDocument = {
  bytes: Buffer;
  /** Where each slot is, bytes from the start. */
  slots: readonly { offset: number; name: string }[];
  policy: string;
};

/** Random, so that no text a user writes can look like a slot. */
const TOKEN = crypto.randomUUID().replaceAll('-', '');
const MARK = new RegExp(`${TOKEN}_(\\w+);`, 'g');
/** The slot of a page's nonce. */
export const NONCE = 'nonce';

/** Returns the mark of a slot, as text or as an attribute's value. @param name letters and digits */
export const slot = (name: string): string => `${TOKEN}_${name};`;

/** Returns the marks of slots in place of their values. */
export const slotsFor = (values: SlotValues): SlotValues =>
  Object.fromEntries(Object.keys(values).map((name) => [name, slot(name)]));

/**
 * For a page whose frame alone is personal: rendered once for each address without a query, and again when its data, which has
 * to be JSON, changes.
 */
export const SAME_FOR_ALL = {
  key: ({ data, ctx: { url, path } }: { data: unknown; ctx: { url: URL; path: string } }) =>
    url.search === '' ? `${path} ${JSON.stringify(data)}` : null,
  slots: (): SlotValues => ({}),
};

type Reader = { user: SiteUser | null; flash: unknown; nonce: string | null };

/** Returns the context for a shared document: no particular reader, with this reader's rights and language. */
export function anyReader<Context extends Reader>(ctx: Context): Context {
  const user = ctx.user && { ...ctx.user, id: 0, username: '' };
  return { ...ctx, user, flash: null, nonce: slot(NONCE) };
}

/** Returns the HTML between slots, and the slots' names, which are one fewer. */
export function cutAtSlots(html: string): { pieces: string[]; names: string[] } {
  const parts = html.split(MARK);
  return { pieces: parts.filter((_, i) => i % 2 === 0), names: parts.filter((_, i) => i % 2 === 1) };
}

/** Finds the slots of a rendered document. */
export function withSlots({ html, policy }: Document): SharedDocument {
  const { pieces, names } = cutAtSlots(html);
  const encoded = pieces.map((piece) => Buffer.from(piece));
  let offset = 0;
  const slots = names.map((name, i) => {
    offset += encoded[i]!.length;
    return { offset, name };
  });
  return { bytes: Buffer.concat(encoded), slots, policy };
}

/** Returns the document with a reader's parts in its slots; a slot without a value stays empty. */
export function fillSlots(
  document: SharedDocument,
  values: SlotValues,
  nonce: string | null,
): FilledDocument {
  const allValues: SlotValues = { ...values, [NONCE]: nonce ?? '' };
  const { bytes, slots, policy } = document;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { offset, name } of slots) {
    const value = allValues[name];
    if (!value) continue;
    pieces.push(bytes.subarray(from, offset), Buffer.from(value));
    from = offset;
  }
  pieces.push(bytes.subarray(from));
  return {
    html: Buffer.concat(pieces) as Uint8Array<ArrayBuffer>,
    policy: policy.replace(MARK, (_, name: string) => allValues[name] ?? ''),
  };
}
