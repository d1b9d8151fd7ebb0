import { DEFAULT_LOCALE } from '#core/locale/locale.ts';
import { type PageInfo, usePage } from '#framework/page.tsx';

type Reader = Pick<PageInfo, 'user' | 'locale'>;

/** Returns a page's address for a reader: visitors have one for each language, members one for all. */
export function localHref(path: string, { user, locale }: Reader): string {
  if (user || locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/**
 * Returns a function for addresses of pages that have one address for all languages, such as the sign-in. When the page's language is
 * not the reader's preferred one, the address carries it, so that the next page has the same language.
 */
export function useCarriedHref(): (path: string) => string {
  const { locale, prefers } = usePage();
  if (locale === prefers) return (path) => path;
  return (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`;
}

export function useLocalHref(): (path: string) => string {
  const page = usePage();
  return (path) => localHref(path, page);
}

/** Returns the address of the sign-up, which leads to the chart while a season runs, else to `back` if given. */
export function useJoinHref(back?: string): string {
  const { competition } = usePage();
  const next = competition.active ? '/chart' : back;
  return useCarriedHref()(`/auth?tab=register${next ? `&next=${encodeURIComponent(next)}` : ''}`);
}
