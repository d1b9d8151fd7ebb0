import { DEFAULT_LOCALE, type Locale } from '#core/locale/locale.ts';

/** Where the site's own picture is. */
export const siteCardOf = (locale: Locale) => `/og/site${locale === 'he' ? '-he' : ''}.png`;

/** Where the picture of the page at `path` is. */
export const cardHref = (path: string, locale: Locale) =>
  `/og${path}.png${locale === DEFAULT_LOCALE ? '' : `?l=${locale}`}`;

/** The picture; while there is none, the way to the site's own. Other sites may show it. */
export function cardAnswer(png: Uint8Array<ArrayBuffer> | null, locale: Locale): Response {
  const headers = { 'cross-origin-resource-policy': 'cross-origin' };
  if (!png)
    return new Response(null, {
      status: 302,
      headers: { ...headers, location: siteCardOf(locale), 'cache-control': 'no-store' },
    });
  return new Response(png, {
    headers: { ...headers, 'content-type': 'image/png', 'cache-control': 'public, max-age=300' },
  });
}
