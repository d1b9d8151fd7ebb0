/** Cookies of requests and responses, percent-encoded both ways. */

const cookiesOf = new WeakMap<Request, Bun.CookieMap>();

/** Returns the value of a cookie that a request carries, decoded; null without it. The first of two of one name counts. */
export function readCookie(request: Request, name: string): string | null {
  let cookies = cookiesOf.get(request);
  if (!cookies) {
    cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '');
    cookiesOf.set(request, cookies);
  }
  return cookies.get(name);
}

type CookieOptions = {
  /** Seconds; 0 deletes the cookie. */
  maxAge?: number;
  /** Hides it from scripts. */
  httpOnly?: boolean;
  /** Sends it over https only; `security.ts` adds that to every cookie set over https. */
  secure?: boolean;
};

/** Returns the value of a Set-Cookie header, for all paths of the site and, of other sites' requests, navigations only. */
export function cookieHeader(name: string, value: string, options: CookieOptions): string {
  return new Bun.Cookie(name, value, { ...options, path: '/', sameSite: 'lax' }).serialize();
}
