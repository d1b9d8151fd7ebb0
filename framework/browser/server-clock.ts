/**
 * The server's clock as the browser knows it. A phone's own clock may be wrong by any amount, so whatever is compared with
 * a moment the server named, or is shown as the time of day, counts by this one.
 */

/** What has to be added to the browser's clock, ms; undefined until the server has said what time it is. */
let offsetMs: number | undefined;
/** A Date header counts whole seconds: what it says within this is what is known already. */
const PRECISION_MS = 1_500;

/** Epoch ms by the server's clock; by the browser's until the server has said what time it is. */
export const serverNow = (): number => Date.now() + (offsetMs ?? 0);

/** Reads the time the page was drawn at, unless the time is known from a later answer. @param drawnAt epoch ms of the server */
export function learnFromPage(drawnAt: number): void {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  const arrivedAt = (navigation as PerformanceNavigationTiming | undefined)?.responseStart ?? 0;
  // not `performance.timeOrigin`: the device's clock may have been set since
  offsetMs ??= drawnAt - (Date.now() - performance.now() + arrivedAt);
}

/** Reads the time an answer was sent at. */
export function learnFromAnswer({ headers }: Pick<Response, 'headers'>): void {
  const sentAt = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentAt)) return;
  // what a proxy stored was sent `age` seconds ago
  const next = sentAt + 500 + Number(headers.get('age') ?? 0) * 1000 - Date.now();
  if (offsetMs === undefined || Math.abs(next - offsetMs) > PRECISION_MS) offsetMs = next;
}
