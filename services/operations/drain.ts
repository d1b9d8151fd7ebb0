/** Graceful shutdown: a process that leaves keeps serving until proxies have noticed, so that no request is lost. */
import type { Settings } from '../platform/settings.ts';

/** Without a request for this long every proxy has noticed, ms. */
const QUIET_MS = 1_000;
/**
 * The longest wait, in multiples of `drainSeconds`: a proxy that still sends requests by then does not read `/readyz`.
 */
const MOST = 3;
const LOOK_MS = 50;
/** Requests of proxies and monitoring, which do not count. */
const PROBES = new Set<string | null>(['/healthz', '/readyz', '/metrics']);

export type Drain = ReturnType<typeof createDrain>;

/** @param now monotonic clock, ms */
export function createDrain(
  { drainSeconds }: Pick<Settings, 'drainSeconds'>,
  now: () => number = performance.now.bind(performance),
  wait: (ms: number) => Promise<void> = Bun.sleep,
) {
  let isLeaving = false;
  let lastRequest = Number.NEGATIVE_INFINITY;
  const leastMs = drainSeconds * 1_000;

  return {
    isLeaving: () => isLeaving,

    /** Records an answered request, by its route. */
    seen({ route }: { route: string | null }): void {
      if (!PROBES.has(route)) lastRequest = now();
    },

    /**
     * Announces that this process leaves, and resolves when `drainSeconds` are over and requests have stopped for a
     * while, after three times as long in any case; at once when they are 0.
     * @param pending counts unanswered requests
     */
    async leave(pending: () => number): Promise<void> {
      if (leastMs === 0) return;
      isLeaving = true;
      const began = now();
      const isQuiet = () => now() - lastRequest >= QUIET_MS && pending() === 0;
      while (now() - began < leastMs || (!isQuiet() && now() - began < MOST * leastMs)) await wait(LOOK_MS);
    },
  };
}
