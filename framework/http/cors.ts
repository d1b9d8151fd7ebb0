/** What the origins of ALLOWED_ORIGINS may do beyond everybody else: call us from their pages and read the answer. */
import type { OriginRules } from './security.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const HEADERS = 'content-type, idempotency-key';

function allowedOrigin(request: Request, rules: OriginRules): string | null {
  const origin = request.headers.get('origin');
  return origin && rules.allowedOrigins.includes(origin) ? origin : null;
}

/** The answer to an allowed origin's question whether it may make a call; null for any other request. */
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

/** Lets an allowed origin read the answer, cookies included. Nobody else's answers change. */
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
