/**
 * Documents that differ between readers in a few words only: each is drawn once per key and cached as bytes, with
 * named slots where a reader's own parts go.
 */
import type { RequestContext } from './define.ts';
import type { Document } from './document.tsx';

/** The bytes of a document for one reader, and its content security policy. */
export type FilledDocument = { html: Uint8Array<ArrayBuffer>; policy: string };
/** HTML by the name of its slot. */
export type SlotValues = Readonly<Record<string, string>>;

export type SharedDocument = {
  bytes: Buffer;
  slots: readonly { at: number; name: string }[];
  policy: string;
};

/** Random, so that no text a user writes can look like a slot. */
const TOKEN = crypto.randomUUID().replaceAll('-', '');
const MARK = new RegExp(`${TOKEN}_(\\w+);`, 'g');
/** The slot of a page's nonce. */
export const NONCE = 'nonce';

/** What to draw where a reader's own part goes: as text, or as an attribute. @param name letters and digits */
export const slot = (name: string): string => `${TOKEN}_${name};`;

/** Slots in place of the values. */
export const slotsFor = (values: SlotValues): SlotValues =>
  Object.fromEntries(Object.keys(values).map((name) => [name, slot(name)]));

/**
 * For a page on which nothing but the bars is its reader's: drawn once for each address without a query, and anew when its data
 * changes, which has to be JSON.
 */
export const SAME_FOR_ALL = {
  key: ({ data, ctx: { url, path } }: { data: unknown; ctx: Pick<RequestContext, 'url' | 'path'> }) =>
    url.search === '' ? `${path} ${JSON.stringify(data)}` : null,
  slots: (): SlotValues => ({}),
};

/** Who a shared document is drawn for: nobody in particular, with the reader's rights and language. */
export function anyReader(ctx: RequestContext): RequestContext {
  const user = ctx.user && { ...ctx.user, id: 0, username: '' };
  return { ...ctx, user, flash: null, nonce: slot(NONCE) };
}

/** HTML between slots, and the names of those: one fewer. */
export function cutAtSlots(html: string): { pieces: string[]; names: string[] } {
  const parts = html.split(MARK);
  return { pieces: parts.filter((_, i) => i % 2 === 0), names: parts.filter((_, i) => i % 2 === 1) };
}

/** Finds the slots of a drawn document. */
export function withSlots({ html, policy }: Document): SharedDocument {
  const { pieces, names } = cutAtSlots(html);
  const encoded = pieces.map((piece) => Buffer.from(piece));
  let at = 0;
  const slots = names.map((name, i) => {
    at += encoded[i]!.length;
    return { at, name };
  });
  return { bytes: Buffer.concat(encoded), slots, policy };
}

/** The document with a reader's parts in its slots; a slot without a value stays empty. */
export function fillSlots(
  document: SharedDocument,
  values: SlotValues,
  nonce: string | null,
): FilledDocument {
  const own: SlotValues = { ...values, [NONCE]: nonce ?? '' };
  const { bytes, slots, policy } = document;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { at, name } of slots) {
    const value = own[name];
    if (!value) continue;
    pieces.push(bytes.subarray(from, at), Buffer.from(value));
    from = at;
  }
  pieces.push(bytes.subarray(from));
  return {
    html: Buffer.concat(pieces) as Uint8Array<ArrayBuffer>,
    policy: policy.replace(MARK, (_, name: string) => own[name] ?? ''),
  };
}
