import { createContext, useContext } from 'react';
import type { Flash } from './http/visitor.ts';
import type { Region } from './islands/island.tsx';
import type { PageFacts, TranslationKey, User } from './register.ts';

export type Translate = (key: TranslationKey, values?: Record<string, string | number>) => string;

/** What any server-drawn component may know about the page it is on. */
export type PageInfo = Region &
  PageFacts & {
    /** Path without the language prefix: `/pricing` also on `/he/pricing`. */
    path: string;
    user: User | null;
    flash: Flash | null;
    /** For inline elements that need it; null on pages that are cached whole. */
    nonce: string | null;
    t: Translate;
  };

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
