/** The exports of a file in routes/: `page`, `handle` (endpoint.ts), `layout`, `app`, `errorPage`, `middleware`. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { ApiRoute } from './endpoint.ts';
import { type Failure, httpFailure, type Refusal, type Text } from './failure.ts';
import type { Flash } from './http/flash.ts';
import type { Direction } from './locale/direction.ts';
import type { AroundPage, Translate } from './page.tsx';
import type { Access, Limit, PageFacts, SiteLocale, SiteServices, SiteUser } from './register.ts';
import type { SlotValues } from './shared-document.ts';

/** Facts of a request that are set before its route runs. */
export type RequestContext = {
  request: Request;
  url: URL;
  /** The path without the language prefix. */
  path: string;
  user: SiteUser | null;
  locale: SiteLocale;
  /** The language the reader prefers. It differs from `locale` only when the page's address has a language. */
  prefers: SiteLocale;
  dir: Direction;
  /** IANA time zone, from the browser's `tz` cookie. */
  zone: string;
  t: Translate;
  /** Returns the sentence of a refusal or another text in the reader's language. */
  say(text: Text | readonly Text[]): string;
  services: SiteServices;
  flash: Flash | null;
  /** Facts that the site gives every page besides reader, region and address. */
  facts: PageFacts;
  /** The nonce of this response's content security policy; null on pages that are cached whole. */
  nonce: string | null;
};

/** The reader of a page; never null unless `access` is 'public'. */
type Reader<A extends Access> = A extends 'public' ? SiteUser | null : SiteUser;

export type PageContext<Query = unknown, Params = unknown, A extends Access = Access> = Omit<
  RequestContext,
  'user'
> & {
  user: Reader<A>;
  query: Query;
  params: Params;
};

export type Head = {
  title: string;
  description?: string;
  /** Absolute or root-relative URL of a picture for link previews; the site's picture if absent. */
  image?: string;
  /** The Open Graph type for link previews; 'website' if absent. */
  type?: 'website' | 'profile';
  robots?: string;
  /** Structured data for search engines. */
  jsonLd?: object;
};

type ViewInput<Data, Query, Params, A extends Access> = {
  data: Data;
  ctx: PageContext<Query, Params, A>;
  t: Translate;
};
type Schema = z.ZodType;

export type PageOptions<Data, Q extends Schema, P extends Schema, A extends Access = Access> = {
  /** Who may open the page; 'member' if absent. A visitor is sent to the sign-in page and back afterwards. */
  access?: A;
  /** The rate limit that requests for this page count towards; unlimited if absent. */
  limit?: Limit;
  /** The schema of the query. Unknown and invalid values are dropped; a query that does not fit even then is a 404. */
  query?: Q;
  /** The schema of the path parameters. Invalid ones are a 404. */
  params?: P;
  /** The languages with an address of their own for this page (`/he/pricing`). The first one has no prefix. */
  locales?: readonly SiteLocale[];
  /** True when signed-in users read the address without a prefix in their own language. */
  ownLanguage?: boolean;
  /**
   * How many seconds shared caches may store the page, and serve it stale. Only for pages that are equal for all
   * visitors.
   */
  cache?: { sMaxAge: number; swr: number };
  /** HTTP status of the page, 200 if absent. */
  status?: number;
  /** May throw a Failure, `redirect(...)` or `notFound()`. */
  load?(ctx: PageContext<z.output<Q>, z.output<P>, A>): Data | Promise<Data>;
  head(input: ViewInput<Data, z.output<Q>, z.output<P>, A>): Head;
  view(input: ViewInput<Data, z.output<Q>, z.output<P>, A>): ReactNode;
  /**
   * For a popular page that is nearly the same for all its readers. The document is rendered once for each key,
   * language, zone, rights, facts and styles, and cached; during that rendering `ctx.user` has no id and no name.
   * `view` writes `slot(name)` in place of something personal, and `slots` returns the HTML for it, with the same
   * classes for all readers of a key.
   */
  shared?: {
    /**
     * Returns a text of everything the page depends on except its slots; null renders the page for this reader alone.
     */
    key(input: ViewInput<NoInfer<Data>, z.output<Q>, z.output<P>, A>): string | null;
    slots(input: ViewInput<NoInfer<Data>, z.output<Q>, z.output<P>, A>): SlotValues;
  };
};

