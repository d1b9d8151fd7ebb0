/** The Elysia plugin that all calls share: context, access, limits, and the texts of refused forms. */
import { Elysia } from 'elysia';
import type { Endpoint, FormRefusal } from './endpoint.ts';
import { httpFailure } from './failure.ts';
import { createReply } from './http/response.ts';
import { mediaType } from './http/security.ts';
import type { Translate } from './page.tsx';
import type { Access, Limit, SiteLocale, SiteUser, TranslationKey } from './register.ts';
import type { Site } from './site.ts';
import { createFieldCheck } from './unknown-fields.ts';

export type Visitor = {
  user: SiteUser | null;
  locale: SiteLocale;
  t: Translate;
  /** The database error that prevented the look-up of the user; a public call continues without a user. */
  away?: unknown;
};

const limitChecks = new WeakMap<object, Limit>();

/** Returns the `limit` option of a mounted route; undefined without one. @param hooks the route's hooks in Elysia */
export function limitOf(hooks: unknown): Limit | undefined {
  const transforms = (hooks as { transform?: { fn: object }[] } | undefined)?.transform ?? [];
  return [transforms]
    .flat()
    .map(({ fn }) => limitChecks.get(fn))
    .find((kind) => kind !== undefined);
}

const refusals = new WeakMap<Request, FormRefusal>();

/** Returns the `form` option of the route a request reached; empty without one. */
export function formRefusal(request: Request): FormRefusal {
  return refusals.get(request) ?? {};
}

/** Returns the `failure` text of the route's `form` option, for an unexpected error; undefined without one. */
export function failureOf(request: Request, body: unknown): TranslationKey | undefined {
  const { failure } = formRefusal(request);
  return typeof failure === 'function' ? failure(body) : failure;
}

/** Checks that a reader may open a page or make a call. @throws HttpFailure SIGNED_OUT (401) or FORBIDDEN (403) */
export function demand(access: Access, user: SiteUser | null): void {
  if (access === 'public') return;
  if (!user) throw httpFailure('SIGNED_OUT');
  const { isAdmin, isStaff = isAdmin } = user;
  if ((access === 'admin' && !isAdmin) || (access === 'staff' && !isStaff)) throw httpFailure('FORBIDDEN');
}

/**
 * Returns the Elysia plugin that all calls share: it puts `user`, `services`, `locale`, `t` and `reply` into the
 * handler's context and adds the route options `access`, `limit`, `form` and `fields`. It checks access and counts the
 * call before it validates the input.
 */
export function createApi(
  {
    services,
    flashes,
    count,
    demandMore,
    formFields,
  }: Pick<Site, 'services' | 'flashes' | 'count' | 'demandMore' | 'formFields'>,
  visitor: (request: Request) => Promise<Visitor>,
) {
  return new Elysia({ name: 'api' })
    .derive({ as: 'global' }, async ({ request }) => {
      return { ...(await visitor(request)), services, reply: createReply(request, flashes) };
    })
    .macro({
      access: (access: Access) => {
        const transform = (context: object) => {
          const { user, away } = context as Visitor;
          if (away !== undefined && access !== 'public') throw away;
          demand(access, user);
          if (user) demandMore?.(access, user, null);
        };
        return { transform };
      },
      limit: (kind: Limit) => {
        const transform = async (context: object) => {
          const { request, user } = context as Visitor & { request: Request };
          await count(kind, request, user);
        };
        limitChecks.set(transform, kind);
        return { transform };
      },
      fields: ({ body: schema, formBody = schema }: Pick<Endpoint, 'body' | 'formBody'>) => {
        const checkJson = createFieldCheck(schema);
        const checkForm = createFieldCheck(formBody, formFields);
        const transform = ({ request, body }: { request: Request; body: unknown }) => {
          const isForm = mediaType(request) === 'application/x-www-form-urlencoded';
          (isForm ? checkForm : checkJson)(body);
        };
        return { transform };
      },
      form: (refusal: FormRefusal) => ({
        transform: ({ request }: { request: Request }) => {
          refusals.set(request, refusal);
        },
      }),
    });
}
