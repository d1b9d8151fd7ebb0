import { DEFAULT_LOCALE } from '#core/locale/locale.ts';
import { type PageInfo, usePage } from '#framework/page.tsx';

type Reader = Pick<PageInfo, 'user' | 'locale'>;

/** Returns a page's address for a reader: visitors have one per language, members one for all. */
export function localHref(path: string, { user, locale }: Reader): string {
  if (user || locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/**
 * Returns addresses of pages that have one for all languages, such as the sign-in. Where a page's language is not the
 * reader's preferred one, the address carries it, so that the next page does not turn to the other language.
 */
export function useCarriedHref(): (path: string) => string {
  const { locale, prefers } = usePage();
  if (locale === prefers) return (path) => path;
  return (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`;
}

/** Returns `localHref` for the reader of the page. */
export function useLocalHref(): (path: string) => string {
  const page = usePage();
  return (path) => localHref(path, page);
}

/** Returns the address of the sign-up: it leads on to the chart while a season runs, else to `back` where that is given. */
export function useJoinHref(back?: string): string {
  const { competition } = usePage();
  const next = competition.active ? '/chart' : back;
  return useCarriedHref()(`/auth?tab=register${next ? `&next=${encodeURIComponent(next)}` : ''}`);
}
