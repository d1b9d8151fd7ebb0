/** Documents that are drawn once for many readers, who each get their own parts put into the finished bytes. */
import type { RequestContext, RouteFile } from './define.ts';
import type { Document } from './document.tsx';
import type { Site } from './site.ts';

/** What stands where a placeholder was drawn. */
export type Own = readonly (readonly [placeholder: string, html: string])[];
export type Filled = { html: Uint8Array<ArrayBuffer>; policy: string };

/** Stands for the nonce in a kept document. Random, so no text of a user's can equal it. */
const NONCE = `nonce${crypto.randomUUID().replaceAll('-', '')}`;
const MAX_TEMPLATES = 100;

type Hole = { at: number; length: number };
type Template = { version: string; bytes: Buffer; nonces: Hole[]; policy: string[] };
const kept = new WeakMap<Site, Map<string, Template>>();

/** Who a document for many is drawn for: nobody in particular, with the reader's rights and language. */
export function anyReader(ctx: RequestContext): RequestContext {
  const user = ctx.user && { ...ctx.user, id: 0, username: '' };
  return { ...ctx, user, flash: null, facts: ctx.facts, nonce: NONCE };
}

/** A document drawn for one reader alone, the placeholders filled. */
export function fillIn(document: Document, own: Own): Document {
  const html = own.reduce(
    (text, [placeholder, part]) => text.replace(placeholder, () => part),
    document.html,
  );
  return { html, policy: document.policy };
}

/**
 * The document kept for `version` of a route, drawn anew by `draw` (for `anyReader`) when that is another one, with
 * the reader's parts and nonce in it. Rights, language, zone and the competition's state have documents of their own.
 */
export function fromTemplate(
  site: Site,
  file: RouteFile,
  ctx: RequestContext,
  version: { key: string; value: string },
  own: Own,
  draw: () => Document,
): Filled {
  const templates = kept.get(site) ?? new Map<string, Template>();
  kept.set(site, templates);
  const facts = JSON.stringify(site.facts(null));
  const key = [file.path, version.key, ctx.locale, ctx.zone, ctx.user?.isAdmin ?? 'nobody', facts].join(' ');
  let template = templates.get(key);
  if (template?.version !== version.value) {
    template = keep(version.value, draw());
    templates.delete(key);
    templates.set(key, template);
    if (templates.size > MAX_TEMPLATES) templates.delete(templates.keys().next().value!);
  }
  const nonce = ctx.nonce ?? '';
  return { html: fill(template, nonce, own), policy: template.policy.join(nonce) };
}

function keep(version: string, { html, policy }: Document): Template {
  const bytes = Buffer.from(html);
  const nonces: Hole[] = [];
  for (let at = bytes.indexOf(NONCE); at >= 0; at = bytes.indexOf(NONCE, at + NONCE.length)) {
    nonces.push({ at, length: NONCE.length });
  }
  return { version, bytes, nonces, policy: policy.split(NONCE) };
}

function fill({ bytes, nonces }: Template, nonce: string, own: Own): Uint8Array<ArrayBuffer> {
  const parts: (Hole & { text: string })[] = nonces.map((hole) => ({ ...hole, text: nonce }));
  for (const [placeholder, text] of own) {
    const at = bytes.indexOf(placeholder);
    if (at >= 0) parts.push({ at, length: Buffer.byteLength(placeholder), text });
  }
  parts.sort((a, b) => a.at - b.at);
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { at, length, text } of parts) {
    pieces.push(bytes.subarray(from, at), Buffer.from(text));
    from = at + length;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces) as Uint8Array<ArrayBuffer>;
}
