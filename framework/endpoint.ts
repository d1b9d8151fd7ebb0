/**
 * The description of a call, and its handler. A site lists its endpoints in a table. A route names one of them and adds
 * the handler, whose parameters and response have their types from the endpoint's schemas.
 */
import type { z } from 'zod';
import type { Reply } from './http/response.ts';
import type { Translate } from './page.tsx';
import type { Access, Limit, SiteLocale, SiteServices, SiteUser, TranslationKey } from './register.ts';

type Schema = z.core.$ZodType;

/** A call. @template Code the codes of the site's refusals */
export type Endpoint<Code extends string = string> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path in the router's syntax: `/api/things/:id`. */
  readonly path: string;
  readonly access: Access;
  /** The rate limit of the call; required unless the method is GET. */
  readonly limit?: Limit;
  readonly params?: Schema;
  readonly query?: Schema;
  /** The schema of the JSON body, and of a form's fields if `form`. Other fields are ignored unless `isExact`. */
  readonly body?: Schema;
  /** The schema of a form's fields, for a handler with `rawBody` whose form has other fields than the JSON body. */
  readonly formBody?: Schema;
  /** True when the call refuses unknown fields: a misspelt optional field would change what the call does. */
  readonly isExact?: boolean;
  /** The schema of the JSON response; absent where the response is a file or a redirect. */
  readonly answer?: Schema;
  /** The status of a successful response, 200 if absent. */
  readonly status?: 200 | 201 | 303;
  /** Schemas of responses with another status that are not refusals, by status. */
  readonly others?: Readonly<Record<number, Schema>>;
  /** Content types of the file in the response. */
  readonly media?: readonly string[];
  /** True when the call accepts forms too and answers them with a redirect to a page (303). */
  readonly form?: boolean;
  /** True when a repeat with the same Idempotency-Key gets the first response. */
  readonly repeatable?: boolean;
  /** True when responses have an ETag; a client that has this version gets a 304. */
  readonly tagged?: boolean;
  /** Response headers of a success, with a description of each. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other endpoints that a response refers to: the name of each in the site's table, and how to call it. */
  readonly links?: Readonly<Record<string, { readonly to: string; readonly how: string }>>;
  /** Codes of the refusals of this call, in addition to those of access, limit and input. */
  readonly errors?: readonly Code[];
  /** Input of a valid request, for the documentation. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: object;
  };
  readonly summary: string;
};

type Output<S, Else> = S extends Schema ? z.output<S> : Else;
type Of<E, Key extends string> = E extends { readonly [K in Key]: infer S } ? S : undefined;

/** The argument of a handler: one request to the call. */
export type Call<E extends Endpoint, Raw extends boolean = false> = {
  request: Request;
  params: Output<Of<E, 'params'>, Record<string, string>>;
  query: Output<Of<E, 'query'>, Record<string, string>>;
  body: Raw extends true ? unknown : Output<Of<E, 'body'>, unknown>;
  user: E['access'] extends 'public' ? SiteUser | null : SiteUser;
  locale: SiteLocale;
  t: Translate;
  services: SiteServices;
  reply: Reply<Output<Of<E, 'answer'>, never>>;
};

/** The text for an unexpected error. A call that does one of two things chooses the text by its body. */
type FaultText = TranslationKey | ((body: unknown) => TranslationKey);

/** How a refused form post is answered: the texts, and the page to return to. */
export type FormRefusal = {
  /** Title of the message on the page that the browser returns to, `errors:title` if absent. */
  title?: TranslationKey;
  /** The page to return to, which may depend on the body; the page with the form if absent. */
  back?: string | ((body: unknown) => string);
  /** Names of the fields whose typed values the page shows again; other values are not sent back. */
  fields?: readonly string[];
  /**
   * The sentence for an unexpected error, in a form's message and in the response of a fetch; a general sentence if
   * absent.
   */
  failure?: FaultText;
};

type Options<Raw extends boolean> = FormRefusal & {
  /** True when the handler parses the body itself, because its fields have refusals with codes of their own. */
  rawBody?: Raw;
};

type Handler<C> = (call: C) => Response | Promise<Response>;

export type ApiRoute = {
  kind: 'api';
  calls: readonly { endpoint: Endpoint; options: Options<boolean>; handler: Handler<never> }[];
};

/**
 * Declares a call, in the file of its path:
 * `export default handle(endpoints.things, ({ query, reply }) => reply.ok(...))`.
 */
export function handle<const E extends Endpoint>(endpoint: E, handler: Handler<Call<E>>): ApiRoute;
export function handle<const E extends Endpoint, Raw extends boolean = false>(
  endpoint: E,
  options: Options<Raw>,
  handler: Handler<Call<E, Raw>>,
): ApiRoute;
export function handle(
  endpoint: Endpoint,
  ...rest: [Handler<never>] | [Options<boolean>, Handler<never>]
): ApiRoute {
  const [options, handler] = rest.length === 2 ? rest : [{}, rest[0]];
  return { kind: 'api', calls: [{ endpoint, options, handler }] };
}

/**
 * Declares several calls of one path:
 * `export default methods(handle(endpoints.things, ...), handle(endpoints.addThing, ...))`.
 */
export function methods(...routes: ApiRoute[]): ApiRoute {
  return { kind: 'api', calls: routes.flatMap((route) => route.calls) };
}
