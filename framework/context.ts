/** Builds the context of a request: user, language and time zone, each read once. */
import type { RequestContext } from './define.ts';
import type { Flash, FlashTexts } from './http/flash.ts';
import { newNonce } from './http/security.ts';
import { directionOf } from './locale/direction.ts';
import type { SiteLocale } from './register.ts';
import type { Site } from './site.ts';

type ReadingOptions = {
  /** The language in the address; null when the address has none. */
  locale?: SiteLocale | null;
  /** True when a signed-in user reads the page in the language they prefer, not in the language of the address. */
  isOwn?: boolean;
  /** True when one rendering serves all visitors: `user` is null then. */
  shared?: boolean;
};

export async function requestContext(
  site: Site,
  request: Request,
  nonce: string | null,
  { locale = null, isOwn = false, shared = false }: ReadingOptions = {},
): Promise<RequestContext> {
  const user = shared ? null : await site.readUser(request);
  const { languages } = site;
  const prefers = (user ? null : languages.carried(request.url)) ?? languages.preferred(request, user);
  const language = languages.answerIn(request, (user && isOwn ? null : locale) ?? prefers);
  const flash = site.flashes.read(request, user !== null);
  const url = new URL(request.url);
  const region = { locale: language, dir: directionOf(language), zone: languages.zoneOf(request) };
  return {
    request,
    url,
    path: languages.split(url.pathname)[1],
    user,
    ...region,
    prefers,
    t: site.translations(language),
    say: (text) => site.say(text, language),
    services: site.services,
    flash: flash && flashIn(flash, language, site.say),
    facts: site.facts(shared ? null : request),
    nonce,
  };
}

/**
 * Returns the context of an error page: a reader who cannot be looked up counts as a visitor.
 * @param isAway true when the database is unavailable, so nobody can be looked up
 */
export async function errorContext(site: Site, request: Request, isAway: boolean): Promise<RequestContext> {
  const nonce = newNonce();
  if (!isAway)
    try {
      return await requestContext(site, request, nonce);
    } catch (error) {
      site.report(error, request);
    }
  return await requestContext(site, request, nonce, { shared: true });
}

export function flashIn(flash: FlashTexts, locale: SiteLocale, say: Site['say']): Flash {
  const { title, message, issues, ...rest } = flash;
  const worded = Object.entries(issues ?? {}).map(([path, text]) => [path, say(text, locale)]);
  return {
    ...rest,
    title: say(title, locale),
    message: say(message, locale),
    ...(issues && { issues: Object.fromEntries(worded) }),
  };
}
