/** Turns errors into refusals, and refusals into JSON, a page or a redirect. */
import { ValidationError } from 'elysia';
import { z } from 'zod';
import { failureOf, formRefusal } from './api.ts';
import type { ErrorRoute, RequestContext, RouteFile } from './define.ts';
import { renderDocument } from './document.tsx';
import {
  type Failure,
  httpFailure,
  isFailure,
  issueText,
  type Refusal,
  refusalJson,
  ruleOf,
  type Text,
  textsOf,
} from './failure.ts';
import { clearFlash } from './http/flash.ts';
import { cookieCheck, isFormPost, seeOther, sitePath } from './http/response.ts';
import type { TranslationKey } from './register.ts';
import type { Site } from './site.ts';

/** Returns the refusal for an error; INTERNAL, without details, for an unexpected one. */
export function toFailure(
  site: Pick<Site, 'explain' | 'issueOf'>,
  error: unknown,
  code?: string | number,
): Failure {
  if (isFailure(error)) return error;
  // Elysia wraps errors of the body parser.
  if (error instanceof Error && isFailure(error.cause)) return error.cause;
  if (error instanceof ValidationError)
    return httpFailure('INVALID', { issues: schemaIssues(error).map(site.issueOf) });
  if (error instanceof z.ZodError) return httpFailure('INVALID', { issues: error.issues.map(site.issueOf) });
  if (code === 'NOT_FOUND') return httpFailure('NOT_FOUND');
  if (code === 'PARSE') return httpFailure('BAD_JSON');
  if (code === 'INVALID_COOKIE_SIGNATURE') return httpFailure('BAD_REQUEST');
  return site.explain(error) ?? httpFailure('INTERNAL');
}

const MOST_ISSUES = 64;

type Schema = { '~standard': { validate(value: unknown): { issues?: readonly unknown[] } } };

/** Returns the issues of a value with their parameters, which Elysia's list lacks. */
function schemaIssues(error: ValidationError) {
  const validator = error.validator as Schema | { schema: Schema };
  const schema = 'schema' in validator ? validator.schema : validator;
  const { issues = [] } = schema['~standard'].validate(error.value);
  return issues.slice(0, MOST_ISSUES);
}

/**
 * Returns the text of the failed call ('The picture was not stored') after an unexpected error; undefined for any other
 * refusal, and for a call without such a text. When the service is unavailable, only a form gets the text: a program
 * needs the refusal itself, to retry.
 */
export function errorText(request: Request, error: Failure, body: unknown): Text | undefined {
  const isOurFault = error.code === 'INTERNAL' || (error.status >= 500 && isFormPost(request));
  const key = isOurFault ? failureOf(request, body) : undefined;
  return key === undefined ? undefined : { key };
}

/** Returns the address of the sign-in page that leads to `next` afterwards. @param path of the sign-in page */
export const signInHref = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;

/** An address that is too long loses the values of its query that are longer than this, characters. */
const SHORT_CHARS = 100;

/**
 * Returns the page that a redirect leads back to. When the redirect's address is too long for a header, the long values
 * of the page's query are left out, or the whole query. A refused form carries them in its flash.
 * @param hrefOf returns the redirect's address for a page
 */
export function fittingPage(page: string, hrefOf: (page: string) => string): string {
  const [path = '', query] = page.split('?', 2);
  const short = [...new URLSearchParams(query)].filter(([, value]) => value.length <= SHORT_CHARS);
  const pages = [page, `${path}?${new URLSearchParams(short)}`, path];
  return sitePath(pages.find((each) => sitePath(hrefOf(each)) !== '/'));
}

/**
 * Redirects a refused form to its page, with the issues and the typed values. Without a session it redirects to the
 * sign-in page, and stores the typed values until the reader has signed in.
 */
