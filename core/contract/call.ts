/** Calls from the browser, by address (`POST /api/trade`); input and answer have the types of the contract. */
import type { z } from 'zod';
import type { endpoints } from './endpoints.ts';
import type { RefusalBody } from './openapi.ts';

type Endpoints = typeof endpoints;
type Schema = z.core.$ZodType;
type AddressOf<E> = E extends {
  readonly method: infer M extends string;
  readonly path: infer P extends string;
}
  ? `${M} ${P}`
  : never;
export type Address = AddressOf<Endpoints[keyof Endpoints]>;
type At<A extends Address> = A extends `${infer M} ${infer P}`
  ? Extract<Endpoints[keyof Endpoints], { readonly method: M; readonly path: P }>
  : never;
type SchemaOf<E, Part extends string> = E extends { readonly [P in Part]: infer S extends Schema }
  ? S
  : never;
type PartOf<E, Part extends string, Value> = [SchemaOf<E, Part>] extends [never]
  ? { [P in Part]?: never }
  : { [P in Part]: Value };

export type Answer<A extends Address> = z.output<SchemaOf<At<A>, 'answer'>>;
export type Input<A extends Address> = PartOf<
  At<A>,
  'params',
  Record<keyof z.input<SchemaOf<At<A>, 'params'>>, string | number>
> &
  PartOf<At<A>, 'query', z.input<SchemaOf<At<A>, 'query'>>> &
  PartOf<At<A>, 'body', z.input<SchemaOf<At<A>, 'body'>>>;

type Options = {
  signal?: AbortSignal;
  cache?: RequestCache;
  /** Of all calls with the same key, the server carries out only the first. */
  idempotencyKey?: string;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** The timeout of a call that changes something, ms. */
export const CHANGE_TIMEOUT_MS = 20_000;

/** A response outside 200 to 299, or a refusal. Its message is for logs: `409: No competition is active.` */
export class HttpError extends Error {
  override name = 'HttpError';
  declare readonly status: number;
  declare readonly statusText: string;
  /** The sentence of the refusal; null without one. */
  declare readonly text: string | null;
  /** The whole refusal; empty when a proxy answered instead of our server. */
  declare readonly body: Partial<RefusalBody>;
  constructor(status: number, body: Partial<RefusalBody> | undefined, statusText = '') {
    super(`${status}: ${body?.message || (body === undefined ? statusText : JSON.stringify(body))}`);
    this.status = status;
    this.statusText = statusText;
    this.text = body?.error || body?.message || null;
    this.body = body ?? {};
  }
}

/** Returns the URL of a call, with its parameters and query filled in. */
export function urlOf<A extends Address>(address: A, { params, query = {} }: Partial<Input<A>>): string {
  const values: Record<string, string | number> = params ?? {};
  const path = address.replace(/.* /, '').replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name]!));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return path + (search.size > 0 ? `?${search}` : '');
}

/** Receives the method of each request that the server refused because the session had ended. */
let tellSignedOut: (method: string) => void = () => {};
export function whenSignedOut(listener: (method: string) => void): void {
  tellSignedOut = listener;
}

/** Fetches JSON with cookies. @throws HttpError outside 200 to 299, TypeError without a response, AbortError */
export async function request(
  url: string,
  { fetch = globalThis.fetch, ...init }: RequestInit & Pick<Options, 'fetch'>,
) {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  const response = await fetch(url, { credentials: 'include', ...init, headers });
  if (response.ok) return response;
  const error = new HttpError(
    response.status,
    await response.json().catch(() => undefined),
    response.statusText,
  );
  if (error.body.code === 'SIGNED_OUT') tellSignedOut(init.method ?? 'GET');
  throw error;
}

/** Makes a call. @throws like `request`, and SyntaxError when the response is not JSON */
export async function call<A extends Address>(
  address: A,
  input: Input<A>,
  { idempotencyKey, ...options }: Options = {},
): Promise<Answer<A>> {
  const { body } = input;
  const headers = new Headers(body && { 'content-type': 'application/json' });
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  const [method] = address.split(' ');
  const response = await request(urlOf(address, input), {
    ...options,
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  // a body with `error` is a refusal even with status 200
  if (answer?.error) throw new HttpError(response.status, answer);
  return answer;
}
