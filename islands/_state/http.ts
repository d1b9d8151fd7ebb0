/** How islands call the server: with cookies, for JSON, and errors worded as docs/rules/08-realtime.md 5 says. */

/** A failed response. `message` follows docs/rules/08-realtime.md 5: `409: No competition is active.` */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
  }
}

/** `status: server message`, else `status: JSON of body`, else `status: status text`. */
export async function httpError(response: Response): Promise<HttpError> {
  const body: unknown = await response.json().catch(() => undefined);
  const message = (body as { message?: unknown } | null | undefined)?.message;
  if (typeof message === 'string' && message !== '') return new HttpError(response.status, message);
  return new HttpError(response.status, body === undefined ? response.statusText : JSON.stringify(body));
}

/** @throws HttpError for an answer that is no success; TypeError when there is none @throws AbortError */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  const response = await fetch(path, { mode: 'cors', credentials: 'include', ...init, headers });
  if (!response.ok) throw await httpError(response);
  return response;
}

/** GET, parsed as JSON. @throws like `request` */
export async function getJson<T = unknown>(path: string, signal?: AbortSignal): Promise<T> {
  return (await request(path, signal && { signal })).json() as Promise<T>;
}