export function refusedForm(site: Site, request: Request, error: Failure, body: unknown): Response {
  const { title = 'errors:title' as TranslationKey, back, fields = [] } = formRefusal(request);
  const rule = ruleOf(error);
  const flash = {
    kind: 'error' as const,
    title: (rule && textsOf(error)[0]) ?? { key: title },
    message: errorText(request, error, body) ?? rule ?? textsOf(error),
    values: typedFields(body, fields),
    issues: byField(error),
  };
  const isSignedOut = error.code === 'SIGNED_OUT';
  const page = fittingPage((typeof back === 'function' ? back(body) : back) ?? referrer(request), (to) =>
    isSignedOut ? signInHref(site.signInPath, to) : to,
  );
  if (!isSignedOut) {
    const to = page.split('?')[0] === site.signInPath ? cookieCheck(request, page) : page;
    return seeOther(to, {}, site.flashes.cookie(flash, request));
  }
  const note = { key: 'errors:KEPT' as TranslationKey };
  const returned = {
    title: { key: 'errors:KEPT.title' as TranslationKey },
    message: [],
    values: flash.values,
  };
  return seeOther(signInHref(site.signInPath, page), {}, [
    site.flashes.cookie({ ...flash, values: undefined, message: [...textsOf(error), note] }, request),
    site.flashes.keep({ kind: 'success', ...returned }, page.replace(/#.*/, '')),
  ]);
}

/** Returns the first issue of each field; undefined for a refusal without issues. */
function byField({ issues }: Failure): Record<string, Text> | undefined {
  return issues && Object.fromEntries(issues.map((issue) => [issue.path, issueText(issue)]).reverse());
}

/**
 * Returns the typed values of the named fields; several values of one field are joined by commas. Undefined for a body
 * without fields.
 */
export function typedFields(body: unknown, names: readonly string[]): Record<string, string> | undefined {
  if (!body || typeof body !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const)
      .filter((pair): pair is [string, string] => typeof pair[1] === 'string' && names.includes(pair[0])),
  );
}

/** Returns path and query of the page that sent a request when it is on this site, else the home page. */
export function referrer(request: Request): string {
  try {
    const url = new URL(request.headers.get('referer') ?? '');
    return url.host === request.headers.get('host') ? url.pathname + url.search : '/';
  } catch {
    return '/';
  }
}

/** True when a browser navigates to this address and expects a page; scripts and programs get JSON. */
export function wantsPage(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (pathname === '/api' || pathname.startsWith('/api/')) return false;
  return (request.headers.get('accept') ?? '').includes('text/html');
}

/**
 * Answers with the error page of a route's folder: for a 404 `_404`, or `_error` without one; for everything else
 * `_error`. Without an error page the response is JSON.
 */
export function errorDocument(
  site: Site,
  ctx: RequestContext,
  refused: Refusal,
  cause: unknown,
  place: Pick<RouteFile, 'layouts' | 'error' | 'notFound'> & { file?: string },
): Response {
  const route: ErrorRoute | null = refused.status === 404 ? (place.notFound ?? place.error) : place.error;
  if (!route) return refusalJson(refused);
  const stack = site.dev || ctx.user?.isAdmin ? stackOf(cause) : null;
  const headers = new Headers({ 'cache-control': 'private, no-store', ...refused.headers });
  if (ctx.flash)
    for (const cookie of clearFlash(ctx.request, ctx.user !== null)) headers.append('set-cookie', cookie);
  try {
    const { html, policy } = renderDocument(site, {
      ctx,
      head: route.head({ error: refused, t: ctx.t }),
      view: route.view({ error: refused, ctx, stack }),
      layouts: place.layouts,
      file: place.file ?? '',
    });
    headers.set('content-type', 'text/html; charset=utf-8');
    headers.set('content-security-policy', policy);
    return new Response(html, { status: refused.status, headers });
  } catch (second) {
    // the error page failed too: the sentence alone is the response
    site.report(second, ctx.request);
    headers.set('content-type', 'text/plain; charset=utf-8');
    return new Response(refused.message, { status: refused.status, headers });
  }
}

function stackOf(cause: unknown): string | null {
  return cause instanceof Error ? (cause.stack ?? cause.message) : null;
}
