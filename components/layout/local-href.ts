import { DEFAULT_LOCALE } from '#core/locale/locale.ts';
import { type PageInfo, usePage } from '#framework/page.tsx';

type Reader = Pick<PageInfo, 'user' | 'locale'>;

/** Where a page that has an address per language is for a reader: a visitor's addresses say their language. */
export function localHref(path: string, { user, locale }: Reader): string {
  if (user || locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** The same for the reader of the page being drawn. */
export function useLocalHref(): (path: string) => string {
  const page = usePage();
  return (path) => localHref(path, page);
}
