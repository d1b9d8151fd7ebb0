/** Templates: parts of a page that React renders once for each shape. */
import type { HTMLAttributes, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLruCache } from '../lru-cache.ts';
import { type PageInfo, PageProvider, usePage } from '../page.tsx';
import { cutAtSlots, type SlotValues, slotsFor } from '../shared-document.ts';

/** The number of cached templates. The longest are rows of 6 KB. */
const MOST = 800;
const templates = createLruCache<TemplateHtml>(MOST);

/** Pieces of HTML, and the slots between them: each slot is an index into `names`, where each name appears once. */
type TemplateHtml = { pieces: readonly string[]; names: readonly string[]; slots: readonly number[] };

type Props<V> = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as: 'tr' | 'section' | 'thead' | 'div' | 'button';
  type?: 'button';
  /** A text of everything the part depends on except the values and the page's language. */
  shape: string;
  /** The texts that differ between parts of one shape. */
  values: V;
  /** Renders the content, with a slot for each value. It may contain no islands. */
  children: (slots: V) => ReactNode;
};

/**
 * A part that differs between readers in some texts only: React renders it once for each shape, then the texts are
 * filled in. Without templates a page with eight such parts takes twice the server's processor time.
 */
export function Template<V extends SlotValues>({
  as: Tag,
  shape,
  values,
  children,
  ...attributes
}: Props<V>) {
  const page = usePage();
  const html = fillTemplate(`${page.locale} ${shape}`, values, (slots) => (
    <PageProvider value={forAnyone(page)}>{children(slots)}</PageProvider>
  ));
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Returns the HTML of a part with its values.
 * @param shape a text of everything the part depends on except the values
 * @param draw renders the part; called once for each shape
 */
export function fillTemplate<V extends SlotValues>(
  shape: string,
  values: V,
  draw: (slots: V) => ReactNode,
): string {
  const { pieces, names, slots } = templates.find(shape, () => cutTemplate(draw(slotsFor(values) as V)));
  // escaped once, as a row uses some values a dozen times
  const texts = names.map((name) => Bun.escapeHTML(values[name] ?? ''));
  let html = pieces[0]!;
  for (let i = 0; i < slots.length; i++) html += texts[slots[i]!]! + pieces[i + 1]!;
  return html;
}

function cutTemplate(node: ReactNode): TemplateHtml {
  const { pieces, names } = cutAtSlots(renderToStaticMarkup(node));
  const unique = [...new Set(names)];
  return { pieces, names: unique, slots: names.map((name) => unique.indexOf(name)) };
}

const forAnyone = (page: PageInfo): PageInfo => ({
  ...page,
  user: null,
  flash: null,
  readerParts: {},
  nonce: null,
});
