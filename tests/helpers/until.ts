/** Waiting for a condition: the one way tests wait for what they are not told. */

/** ms between two looks: who waits must not take the processor from what is waited for. */
export const PAUSE_MS = 5;
/** ms a test or a hook may take. It ends what hangs, however busy the machine. */
export const TEST_LIMIT_MS = 180_000;
/** Below what a test may take, so that what hangs is named; however busy the machine, nothing else ends a wait. */
export const waits = { limitMs: 100_000 };

/**
 * Reads until `wanted` holds, truth unless given, then gives what was read.
 * @throws with the last reading when it does not come
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
