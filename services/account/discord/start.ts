import { sitePath } from '#framework/http/response.ts';

/**
 * The address a sign-in by Discord begins at.
 * @param next where to go afterwards, of this site or ignored @param prove 'prove' renews the proof of a signed-in user
 */
export function discordStartPath(next: string | null | undefined, prove?: 'prove'): string {
  const to = sitePath(next);
  const query = new URLSearchParams();
  if (to !== '/') query.set('next', to);
  if (prove) query.set('prove', '1');
  return `/auth/discord${query.size > 0 ? `?${query}` : ''}`;
}
