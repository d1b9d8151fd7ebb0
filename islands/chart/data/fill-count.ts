/** The number of the user's fills on this page. Not in fills.ts, which the page loads before any panel is awake. */

let newestVersion = 0;
const listeners = new Set<() => void>();

/** Returns the number of the user's fills on this page, whichever panel sent them. */
export const fillVersion = (): number => newestVersion;

/** Counts a fill: all panels fetch the trades again. */
export function noteFill(): void {
  newestVersion += 1;
  for (const listener of [...listeners]) listener();
}

/** Calls `listener` after each fill. @returns a function that stops */
export function watchFills(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
