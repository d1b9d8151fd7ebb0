/** The short-lived cookie that ties a sign-in by Discord to the browser it was begun in. */
import { z } from 'zod';
import { readCookie } from '#framework/http/cookies.ts';
import { isHttps } from '#framework/http/https.ts';
import { sitePath } from '#framework/http/site-path.ts';
import type { Settings } from '../../platform/settings/settings.ts';

const TEN_MINUTES_S = 600;
/** Characters of a path that still fit into the cookie. */
export const MAX_NEXT = 1500;

const Attempt = z.object({
  state: z.string().min(20).max(100),
  verifier: z.string().min(43).max(128),
  /** Where to go afterwards. */
  next: z.string().transform((to) => sitePath(to, MAX_NEXT)),
});
export type Attempt = z.output<typeof Attempt>;

type Rules = Pick<Settings, 'publicUrl' | 'trustProxy'>;

// A __Host- cookie cannot be planted from a subdomain or over http; plain http has no such thing.
const nameFor = (request: Request, rules: Rules) => (isHttps(request, rules) ? '__Host-discord' : 'discord');

/** @returns the Set-Cookie header; `null` takes the cookie away */
export function attemptCookie(request: Request, rules: Rules, attempt: Attempt | null): string {
  const value = attempt ? Buffer.from(JSON.stringify(attempt)).toString('base64url') : '';
  const secure = isHttps(request, rules) ? '; Secure' : '';
  // Lax: the browser comes back from another site by a plain navigation
  return `${nameFor(request, rules)}=${value}; Path=/; Max-Age=${attempt ? TEN_MINUTES_S : 0}; HttpOnly; SameSite=Lax${secure}`;
}

/** What this browser was given, or null. */
export function readAttempt(request: Request, rules: Rules): Attempt | null {
  const raw = readCookie(request, nameFor(request, rules));
  if (!raw) return null;
  try {
    return Attempt.parse(JSON.parse(Buffer.from(raw, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
