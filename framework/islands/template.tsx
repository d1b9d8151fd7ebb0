import type { HTMLAttributes, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLruCache } from '../lru-cache.ts';
import { type PageInfo, PageProvider, usePage } from '../page.tsx';
import { cutAtSlots, type SlotValues, slotsFor } from '../shared-document.ts';

/** Templates in memory; the longest are rows of 6 KB. */
const MOST = 800;
const templates = createLruCache<ReturnType<typeof cutAtSlots>>(MOST);

type Props<V> = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as: 'tr' | 'section' | 'thead' | 'div' | 'button';
  type?: 'button';
  /** Names everything the part depends on, beside the values and the page's language. */
  shape: string;
  /** The texts that differ between parts of one shape. */
  values: V;
  /** Renders the content, with a slot for each value. It may contain no islands. */
  children: (slots: V) => ReactNode;
};

/**
 * A part that differs between readers in some texts only: React renders it once for each shape, later the texts are filled in.
 * Without it a page with the dock of eight positions takes twice the server's processor.
 */
export function Template<V extends SlotValues>({
  as: Tag,
  shape,
  values,
  children,
  ...attributes
}: Props<V>) {
  const page = usePage();
  const { pieces, names } = templates.find(`${page.locale} ${shape}`, () =>
    cutAtSlots(
      renderToStaticMarkup(
        <PageProvider value={forAnyone(page)}>{children(slotsFor(values) as V)}</PageProvider>,
      ),
    ),
  );
  // a row names some values a dozen times
  const escaped = new Map<string, string>();
  let html = pieces[0]!;
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    let text = escaped.get(name);
    if (text === undefined) {
      text = Bun.escapeHTML(values[name] ?? '');
      escaped.set(name, text);
    }
    html += text + pieces[i + 1];
  }
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The page without its reader. */
const forAnyone = (page: PageInfo): PageInfo => ({
  ...page,
  user: null,
  flash: null,
  readerParts: {},
  nonce: null,
});
