/** The facts of a page that its server-rendered components read. */
import { createContext, useContext } from 'react';
import type { Flash } from './http/flash.ts';
import type { Region } from './islands/island.tsx';
import type { PageFacts, SiteLocale, SiteUser, TranslationKey } from './register.ts';
import type { SlotValues } from './shared-document.ts';

export { directionOf } from './locale/direction.ts';

export type Translate = (key: TranslationKey, values?: Record<string, string | number>) => string;

/** The facts that a server-rendered component may read about its page. */
export type PageInfo = Region &
  PageFacts & {
    /** The path without the language prefix: `/pricing` also on `/he/pricing`. */
    path: string;
    user: SiteUser | null;
    flash: Flash | null;
    /** The language the reader prefers. It differs from `locale` only when the page's address has a language. */
    prefers: SiteLocale;
    /** True for a page with an address in each of the site's languages. */
    isAddressed: boolean;
    /** HTML that depends on the reader, by name. */
    readerParts: SlotValues;
    /** The nonce for inline elements; null on pages that are cached whole. */
    nonce: string | null;
    t: Translate;
  };

type Rights = Pick<SiteUser, 'isAdmin' | 'isStaff' | 'isGuest'>;
/** The facts that a frame may read about its page. Readers share frames, see frame.tsx. */
export type AroundPage = Omit<PageInfo, 'user'> & { user: Rights | null };

/** The rights that a page shared by several readers may depend on; null for visitors. */
export const rightsOf = (user: SiteUser | null): Rights | null =>
  user && { isAdmin: user.isAdmin, isStaff: user.isStaff, isGuest: user.isGuest };

const PageInfoContext = createContext<PageInfo | null>(null);
export const PageProvider = PageInfoContext.Provider;

/** Returns the page that is being rendered. @throws in an island: islands get formatted strings as props */
export function usePage(): PageInfo {
  const page = useContext(PageInfoContext);
  if (!page) throw new Error('usePage was called in an island: pass what it needs as props.');
  return page;
}

export function useT(): Translate {
  return usePage().t;
}

/** Renders one of the parts that the site's `readerParts` returns. */
export function ReaderPart({ name, as: Tag = 'span' }: { name: string; as?: 'span' | 'div' }) {
  const html = usePage().readerParts[name] ?? '';
  return <Tag className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}
