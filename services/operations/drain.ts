/** The way out: a process that leaves goes on serving until proxies have noticed, so that no request is lost. */
import type { Settings } from '../platform/settings.ts';

/** No request for so long, ms: everybody has noticed. */
const QUIET_MS = 1_000;
/** The longest wait, in multiples of `drainSeconds`: whoever still sends requests by then does not look at `/readyz`. */
const MOST = 3;
const LOOK_MS = 50;
/** What proxies and monitoring ask of a process that leaves as of any other. */
const PROBES = new Set<string | null>(['/healthz', '/readyz', '/metrics']);

export type Drain = ReturnType<typeof createDrain>;

/** @param now ms that only grow */
export function createDrain(
  { drainSeconds }: Pick<Settings, 'drainSeconds'>,
  now: () => number = performance.now.bind(performance),
  wait: (ms: number) => Promise<void> = Bun.sleep,
) {
  let isLeaving = false;
  let lastRequest = Number.NEGATIVE_INFINITY;
  const least = drainSeconds * 1_000;

  return {
    isLeaving: () => isLeaving,

    /** Notes a request that was answered, by its route. */
    seen({ route }: { route: string | null }): void {
      if (!PROBES.has(route)) lastRequest = now();
    },

    /**
     * From now on this process says that it leaves. Comes back when `drainSeconds` are over and nobody has sent anything
     * for a while, after three times as long in any case; at once when they are 0.
     * @param pending requests that are not answered yet
     */
    async leave(pending: () => number): Promise<void> {
      if (least === 0) return;
      isLeaving = true;
      const began = now();
      const isQuiet = () => now() - lastRequest >= QUIET_MS && pending() === 0;
      while (now() - began < least || (!isQuiet() && now() - began < MOST * least)) await wait(LOOK_MS);
    },
  };
}
