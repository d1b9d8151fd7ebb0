/** Cookies of requests and responses, percent-encoded both ways. */

const cookiesOf = new WeakMap<Request, Bun.CookieMap>();

/** Returns the decoded value of a request's cookie; null without it. Of two cookies with one name the first counts. */
export function readCookie(request: Request, name: string): string | null {
  let cookies = cookiesOf.get(request);
  if (!cookies) {
    cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '');
    cookiesOf.set(request, cookies);
  }
  return cookies.get(name);
}

/**
 * Returns the name of a cookie that neither a subdomain nor a page over http can set. Browsers refuse the prefix over
 * plain http.
 */
export const hostCookieName = (base: string, isSecure: boolean): string =>
  isSecure ? `__Host-${base}` : base;

type CookieOptions = {
  /** Seconds; 0 deletes the cookie. */
  maxAge?: number;
  /** True to hide the cookie from scripts. */
  httpOnly?: boolean;
  /** True to send the cookie over https only; `security.ts` sets it on every cookie of a response over https. */
  secure?: boolean;
};

/** Returns a Set-Cookie value for all paths. Of requests from other sites only navigations carry the cookie. */
export function cookieHeader(name: string, value: string, options: CookieOptions): string {
  return new Bun.Cookie(name, value, { ...options, path: '/', sameSite: 'lax' }).serialize();
}
