import { DEFAULT_LOCALE } from '#core/locale/locale.ts';
import { type PageInfo, usePage } from '#framework/page.tsx';

type Reader = Pick<PageInfo, 'user' | 'locale'>;

/** Returns a page's address for a reader: visitors have one per language, members one for all. */
export function localHref(path: string, { user, locale }: Reader): string {
  if (user || locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Returns `localHref` for the reader of the page. */
export function useLocalHref(): (path: string) => string {
  const page = usePage();
  return (path) => localHref(path, page);
}
