/** Trades from quotes asked for again and again, where there is no socket: only for symbols somebody watches. */
import type { Quote, Trade } from '../market.ts';
import type { Time } from './time.ts';
import type { Stream } from './watched.ts';

export type PollingOptions = {
  time: Time;
  /** Between two rounds, ms. */
  everyMs(): number;
  quotes(symbols: readonly string[]): Promise<Map<string, Quote>>;
  onTrade(trade: Trade): void;
};

export function createPolling(options: PollingOptions): Stream {
  const { time, everyMs, quotes, onTrade } = options;
  /** The newest price received of each watched symbol. */
  const subscriptions = new Map<string, { price: string; asOfMs: number | null } | null>();
  let callOff: (() => void) | null = null;

  const next = (ms: number) => {
    callOff = time.after(ms, () => void round());
  };

  async function round(): Promise<void> {
    // what fails now is asked for again in the next round
    const found = await quotes([...subscriptions.keys()]).catch(() => new Map<string, Quote>());
    for (const [symbol, { price, asOfMs }] of found) {
      const last = subscriptions.get(symbol);
      if (last === undefined || last?.price === price) continue;
      if (last && asOfMs !== null && last.asOfMs !== null && asOfMs <= last.asOfMs) continue;
      subscriptions.set(symbol, { price, asOfMs });
      // a price of unknown age that changed was made since the last round; the first one may be of any time
      const tsMs = asOfMs ?? (last && time.now());
      if (tsMs !== null) onTrade({ symbol, price, size: 0, tsMs });
    }
    if (callOff && subscriptions.size > 0) next(everyMs());
    else callOff = null;
  }

  return {
    watch(symbol) {
      subscriptions.set(symbol, null);
      if (!callOff) next(0);
    },
    unwatch(symbol) {
      subscriptions.delete(symbol);
      if (subscriptions.size > 0) return;
      callOff?.();
      callOff = null;
    },
    stop() {
      subscriptions.clear();
      callOff?.();
      callOff = null;
    },
  };
}
