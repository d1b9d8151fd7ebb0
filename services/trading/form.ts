/** Fields of a form that stand in for headers. */
import { z } from 'zod';
import { NextPath } from '#core/contract/fields.ts';

const Fields = z.object({ next: NextPath, intent: z.string().nullish() });

/**
 * Returns the page to go back to and the Idempotency-Key, if a form names them.
 * @throws INVALID when `next` is no text
 */
export function formFields(body: unknown): { next: string | undefined; intent: string | null } {
  const { next, intent } = Fields.parse(typeof body === 'object' && body !== null ? body : {});
  return { next, intent: intent || null };
}
