/** A clock and timers in the test's hand: nothing happens until it says so. */
import type { Time } from '#market/provider/request.ts';

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
