/** Waiting for a database that is itself still starting, or changing hands. */
import { isUnavailable } from './errors.ts';

const RETRY_MS = 200;
/** A wait longer than this is reported to the caller (`onWait`). */
const SILENCE_MS = 1_000;

/**
 * Does `work` again while the database cannot be reached.
 * @param ms for how long, after which its error is thrown
 * @param onWait called once when it takes longer than a moment
 */
export async function patiently<T>(ms: number, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  const timer = onWait && setTimeout(onWait, SILENCE_MS);
  try {
    for (const end = Date.now() + ms; ; await Bun.sleep(RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error) || Date.now() > end) throw error;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
