/** Calls of the browser: an endpoint's address, what it takes, and its answer or refusal, with the table's types. */
import type { z } from 'zod';
import type { endpoints } from './endpoints.ts';
import type { RefusalBody } from './schemas/error.ts';

type Endpoints = typeof endpoints;
type Schema = z.core.$ZodType;
type AddressOf<E> = E extends {
  readonly method: infer M extends string;
  readonly path: infer P extends string;
}
  ? `${M} ${P}`
  : never;
/** One of addresses.ts. */
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

/** The JSON an endpoint answers with. */
export type Answer<A extends Address> = z.output<SchemaOf<At<A>, 'answer'>>;
/** What an endpoint takes. */
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
  /** One per intent: the same call with it is carried out once. */
  idempotencyKey?: string;
  /** In place of the browser's own. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** An answer outside 200 to 299. Its message is for logs: `409: No competition is active.` */
export class HttpError extends Error {
  override name = 'HttpError';
  declare readonly status: number;
  declare readonly statusText: string;
  /** The server's sentence; null when it sent none. */
  declare readonly text: string | null;
  /** The rest of a refusal; empty when something else answered than our server. */
  declare readonly body: Partial<RefusalBody>;
  constructor(status: number, body: Partial<RefusalBody> | undefined, statusText = '') {
    super(`${status}: ${body?.message || (body === undefined ? statusText : JSON.stringify(body))}`);
    this.status = status;
    this.statusText = statusText;
    this.text = body?.error || body?.message || null;
    this.body = body ?? {};
  }
}

/** Where an address leads with its parameters and query filled in. */
export function urlOf<A extends Address>(address: A, { params, query = {} }: Partial<Input<A>>): string {
  const values: Record<string, string | number> = params ?? {};
  const path = address.replace(/.* /, '').replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name]!));
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return path + (given.size > 0 ? `?${given}` : '');
}

/** Fetches JSON with cookies. @throws HttpError outside 200 to 299; TypeError without an answer; AbortError */
export async function request(
  url: string,
  { fetch = globalThis.fetch, ...init }: RequestInit & Pick<Options, 'fetch'>,
) {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  const response = await fetch(url, { credentials: 'include', ...init, headers });
  if (response.ok) return response;
  throw new HttpError(response.status, await response.json().catch(() => undefined), response.statusText);
}

/** Makes a call. @throws like `request`; SyntaxError when the answer is not JSON */
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
    ...{ method, headers, body: body && JSON.stringify(body) },
  });
  const answer = await response.json();
  // an answer that names an error is a refusal, whatever its status
  if (answer?.error) throw new HttpError(response.status, answer);
  return answer;
}
