import { Elysia } from 'elysia';
import type { Translate } from '#components/page.tsx';
import { fail } from '#core/errors.ts';
import type { Locale } from '#core/locale.ts';
import type { Access, SessionUser } from '#core/visitor.ts';
import { createReply } from './reply.ts';
import type { Site } from './site.ts';

/** What to say, and where, when a form post to this route is refused. */
export type FormRefusal = {
  /** Title of the message on the page the browser is sent back to, 'Error' if absent. */
  title?: string;
  /** Where to; the page the form was on if absent. */
  back?: string;
  /** What failed when it was a fault of ours; the error's own sentence if absent. A fetch is told it too. */
  failure?: Failure;
};

export type Visitor = {
  user: SessionUser | null;
  locale: Locale;
  t: Translate;
  /** A sentence of the server's in the visitor's language. */
  say: (sentence: string) => string;
  /** Why nobody can be told who this is; what everybody may ask is answered all the same. */
  away?: unknown;
};

const accessChecks = new WeakSet<object>();

/** Whether a mounted route's hooks hold the check its `access` option put there. */
export function namesAccess(hooks: unknown): boolean {
  const transforms = (hooks as { transform?: { fn: object }[] } | undefined)?.transform ?? [];
  return [transforms].flat().some(({ fn }) => accessChecks.has(fn));
}

/** What a call says when it fails by a fault of ours; one that can do two things asks its body which. */
export type Failure = string | ((body: unknown) => string);

const refusals = new WeakMap<Request, FormRefusal>();

/** The `form` option of the route a request reached, if it reached one that has it. */
export function formRefusal(request: Request): FormRefusal {
  return refusals.get(request) ?? {};
}

/** What the `form` option of the route a request reached says about failures. */
export function failureOf(request: Request, body: unknown): string | undefined {
  const { failure } = formRefusal(request);
  return typeof failure === 'function' ? failure(body) : failure;
}

/** @throws AppError SIGNED_OUT (401) or FORBIDDEN (403) */
export function demand(access: Access, user: SessionUser | null): void {
  if (access === 'public') return;
  if (!user) throw fail('SIGNED_OUT');
  if (access === 'admin' && !user.isAdmin) throw fail('FORBIDDEN');
}

/**
 * What every file of routes/api builds on: `user`, `services`, `locale`, `t`, `reply` in the handler's context,
 * and the route options `access` and `form`. Access is decided before the input is validated.
 */
export function createApi(
  { services, flashes }: Pick<Site, 'services' | 'flashes'>,
  visitor: (request: Request) => Promise<Visitor>,
) {
  return new Elysia({ name: 'api' })
    .derive({ as: 'global' }, async ({ request }) => {
      const { say, ...who } = await visitor(request);
      return { ...who, services, reply: createReply(request, flashes, say) };
    })
    .macro({
      access: (access: Access) => {
        const transform = (context: object) => {
          const { user, away } = context as Visitor;
          if (away !== undefined && access !== 'public') throw away;
          demand(access, user);
        };
        accessChecks.add(transform);
        return { transform };
      },
      form: (refusal: FormRefusal) => ({
        transform: ({ request }: { request: Request }) => {
          refusals.set(request, refusal);
        },
      }),
    });
}

export type ApiApp = ReturnType<typeof createApi>;
