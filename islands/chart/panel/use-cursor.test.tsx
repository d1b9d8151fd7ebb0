import { expect, test } from 'bun:test';
import { act, renderHook } from '@testing-library/react';
import type { KeyboardEvent, ReactNode } from 'react';
import chart from '#locales/en/chart.json' with { type: 'json' };
import type { Engine } from '../engine/engine.ts';
import type { ChartStrings } from '../ground/strings.ts';
import { StringsProvider } from '../ground/use-strings.tsx';
import { useCursor } from './use-cursor.ts';

test('the keyboard reaches the bars that live prices have added', () => {
  const bars = [1, 2, 3].map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 }));
  const places: number[] = [];
  const engine = {
    bars: { candles: bars },
    timeText: String,
    pointAt(index: number) {
      places.push(index);
      return { bar: bars[index] };
    },
  } as unknown as Engine;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StringsProvider value={chart as unknown as ChartStrings}>{children}</StringsProvider>
  );
  const options = { candles: bars.slice(0, 2), summary: '', onReading() {} };
  const { result } = renderHook(() => useCursor(engine, { current: null }, options), { wrapper });
  const press = (key: string) =>
    act(() => result.current.bind.onKeyDown({ key, preventDefault() {} } as KeyboardEvent));
  for (const key of ['ArrowLeft', 'ArrowLeft', 'End']) press(key);
  expect(places).toEqual([2, 1, 2]);
});
