import { createContext, useContext } from 'react';
import type { Flash } from './http/flash.ts';
import type { Region } from './islands/island.tsx';
import type { PageFacts, SiteUser, TranslationKey } from './register.ts';
import type { SlotValues } from './shared-document.ts';

export type Translate = (key: TranslationKey, values?: Record<string, string | number>) => string;

/** What any server-drawn component may know about the page it is on. */
export type PageInfo = Region &
  PageFacts & {
    /** Path without the language prefix: `/pricing` also on `/he/pricing`. */
    path: string;
    user: SiteUser | null;
    flash: Flash | null;
    /** The page has an address of its own in each of the site's languages. */
    isAddressed: boolean;
    /** HTML by its name that is the reader's alone. */
    own: SlotValues;
    /** For inline elements that need it; null on pages that are cached whole. */
    nonce: string | null;
    t: Translate;
  };

/** The page as far as what stands around it may know it: readers share that, see frame/frame.tsx. */
export type AroundPage = Omit<PageInfo, 'user'> & { user: Pick<SiteUser, 'isAdmin'> | null };

const PageInfoContext = createContext<PageInfo | null>(null);
export const PageProvider = PageInfoContext.Provider;

/** The page being drawn. Not available in islands: they get finished strings as props. */
export function usePage(): PageInfo {
  const page = useContext(PageInfoContext);
  if (!page) throw new Error('usePage was called in an island: pass what it needs as props.');
  return page;
}

/** Translations of the page being drawn. */
export function useT(): Translate {
  return usePage().t;
}

/** What every page shows of its reader alone: the site's `own` part of this name. */
export function Own({ name, as: Tag = 'span' }: { name: string; as?: 'span' | 'div' }) {
  const html = usePage().own[name] ?? '';
  return <Tag className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}
