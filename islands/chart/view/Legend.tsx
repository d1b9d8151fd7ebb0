import { type Candle, priceDecimals } from '#components/chart/types.ts';
import { formatNumber } from '#core/format.ts';
import type { ChartStrings } from '../strings.ts';

/** Open, high, low, close and volume of one bar. */
export default function Legend({ bar, strings }: { bar: Candle; strings: ChartStrings }) {
  const digits = priceDecimals(bar.close);
  const parts = [
    [strings.open, formatNumber(bar.open, digits)],
    [strings.high, formatNumber(bar.high, digits)],
    [strings.low, formatNumber(bar.low, digits)],
    [strings.close, formatNumber(bar.close, digits)],
    [strings.volume, formatNumber(bar.volume, 0)],
  ] as const;
  const color = bar.close > bar.open ? 'text-gain' : bar.close < bar.open ? 'text-loss' : 'text-paper-2';
  return (
    <dl className="m-0 mt-1.5 flex flex-wrap gap-x-3 text-12px tabular-nums" data-testid="legend">
      {parts.map(([name, value]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-paper-3" title={name}>
            {name.charAt(0)}
          </dt>
          <dd className={`m-0 ${color}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
