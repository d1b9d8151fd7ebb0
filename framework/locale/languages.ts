/** The languages and time zones of a site's readers, and the choice of them for a request. */

import { cookieHeader, readCookie } from '../http/cookies.ts';
import type { SiteLocale, SiteUser } from '../register.ts';
import type { Direction } from './direction.ts';

const COOKIE = 'lang';
const YEAR_S = 365 * 24 * 3600;
/** Language codes that old browsers send, and the current codes. */
const OLD_CODES: Record<string, string> = { iw: 'he', ji: 'yi' };
const zones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC');

export type Languages = ReturnType<typeof createLanguages>;

type SiteLanguages = { all: readonly SiteLocale[]; fallback: SiteLocale; zone: string };

/** @param fallback for readers who prefer none of `all` @param zone IANA name, for readers whose zone is unknown */
export function createLanguages({ all, fallback, zone }: SiteLanguages) {
  const answeredIn = new WeakMap<Request, SiteLocale>();
  const isLocale = (value: unknown): value is SiteLocale => (all as readonly unknown[]).includes(value);

  /** Returns the language chosen in this browser; null when the browser's settings decide. */
  function chosen(request: Request): SiteLocale | null {
    const value = readCookie(request, COOKIE);
    return isLocale(value) ? value : null;
  }

  /** Returns the language a reader prefers: by cookie, else account, else browser settings, else the fallback. */
  function preferred(request: Request, user: SiteUser | null): SiteLocale {
    const choice = chosen(request) ?? user?.locale;
    if (isLocale(choice)) return choice;
    return acceptedCodes(request.headers.get('accept-language') ?? '').find(isLocale) ?? fallback;
  }

  return {
    all,
    fallback,
    chosen,
    preferred,
    /**
     * Returns the language that an address names (`?lang=he`): of a page with one address for all languages, or of the
     * socket; null without one.
     */
    carried(url: string): SiteLocale | null {
      if (!url.includes('lang=')) return null;
      const value = new URL(url).searchParams.get('lang');
      return isLocale(value) ? value : null;
    },
    /** Returns the Set-Cookie header that makes `locale` this browser's choice. */
    cookie: (locale: SiteLocale) => cookieHeader(COOKIE, locale, { maxAge: YEAR_S }),
    /** Stores the language of a request, for errors that happen before its response. */
    answerIn(request: Request, locale: SiteLocale): SiteLocale {
      answeredIn.set(request, locale);
      return locale;
    },
    /** Returns the stored language of a request; before `answerIn` stores one, the browser's preferred language. */
    of: (request: Request): SiteLocale => answeredIn.get(request) ?? preferred(request, null),
    /** Returns the time zone in the browser's cookie if we can format with it, else the site's. */
    zoneOf(request: Request): string {
      const named = readCookie(request, 'tz') ?? '';
      return zones.has(named) ? named : zone;
    },
    /** Splits a path into language and rest: `/he/pricing` gives ['he', '/pricing']; without a prefix [null, path]. */
    split(path: string): [SiteLocale | null, string] {
      for (const locale of all) {
        if (path === `/${locale}`) return [locale, '/'];
        if (path.startsWith(`/${locale}/`)) return [locale, path.slice(locale.length + 1)];
      }
      return [null, path];
    },
  };
}

/** The weight of a language, 0 to 1, at the end of its part of the header. */
const WEIGHT = /;\s*q=([01](?:\.\d{0,3})?)\s*$/i;

/**
 * Returns the language codes of an Accept-Language header, the highest weight first; equal weights keep their order.
 * Weight 0 refuses a language; a language without a readable weight has 1 (RFC 9110, 12.4.2 and 12.5.4).
 */
function acceptedCodes(header: string): string[] {
  return header
    .split(',')
    .map((part) => ({
      code: part.trim().slice(0, 2).toLowerCase(),
      weight: Number(WEIGHT.exec(part)?.[1] ?? 1),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ code }) => OLD_CODES[code] ?? code);
}

const RTL_SCRIPT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const [TO_RIGHT, TO_LEFT] = ['\u200e', '\u200f'];

/**
 * Returns a sentence for places without a direction: tab titles, link previews, mail. There the first letter decides
 * the direction. A sentence that only begins with a word of the other direction gets a direction mark in front.
 */
export function plainLine(text: string, dir: Direction): string {
  const letters = text.match(/\p{L}/gu) ?? [];
  const isTurned = (letter: string) => RTL_SCRIPT.test(letter) !== (dir === 'rtl');
  const [first] = letters;
  const needsMark = first !== undefined && isTurned(first) && !letters.every(isTurned);
  return needsMark ? (dir === 'rtl' ? TO_LEFT : TO_RIGHT) + text : text;
}
