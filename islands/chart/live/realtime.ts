/** Realtime mode of one panel: today's one-minute bars, extended by each trade print of the tab's socket. */
import type { Candle } from '#components/chart/types.ts';
import { foldTrade } from '#core/market/bars.ts';
import { watchTicks } from '../../_live/quotes.ts';
import { onStatus, type SocketStatus } from '../../_state/socket.ts';
import { mergeBars } from '../data/feed.ts';

/** `stale`: connected, but without a trade print for `STALE_MS`. */
export type RealtimeState = 'connecting' | 'live' | 'stale' | 'offline';

/** A trade print: dollars, epoch ms. */
type Tick = { price: number; time: number };

/** The source of trade prints. Each function returns a function that ends the subscription. */
type TickSource = {
  subscribe(ticker: string, onTick: (tick: Tick) => void): () => void;
  /** Calls back with the current status at once, then at each change. */
  watchStatus(onChange: (status: SocketStatus) => void): () => void;
};

type RealtimeParts = {
  ticker: string;
  /** Fetches today's bars, or those since `from`. @param from epoch seconds */
  load(from: number | null): Promise<Candle[]>;
  /** Receives the list of bars, which later trade prints change: copy it to render it. */
  onBars(bars: Candle[]): void;
  onBar(bar: Candle): void;
  onState(state: RealtimeState): void;
  onError(error: unknown): void;
  /** The tab's socket if absent. */
  source?: TickSource;
};

/** A price without a newer trade print for this long is stale, ms. */
export const STALE_MS = 15_000;

/** The tab's socket. A hidden tab receives no trade prints: it counts as disconnected, then fetches missed bars. */
const tabSource: TickSource = {
  subscribe: (ticker, onTick) =>
    watchTicks(ticker, ({ price, at: priceAt }) => onTick({ price: Number(price), time: priceAt })),
  watchStatus(onChange) {
    let status: SocketStatus = 'connecting';
    const report = () => onChange(document.visibilityState === 'hidden' ? 'connecting' : status);
    const stop = onStatus((next) => {
      status = next;
      report();
    });
    document.addEventListener('visibilitychange', report);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', report);
    };
  },
};

/** Starts realtime mode. @returns a function that ends it */
export function startRealtime({ source = tabSource, ...parts }: RealtimeParts): () => void {
  const { ticker, onState } = parts;
  let bars: Candle[] = [];
  let isLoaded = false;
  let isEnded = false;
  let isConnected = false;
  let staleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Trade prints that arrive while bars are being fetched. */
  let queue: Tick[] = [];

  function armStale(): void {
    clearTimeout(staleTimer);
    staleTimer = setTimeout(() => {
      if (isConnected) onState('stale');
    }, STALE_MS);
  }

  function take(tick: Tick): void {
    const last = bars.at(-1) ?? null;
    const bar = foldTrade(last, tick);
    onState('live');
    armStale();
    if (!bar || bar === last) return;
    if (last && bar.time === last.time) bars[bars.length - 1] = bar;
    else bars.push(bar);
    parts.onBar(bar);
  }

  async function fetchBars(): Promise<void> {
    isLoaded = false;
    try {
      const fetched = await parts.load(bars.at(-1)?.time ?? null);
      if (isEnded) return;
      bars = mergeBars(bars, fetched);
      parts.onBars(bars);
    } catch (error) {
      if (isEnded) return;
      parts.onError(error);
      // the present bars stay, if there are any, and the queued trade prints continue them
      parts.onBars(bars);
    }
    isLoaded = true;
    const waitingTicks = queue;
    queue = [];
    for (const tick of waitingTicks) take(tick);
  }

  onState('connecting');
  const unsubscribe = source.subscribe(ticker, (tick) => {
    if (isLoaded) take(tick);
    else queue.push(tick);
  });
  const unwatch = source.watchStatus((status) => {
    if (isEnded) return;
    const wasConnected = isConnected;
    isConnected = status === 'open';
    if (isConnected && !wasConnected) {
      // Fetches the bars since the connection was lost; the first time all of today's.
      void fetchBars();
      armStale();
    }
    if (!isConnected) {
      clearTimeout(staleTimer);
      onState(status === 'offline' ? 'offline' : 'connecting');
    }
  });

  return () => {
    isEnded = true;
    clearTimeout(staleTimer);
    unsubscribe();
    unwatch();
  };
}
