/** A person's browser over HTTP: keeps cookies, sends Origin, follows no redirect. */

import { checkExchange } from './contract.ts';

export type Answer<T = Record<string, unknown>> = {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON body; undefined unless it is JSON. */
  json: T;
};

export type Client = {
  /** The server's address. */
  url: string;
  cookies: Map<string, string>;
  /** The person's id, once registered or signed in. */
  userId: number;
  username: string;
  password: string;
  request<T = Record<string, unknown>>(path: string, init?: RequestInit): Promise<Answer<T>>;
  get<T = Record<string, unknown>>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Posts JSON, as an island does. */
  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Sends JSON by another method. */
  send<T = Record<string, unknown>>(
    method: 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answer<T>>;
  /** Posts a form, as a page without scripts does. */
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
};

export function createClient(url: string): Client {
  const cookies = new Map<string, string>();

  async function request<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const headers = new Headers(init.headers);
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (jar && !headers.has('cookie')) headers.set('cookie', jar);
    if (init.method && init.method !== 'GET' && !headers.has('origin')) headers.set('origin', url);
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const json = isJson ? JSON.parse(text) : undefined;
    const isJsonSent = headers.get('content-type')?.startsWith('application/json');
    checkExchange({
      method: init.method ?? 'GET',
      path: new URL(path, url).pathname,
      body: isJsonSent && typeof init.body === 'string' ? init.body : null,
      status: response.status,
      json,
    });
    return { status: response.status, headers: response.headers, text, json: json as T };
  }

  return {
    url,
    cookies,
    userId: 0,
    username: '',
    password: '',
    request,
    get: (path, headers) => request(path, { headers }),
    post: (path, body, headers) =>
      request(path, {
        method: 'POST',
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      }),
    send: (method, path, body) =>
      request(path, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      }),
    form: (path, fields, headers) => {
      // a browser has a cookie from the page with the form
      if (cookies.size === 0) cookies.set('tz', 'UTC');
      return request(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          accept: 'text/html,application/xhtml+xml',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      });
    },
  };
}
