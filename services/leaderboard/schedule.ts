/** The schedule of the leaderboard. Tasks run one after another. Passes run at an interval, and soon after trades. */
import type { Log } from '../platform/log.ts';
import { INTERVAL_MS } from './passes.ts';

/** Delay of a pass after a trade, ms. All trades within the delay share the pass. */
const TRADE_MS = 40;
/** Least pause between two passes that follow trades: in ms, and as a multiple of a pass's duration. */
const TRADE_REST_MS = 120;
const TRADE_REST = 1.5;

/** The log names a task that takes longer than this, ms, because it delays all later tasks. */
const LATE_MS = 30_000;

/**
 * @param tasks.pass makes a pass when one is due
 * @param tasks.passForChanges makes a pass for trades at the last prices; false when changes remain, for example
 * because another process makes a pass
 */
export function createSchedule(
  tasks: { pass(): Promise<unknown>; passForChanges(): Promise<boolean> },
  log: Pick<Log, 'warn'>,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tradeTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let restUntil = 0;
  let working: Promise<unknown> = Promise.resolve();

  /** Runs `task` after the queued tasks; logs errors. @returns its duration, ms */
  function work(task: () => Promise<unknown>): Promise<number> {
    const done = working.then(async () => {
      const began = performance.now();
      const timeout = setTimeout(
        () => log.warn({ seconds: LATE_MS / 1000 }, 'the ranking pass is still at work'),
        LATE_MS,
      ).unref();
      await task().catch((error) => {
        if (!isStopped) log.warn({ err: error }, 'the ranking pass failed');
      });
      clearTimeout(timeout);
      const ended = performance.now();
      restUntil = ended + Math.max(TRADE_REST_MS, TRADE_REST * (ended - began));
      return ended - began;
    });
    working = done;
    return done;
  }

  async function loop() {
    const took = await work(tasks.pass);
    if (!isStopped) timer = setTimeout(loop, Math.max(INTERVAL_MS, 3 * took));
  }

  async function passForChanges() {
    tradeTimer = undefined;
    // a pass that another process makes now may miss these changes
    if (!(await tasks.passForChanges())) soon();
  }

  function soon() {
    if (isStopped || tradeTimer) return;
    const wait = Math.max(TRADE_MS, restUntil - performance.now());
    tradeTimer = setTimeout(() => work(passForChanges), wait);
  }

  return {
    work,
    soon,
    begin() {
      timer = setTimeout(loop, INTERVAL_MS);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(tradeTimer);
    },
  };
}
