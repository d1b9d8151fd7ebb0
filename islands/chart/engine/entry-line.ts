import { type IPriceLine, LineStyle } from 'lightweight-charts';
import type { PriceSeries } from './series.ts';

export type AverageEntry = { price: number; title: string };

/** The dashed line at the average entry of the user's position. */
export function createEntryLine() {
  let entry: AverageEntry | null = null;
  let drawn: { on: PriceSeries; line: IPriceLine } | null = null;

  return {
    /** Puts the line on a series, moving it there from the one before. */
    place(series: PriceSeries, color: string): void {
      drawn?.on.removePriceLine(drawn.line);
      drawn = entry && {
        on: series,
        line: series.createPriceLine({
          ...entry,
          color,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          axisLabelVisible: true,
        }),
      };
    },
    set(next: AverageEntry | null): void {
      entry = next;
    },
    /** The series it was on is gone. */
    forget(): void {
      drawn = null;
    },
  };
}
