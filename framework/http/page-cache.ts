/** Caches whole pages that are the same for every visitor, compressed. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Languages } from '../locale/languages.ts';
import { type StoredEncoding, storedEncoding } from './compress.ts';
import { readCookie } from './cookies.ts';
import { joined, piecesOf } from './pieces.ts';
import { hasVersion } from './response.ts';

/** How long a cached page is served to all visitors, ms. The figures on the page may be this old. */
const FRESH_MS = 1000;
const MAX_PAGES = 200;

type Entry = {
  madeAt: number;
  etag: string;
  /**
   * Response headers by content coding, built once: building them for each reader costs as much as the rest of the
   * response.
   */
  headers: Record<StoredEncoding, Headers>;
  body: Record<StoredEncoding, Uint8Array<ArrayBuffer>>;
};

export type PageCache = {
  /** Returns a cached response that is still fresh; null without one, and for readers whose page is personal. */
  find(request: Request): Response | null;
  /** Caches the response of a whole page (`isWholePage`), and returns it as `find` would. */
  keep(request: Request, response: Response): Promise<Response>;
};

/** @param now epoch ms */
export function createPageCache(
  { languages, personalCookies }: { languages: Languages; personalCookies: readonly string[] },
  now: () => number = Date.now,
): PageCache {
  const entries = new Map<string, Entry>();

  function send(entry: Entry, request: Request): Response {
    if (hasVersion(request, entry.etag))
      return new Response(null, { status: 304, headers: entry.headers.identity });
    const encoding = storedEncoding(request);
    return new Response(entry.body[encoding], { headers: entry.headers[encoding] });
  }

  return {
    find(request) {
      if (!isShared(request, personalCookies)) return null;
      const entry = entries.get(keyOf(languages, request));
      return entry && now() - entry.madeAt < FRESH_MS ? send(entry, request) : null;
    },
    async keep(request, response) {
      const identity = joined(await piecesOf(response)).slice();
      const etag = `W/"${Bun.hash(identity).toString(36)}"`;
      response.headers.set('etag', etag);
      response.headers.append('vary', 'accept-encoding');
      const key = keyOf(languages, request);
      const entry: Entry = {
        madeAt: now(),
        etag,
        headers: {
          identity: response.headers,
          br: withEncoding(response.headers, 'br'),
          gzip: withEncoding(response.headers, 'gzip'),
        },
        body: {
          identity,
          br: new Uint8Array(
            brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
          ),
          gzip: new Uint8Array(gzipSync(identity, { level: 4 })),
        },
      };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > MAX_PAGES) entries.delete(entries.keys().next().value!);
      return send(entry, request);
    },
  };
}

function withEncoding(headers: Headers, encoding: StoredEncoding): Headers {
  const more = new Headers(headers);
  more.set('content-encoding', encoding);
  return more;
}

/** True for a GET that may get the page for all visitors: nobody is signed in, and no flash waits. */
export function isShared(request: Request, personalCookies: readonly string[]): boolean {
  if (request.method !== 'GET') return false;
  if (!request.headers.has('cookie')) return true;
  return [...personalCookies, 'flash'].every((name) => readCookie(request, name) === null);
}

/** True when a page declares itself the same for all visitors. */
export function isWholePage(response: Response): boolean {
  const { headers, status } = response;
  return status === 200 && headers.get('cache-control')?.startsWith('public, max-age=0, s-maxage') === true;
}

/**
 * Returns the cache key: language, zone, Save-Data, path and query, without the host, so that invented host names evict
 * nothing.
 */
function keyOf(languages: Languages, request: Request): string {
  const { headers, url } = request;
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  // Most requests come from robots and proxies, which send none of these headers: their key is short.
  if (!headers.has('cookie') && !headers.has('accept-language') && !headers.has('save-data')) return path;
  return `${languages.preferred(request, null)} ${languages.zoneOf(request)} ${headers.get('save-data')} ${path}`;
}
