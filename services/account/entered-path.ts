import type { WireUser } from '#core/contract/account.ts';
import { cookieCheck, type Reply } from '#framework/http/response.ts';
import type { Services } from '../services.ts';
import { meetLocale } from './language.ts';
import type { Entrance } from './sign-in.ts';

/**
 * Where a browser goes once it is signed in. One that keeps no cookies would be sent to the entrance again without a word:
 * the entrance is asked first, which leads on to `next` or says why it cannot.
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
