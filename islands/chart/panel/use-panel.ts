import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Company,
  type LastPrice,
  type PanelRequest,
  type PanelStart,
  toggleAverage,
} from '#components/chart/panel.ts';
import type { Candle, ChartType, PanelInterval } from '#components/chart/types.ts';
import type { SmaPeriod } from '#core/market/indicators.ts';
import type { CandleFeed } from '../data/data.ts';
import { rememberTicker } from '../data/recent.ts';
import { market } from './parts.ts';
import type { Say } from './say.ts';

export type PanelView = PanelRequest & {
  candles: readonly Candle[];
  company: Company | null;
  last: LastPrice | null;
  /** Seconds since the bars were fetched, when they are older than they should be. */
  age: number | null;
};

/** Loading candles is code of its own: the first chart comes with the page. */
export const feed: CandleFeed = {
  load: async (...args) => (await browserFeed()).load(...args),
  since: async (...args) => (await browserFeed()).since(...args),
};

async function browserFeed(): Promise<CandleFeed> {
  return (await market()).browserFeed;
}

/**
 * What a panel shows, and the ways to change it. A new ticker or interval takes effect when its candles are
 * here; until then, and when they fail to come, the old chart stays.
 */
export function usePanel(start: PanelStart, say: Say, onRequest: (request: PanelRequest) => void) {
  const [view, setView] = useState<PanelView>(() => pick(start));
  const [loading, setLoading] = useState(false);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const show = useCallback(
    async (symbol: string, interval: PanelInterval) => {
      running.current?.abort();
      const request = new AbortController();
      running.current = request;
      setLoading(true);
      try {
        let age: number | null = null;
        const candles = await feed.load(symbol, interval, request.signal, (seconds) => {
          age = seconds;
        });
        if (request.signal.aborted) return;
        setView((now) => {
          const same = now.symbol === symbol;
          return {
            ...now,
            symbol,
            interval,
            candles,
            age,
            company: same ? now.company : null,
            last: same ? now.last : null,
          };
        });
        const { fetchCompany, fetchLast } = await market();
        const [company, last] = await Promise.all([
          fetchCompany(symbol, request.signal),
          fetchLast(symbol, request.signal),
        ]);
        if (request.signal.aborted) return;
        rememberTicker(symbol, company?.name);
        setView((now) => ({ ...now, company: company ?? now.company, last: last ?? now.last }));
      } catch (error) {
        if (request.signal.aborted) return;
        const message = error instanceof Error ? error.message : '';
        if (message) say.fail('errorTitle', message);
        else say.refuse('errorTitle', 'loadFailed');
      } finally {
        if (running.current === request) setLoading(false);
      }
    },
    [say],
  );

  /** What is being fetched is not wanted any more: the chart stays as it is. */
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setLoading(false);
  }, []);

  const { symbol, interval, type, averages, short } = view;
  useEffect(() => {
    onRequest({ symbol, interval, type, averages, short });
  }, [onRequest, symbol, interval, type, averages, short]);

  useEffect(() => {
    if (start.candles.length === 0 && !start.problem) void show(start.symbol, start.interval);
  }, [start, show]);

  const change = useMemo(
    () => ({
      type: (next: ChartType) => setView((now) => ({ ...now, type: next })),
      average: (period: SmaPeriod) =>
        setView((now) => ({ ...now, averages: toggleAverage(now.averages, period) })),
      averages: (next: readonly SmaPeriod[]) => setView((now) => ({ ...now, averages: next })),
      short: () => setView((now) => ({ ...now, short: !now.short })),
      last: (price: number) => setView((now) => ({ ...now, last: moved(now.last, price) })),
    }),
    [],
  );
  return { view, loading, show, cancel, change };
}

/** A newer price; the change since the previous close moves with it. */
function moved(last: LastPrice | null, price: number): LastPrice {
  if (!last || last.changePercent === null) return { price, changePercent: null };
  const previous = last.price / (1 + last.changePercent / 100);
  return { price, changePercent: (price / previous - 1) * 100 };
}

function pick({
  symbol,
  interval,
  type,
  averages,
  short,
  candles,
  company,
  last,
  age,
}: PanelStart): PanelView {
  return { symbol, interval, type, averages, short, candles, company, last, age };
}
