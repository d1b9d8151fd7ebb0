/** What a request is called: in the log, in X-Request-Id, and on the page that says it failed. */

const HEADER = 'x-request-id';
/** What a proxy in front may have called it. */
const OF_A_PROXY = /^[\w.:-]{8,64}$/;

/** The id of a request, for logs. @param isTrusted whether a trusted proxy may have set it */
export function nameRequest({ headers }: Request, isTrusted: boolean): void {
  const given = headers.get(HEADER);
  if (given !== null && isTrusted && OF_A_PROXY.test(given)) return;
  headers.set(HEADER, crypto.randomUUID());
}

/** The name of a request; empty for one that was not named, whose answer was stored before. */
export const requestId = ({ headers }: Request): string => headers.get(HEADER) ?? '';

/** Puts the request's name on its answer. */
export function nameAnswer(request: Request, answer: Headers): void {
  answer.set(HEADER, requestId(request));
}
