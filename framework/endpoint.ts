/**
 * A call of the site: its description, and its handler. A site lists its endpoints in a table; a route names one
 * and gives the handler, whose parameters and response are typed by the endpoint's schemas.
 */
import type { z } from 'zod';
import type { Reply } from './http/response.ts';
import type { Translate } from './page.tsx';
import type { Access, Limit, SiteLocale, SiteServices, SiteUser, TranslationKey } from './register.ts';

type Schema = z.core.$ZodType;

/** @template Code the codes of the site's refusals */
export type Endpoint<Code extends string = string> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In the router's syntax: `/api/things/:id`. */
  readonly path: string;
  readonly access: Access;
  /** Its rate limit; required unless the method is GET. */
  readonly limit?: Limit;
  readonly params?: Schema;
  readonly query?: Schema;
  /** Of JSON, and of a form's fields if `form`. */
  readonly body?: Schema;
  /** Of the JSON it answers with; absent where it answers with a file or another address. */
  readonly answer?: Schema;
  /** Of a success, 200 if absent. */
  readonly status?: 200 | 201 | 303;
  /** Schemas of answers with another status that are not refusals. */
  readonly others?: Readonly<Record<number, Schema>>;
  /** Content types of the file it answers with. */
  readonly media?: readonly string[];
  /** Takes forms too, and answers them by leading to a page (303). */
  readonly form?: boolean;
  /** A repeat with the same Idempotency-Key gets the first answer. */
  readonly repeatable?: boolean;
  /** Sends an ETag, and 304 to a client that has the version. */
  readonly tagged?: boolean;
  /** Response headers of a success, with a description of each. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other endpoints an answer leads to, by their names in the site's table, and how. */
  readonly links?: Readonly<Record<string, { readonly to: string; readonly how: string }>>;
  /** Its own refusals; those of access, limit and input are added. */
  readonly errors?: readonly Code[];
  /** A valid request. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: object;
  };
  /** One sentence. */
  readonly summary: string;
};

type Output<S, Else> = S extends Schema ? z.output<S> : Else;
type Of<E, Key extends string> = E extends { readonly [K in Key]: infer S } ? S : undefined;

/** The argument of a handler. */
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

/** The text of an error of the server. A call that can do two things chooses by its body. */
type FaultText = TranslationKey | ((body: unknown) => TranslationKey);

/** How a refused form post is answered: the texts, and the page to return to. */
export type FormRefusal = {
  /** Title of the message on the page the browser is sent back to, `errors:title` if absent. */
  title?: TranslationKey;
  /** Where to, which may depend on the body; the page the form was on if absent. */
  back?: string | ((body: unknown) => string);
  /** Names of the fields whose typed values the page shows again; the others do not leave the server. */
  fields?: readonly string[];
  /**
   * The sentence for an unexpected error, in the message of a form and in the answer of a fetch; the error's own
   * sentence if absent.
   */
  failure?: FaultText;
};

/** How a form shows a refusal, and which code parses the body. */
type Options<Raw extends boolean> = FormRefusal & {
  /** The handler reads the body itself: refusals of its fields have codes of their own. */
  rawBody?: Raw;
};

type Handler<C> = (call: C) => Response | Promise<Response>;

export type ApiRoute = {
  kind: 'api';
  calls: readonly { endpoint: Endpoint; options: Options<boolean>; handler: Handler<never> }[];
};

/** A call, in the file of its path: `export default handle(endpoints.price, ({ query, reply }) => reply.ok(...))`. */
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

/** Several calls of one path: `export default methods(handle(endpoints.things, ...), handle(endpoints.addThing, ...))`. */
export function methods(...routes: ApiRoute[]): ApiRoute {
  return { kind: 'api', calls: routes.flatMap((route) => route.calls) };
}
