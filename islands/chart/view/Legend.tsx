import { useEffect, useReducer } from 'react';
import { formatNumber } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { SMA_COLORS } from '#core/market/indicators.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import type { Bars } from '../engine/bars.ts';
import type { Reading } from '../engine/crosshair.ts';
import { useStrings } from '../ground/use-strings.tsx';

type Props = {
  bars: Bars;
  /** The figures under the crosshair; null to show the newest bar. */
  hovered: Reading | null;
};

export default function Legend({ bars, hovered }: Props) {
  const strings = useStrings();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    bars.changed = redraw;
    return () => {
      bars.changed = () => {};
    };
  }, [bars]);
  const reading = hovered ?? bars.readAt(bars.candles.length - 1);
  if (!reading) return null;
  const { bar, averages, studies, base } = reading;
  const digits = priceDecimals(bar.close);
  const price = (value: number) => formatNumber(value, digits);
  const parts = [
    [strings.open, price(bar.open)],
    [strings.high, price(bar.high)],
    [strings.low, price(bar.low)],
    [strings.close, price(bar.close)],
    [strings.volume, formatNumber(bar.volume, 0)],
  ] as const;
  const color = bar.close > bar.open ? 'text-gain' : bar.close < bar.open ? 'text-loss' : 'text-paper-2';
  return (
    <dl className="chart-legend" data-newest={!hovered || undefined} data-testid="legend">
      {parts.map(([name, value]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-paper-3" title={name}>
            {name.charAt(0)}
          </dt>
          <dd className={`m-0 ${color}`}>{value}</dd>
        </div>
      ))}
      {averages.map(({ period, value }) => (
        <div key={period} className="flex gap-1" style={{ color: SMA_COLORS[period] }}>
          <dt>{fill(strings.smaPeriod, { period })}</dt>
          <dd className="m-0">{price(value)}</dd>
        </div>
      ))}
      {studies.map(({ name, color, value }) => (
        <div key={name} className="flex gap-1" style={{ color }}>
          <dt>{name}</dt>
          <dd className="m-0">{formatNumber(value, 2)}</dd>
        </div>
      ))}
      {base !== null && (
        <div className="flex gap-1 text-paper-2">
          <dt>{strings.base}</dt>
          <dd className="m-0">{price(base)}</dd>
        </div>
      )}
    </dl>
  );
}
