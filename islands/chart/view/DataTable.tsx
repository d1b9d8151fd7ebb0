import type { BarInterval, Candle } from '#components/chart/types.ts';
import { formatNumber } from '#core/locale/format.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import { readChartPage } from '../data/page.ts';
import { createTimeFormat } from '../engine/time-format.ts';
import { useStrings } from '../ground/use-strings.tsx';

const MOST = 300;

/** The newest bars of the chart as a table, at most MOST, the newest first. */
export default function DataTable({
  symbol,
  interval,
  candles,
  locale,
}: {
  symbol: string;
  interval: BarInterval;
  candles: readonly Candle[];
  locale: string;
}) {
  const strings = useStrings();
  const format = createTimeFormat(locale, interval !== '1D', readChartPage().months);
  const heads = [strings.time, strings.open, strings.high, strings.low, strings.close, strings.volume];
  return (
    <div className="absolute inset-0 z-6 flex flex-col bg-ink-1">
      <p className="m-0 h-14 shrink-0 px-3 leading-14 font-600" aria-hidden="true">
        {`${symbol} ${interval}`}
      </p>
      <section
        className="min-h-0 flex-1 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        aria-label={`${symbol} ${interval}`}
      >
        <table className="w-full border-collapse text-size-small">
          <caption className="sr-only">{`${symbol} ${interval}`}</caption>
          <thead className="sticky top-0 bg-ink-2 text-size-caption text-paper-3">
            <tr>
              {heads.map((head, i) => (
                <th key={head} scope="col" className={`px-3 py-2 font-500 ${i ? 'text-end' : 'text-start'}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {candles
              .slice(-MOST)
              .toReversed()
              .map((bar) => {
                const digits = priceDecimals(bar.close);
                return (
                  <tr key={bar.time} className="border-t border-line-1">
                    <th
                      scope="row"
                      className="px-3 py-1.5 text-start font-400 text-paper-2 whitespace-nowrap"
                    >
                      {format.full(bar.time)}
                    </th>
                    {[bar.open, bar.high, bar.low, bar.close].map((value, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: four fixed columns
                      <td key={i} className="px-3 py-1.5 text-end">
                        {formatNumber(value, digits)}
                      </td>
                    ))}
                    <td className="px-3 py-1.5 text-end text-paper-2">{formatNumber(bar.volume)}</td>
                  </tr>
                );
              })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
