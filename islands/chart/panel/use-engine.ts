import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Fill } from '#components/chart/types.ts';
import type { IndicatorId, SmaPeriod } from '#core/market/indicators.ts';
import type { Palette } from '#core/shop/themes.ts';
import type { View } from '../engine/bars.ts';
import type { Engine } from '../engine/engine.ts';
import { priceAxis } from '../engine/price-axis.ts';
import { endEngine, engineIn } from '../engine/running.ts';
import type { StartOptions } from '../lines/start-chart.ts';

type EngineOptions = StartOptions & {
  /** Called when the chart's code could not be fetched. The server-rendered chart stays. */
  onFailure(): void;
};

/** Starts the live chart in `box` unless it is running already, and returns it; null until it runs. */
export function useEngine(box: RefObject<HTMLElement | null>, options: EngineOptions): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  const latest = useRef(options);
  latest.current = options;

  // a layout effect, so that no frame shows the running chart without its panel, or the server-rendered chart over it
  useLayoutEffect(() => {
    const element = box.current!;
    let isGone = false;
    const lookAfter = (liveEngine: Engine) => {
      liveEngine.listen({
        onHover: (reading) => latest.current.onHover?.(reading),
        onWidth: (width) => latest.current.onWidth?.(width),
      });
      priceAxis(liveEngine);
      setEngine(liveEngine);
    };
    const running = engineIn(element);
    if (running) lookAfter(running);
    else {
      import('../lines/start-chart.ts')
        .then(({ startEngine }) => {
          if (!isGone) lookAfter(startEngine(element, latest.current));
        })
        .catch(() => latest.current.onFailure());
    }
    return () => {
      isGone = true;
      endEngine(element);
      setEngine(null);
    };
  }, [box]);
  return engine;
}

type ChartView = View & {
  averages: readonly SmaPeriod[];
  studies: readonly IndicatorId[];
  palette: Palette;
  /** Null before the first response. */
  fills: readonly Fill[] | null;
};

export function useChartView(engine: Engine | null, drawn: ChartView): void {
  const { candles, interval, type, symbol, averages, studies, palette, fills } = drawn;
  // a layout effect, so that the chart has its bars before it is marked as running
  useLayoutEffect(() => {
    engine?.show({ candles, interval, type, symbol });
  }, [engine, candles, interval, type, symbol]);
  useLayoutEffect(() => engine?.over.setAverages(averages), [engine, averages]);
  useLayoutEffect(() => engine?.over.setIndicators(studies), [engine, studies]);
  useEffect(() => engine?.setPalette(palette), [engine, palette]);
  useEffect(() => {
    if (fills) engine?.over.setLayer({ fills });
  }, [engine, fills]);
}
