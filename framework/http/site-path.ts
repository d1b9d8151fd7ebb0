/** Where a form or a sign-in leads to afterwards: always a page of this site. */
/** Stands for this site's origin while an address is resolved; no address of anybody's. */
const HERE = 'http://site.invalid';
/** Proxies take answers whose headers have 4 KB and more. */
const MAX_CHARS = 2000;

/**
 * `to` as browsers resolve it, path, query and fragment, percent-encoded so that any header can hold it; `/` when it is no path
 * or leads off the site: `//evil`, `/\evil`, `/.//evil`, absolute URLs, control characters. @param max characters
 */
export function sitePath(to: string | null | undefined, max = MAX_CHARS): string {
  if (!to?.startsWith('/') || to.length > max || /\p{Cc}/u.test(to)) return '/';
  if (!URL.canParse(to, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(to, HERE);
  const path = pathname + search + hash;
  return origin === HERE && !path.startsWith('//') && path.length <= max ? path : '/';
}
