import type { Candle } from '#components/chart/types.ts';
import { foldTrade } from '#core/market/bars.ts';
import { mergeBars, tickOf } from './ticks.ts';

/** Realtime mode of one panel: today's one-minute bars, kept going by the trades on the socket. */

export type RealtimeState = 'connecting' | 'live' | 'stale' | 'offline';
export type SocketState = 'connecting' | 'open' | 'offline';

/** The tab's socket, as far as realtime mode needs it. */
export type TickerSocket = {
  /** @returns unsubscribes */
  subscribe(ticker: string, onMessage: (message: unknown) => void): () => void;
  /** Calls at once with the present state, then at each change. @returns stops */
  watch(onState: (state: SocketState) => void): () => void;
};

export type RealtimeParts = {
  ticker: string;
  socket: TickerSocket;
  /** Today's bars, or those from a moment on. @param from epoch seconds */
  load(from: number | null): Promise<Candle[]>;
  /** The list is the one that live trades go on changing: copy it when it is drawn. */
  onBars(bars: Candle[]): void;
  onBar(bar: Candle): void;
  onState(state: RealtimeState): void;
  onError(error: unknown): void;
};

/** Without a trade for this long the price on screen is not called live any more. */
export const STALE_MS = 15_000;

/** @returns ends realtime mode */
export function startRealtime(parts: RealtimeParts): () => void {
  const { ticker, socket, onState } = parts;
  let bars: Candle[] = [];
  let loaded = false;
  let ended = false;
  let connected = false;
  let staleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Trades that came while bars were being fetched. */
  let waiting: unknown[] = [];

  function armStale(): void {
    clearTimeout(staleTimer);
    staleTimer = setTimeout(() => connected && onState('stale'), STALE_MS);
  }

  function take(message: unknown): void {
    const tick = tickOf(message, ticker);
    if (!tick) return;
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
    loaded = false;
    try {
      const fresh = await parts.load(bars.at(-1)?.time ?? null);
      if (ended) return;
      bars = mergeBars(bars, fresh);
      parts.onBars(bars);
    } catch (error) {
      if (ended) return;
      parts.onError(error);
      // Without a history the chart begins with the first trade: these never go onto other bars.
      parts.onBars(bars);
    }
    loaded = true;
    const held = waiting;
    waiting = [];
    for (const message of held) take(message);
  }

  onState('connecting');
  const unsubscribe = socket.subscribe(ticker, (message) => {
    if (loaded) take(message);
    else waiting.push(message);
  });
  const unwatch = socket.watch((state) => {
    if (ended) return;
    const wasConnected = connected;
    connected = state === 'open';
    if (connected && !wasConnected) {
      // What was missed while there was no connection is fetched, the first time all of today.
      void fetchBars();
      armStale();
    }
    if (!connected) {
      clearTimeout(staleTimer);
      onState(state === 'offline' ? 'offline' : 'connecting');
    }
  });

  return () => {
    ended = true;
    clearTimeout(staleTimer);
    unsubscribe();
    unwatch();
  };
}
