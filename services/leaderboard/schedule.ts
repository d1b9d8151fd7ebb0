/** When the leaderboard works: one thing after the other, a pass now and then, and one soon after trades. */
import type { Log } from '../platform/log.ts';
import { INTERVAL_MS } from './passes.ts';

/** After a trade, for those that come together with it. */
const TRADE_MS = 40;
/** Between two passes because of trades, at least; and at least so many times as long as one takes. */
const TRADE_REST_MS = 120;
const TRADE_REST = 1.5;

/** Work that takes longer is logged: everything behind it waits. */
const LATE_MS = 30_000;

/**
 * @param tasks.pass makes a pass when there is reason to
 * @param tasks.passForChanges makes one for trades at the prices of the last; false when another process is at it
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

  /** Runs `task` after the running ones, and never rejects. @returns ms it took */
  function work(task: () => Promise<unknown>): Promise<number> {
    const done = working.then(async () => {
      const began = performance.now();
      const late = setTimeout(
        () => log.warn({ seconds: LATE_MS / 1000 }, 'the ranking pass is still at work'),
        LATE_MS,
      ).unref();
      await task().catch((error) => {
        if (!isStopped) log.warn({ err: error }, 'the ranking pass failed');
      });
      clearTimeout(late);
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
    // what another process left is taken along by one of the next
    if (!(await tasks.passForChanges())) soon();
  }

  /** A pass for what changed, soon. */
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
