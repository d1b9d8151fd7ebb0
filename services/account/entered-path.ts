import type { SessionUser } from '#core/account/visitor.ts';
import type { WireUser } from '#core/contract/account.ts';
import { addressOf } from '#core/contract/address.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Sql } from '#db/client.ts';
import { setLocale } from '#db/queries/account/users.ts';
import { cookieCheck, type Reply } from '#framework/http/response.ts';
import { languages } from '../platform/say.ts';
import type { Services } from '../services.ts';
import type { Entrance } from './sign-in.ts';

/**
 * Returns the page after a sign-in: `next`; for a browser that sent no cookie, the address of a check, which redirects
 * to `next` or says that cookies are off.
 */
export function enteredPath(request: Request, next: string, tab?: 'register'): string {
  if (request.headers.get('cookie')) return next;
  return cookieCheck(request, addressOf('/auth', { tab, next: next !== '/' && next }));
}

export const cookieHeaders = (cookies: readonly string[]): [string, string][] =>
  cookies.map((cookie) => ['set-cookie', cookie]);

/** Responds to a completed sign-in. @param entrance.next page to which a form's sign-in redirects */
export async function answerSignIn(
  {
    request,
    services,
    reply,
  }: {
    request: Request;
    services: Pick<Services, 'accounts' | 'sql'>;
    reply: Reply<WireUser>;
  },
  { person, cookies, next }: Entrance & { next: string },
): Promise<Response> {
  const lang = await meetLocale(services.sql, request, person);
  // the settings page explains an account's restriction
  const to = (await services.accounts.isRestricted(person.id)) ? '/settings' : next;
  return reply.ok(await services.accounts.wire(person), {
    headers: cookieHeaders(lang ? [...cookies, lang] : cookies),
    form: { to: enteredPath(request, to) },
  });
}

/** Stores the chosen language, also in a signed-in user's account. @returns the Set-Cookie header */
export async function chooseLocale(sql: Sql, user: SessionUser | null, locale: Locale): Promise<string> {
  if (user) await setLocale(sql, user.id, locale);
  return languages.cookie(locale);
}

/**
 * Gives the browser the account's language at sign-in; an account without a language takes the browser's choice.
 * @returns the Set-Cookie header; null when the browser has the account's language already, or neither has a language
 */
export async function meetLocale(sql: Sql, request: Request, user: SessionUser): Promise<string | null> {
  const browserLocale = languages.chosen(request);
  if (user.locale) return user.locale === browserLocale ? null : languages.cookie(user.locale);
  return browserLocale && (await chooseLocale(sql, user, browserLocale));
}
