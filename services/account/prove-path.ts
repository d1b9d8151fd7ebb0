import { redirect } from '#framework/define.ts';
import { sitePath } from '#framework/http/response.ts';
import type { Using } from '../services.ts';

/** The page that asks for the password again. @param next where it leads afterwards, of this site or ignored */
export function provePath(next: unknown): string {
  const to = typeof next === 'string' ? sitePath(next) : '/';
  return to === '/' ? '/settings/prove' : `/settings/prove?next=${encodeURIComponent(to)}`;
}

/** Leads a page's reader there and back, unless they showed who they are a short while ago. */
export async function demandProof({ request, path, services }: Using<'proofs'>): Promise<void> {
  if (!(await services.proofs.isFresh(request))) throw redirect(provePath(path));
}
