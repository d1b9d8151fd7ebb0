/** The application of a site: its routes, and the steps that every request and response passes around them. */

import { provideAssets } from './asset.ts';
import { errorContext } from './context.ts';
import { errorDocument, toFailure, wantsPage } from './errors.tsx';
import { type Failure, refusalJson, word } from './failure.ts';
import { compressed } from './http/compress.ts';
import { createPageCache, isShared, isWholePage } from './http/page-cache.ts';
import { nameAnswer, nameRequest } from './http/request.ts';
import { harden, hasTwoHosts, mediaType, openTo, preflight, refusal } from './http/security.ts';
import { createLruCache } from './lru-cache.ts';
import { createRouteNames, createRouter } from './router.ts';
import type { Site, SiteOptions } from './site.ts';

/** The number of cached documents, and of cached frames. */
const MOST_DRAWN = 100;

/** Creates the application of a site. The framework's tests create small ones. */
export function createSite(options: SiteOptions, websocket: object = {}) {
  const site: Site = {
    ...options,
    documents: createLruCache(MOST_DRAWN),
    frames: createLruCache(MOST_DRAWN),
  };
  provideAssets(new Map(Object.entries(site.assets.statics)));
  const app = createRouter(site, websocket);
  const cache = createPageCache(site);

  type Handle = (request: Request) => Response | Promise<Response>;

  const revision = devRevision();

  async function handle(request: Request, inner: Handle): Promise<Response> {
    const path = pathOf(request.url);
    if (site.dev && path === '/_dev/revision') return revision();
    if (request.method === 'GET' || request.method === 'HEAD') {
      const file = site.assets.serve(request, path);
      if (file) return file;
    }
    nameRequest(request, site.trustsProxies === true);
    if (site.takesMultipart?.(path)) acceptMultipart(request);
    const refused = refusal(request, site.rules);
    if (refused) return finish(request, await refuse(request, refused));
    const allowed = preflight(request, site.rules);
    if (allowed) return finish(request, allowed);
    const response = await inner(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') site.changed?.();
    // an upgraded socket has no response
    if (!response) return response;
    if (isWholePage(response) && isShared(request, site.personalCookies)) {
      harden(response.headers, site.https(request));
      return cache.keep(request, response);
    }
    return finish(request, response);
  }

  /** Answers a refused request: a browser that navigates gets a page, any other client JSON. */
  async function refuse(request: Request, refused: Failure): Promise<Response> {
    site.refused(request, refused, null);
    const isRead = request.method === 'GET' && URL.canParse(request.url) && wantsPage(request);
    if (!isRead) return refusalJson(word(site, refused, site.languages.of(request)));
    const ctx = await errorContext(site, request, false);
    return errorDocument(site, ctx, word(site, refused, ctx.locale), refused, site.manifest.fallback);
  }

  async function finish(request: Request, response: Response): Promise<Response> {
    harden(response.headers, site.https(request));
    openTo(request, site.rules, response.headers);
    nameAnswer(request, response.headers);
    // a response without Cache-Control counts as personal
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
    return compressed(request, response);
  }

  async function answer(request: Request, inner: Handle): Promise<Response> {
    const response = await answerOf(request, inner);
    return response && site.isClosing?.() ? lastOf(response) : response;
  }

  async function answerOf(request: Request, inner: Handle): Promise<Response> {
    try {
      return await handle(request, inner);
    } catch (error) {
      site.report(error, request);
      return finish(request, refusalJson(word(site, toFailure(site, error), site.languages.of(request))));
    }
  }

  const observe = createObserver(site, () => app.routes);
  let wrapped: Handle | null = null;
  app.wrap((inner) => {
    wrapped ??= (received) => {
      const began = performance.now();
      const request = withHost(received, site.rules.publicUrl);
      const stored = site.isClosing?.() || hasTwoHosts(request) ? null : cache.find(request);
      if (stored) observe(request, stored, began);
      return stored ?? observed(observe, request, began, answer(request, inner as unknown as Handle));
    };
    return wrapped as unknown as typeof inner;
  });
  return app;
}

type Observe = (request: Request, response: Response | undefined, began: number) => void;

/** Returns a function that reports a response to the site. An upgraded socket counts as a 101. */
function createObserver(site: Site, routes: () => { method: string; path: string }[]): Observe {
  if (!site.observe) return () => {};
  let names: ((path: string) => string | null) | undefined;
  return (request, response, began) => {
    names ??= createRouteNames(routes());
    const { method, url } = request;
    const [route, status] = [names(pathOf(url)), response?.status ?? 101];
    site.observe?.({ request, method, route, status, ms: performance.now() - began });
  };
}

async function observed(observe: Observe, request: Request, began: number, answer: Promise<Response>) {
  const response = await answer;
  observe(request, response, began);
  return response;
}

/** Returns the response with `connection: close`: a proxy must not reuse a connection to a server that is stopping. */
function lastOf(response: Response): Response {
  // copied, as files and cached pages share one Headers object between responses
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Gives a GET or HEAD without a Host header (HTTP/1.0, as some probes send it) the host of the public URL, else
 * localhost.
 */
function withHost(request: Request, publicUrl: string): Request {
  const { url, method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !url.startsWith('/') || headers.has('host')) return request;
  // the router expects an address that begins with "http://", as Bun gives it
  const whole = (publicUrl || 'http://localhost').replace(/^https:/, 'http:') + url;
  return URL.canParse(whole) ? new Request(whole, { method, headers }) : request;
}

/** Declares a multipart form as URL-encoded, so that the checks accept it. The call of such a form reads no fields. */
function acceptMultipart(request: Request): void {
  if (mediaType(request) === 'multipart/form-data')
    request.headers.set('content-type', 'application/x-www-form-urlencoded');
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/**
 * Development only: returns a stream that names this process, so that a page notices when another process replaces it.
 */
function devRevision(): () => Response {
  const revision = `${process.pid}-${Date.now()}`;
  const encoder = new TextEncoder();
  return () =>
    new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(encoder.encode(`retry: 100\ndata: ${revision}\n\n`)),
      }),
      { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } },
    );
}
