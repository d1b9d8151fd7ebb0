/** Waits for a condition: the only way in which tests wait for something without an event. */

/** Pause between two reads, ms, so that waiting does not take the processor from the awaited work. */
export const PAUSE_MS = 5;
/** Time limit of a test or a hook, ms, long enough for a busy machine. */
export const TEST_LIMIT_MS = 180_000;
/** Limit of a wait, below that of a test, so that the error names the missing condition. */
export const waits = { limitMs: 100_000 };

/**
 * Reads until `isRight` accepts the value (by default, until it is truthy), and returns it.
 * @throws with the last value after the limit
 */
export async function until<T>(
  read: () => T | Promise<T>,
  isRight: (value: T) => boolean = Boolean,
): Promise<T> {
  for (const end = performance.now() + waits.limitMs; ; await Bun.sleep(PAUSE_MS)) {
    const value = await read();
    if (isRight(value)) return value;
    if (performance.now() > end) throw new Error(`What was waited for did not come: ${Bun.inspect(value)}`);
  }
}
