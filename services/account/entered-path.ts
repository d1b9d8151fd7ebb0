import { cookieCheck } from '#framework/http/response.ts';

/**
 * Where a browser goes once it is signed in. One that keeps no cookies would be sent to the entrance again without a word:
 * the entrance is asked first, which leads on to `next` or says why it cannot.
 */
export function enteredPath(request: Request, next: string, tab?: 'register'): string {
  if (request.headers.get('cookie')) return next;
  const query = new URLSearchParams({ ...(tab && { tab }), ...(next !== '/' && { next }) });
  return cookieCheck(request, query.size > 0 ? `/auth?${query}` : '/auth');
}
