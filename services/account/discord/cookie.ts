/** The short-lived cookies of a sign-in by Discord: what ties it to its browser, and who waits to be asked. */
import { z } from 'zod';
import { cookieHeader, readCookie } from '#framework/http/cookies.ts';
import { isHttps } from '#framework/http/request.ts';
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

/** Who came from Discord, has no account here, and is asked before one is made. */
const Newcomer = z.object({
  id: z.string().max(20),
  names: z.array(z.string().max(200)).max(2),
  next: z.string().transform((to) => sitePath(to, MAX_NEXT)),
  /** When the sign-in began, epoch ms. */
  begunAt: z.number(),
});
export type Newcomer = z.output<typeof Newcomer>;

type Rules = { settings: Pick<Settings, 'publicUrl' | 'trustProxy'>; secret: Uint8Array };

/** Whether an attempt is too old. @param now epoch ms */
export const isOver = ({ begunAt }: { begunAt: number }, now: number) => now - begunAt > ATTEMPT_MS;

function signedCookie<T>(base: string, purpose: string, schema: z.ZodType<T>, lifeS: number) {
  // signed: who could change the time of an attempt would keep a way in that a new password has ended
  const signerOf = ({ secret }: Rules) => createSigner(secret, purpose);
  // A __Host- cookie cannot be planted from a subdomain or over http; plain http has no such thing.
  const nameFor = (request: Request, { settings }: Rules) =>
    isHttps(request, settings) ? `__Host-${base}` : base;

  return {
    /** Returns the Set-Cookie value; null content deletes the cookie. */
    write(request: Request, rules: Rules, content: T | null): string {
      const text = content && Buffer.from(JSON.stringify(content)).toString('base64url');
      const value = text ? signerOf(rules).sign(text) : '';
      const secure = isHttps(request, rules.settings);
      return cookieHeader(nameFor(request, rules), value, {
        maxAge: content ? lifeS : 0,
        httpOnly: true,
        secure,
      });
    },

    /** What this browser was given, or null. */
    read(request: Request, rules: Rules): T | null {
      const raw = signerOf(rules).open(readCookie(request, nameFor(request, rules)) ?? '');
      if (!raw) return null;
      try {
        return schema.parse(JSON.parse(Buffer.from(raw, 'base64url').toString('utf8')));
      } catch {
        return null;
      }
    },
  };
}

const attempts = signedCookie('discord', 'paperpit discord attempt', Attempt, COOKIE_S);
export const attemptCookie = attempts.write;
export const readAttempt = attempts.read;

const newcomers = signedCookie('newcomer', 'paperpit discord newcomer', Newcomer, ATTEMPT_MS / 1000);
export const newcomerCookie = newcomers.write;
export const readNewcomer = newcomers.read;
