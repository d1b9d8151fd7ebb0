import type { Log } from './log.ts';

type Options = {
  /** Pause after each run, ms. */
  everyMs: number | (() => number);
  log: Pick<Log, 'warn'>;
  /** Logged when a run fails; the loop continues. */
  failure: string;
  /** Called when a run fails, for example to drop a half-filled cache. */
  onFailure?: () => void;
};

/** Creates a loop that repeats `work` in the background. A failure while the loop stops is not logged. */
export function createLoop(work: () => Promise<unknown>, { everyMs, log, failure, onFailure }: Options) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function run(): Promise<void> {
    try {
      await work();
    } catch (err) {
      onFailure?.();
      if (!isStopped) log.warn({ err }, failure);
    }
    if (!isStopped) timer = setTimeout(begin, typeof everyMs === 'number' ? everyMs : everyMs()).unref();
  }

  function begin(): void {
    running = run();
  }

  return {
    begin,
    /** Resolves once the run in progress has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
