/** Serves the pages of routes/. */
import type { z } from 'zod';
import { demand } from './api.ts';
import { requestContext } from './context.ts';
import { type PageContext, type PageRoute, Redirect, type RequestContext, type RouteFile } from './define.ts';
import { renderDocument } from './document.tsx';
import { errorDocument, fittingPage, signInHref, toFailure } from './errors.tsx';
import { httpFailure, word } from './failure.ts';
import { clearFlash } from './http/flash.ts';
import { responseOf } from './http/pieces.ts';
import { fieldsOf } from './http/request.ts';
import { seeOther } from './http/response.ts';
import { newNonce } from './http/security.ts';
import type { Languages } from './locale/languages.ts';
import { rightsOf } from './page.tsx';
import { sheetCookie, stylesKey } from './page-styles.ts';
import type { SiteLocale } from './register.ts';
import {
  anyReader,
  type Document,
  type FilledDocument,
  fillSlots,
  type SlotValues,
  slotsFor,
  withSlots,
} from './shared-document.ts';
import type { Site } from './site.ts';

export type PageRequest = {
  request: Request;
  params: Record<string, string>;
  /** The language in this address; null when the reader's preference decides. */
  locale: SiteLocale | null;
  /** True when one rendering serves all visitors: no user, no flash, no nonce. */
  shared: boolean;
};

/** Answers with the page of a route file, or, when the page throws, with a redirect or an error page. */
export async function servePage(site: Site, file: RouteFile, pageRequest: PageRequest): Promise<Response> {
  const { request, shared } = pageRequest;
  const nonce = shared ? null : newNonce();
  const { locales, ownLanguage } = file.route as PageRoute;
  const isOwn = ownLanguage === true && pageRequest.locale === locales?.[0];
  const ctx = await requestContext(site, request, nonce, { locale: pageRequest.locale, isOwn, shared });
  const handlers = file.middlewares.map((each) => each.handle);
  const run = (index: number): Promise<Response> => {
    const handle = handlers[index];
    return handle ? Promise.resolve(handle(ctx, () => run(index + 1))) : answer(site, file, ctx, pageRequest);
  };
  try {
    return await run(0);
  } catch (error) {
    if (error instanceof Redirect) return redirectResponse(error);
    const refused = toFailure(site, error);
    if (refused.code === 'SIGNED_OUT') return toSignIn(ctx, site.signInPath);
    if (refused.status >= 500) site.report(error, request);
    site.refused(request, refused, ctx.user);
    return errorDocument(site, ctx, word(site, refused, ctx.locale), error, file);
  }
}

async function answer(site: Site, file: RouteFile, ctx: RequestContext, pageRequest: PageRequest) {
  const route = file.route as PageRoute;
  demand(route.access, ctx.user);
  if (ctx.user) site.demandMore?.(route.access, ctx.user, ctx.url);
  if (route.limit) await site.count(route.limit, ctx.request, ctx.user);
  const full: PageContext = {
    ...ctx,
    params: route.params ? parse(route.params, pageRequest.params) : pageRequest.params,
    query: parseQuery(route.query, ctx.url.searchParams),
  };
  const data = await route.load?.(full);
  const { html, policy } = draw(site, file, ctx, { data, ctx: full, t: ctx.t });
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'content-language': ctx.locale,
    'cache-control': 'private, no-store',
  });
  if (pageRequest.shared && route.cache) {
    const { sMaxAge, swr } = route.cache;
    headers.set('cache-control', `public, max-age=0, s-maxage=${sMaxAge}, stale-while-revalidate=${swr}`);
  }
  if (route.cache) headers.set('vary', 'cookie, accept-language, save-data');
  if (ctx.flash)
    for (const cookie of clearFlash(ctx.request, ctx.user !== null)) headers.append('set-cookie', cookie);
  const carried = ctx.user ? null : site.languages.carried(ctx.request.url);
  if (carried) headers.append('set-cookie', site.languages.cookie(carried));
  const sheet = pageRequest.shared ? null : sheetCookie(ctx.request);
  if (sheet) headers.append('set-cookie', sheet);
  return responseOf(typeof html === 'string' ? [html] : html, { status: route.status ?? 200, headers });
}

type PageView = Parameters<PageRoute['view']>[0];

function draw(site: Site, file: RouteFile, ctx: RequestContext, input: PageView): Document | FilledDocument {
  const route = file.route as PageRoute;
  const readerParts = site.readerParts?.(ctx) ?? {};
  const slots = { ...route.shared?.slots(input), ...readerParts };
  const drawFor = (reader: RequestContext, parts: SlotValues = readerParts) => {
    const about = { ...input, ctx: { ...input.ctx, user: reader.user, flash: reader.flash } };
    return renderDocument(site, {
      ctx: reader,
      head: route.head(about),
      view: route.view(about),
      layouts: file.layouts,
      file: file.file,
      readerParts: parts,
      slots: Object.values(slots).join(''),
      alternates: route.locales?.map((locale) => ({
        locale,
        href: site.rules.publicUrl + localPath(route, locale, ctx.path) + ctx.url.search,
      })),
    });
  };
  if (!route.shared) return drawFor(ctx);
  // A flash makes the page personal. A page without a nonce goes into the page cache instead.
  const isPersonal = ctx.flash || ctx.nonce === null;
  const key = isPersonal ? null : route.shared.key(input);
  const document =
    key === null
      ? withSlots(drawFor(ctx))
      : site.documents.find(
          [
            file.path,
            key,
            ctx.locale,
            ctx.zone,
            JSON.stringify(rightsOf(ctx.user)),
            JSON.stringify(ctx.facts),
            stylesKey(site.assets.styles, file.file, ctx.request, slots),
          ].join(' '),
          () => withSlots(drawFor(anyReader(ctx), slotsFor(readerParts))),
        );
  return fillSlots(document, slots, ctx.nonce);
}

/** Returns a page's path in a language. The first of the page's languages has no prefix. */
function localPath(route: PageRoute, locale: SiteLocale, path: string): string {
  if (locale === route.locales?.[0]) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/**
 * Returns the addresses of a page, each with its language; `locale` is null for a page with one address for all
 * languages.
 */
export function pageAddresses(
  file: RouteFile,
  { all }: Pick<Languages, 'all'>,
): { path: string; locale: SiteLocale | null }[] {
  const route = file.route as PageRoute;
  if (!route.locales) return [{ path: file.path, locale: null }];
  return all
    .filter((locale) => route.locales?.includes(locale))
    .map((locale) => ({ path: localPath(route, locale, file.path), locale }));
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw httpFailure('NOT_FOUND');
  return result.data;
}

/** Parses a query without the values that the schema refuses (an old bookmark). @throws NOT_FOUND if that fails too */
function parseQuery(schema: z.ZodType | undefined, search: URLSearchParams): unknown {
  const query = fieldsOf(search);
  if (!schema) return query;
  const first = schema.safeParse(query);
  if (first.success) return first.data;
  for (const issue of first.error.issues) delete query[String(issue.path[0])];
  return parse(schema, query);
}

function toSignIn(ctx: RequestContext, path: string): Response {
  const hrefOf = (page: string) => signInHref(path, page);
  return seeOther(hrefOf(fittingPage(ctx.url.pathname + ctx.url.search, hrefOf)));
}

/** Returns the redirect that a page threw. Its target comes from the site's code, so it may be on another site. */
export function redirectResponse({ location, status }: Redirect): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'private, no-store' } });
}
