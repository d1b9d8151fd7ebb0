/** The language a visitor chose: a cookie of this browser and, for who is signed in, the account. */

import type { SessionUser } from '#core/account/visitor.ts';
import { isLocale, type Locale } from '#core/locale/locale.ts';
import type { Sql } from '#db/client.ts';
import { setLocale } from '#db/queries/users.ts';
import { readCookie } from './http/cookies.ts';

const NAME = 'lang';
const YEAR_S = 365 * 24 * 3600;

/** What was chosen in this browser; null when its own settings decide. */
export function chosenLocale(request: Request): Locale | null {
  const chosen = readCookie(request, NAME);
  return isLocale(chosen) ? chosen : null;
}

const cookie = (locale: Locale) => `${NAME}=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;

/** Keeps a choice. @returns the Set-Cookie header */
export async function chooseLocale(sql: Sql, user: SessionUser | null, locale: Locale): Promise<string> {
  if (user) await setLocale(sql, user.id, locale);
  return cookie(locale);
}

/**
 * At sign-in the account's language becomes the browser's; an account that has none takes the browser's choice.
 * @returns the Set-Cookie header, or null when there is nothing to choose from
 */
export async function meetLocale(sql: Sql, request: Request, user: SessionUser): Promise<string | null> {
  const here = chosenLocale(request);
  if (user.locale) return user.locale === here ? null : cookie(user.locale);
  return here && (await chooseLocale(sql, user, here));
}
