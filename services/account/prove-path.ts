import { redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';
import type { Using } from '../services.ts';

/**
 * Returns the address of the page that asks for the password again.
 * @param next where it leads afterwards; ignored unless it is of this site
 */
export function provePath(next: unknown): string {
  const to = typeof next === 'string' ? sitePath(next) : '/';
  return to === '/' ? '/settings/prove' : `/settings/prove?next=${encodeURIComponent(to)}`;
}

/** Redirects the reader of a page to the proof page and back, unless the last proof is still fresh. */
export async function demandProof({ request, path, services }: Using<'proofs'>): Promise<void> {
  if (!(await services.proofs.isFresh(request))) throw redirect(provePath(path));
}
