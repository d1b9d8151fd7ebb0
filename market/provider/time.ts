/** Clock and timers of what waits for a provider, so that a test can hold them. */
export type Time = {
  /** Epoch ms. */
  now(): number;
  /** Calls `run` once, `ms` from now; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
};

/** @param now a clock to go by instead of the system's */
export function systemTime(now: () => number = Date.now): Time {
  return {
    now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      // waiting for a provider keeps no process alive
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

/** Resolves after `ms`. */
export const pause = (time: Time, ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => void time.after(ms, resolve)) : Promise.resolve();
