import { useCallback, useEffect, useRef, useState } from 'react';
import type { Candle, ChartType } from '#components/chart/types.ts';
import { live } from '../../_state/live.ts';
import { retry } from '../../_state/socket.ts';
import type { Engine } from '../engine/engine.ts';
import type { Announce } from '../ground/say.ts';
import type { RealtimeState } from './realtime.ts';

/** The R button is locked for this long after each press that had an effect, ms. */
export const TOGGLE_LOCK_MS = 3000;

export type Realtime = {
  on: boolean;
  state: RealtimeState;
  locked: boolean;
  /** Today's one-minute bars; null until they are fetched. */
  bars: readonly Candle[] | null;
  toggle(): void;
  /** Turns realtime mode off, also while its button is locked. */
  leave(): void;
  retry(): void;
};

/** Realtime mode of a panel: candlesticks only, and one panel of the page at a time. */
export function useRealtime(
  panel: number,
  { symbol, type }: { symbol: string; type: ChartType },
  engine: Engine | null,
  say: Announce,
  { onEnter }: { /** Called just before realtime mode starts. */ onEnter(): void },
): Realtime {
  const [on, setOn] = useState(false);
  const [state, setState] = useState<RealtimeState>('connecting');
  const [locked, setLocked] = useState(false);
  const [bars, setBars] = useState<readonly Candle[] | null>(null);
  const lockTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onBar = useRef<(bar: Candle) => void>(() => {});
  onBar.current = (bar) => engine?.update(bar);
  const restart = useRef(retry);

  useEffect(() => {
    if (!on) return;
    let isDisposed = false;
    let stop = () => {};
    async function begin(): Promise<void> {
      setState('connecting');
      // until the code is loaded, Retry fetches it again; then it opens the socket
      restart.current = begin;
      const code = await import('./realtime.ts').catch(() => null);
      if (isDisposed) return;
      if (!code) return setState('offline');
      restart.current = retry;
      stop = code.startRealtime({
        ticker: symbol,
        load: async (from) => (await import('../data/market.ts')).browserFeed.since(symbol, '1m', from),
        onBars: setBars,
        onBar: (bar) => onBar.current(bar),
        onState: setState,
        onError: say.failLoad,
      });
    }
    void begin();
    return () => {
      isDisposed = true;
      stop();
      setBars(null);
    };
  }, [on, symbol, say]);

  useEffect(() => {
    return () => {
      clearTimeout(lockTimer.current);
      if (live.value?.panel === panel) live.value = null;
    };
  }, [panel]);

  const toggle = useCallback(() => {
    if (locked) return;
    if (!on) {
      if (type !== 'candlestick') return say.refuse('rtOnlyCandlesTitle', 'rtOnlyCandles');
      if (live.value) return say.refuse('rtActiveTitle', 'rtOne');
      onEnter();
    }
    live.value = on ? null : { panel, ticker: symbol };
    setOn(!on);
    setLocked(true);
    lockTimer.current = setTimeout(() => setLocked(false), TOGGLE_LOCK_MS);
  }, [locked, on, type, panel, symbol, say, onEnter]);

  const leave = useCallback(() => {
    live.value = null;
    setOn(false);
  }, []);

  return { on, state, locked, bars, toggle, leave, retry: () => restart.current() };
}
