/** A clock and timers that the test controls: time passes only by its calls. */
import type { Time } from '#market/provider/request.ts';
import { until } from './until.ts';

export type ManualTime = Time & {
  /** Advances the clock, and runs all timers that become due, the earliest first. */
  advance(ms: number): Promise<void>;
  /** Sets the clock without running any timer. */
  set(ms: number): void;
  /** Number of pending timers. */
  readonly waiting: number;
};

/** Lets ready promises and sockets continue. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export function manualTime(startMs: number): ManualTime {
  let now = startMs;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter((t) => t.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
    set(ms) {
      now = ms;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/**
 * One step of the clock, ms. The pause between steps makes it run at most five times as fast as the machine's, so that a
 * request to the provider gets its response before it times out.
 */
export const STEP_MS = 25;

/** Lets time pass until the response arrives: the server may wait for the next price, however late the request arrives. */
export async function whileTimeRuns<T>(time: ManualTime, answer: Promise<T>): Promise<T> {
  let isThere = false;
  const whenThere = answer.finally(() => {
    isThere = true;
  });
  await until(async () => {
    await time.advance(STEP_MS);
    return isThere;
  });
  return await whenThere;
}
