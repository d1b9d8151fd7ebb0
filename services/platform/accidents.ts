/** What accidents of the database stand for, as refusals. */
import { isUnavailable } from '#db/client.ts';
import { type Failure, httpFailure } from '#framework/failure.ts';

/**
 * PostgreSQL's codes for values it cannot even read: text with a NUL in it, text that is not a number, a number beyond
 * its type. They only ever come from outside.
 */
const UNREADABLE_VALUES = new Set(['22021', '22P05', '22P02', '22003']);

/** The refusal an error of the database stands for; null for any other error. */
export function explain(error: unknown): Failure | null {
  if (error instanceof Error && UNREADABLE_VALUES.has(String((error as { code?: unknown }).code)))
    return httpFailure('INVALID');
  return isUnavailable(error) ? httpFailure('UNAVAILABLE', { headers: { 'retry-after': '1' } }) : null;
}
