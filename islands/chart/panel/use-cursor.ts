import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import type { Candle } from '#components/chart/types.ts';
import { formatNumber } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import type { Reading } from '../engine/crosshair.ts';
import type { Engine } from '../engine/engine.ts';
import { useStrings } from '../ground/use-strings.tsx';

/** Moves a cursor along the bars by keyboard and announces each bar. */
export function useCursor(
  engine: Engine | null,
  box: RefObject<HTMLElement | null>,
  {
    candles,
    summary,
    onReading,
  }: {
    candles: readonly Candle[];
    summary: string;
    onReading: (reading: Reading | null) => void;
  },
) {
  const strings = useStrings();
  const [index, setIndex] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const [focused, setFocused] = useState(false);

  // the chart may have been focused before hydration
  useEffect(() => setFocused(document.activeElement === box.current), [box]);

  const stand = useCallback(
    (barIndex: number) => {
      const reading = engine?.pointAt(barIndex);
      if (!engine || !reading) return;
      const { bar } = reading;
      setIndex(barIndex);
      onReading(reading);
      const digits = priceDecimals(bar.close);
      setSpoken(
        fill(strings.barSays, {
          time: engine.timeText(bar.time),
          open: formatNumber(bar.open, digits),
          high: formatNumber(bar.high, digits),
          low: formatNumber(bar.low, digits),
          close: formatNumber(bar.close, digits),
          volume: formatNumber(bar.volume),
        }),
      );
    },
    [engine, strings, onReading],
  );

  function onKeyDown(event: KeyboardEvent): void {
    // the engine has also the bars that live prices have added
    const last = (engine?.bars.candles ?? candles).length - 1;
    const from = index ?? last + 1;
    const target = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      PageUp: from - 20,
      PageDown: from + 20,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stand(Math.min(last, Math.max(0, target)));
  }

  return {
    spoken,
    bind: {
      tabIndex: 0,
      'aria-label': summary,
      // An application only while focused: otherwise screen readers browse past it as a figure.
      role: focused ? 'application' : 'figure',
      onKeyDown,
      onFocus: () => setFocused(true),
      onBlur: () => {
        setFocused(false);
        setIndex(null);
        setSpoken('');
        engine?.pointAt(null);
        onReading(null);
      },
    },
  };
}
