/** The live price feed of a market that computes its trade prints. One timer serves all subscribed symbols. */
import type { Trade } from './market.ts';
import { createWatched, type Watched } from './provider/watched.ts';

export type Feed = Watched & {
  /** Delivers the trade prints since the last call. The timer calls it. */
  pump(): void;
};

const EVERY_MS = 100;
/** After a pause, such as a suspended machine, the feed drops trade prints older than this, wall-clock ms. */
const MAX_BEHIND_MS = 5000;

/**
 * @param source.now the market's clock, epoch ms @param source.speed market ms per wall-clock ms
 * @param source.between returns the trade prints after `fromMs` and up to `toMs`, oldest first
 */
export function createTradeFeed(source: {
  now(): number;
  speed: number;
  between(symbol: string, fromMs: number, toMs: number): Trade[];
}): Feed {
  /** How far each symbol's trade prints were delivered, epoch ms of the market's clock. */
  const deliveredTo = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let deliver: (trade: Trade) => void = () => {};

  const pump = () => {
    const now = source.now();
    for (const [symbol, deliveredMs] of deliveredTo) {
      deliveredTo.set(symbol, now);
      const from = Math.max(deliveredMs, now - MAX_BEHIND_MS * source.speed);
      for (const trade of source.between(symbol, from, now)) deliver(trade);
    }
  };
  const stop = () => {
    deliveredTo.clear();
    clearInterval(timer);
    timer = undefined;
  };

  const watched = createWatched((onTrade) => {
    deliver = onTrade;
    return {
      watch(symbol) {
        deliveredTo.set(symbol, source.now());
        timer ??= setInterval(pump, EVERY_MS).unref();
      },
      unwatch(symbol) {
        deliveredTo.delete(symbol);
        if (deliveredTo.size === 0) stop();
      },
      stop,
    };
  });
  return Object.assign(watched, { pump });
}
