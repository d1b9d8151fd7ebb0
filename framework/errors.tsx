/** Everything that goes wrong becomes a Failure here, and a Failure becomes JSON, a page or a redirect. */
import { ValidationError } from 'elysia';
import { z } from 'zod';
import { failureOf, formRefusal } from './api.ts';
import type { ErrorRoute, RequestContext, RouteFile } from './define.ts';
import { renderDocument } from './document.tsx';
import { type Failure, fail, type Issue, isFailure, reworded } from './failure.ts';
import { CLEAR_FLASH } from './http/flash.ts';
import { isFormPost, seeOther } from './http/reply.ts';
import type { Site } from './site.ts';

// What a schema says where it has no sentence of its own: the library's are for programmers.
z.config({
  localeError({ path, input }) {
    const name = path?.join('.');
    if (!name) return 'The request is not valid.';
    return input === undefined ? `${name} is missing.` : `${name} is not valid.`;
  },
});

/** The refusal an error stands for; whatever we did not foresee is INTERNAL and says nothing. */
export function toFailure(site: Pick<Site, 'explain'>, error: unknown, code?: string | number): Failure {
  if (isFailure(error)) return error;
  // Elysia wraps what the body's parser throws.
  if (error instanceof Error && isFailure(error.cause)) return error.cause;
  if (error instanceof ValidationError) return fail('INVALID', { issues: elysiaIssues(error) });
  if (error instanceof z.ZodError) return fail('INVALID', { issues: zodIssues(error) });
  if (code === 'NOT_FOUND') return fail('NOT_FOUND');
  if (code === 'PARSE') return fail('BAD_JSON');
  if (code === 'INVALID_COOKIE_SIGNATURE') return fail('BAD_REQUEST');
  return site.explain(error) ?? fail('INTERNAL');
}

function zodIssues(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

function elysiaIssues(error: ValidationError): Issue[] {
  const all = error.all as { path?: unknown; message?: string; summary?: string }[];
  return all.map((each) => ({
    path: (Array.isArray(each.path) ? each.path.join('.') : String(each.path ?? '')).replace(/^\//, ''),
    message: each.message ?? each.summary ?? 'Invalid value.',
  }));
}

/** An error body: the same sentence twice, because callers read now one field, now the other. */
export function errorJson(error: Failure): Response {
  return Response.json(
    {
      ...error.details,
      error: sentence(error),
      message: sentence(error),
      code: error.code,
      ...(error.issues && { issues: error.issues }),
    },
    { status: error.status, headers: { 'cache-control': 'private, no-store', ...error.headers } },
  );
}

/** What all issues say alike tells the user more than "some fields are not valid". */
function sentence(error: Failure): string {
  const said = new Set(error.code === 'INVALID' ? error.issues?.map((issue) => issue.message) : []);
  return (said.size === 1 && [...said][0]) || error.message;
}

/**
 * An accident of ours, told as what failed by it: 'Failed to purchase item'. A service that is away says so itself to
 * a program, which can come back; a person at a form reads what did not happen.
 */
export function asFailure(request: Request, error: Failure, body: unknown): Failure {
  const ours = error.code === 'INTERNAL' || (error.status >= 500 && isFormPost(request));
  const message = ours ? failureOf(request, body) : undefined;
  return message === undefined ? error : reworded(error, message);
}

/** Sends a refused form back to the page it was on, with the sentences and what had been typed. */
function refusedForm(site: Site, request: Request, error: Failure, body: unknown): Response {
  const { title = 'Error', back } = formRefusal(request);
  const flash = {
    kind: 'error' as const,
    title,
    message: sentence(error),
    values: typed(body),
    issues: byField(error),
  };
  const to = error.code === 'SIGNED_OUT' ? site.signInPath : (back ?? referrer(request));
  return seeOther(to, {}, site.flashes.cookie(flash));
}

/** The first sentence about each field. */
function byField({ issues }: Failure): Record<string, string> | undefined {
  return issues && Object.fromEntries(issues.map(({ path, message }) => [path, message]).reverse());
}

/** Form values worth typing only once; never a password or a key. */
function typed(body: unknown): Record<string, string> | undefined {
  if (!body || typeof body !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(body).filter(
      (pair): pair is [string, string] =>
        typeof pair[1] === 'string' && !/password|token|secret/i.test(pair[0]),
    ),
  );
}

/** The page a request came from, when it is one of ours; else home. */
export function referrer(request: Request): string {
  try {
    const url = new URL(request.headers.get('referer') ?? '');
    return url.host === request.headers.get('host') ? url.pathname + url.search : '/';
  } catch {
    return '/';
  }
}

/** JSON for calls, a redirect for forms; null when a page should show it. */
export function errorAnswer(site: Site, request: Request, error: Failure, body: unknown): Response | null {
  if (isFormPost(request)) return refusedForm(site, request, error, body);
  return wantsPage(request) ? null : errorJson(error);
}

/** A browser going somewhere; programs and pages' own requests read JSON better. */
export function wantsPage(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (pathname === '/api' || pathname.startsWith('/api/')) return false;
  return (request.headers.get('accept') ?? '').includes('text/html');
}

/** The error page of the folder: `_404` for what does not exist, `_error` for the rest. */
export function errorDocument(
  site: Site,
  ctx: RequestContext,
  refused: Failure,
  cause: unknown,
  place: Pick<RouteFile, 'layouts' | 'error' | 'notFound'>,
): Response {
  const route: ErrorRoute | null = refused.status === 404 ? (place.notFound ?? place.error) : place.error;
  if (!route) return errorJson(refused);
  const stack = site.dev || ctx.user?.isAdmin ? stackOf(cause) : null;
  const headers = new Headers({ 'cache-control': 'private, no-store', ...refused.headers });
  if (ctx.flash) headers.append('set-cookie', CLEAR_FLASH);
  try {
    const { html, policy } = renderDocument(site, {
      ctx,
      head: route.head({ error: refused, t: ctx.t }),
      view: route.view({ error: refused, ctx, stack }),
      layouts: place.layouts,
    });
    headers.set('content-type', 'text/html; charset=utf-8');
    headers.set('content-security-policy', policy);
    return new Response(html, { status: refused.status, headers });
  } catch (second) {
    // The error page itself failed: a sentence is still an answer.
    site.report(second, ctx.request);
    headers.set('content-type', 'text/plain; charset=utf-8');
    return new Response(refused.message, { status: refused.status, headers });
  }
}

function stackOf(cause: unknown): string | null {
  return cause instanceof Error ? (cause.stack ?? cause.message) : null;
}
