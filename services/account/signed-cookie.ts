/** Cookies that carry a sign-in between its requests, signed by this installation. */
import type { z } from 'zod';
import { cookieHeader, hostCookieName, readCookie } from '#framework/http/cookies.ts';
import { isHttps } from '#framework/http/request.ts';
import { createSigner } from '#framework/http/signing.ts';
import type { Settings } from '../platform/settings.ts';

type Rules = { settings: Pick<Settings, 'publicUrl' | 'trustProxy'>; secret: Uint8Array };

/**
 * Returns the functions that write and read one cookie.
 * @param base the cookie's name over plain http @param purpose separates its signatures from those of other cookies
 * @param lifeS how long browsers keep it, s
 */
export function signedCookie<T>(base: string, purpose: string, schema: z.ZodType<T>, lifeS: number) {
  // signed, because a forged start time would let a sign-in go on after a new password has ended it
  const signerOf = ({ secret }: Rules) => createSigner(secret, purpose);
  const nameFor = (request: Request, { settings }: Rules) => hostCookieName(base, isHttps(request, settings));

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

    /** Returns the content of a request's cookie; null without one, and for a forged or malformed one. */
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
