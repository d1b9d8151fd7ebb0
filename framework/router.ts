/** Mounts the pages and calls of routes/ on one Elysia application. */
import { Elysia } from 'elysia';
import { createApi, type Visitor } from './api.ts';
import { errorContext } from './context.ts';
import { Redirect } from './define.ts';
import { errorDocument, errorText, refusedForm, toFailure, wantsPage } from './errors.tsx';
import { httpFailure, refusalJson, word } from './failure.ts';
import { isShared } from './http/page-cache.ts';
import { readBody } from './http/request.ts';
import { isFormPost } from './http/response.ts';
import { pageAddresses, redirectResponse, servePage } from './pages.ts';
import type { Site } from './site.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function createRouter(site: Site, websocket: object = {}) {
  const api = createApi(site, (request) => visitorOf(site, request));

  const app = new Elysia({
    name: 'routes',
    // Every request passes `app.wrap` in create-site.ts first (stored pages, checks, headers): Bun's own router would
    // answer before it.
    systemRouter: false,
    // With `standardHostname` a Host of fewer than four letters shifts the position where Elysia expects the path.
    handler: { standardHostname: false },
    websocket,
  })
    .onParse(({ request }) => readBody(request, site.readForm))
    .onError(async (context) => {
      const { error, code, request, body } = context;
      if (error instanceof Redirect) return redirectResponse(error);
      let refused = toFailure(site, error, code);
      if (refused.code === 'NOT_FOUND' && code === 'NOT_FOUND') refused = wrongMethod(request) ?? refused;
      if (refused.status >= 500) site.report(error, request);
      site.refused(request, refused, (context as Partial<Visitor>).user ?? null);
      if (isFormPost(request)) return refusedForm(site, request, refused, body);
      const instead = errorText(request, refused, body);
      const worded = word(site, refused, site.languages.of(request), instead);
      if (!wantsPage(request)) return refusalJson(worded);
      const ctx = await errorContext(site, request, refused.code === 'UNAVAILABLE');
      return errorDocument(site, ctx, worded, error, site.manifest.fallback);
    });

  // mounted before the plugin of the calls, which would read a page's user a second time
  mountPages(site, app as unknown as Mount);
  app.use(api);
  mountCalls(site, app as unknown as Mount);

  /** Returns a 405 with Allow when the path exists under another method; else null. */
  function wrongMethod(request: Request) {
    const { pathname } = new URL(request.url);
    const allowed = METHODS.filter((method) =>
      matchers().some((m) => m.method === method && m.test(pathname)),
    );
    if (allowed.length === 0 || allowed.includes(request.method)) return null;
    if (allowed.includes('GET')) allowed.splice(1, 0, 'HEAD');
    return httpFailure('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } });
  }

  let compiled: { method: string; test(path: string): boolean }[] | null = null;
  function matchers() {
    compiled ??= app.routes.map(({ method, path }) => {
      const regex = routePattern(path);
      return { method, test: (candidate: string) => regex.test(candidate) };
    });
    return compiled;
  }

  return app;
}

/** Reads the user of a call. While the database is unavailable a GET continues as for a visitor. */
async function visitorOf(site: Site, request: Request): Promise<Visitor> {
  let away: unknown;
  const user = await site.readUser(request).catch((error: unknown) => {
    // a call that changes something needs its user
    if (request.method !== 'GET' || site.explain(error)?.code !== 'UNAVAILABLE') throw error;
    away = error;
    return null;
  });
  const locale = site.languages.answerIn(request, site.languages.preferred(request, user));
  return { user, away, locale, t: site.translations(locale) };
}

type Mount = Pick<Elysia, 'get' | 'route'>;

function mountPages(site: Site, app: Mount): void {
  for (const file of site.manifest.routes) {
    if (file.route.kind !== 'page') continue;
    const isCached = file.route.cache !== undefined;
    for (const { path, locale } of pageAddresses(file, site.languages)) {
      app.get(path, ({ request, params }) =>
        servePage(site, file, {
          request,
          params,
          locale,
          shared: isCached && isShared(request, site.personalCookies) && !site.languages.carried(request.url),
        }),
      );
    }
  }
}

/** Mounts all calls. @throws when a file has another path than its endpoint, or a changing call has no limit */
function mountCalls(site: Site, app: Mount): void {
  for (const file of site.manifest.routes) {
    if (file.route.kind !== 'api') continue;
    for (const { endpoint, options, handler } of file.route.calls) {
      const { rawBody, ...form } = options;
      const { method, path, access, limit, params, query, body } = endpoint;
      if (path !== file.path) throw new Error(`${file.file}: its endpoint is at ${path}.`);
      if (method !== 'GET' && !limit)
        throw new Error(`${file.file}: ${method} ${path} does not name its limit.`);
      const schemas = { params, query, body: rawBody ? undefined : body };
      const fields = endpoint.isExact ? endpoint : undefined;
      // `form` comes first: the later hooks throw refusals that it shows
      const hooks = { form, access, limit, fields, ...schemas };
      const given = Object.fromEntries(Object.entries(hooks).filter(([, value]) => value !== undefined));
      app.route(method, path, handler as never, given as never);
    }
  }
}

type Route = { method: string; path: string };

/** Returns the regular expression for the paths of a pattern, with or without a trailing slash. */
function routePattern(path: string): RegExp {
  const pattern = path
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\/:\w+\?/g, '(?:/[^/]+)?')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${pattern.replace(/\/$/, '')}/?$`);
}

/** Returns a function that finds the pattern of a path; null for files and unknown paths. */
export function createRouteNames(routes: readonly Route[]): (path: string) => string | null {
  const isPlain = ({ path }: Route) => !/[:*]/.test(path);
  const plain = new Set(routes.filter(isPlain).map(({ path }) => path));
  const others = new Map(
    routes.filter((route) => !isPlain(route)).map(({ path }) => [path, routePattern(path)]),
  );
  return (path) => {
    if (plain.has(path)) return path;
    for (const [name, pattern] of others) if (pattern.test(path)) return name;
    return null;
  };
}