type Nothing = z.ZodType<Record<string, string>>;
export type PageRoute = { kind: 'page' } & Required<Pick<PageOptions<unknown, Schema, Schema>, 'access'>> &
  PageOptions<unknown, Schema, Schema>;

/** A page: `export default page({ load, head, view })` in `routes/<path>.tsx`. */
export function page<
  Data = undefined,
  Q extends Schema = Nothing,
  P extends Schema = Nothing,
  A extends Access = 'member',
>(options: PageOptions<Data, Q, P, A>): PageRoute {
  return { access: 'member', ...options, kind: 'page' } as unknown as PageRoute;
}

export type LayoutRoute = {
  kind: 'layout';
  view(props: { children: ReactNode; page: AroundPage }): ReactNode;
};

/** `_layout.tsx`: wraps every page of its folder and the folders below. */
export function layout(view: LayoutRoute['view']): LayoutRoute {
  return { kind: 'layout', view };
}

export type AppRoute = {
  kind: 'app';
  view(props: { page: AroundPage; head: ReactNode; children: ReactNode }): ReactNode;
};

/** `_app.tsx`: the document around every page. `head` and `children` must each appear exactly once. */
export function app(view: AppRoute['view']): AppRoute {
  return { kind: 'app', view };
}

export type ErrorRoute = {
  kind: 'error';
  head(input: { error: Refusal; t: Translate }): Head;
  view(props: { error: Refusal; ctx: RequestContext; stack: string | null }): ReactNode;
};

/** `_error.tsx`, `_404.tsx`: replaces a page of its folder, or of one below, that failed or does not exist. */
export function errorPage(options: Omit<ErrorRoute, 'kind'>): ErrorRoute {
  return { ...options, kind: 'error' };
}

export type Next = () => Promise<Response>;
export type MiddlewareRoute = {
  kind: 'middleware';
  handle(ctx: RequestContext, next: Next): Response | Promise<Response>;
};

/** `_middleware.ts`: runs around every page of its folder and the folders below, outermost folder first. */
export function middleware(handle: MiddlewareRoute['handle']): MiddlewareRoute {
  return { kind: 'middleware', handle };
}

/** A loader or middleware throws it to answer with a redirect. */
export class Redirect extends Error {
  override name = 'Redirect';
  readonly location: string;
  readonly status: 301 | 302 | 303 | 307 | 308;
  constructor(location: string, status: Redirect['status'] = 303) {
    super(`redirect to ${location}`);
    this.location = location;
    this.status = status;
  }
}

/** Returns the redirect to throw: `throw redirect('/settings')`. */
export function redirect(location: string, status?: Redirect['status']): Redirect {
  return new Redirect(location, status);
}

/** Returns the refusal to throw when the page does not exist: `throw notFound()`. */
export function notFound(): Failure {
  return httpFailure('NOT_FOUND');
}

/** One file of routes/, as the generated manifest lists it. */
export type RouteFile = {
  /** Pattern in Elysia's syntax: `/api/user-profile/:userId`. */
  path: string;
  /** The file's path from the repository's root, for error messages. */
  file: string;
  route: PageRoute | ApiRoute;
  layouts: LayoutRoute[];
  middlewares: MiddlewareRoute[];
  error: ErrorRoute | null;
  notFound: ErrorRoute | null;
};

export type RouteManifest = {
  app: AppRoute;
  routes: RouteFile[];
  /** The layouts and error pages of the root folder, for addresses without a route. */
  fallback: { layouts: LayoutRoute[]; error: ErrorRoute | null; notFound: ErrorRoute | null };
};
