/**
 * The server's clock. A device's clock may be wrong by any amount, so every comparison with a time of the server, and
 * every time of day on the page, uses the server's clock.
 */

/** The server's time minus the browser's, ms; undefined until the server has sent a time. */
let offsetMs: number | undefined;
/** A smaller change of the offset is ignored, because a Date header has whole seconds. */
const PRECISION_MS = 1_500;

/** Returns epoch ms by the server's clock; by the browser's until the server has sent a time. */
export const serverNow = (): number => Date.now() + (offsetMs ?? 0);

/**
 * Returns the ms since the page was requested, the larger of two measurements: in some browsers `performance.now()`
 * stands still while the device sleeps, and somebody may set back the clock of `Date.now()`.
 */
export const pageAge = (): number => Math.max(performance.now(), Date.now() - performance.timeOrigin);

/**
 * Sets the offset from the time the page was rendered, unless a response has set it.
 * @param drawnAt epoch ms of the server
 */
export function learnFromPage(drawnAt: number): void {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const arrivedAt = (navigation as PerformanceNavigationTiming | undefined)?.responseStart ?? 0;
  // not `performance.timeOrigin`: the device's clock may have been set after the page was requested
  offsetMs ??= drawnAt - (Date.now() - performance.now() + arrivedAt);
}

/** Sets the offset from the Date header of a response when the two differ by more than PRECISION_MS. */
export function learnFromAnswer({ headers }: Pick<Response, 'headers'>): void {
  const sentAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentAt)) return;
  // a proxy's cached response was sent `age` seconds ago
  const next = sentAt + 500 + Number(headers.get('age') ?? 0) * 1000 - Date.now();
  if (offsetMs === undefined || Math.abs(next - offsetMs) > PRECISION_MS) offsetMs = next;
}
