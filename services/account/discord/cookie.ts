/** The short-lived cookie that ties a sign-in by Discord to the browser it was begun in. */
import { z } from 'zod';
import { isHttps, readCookie } from '#framework/http/request.ts';
import { sitePath } from '#framework/http/response.ts';
import { createSigner } from '#framework/http/signing.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** How long an attempt is good, ms. */
const ATTEMPT_MS = 10 * 60_000;
/** How long the browser keeps it: one that is over still says which page to go on to. */
const COOKIE_S = 24 * 3600;
/** Characters of a path that still fit into the cookie. */
export const MAX_NEXT = 1500;

const Attempt = z.object({
  state: z.string().min(20).max(100),
  verifier: z.string().min(43).max(128),
  /** Where to go afterwards. */
  next: z.string().transform((to) => sitePath(to, MAX_NEXT)),
  /** Epoch ms. */
  begunAt: z.number(),
  /** The signed-in user who renews the proof of who they are; absent: a sign-in. */
  prover: z.number().optional(),
});
export type Attempt = z.output<typeof Attempt>;

type Rules = { settings: Pick<Settings, 'publicUrl' | 'trustProxy'>; secret: Uint8Array };

// signed: who could change the time of an attempt would keep a way in that a new password has ended
const signerOf = ({ secret }: Rules) => createSigner(secret, 'paperpit discord attempt');

/** Whether an attempt is too old. @param now epoch ms */
export const isOver = ({ begunAt }: Attempt, now: number) => now - begunAt > ATTEMPT_MS;

// A __Host- cookie cannot be planted from a subdomain or over http; plain http has no such thing.
const nameFor = (request: Request, { settings }: Rules) =>
  isHttps(request, settings) ? '__Host-discord' : 'discord';

/** @returns the Set-Cookie header; `null` takes the cookie away */
export function attemptCookie(request: Request, rules: Rules, attempt: Attempt | null): string {
  const value = attempt
    ? signerOf(rules).sign(Buffer.from(JSON.stringify(attempt)).toString('base64url'))
    : '';
  const secure = isHttps(request, rules.settings) ? '; Secure' : '';
  // Lax: the browser comes back from another site by a plain navigation
  return `${nameFor(request, rules)}=${value}; Path=/; Max-Age=${attempt ? COOKIE_S : 0}; HttpOnly; SameSite=Lax${secure}`;
}

/** What this browser was given, or null. */
export function readAttempt(request: Request, rules: Rules): Attempt | null {
  const raw = signerOf(rules).open(readCookie(request, nameFor(request, rules)) ?? '');
  if (!raw) return null;
  try {
    return Attempt.parse(JSON.parse(Buffer.from(raw, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
