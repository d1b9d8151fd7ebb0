import type { WireUser } from '#core/contract/account.ts';
import { cookieCheck, type Reply } from '#framework/http/response.ts';
import type { Services } from '../services.ts';
import { meetLocale } from './language.ts';
import type { Entrance } from './sign-in.ts';

/**
 * Where a browser goes once it is signed in. A browser without cookies would come back to the sign-in page without an explanation, so that page comes first: it leads on to `next`, or says that cookies are off.
 */
export function enteredPath(request: Request, next: string, tab?: 'register'): string {
  if (request.headers.get('cookie')) return next;
  const query = new URLSearchParams({ ...(tab && { tab }), ...(next !== '/' && { next }) });
  return cookieCheck(request, query.size > 0 ? `/auth?${query}` : '/auth');
}

/** Returns several cookies as the headers of a response. */
export const cookieHeaders = (cookies: readonly string[]): [string, string][] =>
  cookies.map((cookie) => ['set-cookie', cookie]);

/** Answers a sign-in that is complete. @param entrance.next where a form goes on to */
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
  // the settings page explains the restriction of the account
  const to = (await services.accounts.isRestricted(person.id)) ? '/settings' : next;
  return reply.ok(await services.accounts.wire(person), {
    headers: cookieHeaders(lang ? [...cookies, lang] : cookies),
    form: { to: enteredPath(request, to) },
  });
}
