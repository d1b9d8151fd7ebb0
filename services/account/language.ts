/** Stores the chosen language: in a cookie of the browser and, for members, in the account. */
import type { SessionUser } from '#core/account/visitor.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Sql } from '#db/client.ts';
import { setLocale } from '#db/queries/account/users.ts';
import { languages } from '../platform/say.ts';

/** Stores a choice. @returns the Set-Cookie header */
export async function chooseLocale(sql: Sql, user: SessionUser | null, locale: Locale): Promise<string> {
  if (user) await setLocale(sql, user.id, locale);
  return languages.cookie(locale);
}

/**
 * At sign-in the account's language becomes the browser's; an account that has none takes the browser's choice.
 * @returns the Set-Cookie header, or null when there is nothing to choose from
 */
export async function meetLocale(sql: Sql, request: Request, user: SessionUser): Promise<string | null> {
  const browserLocale = languages.chosen(request);
  if (user.locale) return user.locale === browserLocale ? null : languages.cookie(user.locale);
  return browserLocale && (await chooseLocale(sql, user, browserLocale));
}
