import type { HTMLAttributes, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createLruCache } from '../lru-cache.ts';
import { type PageInfo, PageProvider, usePage } from '../page.tsx';
import { cutAtSlots, type SlotValues, slotsFor } from '../shared-document.ts';

/** Drawn parts of all pages; the longest are rows of 6 KB. */
const MOST = 400;
const templates = createLruCache<ReturnType<typeof cutAtSlots>>(MOST);

type Props<V> = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as: 'tr' | 'section';
  /** All that it is drawn from beside the values and the page's language. */
  shape: string;
  /** Texts in which those of the same shape differ. */
  values: V;
  /** Draws what is inside, with a slot for each value. It may contain no islands. */
  children: (slots: V) => ReactNode;
};

/** A part that looks the same for many readers but for some texts: React draws it once for each shape, later ones are filled in. */
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
  let html = pieces[0]!;
  for (let i = 0; i < names.length; i++) html += Bun.escapeHTML(values[names[i]!] ?? '') + pieces[i + 1];
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The page as far as its language goes: nothing of its reader. */
const forAnyone = (page: PageInfo): PageInfo => ({ ...page, user: null, flash: null, own: {}, nonce: null });
