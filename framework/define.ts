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

/** Facts of a request, known before its route runs. */
export type RequestContext = {
  request: Request;
  url: URL;
  /** Path without the language prefix. */
  path: string;
  user: SiteUser | null;
  locale: SiteLocale;
  /** The language the reader prefers; the page's own, unless its address names another. */
  prefers: SiteLocale;
  dir: Direction;
  /** IANA time zone, from the browser's `tz` cookie. */
  zone: string;
  t: Translate;
  /** Returns the sentence of a refusal or another text in the reader's language. */
  say(text: Text | readonly Text[]): string;
  services: SiteServices;
  flash: Flash | null;
  /** The site's facts, the same for every page. */
  facts: PageFacts;
  /** Of this response's content security policy; null on pages cached whole. */
  nonce: string | null;
};

/** The reader of a page; null is possible where access is 'public'. */
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
  /** Absolute or root-relative URL of a picture for link previews; the site's own if absent. */
  image?: string;
  /** The Open Graph type of the page, for link previews: 'website' if absent. */
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
  /** Default 'member': a visitor who is not signed in is sent to /auth and back afterwards. */
  access?: A;
  /** How often one reader may ask for it; as often as they like if absent. */
  limit?: Limit;
  /** Unknown and invalid query values are dropped; a query that still does not fit is a 404. */
  query?: Q;
  /** Bad path parameters are a 404. */
  params?: P;
  /** Languages that have their own address for this page (`/he/pricing`); the first one has no prefix. */
  locales?: readonly SiteLocale[];
  /** Signed-in users read the address without a prefix in their own language. */
  ownLanguage?: boolean;
  /** Seconds a shared cache may keep the page. Only for pages that are the same for everyone signed out. */
  cache?: { sMaxAge: number; swr: number };
  /** HTTP status of the page, 200 if absent. */
  status?: number;
  /** May throw a Failure, `redirect(...)` or `notFound()`. */
  load?(ctx: PageContext<z.output<Q>, z.output<P>, A>): Data | Promise<Data>;
  head(input: ViewInput<Data, z.output<Q>, z.output<P>, A>): Head;
  view(input: ViewInput<Data, z.output<Q>, z.output<P>, A>): ReactNode;
  /**
   * For a hot page that is nearly the same for all its readers. The document is rendered once for each key, language and zone
   * and cached; while it is rendered, `ctx.user` has no name. `view` writes `slot(name)` where something personal goes, and
   * `slots` returns its HTML (with the same classes for all readers of a key).
   */
  shared?: {
    /** Names everything the page depends on but the slots; null renders it for this reader alone. */
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

/** `_error.tsx`, `_404.tsx`: shown in place of a page of its folder that failed or does not exist. */
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

/** Thrown to answer with a redirect. */
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

/** `throw redirect('/portfolio')` */
export function redirect(location: string, status?: Redirect['status']): Redirect {
  return new Redirect(location, status);
}

/** `throw notFound()` in a loader: the page does not exist. */
export function notFound(): Failure {
  return httpFailure('NOT_FOUND');
}

/** One file of routes/, as the scanner lists it. */
export type RouteFile = {
  /** Pattern in Elysia's syntax: `/api/user-profile/:userId`. */
  path: string;
  /** From the repository's root, for messages. */
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
  /** The layouts and pages of the root folder that answer an address without a route. */
  fallback: { layouts: LayoutRoute[]; error: ErrorRoute | null; notFound: ErrorRoute | null };
};
