import { DEFAULT_LOCALE } from '#core/locale/locale.ts';
import { type PageInfo, usePage } from '#framework/page.tsx';

type Reader = Pick<PageInfo, 'user' | 'locale'>;

/**
 * Returns a page's address for a reader. An address for visitors names the language, except for the default language.
 * An address for signed-in readers names no language.
 */
export function localHref(path: string, { user, locale }: Reader): string {
  if (user || locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/**
 * Returns a function that completes addresses of pages without a language in their path, such as the sign-in page. If
 * this page is not in the language that the reader prefers, the function adds this page's language as a parameter, and
 * the next page uses it.
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

/**
 * Returns the address of the sign-up. Afterwards the site shows the chart while a season runs, and otherwise the page
 * `back`, if given.
 */
export function useJoinHref(back?: string): string {
  const { competition } = usePage();
  const next = competition.active ? '/chart' : back;
  return useCarriedHref()(`/auth?tab=register${next ? `&next=${encodeURIComponent(next)}` : ''}`);
}
