/** Who is asking, in which language and which time zone: worked out once per request. */

import { SITE_ZOOM, SITE_ZOOM_COOKIE } from '#core/account/site-zoom.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import {
  DEFAULT_LOCALE,
  DEFAULT_ZONE,
  directionOf,
  isLocale,
  LOCALES,
  type Locale,
} from '#core/locale/locale.ts';
import type { RequestContext } from './define.ts';
import { renderFragment } from './fragment.tsx';
import { readCookie } from './http/cookies.ts';
import { chosenLocale } from './language.ts';
import { flashIn } from './sentences.ts';
import type { Site } from './site.ts';

/** Cookie > account > browser > default. */
export function preferredLocale(request: Request, user: SessionUser | null): Locale {
  const chosen = chosenLocale(request);
  if (chosen) return chosen;
  if (user?.locale) return user.locale;
  const wanted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  // "iw" is what old browsers call Hebrew.
  const found = wanted.map((code) => (code === 'iw' ? 'he' : code)).find(isLocale);
  return found ?? DEFAULT_LOCALE;
}

const known = new WeakMap<Request, Locale>();

/** Remembers the language a request is answered in, for what may go wrong on its way. */
export function answerIn(request: Request, locale: Locale): Locale {
  known.set(request, locale);
  return locale;
}

/** The language of a request, as far as it has been worked out; before that, what the request itself says. */
export function localeOf(request: Request): Locale {
  return known.get(request) ?? preferredLocale(request, null);
}

const zones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC');

/** The zone the browser said it is in, if it is one we can format with. */
export function zoneOf(request: Request): string {
  const zone = decodeURIComponentSafely(readCookie(request, 'tz') ?? '');
  return zones.has(zone) ? zone : DEFAULT_ZONE;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** `/he/pricing` -> ['he', '/pricing']; no prefix: [null, path]. */
export function splitLocale(path: string): [Locale | null, string] {
  for (const locale of LOCALES) {
    if (path === `/${locale}`) return [locale, '/'];
    if (path.startsWith(`/${locale}/`)) return [locale, path.slice(locale.length + 1)];
  }
  return [null, path];
}

/**
 * @param locale the language the address itself names, if it does
 * @param shared drawn for everyone: whoever asks is nobody
 */
export async function requestContext(
  site: Site,
  request: Request,
  nonce: string | null,
  locale: Locale | null,
  shared = false,
): Promise<RequestContext> {
  const user = shared ? null : await site.readUser(request);
  const language = answerIn(request, locale ?? preferredLocale(request, user));
  const flash = site.flashes.read(request);
  const url = new URL(request.url);
  const region = { locale: language, dir: directionOf(language), zone: zoneOf(request) };
  return {
    request,
    url,
    path: splitLocale(url.pathname)[1],
    user,
    ...region,
    t: site.translations[language],
    say: (sentence) => site.say(sentence, language) ?? sentence,
    services: site.services,
    flash: flash && flashIn(flash, language, site.say),
    isSmall: !shared && readCookie(request, SITE_ZOOM_COOKIE) === SITE_ZOOM,
    nonce,
    fragment: (key, version, draw) => renderFragment(site, region, key, version, draw),
  };
}
