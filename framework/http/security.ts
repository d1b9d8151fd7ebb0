/** The security headers of every response, and the checks of every request that changes something. */

import { isIP } from 'node:net';
import { type Failure, httpFailure } from '../failure.ts';

export type OriginRules = {
  /** The site's address for visitors; empty when the Host header names the site. */
  publicUrl: string;
  /** The host name of `publicUrl`, when the settings name one; requests for other hosts are refused. */
  publicHost: string | null;
  allowedOrigins: readonly string[];
};

export const MAX_BODY_BYTES = 64 * 1024;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const BODY_TYPES = new Set(['application/json', 'application/x-www-form-urlencoded']);

const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The scripts and styles that a page may run: our own files, and inline ones with this nonce or one of these hashes.
 */
type InlineRules = {
  nonce: string | null;
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
};

export function contentPolicy(inline: InlineRules): string {
  const sources = (hashes: readonly string[]) =>
    ["'self'", inline.nonce && `'nonce-${inline.nonce}'`, ...hashes.map((hash) => `'${hash}'`)]
      .filter(Boolean)
      .join(' ');
  return (
    `${POLICY}; script-src ${sources(inline.scriptHashes)}; style-src ${sources(inline.styleHashes)}; ` +
    // For widths of bars and the like: a style attribute cannot load or run anything.
    "style-src-attr 'unsafe-inline'"
  );
}

/** Returns the hash by which a policy allows an inline script or style. */
export const inlineHash = (text: string) =>
  `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`;

const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const;

/** Adds the security headers that a response lacks; over https also HSTS, and Secure to its cookies. */
export function harden(headers: Headers, https: boolean): void {
  for (const name in COMMON) if (!headers.has(name)) headers.set(name, COMMON[name as keyof typeof COMMON]);
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', BARE_POLICY);
  if (!https) return;
  headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  secureCookies(headers);
}

/** Adds Secure to every cookie of a response over https, so that none is ever sent over http. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  if (cookies.every(isSecure)) return;
  headers.delete('set-cookie');
  for (const cookie of cookies) headers.append('set-cookie', isSecure(cookie) ? cookie : `${cookie}; Secure`);
}

const isSecure = (cookie: string) => /; *secure(;|$)/i.test(cookie);

/** Returns a new nonce of 128 random bits. */
export function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).host;
  } catch {
    return null;
  }
}

/**
 * True when the request came from one of our own pages or from an allowed origin. A request with neither Origin nor
 * Sec-Fetch-Site does not come from a browser, so it abuses nobody's cookies and may pass. Hosts are compared without
 * the scheme, because behind a proxy that ends TLS we only see http.
 */
export function fromOurPages(request: Request, rules: OriginRules): boolean {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  if (origin && rules.allowedOrigins.includes(origin)) return true;
  if (site && site !== 'same-origin' && site !== 'none') return false;
  if (!origin) return true;
  // a form on a page with `referrer-policy: no-referrer` sends `null`; only browsers send Sec-Fetch-Site
  if (origin === 'null' && site === 'same-origin') return true;
  const host = hostOf(origin);
  return host !== null && (host === request.headers.get('host') || host === hostOf(rules.publicUrl));
}

/**
 * True when a request that changes something or carries cookies names another site as its Host: somebody made a foreign
 * name point here (DNS rebinding). An IP address or a name without a dot does not count as another site: a proxy that
 * does not pass Host on, a probe or a machine on the same network sends such a Host.
 */
function isMisdirected(request: Request, { publicHost, allowedOrigins }: OriginRules): boolean {
  if (publicHost === null || (SAFE.has(request.method) && !request.headers.has('cookie'))) return false;
  const name = nameOf(`http://${request.headers.get('host') ?? publicHost}`);
  if (name === publicHost || allowedOrigins.some((origin) => nameOf(origin) === name)) return false;
  return name === null || (name.includes('.') && isIP(name) === 0);
}

/** Returns the host name of a URL, without brackets and a trailing dot; null when it is no URL. */
function nameOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * True when a request has several Host headers (RFC 9112, 3.2): a proxy and this server may each use a different one.
 */
export const hasTwoHosts = ({ headers }: Request): boolean => headers.get('host')?.includes(',') === true;

/**
 * True for an invalid address: without a host, with escapes that are not UTF-8, or with a NUL, which PostgreSQL
 * refuses.
 */
function unreadable(url: string): boolean {
  if (!URL.canParse(url)) return true;
  if (!url.includes('%')) return false;
  if (url.includes('%00')) return true;
  const end = url.indexOf('?');
  try {
    decodeURIComponent(end < 0 ? url : url.slice(0, end));
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the refusal of a request before its route is looked up; null when the request may pass. 400: unreadable, or
 * two hosts. 421: for another site. 403: from a foreign origin. 413: the declared length of the body is too large. 415:
 * neither JSON nor a form.
 */
export function refusal(request: Request, rules: OriginRules): Failure | null {
  if (unreadable(request.url) || hasTwoHosts(request)) return httpFailure('BAD_REQUEST');
  if (isMisdirected(request, rules))
    return httpFailure('WRONG_HOST', { params: { address: rules.publicUrl } });
  if (SAFE.has(request.method)) return null;
  if (!fromOurPages(request, rules)) return httpFailure('BAD_ORIGIN');
  const length = request.headers.get('content-length');
  if (Number(length) > MAX_BODY_BYTES) return httpFailure('TOO_LARGE');
  const empty = length === null ? !request.headers.has('transfer-encoding') : Number(length) === 0;
  if (!empty && !BODY_TYPES.has(mediaType(request))) return httpFailure('UNSUPPORTED_TYPE');
  return null;
}

export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'content-type, idempotency-key';

function allowedOrigin(request: Request, rules: OriginRules): string | null {
  const origin = request.headers.get('origin');
  return origin && rules.allowedOrigins.includes(origin) ? origin : null;
}

/** Returns the response to a CORS preflight of an allowed origin; null for any other request. */
export function preflight(request: Request, rules: OriginRules): Response | null {
  if (request.method !== 'OPTIONS' || !allowedOrigin(request, rules)) return null;
  if (!request.headers.has('access-control-request-method')) return null;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': '600',
    },
  });
}

/**
 * Lets an allowed origin read the response, cookies included. A response to another origin gets only `Vary`. Without
 * allowed origins, no response gets a header.
 */
export function openTo(request: Request, rules: OriginRules, headers: Headers): void {
  if (rules.allowedOrigins.length === 0) return;
  headers.append('vary', 'origin');
  const origin = allowedOrigin(request, rules);
  if (!origin) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-allow-credentials', 'true');
  headers.set('access-control-expose-headers', 'idempotent-replay, retry-after');
  headers.set('cross-origin-resource-policy', 'cross-origin');
}
