import { sitePath } from '#framework/http/site-path.ts';

/** The address a sign-in by Discord begins at. @param next where to go afterwards, of this site or ignored */
export function discordStartPath(next: string | null | undefined): string {
  const to = sitePath(next);
  return to === '/' ? '/auth/discord' : `/auth/discord?next=${encodeURIComponent(to)}`;
}
