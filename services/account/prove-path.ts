import { type RequestContext, redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';

type Reader = Pick<RequestContext, 'request' | 'path'> & {
  services: { proofs: { isFresh(request: Request): Promise<boolean> } };
};

/**
 * Returns the address of the page that asks for the password again.
 * @param next where it leads afterwards; ignored unless it is of this site
 */
export function provePath(next: unknown): string {
  const to = typeof next === 'string' ? sitePath(next) : '/';
  return to === '/' ? '/settings/prove' : `/settings/prove?next=${encodeURIComponent(to)}`;
}

/** Redirects the reader of a page to the proof page and back, unless the last proof is still fresh. */
export async function demandProof({ request, path, services }: Reader): Promise<void> {
  if (!(await services.proofs.isFresh(request))) throw redirect(provePath(path));
}
