/** Live trades of a market that knows them all: one timer asks for those of every symbol somebody listens to. */
import type { Trade } from './market.ts';
import { createWatched, type Watched } from './provider/watched.ts';

export type Feed = Watched & {
  /** Delivers what has happened since the last time; the timer calls it. */
  pump(): void;
};

const EVERY_MS = 100;
/** After a pause (a suspended machine) older trades are of no use to anybody. */
const MOST_BEHIND_MS = 5000;

/**
 * @param source.now the market's clock, epoch ms
 * @param source.speed market ms per wall-clock ms
 * @param source.between trades after `fromMs` and up to `toMs`, oldest first
 */
export function createTradeFeed(source: {
  now(): number;
  speed: number;
  between(symbol: string, fromMs: number, toMs: number): Trade[];
}): Feed {
  /** Up to when the trades of each symbol were delivered, epoch ms of the market's clock. */
  const seen = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let deliver: (trade: Trade) => void = () => {};

  const pump = () => {
    const now = source.now();
    for (const [symbol, seenMs] of seen) {
      seen.set(symbol, now);
      const from = Math.max(seenMs, now - MOST_BEHIND_MS * source.speed);
      for (const trade of source.between(symbol, from, now)) deliver(trade);
    }
  };
  const stop = () => {
    seen.clear();
    clearInterval(timer);
    timer = undefined;
  };

  const watched = createWatched((onTrade) => {
    deliver = onTrade;
    return {
      watch(symbol) {
        seen.set(symbol, source.now());
        timer ??= setInterval(pump, EVERY_MS).unref();
      },
      unwatch(symbol) {
        seen.delete(symbol);
        if (seen.size === 0) stop();
      },
      stop,
    };
  });
  return Object.assign(watched, { pump });
}
