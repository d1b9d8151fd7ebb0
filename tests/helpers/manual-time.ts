/** A clock and timers in the test's hand: nothing happens until it says so. */
import type { Time } from '#market/provider/request.ts';
import { until } from './until.ts';

export type ManualTime = Time & {
  /** Moves the clock on, and lets everything happen that is due on the way, in order. */
  advance(ms: number): Promise<void>;
  /** Sets the clock without anything happening. */
  set(ms: number): void;
  /** Timers that wait. */
  readonly waiting: number;
};

/** Lets promises and sockets that are ready go on. */
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
 * One step of the clock between two looks. It runs at most five times as fast as the machine's, so that a request to the provider is
 * answered before it is given up.
 */
export const STEP_MS = 25;

/** Lets time run until an answer is there: the server may wait for the next price, however late the request arrives. */
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
