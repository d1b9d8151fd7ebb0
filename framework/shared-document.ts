/**
 * Documents that differ between readers in a few words only: each is rendered once for each key and cached as bytes,
 * with named slots for the parts that differ.
 */
import type { Pieces } from './http/pieces.ts';
import type { SiteUser } from './register.ts';

export type Document = { html: string; policy: string };

/** A document for one reader in pieces, and its content security policy. */
export type FilledDocument = { html: Pieces; policy: string };
/** HTML by the name of its slot. */
export type SlotValues = Readonly<Record<string, string>>;

export type SharedDocument = {
  bytes: Buffer<ArrayBuffer>;
  /** The position of each slot, in bytes from the start. */
  slots: readonly { offset: number; name: string }[];
  policy: string;
};

/** Random, so that no text of a user can be mistaken for a slot. */
const TOKEN = crypto.randomUUID().replaceAll('-', '');
const MARK = new RegExp(`${TOKEN}_(\\w+);`, 'g');
export const NONCE = 'nonce';

/** Returns the placeholder of a slot, for text or an attribute's value. @param name letters, digits and underscores */
export const slot = (name: string): string => `${TOKEN}_${name};`;

/** Returns the placeholders of slots in place of their values. */
export const slotsFor = (values: SlotValues): SlotValues =>
  Object.fromEntries(Object.keys(values).map((name) => [name, slot(name)]));

/**
 * The `shared` option of a page where only the frame is personal: rendered once for each address without a query, and
 * again when its data, which must be serialisable as JSON, changes. An address with a query is rendered for each
 * request.
 */
export const SAME_FOR_ALL = {
  key: ({ data, ctx: { url, path } }: { data: unknown; ctx: { url: URL; path: string } }) =>
    url.search === '' ? `${path} ${JSON.stringify(data)}` : null,
  slots: (): SlotValues => ({}),
};

type Reader = { user: SiteUser | null; flash: unknown; nonce: string | null };

/**
 * Returns the context that a shared document is rendered with: rights and language of its readers, no id and no name.
 * The other fields of `user` are those of the first reader: a shared view must not read them.
 */
export function anyReader<Context extends Reader>(ctx: Context): Context {
  const user = ctx.user && { ...ctx.user, id: 0, username: '' };
  return { ...ctx, user, flash: null, nonce: slot(NONCE) };
}

/** Returns the pieces of HTML around the slots, and the names of the slots: one name fewer than pieces. */
export function cutAtSlots(html: string): { pieces: string[]; names: string[] } {
  const parts = html.split(MARK);
  return { pieces: parts.filter((_, i) => i % 2 === 0), names: parts.filter((_, i) => i % 2 === 1) };
}

/** Cuts the slots out of a rendered document. */
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

/** Returns a document with the values in its slots; a slot without a value stays empty. */
export function fillSlots(
  document: SharedDocument,
  values: SlotValues,
  nonce: string | null,
): FilledDocument {
  const allValues: SlotValues = { ...values, [NONCE]: nonce ?? '' };
  const { bytes, slots, policy } = document;
  const pieces: (string | Uint8Array<ArrayBuffer>)[] = [];
  let from = 0;
  for (const { offset, name } of slots) {
    const value = allValues[name];
    if (!value) continue;
    pieces.push(bytes.subarray(from, offset), value);
    from = offset;
  }
  pieces.push(bytes.subarray(from));
  return {
    html: pieces,
    policy: policy.replace(MARK, (_, name: string) => allValues[name] ?? ''),
  };
}
