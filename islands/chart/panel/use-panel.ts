import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type CompanySummary,
  type LastPrice,
  type PanelRequest,
  type PanelStart,
  requestOf,
  toggleAverage,
  toggleIndicator,
} from '#components/chart/panel.ts';
import type { Candle, ChartType, PanelInterval } from '#components/chart/types.ts';
import type { IndicatorId, SmaPeriod } from '#core/market/indicators.ts';
import { seedQuote } from '../../_live/quotes.ts';
import { rememberTicker } from '../data/browser-store.ts';
import type { CandleFeed } from '../data/feed.ts';
import { loadDrawings } from '../drawing/store.ts';
import type { Announce } from '../ground/say.ts';

export type PanelView = PanelRequest & {
  candles: readonly Candle[];
  company: CompanySummary | null;
  last: LastPrice | null;
  /** Age of stale bars, seconds; null for fresh ones. */
  age: number | null;
};

/** A pending fetch. `isOther`: for another ticker, whose price is unknown until the fetch ends. */
type Loading = { symbol: string; isOther: boolean };

/** Fetches candles, with the code for it: the first chart needs neither, because the page data has its candles. */
const loadCandles: CandleFeed['load'] = async (...args) =>
  (await import('../data/market.ts')).browserFeed.load(...args);

/**
 * Returns the view of a panel, and the functions that change it. A new ticker or interval takes effect when its candles
 * have arrived; until then, and when the fetch fails, the old chart stays.
 */
export function usePanel(start: PanelStart, say: Announce, onRequest: (request: PanelRequest) => void) {
  const [view, setView] = useState<PanelView>(() => pick(start));
  const [loading, setLoading] = useState<Loading | null>(null);
  const latestView = useRef(view);
  latestView.current = view;
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const show = useCallback(
    async (symbol: string, interval: PanelInterval) => {
      running.current?.abort();
      const request = new AbortController();
      running.current = request;
      const { symbol: previousSymbol } = latestView.current;
      setLoading({ symbol, isOther: symbol !== previousSymbol });
      try {
        let age: number | null = null;
        const [candles, keptChart] = await Promise.all([
          loadCandles(symbol, interval, request.signal, (seconds) => {
            age = seconds;
          }),
          loadDrawings(symbol),
        ]);
        if (request.signal.aborted) return;
        setView((now) => {
          const isSameSymbol = now.symbol === symbol;
          return {
            ...now,
            // averages and indicators are stored for each symbol
            ...(!isSameSymbol && keptChart && { averages: keptChart.averages, studies: keptChart.studies }),
            symbol,
            interval,
            candles,
            age,
            company: isSameSymbol ? now.company : null,
            last: isSameSymbol ? now.last : null,
          };
        });
        const { fetchCompany, fetchLast } = await import('../data/market.ts');
        const [company, last] = await Promise.all([
          fetchCompany(symbol, request.signal),
          fetchLast(symbol, request.signal),
        ]);
        if (request.signal.aborted) return;
        rememberTicker(symbol, company?.name);
        if (last) seedQuote(symbol, last);
        setView((now) => ({ ...now, company: company ?? now.company, last: last ?? now.last }));
      } catch (error) {
        if (request.signal.aborted) return;
        say.failLoad(error);
      } finally {
        if (running.current === request) setLoading(null);
      }
    },
    [say],
  );

  /** Cancels the pending fetch: the chart stays as it is. */
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setLoading(null);
  }, []);

  const { symbol, interval, type, averages, studies, short } = view;
  useEffect(() => {
    onRequest({ symbol, interval, type, averages, studies, short });
  }, [onRequest, symbol, interval, type, averages, studies, short]);

  useEffect(() => {
    if (start.candles.length === 0 && !start.problem) void show(start.symbol, start.interval);
  }, [start, show]);

  const change = useMemo(() => changesOf(setView), []);
  return { view, loading, show, cancel, change };
}

const changesOf = (setView: (next: (now: PanelView) => PanelView) => void) => ({
  type: (next: ChartType) => setView((now) => ({ ...now, type: next })),
  average: (period: SmaPeriod) =>
    setView((now) => ({ ...now, averages: toggleAverage(now.averages, period) })),
  indicator: (id: IndicatorId) => setView((now) => ({ ...now, studies: toggleIndicator(now.studies, id) })),
  averages: (next: readonly SmaPeriod[]) => setView((now) => ({ ...now, averages: next })),
  short: () => setView((now) => ({ ...now, short: !now.short })),
});

function pick(start: PanelStart): PanelView {
  const { candles, company, last, age } = start;
  return { ...requestOf(start), candles, company, last, age };
}
