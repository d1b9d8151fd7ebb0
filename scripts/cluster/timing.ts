/** How times are judged: what a quiet machine does says nothing about a busy one. */
import { waits } from '#tests/helpers/until.ts';

export type Timing = {
  /** Whether something took at most `limit` ms. On a busy machine it is enough that it came. */
  soon(took: number, limit: number): boolean;
};

/** As long as everything together may take, however busy the machine, ms. */
const LONGEST_WAIT_MS = 240_000;

/**
 * The whole form wants a machine of its own and holds times to their limits. The short one runs beside other work:
 * what it waits for has to come, and nothing else about time can fail.
 */
export function timing(isShort: boolean): Timing {
  if (isShort) waits.limitMs = LONGEST_WAIT_MS;
  return { soon: (took, limit) => isShort || took <= limit };
}
