import { join } from 'node:path';
import type { AppError } from '#core/contract/errors.ts';
import { provideAssets } from '#framework/asset.ts';
import { loadAssets } from '#framework/assets.ts';
import { localeOf, requestContext } from '#framework/context.ts';
import type { RouteManifest } from '#framework/define.ts';
import { devRevision } from '#framework/dev-revision.ts';
import { errorDocument, errorJson, toAppError, wantsPage } from '#framework/errors.tsx';
import { compressed } from '#framework/http/compress.ts';
import { openTo, preflight } from '#framework/http/cors.ts';
import { createFlashes } from '#framework/http/flash.ts';
import { isHttps } from '#framework/http/https.ts';
import { createPageCache, isShared, isWholePage } from '#framework/http/page-cache.ts';
import { harden, newNonce, refusal } from '#framework/http/security.ts';
import { createSigner } from '#framework/http/signing.ts';
import { loadTranslations } from '#framework/i18n.ts';
import { createRouter } from '#framework/router.ts';
import { refusalIn } from '#framework/sentences.ts';
import { joinReads } from '#framework/session-cache.ts';
import type { Site } from '#framework/site.ts';
import { realtime, SOCKET_LIMITS } from '#services/realtime/socket.ts';
import type { Services } from '#services/services.ts';

const ROOT = import.meta.dir;

/**
 * The application: routes, pages, calls, assets, socket.
 * @throws when there is no build, or a route breaks a rule of the house
 */
export async function createApp(services: Services) {
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const { settings, log } = services;
  const users = joinReads(
    async (request) => (await services.sessions.read(request))?.user ?? null,
    services.clock.now,
  );
  services.bus.subscribe((event) => {
    if (event.type === 'signedOut' || event.type === 'gap') users.forget();
  });
  const app = createSite(
    {
      manifest,
      assets: loadAssets(join(ROOT, '.build')),
      translations: loadTranslations(join(ROOT, 'locales')),
      say: services.say,
      flashes: createFlashes(createSigner(services.secret, 'flash')),
      services,
      rules: settings,
      dev: process.env.NODE_ENV === 'development',
      https: (request) => isHttps(request, settings),
      readUser: users.read,
      changed: users.forget,
      count(kind, request, user) {
        // a browser somebody signed in from before must get in, whatever others at its address do
        const device = kind === 'login' && !user ? services.devices.read(request) : null;
        if (device) return services.limits.count(kind, { account: `device ${device.id}` });
        return services.limits.count(kind, { account: user?.id, address: services.addresses.of(request) });
      },
      competition: () => ({ active: services.seasons.active() }),
      refused: services.securityLog.refused,
      report(error, request) {
        const facts = { err: error, path: new URL(request.url).pathname };
        // something we need is away: not ours to mend, but to be seen
        if (toAppError(error).code !== 'INTERNAL') log.warn(facts, 'request refused for now');
        else log.error(facts, 'request failed');
      },
    },
    SOCKET_LIMITS,
  );
  app.onStart(({ server }) => void (server && services.addresses.attach(server)));
  return app.use(realtime(services));
}

/** Any site of this framework; tests build small ones of their own. */
export function createSite(site: Site, websocket: object = {}) {
  provideAssets(new Map(Object.entries(site.assets.statics)));
  const app = createRouter(site, websocket);
  const cache = createPageCache();

  type Handle = (request: Request) => Response | Promise<Response>;

  const revision = devRevision();

  async function handle(request: Request, inner: Handle): Promise<Response> {
    const path = pathOf(request.url);
    if (site.dev && path === '/_dev/revision') return revision();
    if (request.method === 'GET' || request.method === 'HEAD') {
      const file = site.assets.serve(request, path);
      if (file) return file;
    }
    const refused = refusal(request, site.rules);
    if (refused) return finish(request, await refuse(request, refused));
    const allowed = preflight(request, site.rules);
    if (allowed) return finish(request, allowed);
    const response = await inner(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') site.changed?.();
    // An upgraded socket has no answer.
    if (!response) return response;
    if (isWholePage(response) && isShared(request)) {
      harden(response.headers, site.https(request));
      return cache.keep(request, response);
    }
    return finish(request, response);
  }

  /** A person who followed a broken link reads a page, everybody else JSON. */
  async function refuse(request: Request, refused: AppError): Promise<Response> {
    site.refused(request, refused, null);
    const toRead = request.method === 'GET' && URL.canParse(request.url) && wantsPage(request);
    if (!toRead) return errorJson(refusalIn(refused, localeOf(request), site.say));
    const ctx = await requestContext(site, request, newNonce(), null);
    const told = refusalIn(refused, ctx.locale, site.say);
    return errorDocument(site, ctx, told, refused, site.manifest.fallback);
  }

  async function finish(request: Request, response: Response): Promise<Response> {
    harden(response.headers, site.https(request));
    openTo(request, site.rules, response.headers);
    // Whatever did not say it may be kept is somebody's own.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
    return compressed(request, response);
  }

  let wrapped: Handle | null = null;
  app.wrap((inner) => {
    wrapped ??= (received) => {
      const request = withHost(received, site.rules.publicUrl);
      return (
        cache.find(request) ??
        handle(request, inner as unknown as Handle).catch((error) => {
          site.report(error, request);
          return finish(request, errorJson(refusalIn(toAppError(error), localeOf(request), site.say)));
        })
      );
    };
    return wrapped as unknown as typeof inner;
  });
  return app;
}

/** HTTP/1.0 knows no Host, and probes of proxies still speak it: what they read is read at our own address. */
function withHost(request: Request, publicUrl: string): Request {
  const { url, method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || !url.startsWith('/') || headers.has('host')) return request;
  // the router looks for the path behind "http://", as Bun tells addresses
  const whole = (publicUrl || 'http://localhost').replace(/^https:/, 'http:') + url;
  return URL.canParse(whole) ? new Request(whole, { method, headers }) : request;
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

export type App = Awaited<ReturnType<typeof createApp>>;
