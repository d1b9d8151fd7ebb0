import { LineSeries, type UTCTimestamp } from 'lightweight-charts';
import type { BarInterval, Candle } from '#components/chart/types.ts';
import { xp } from '#components/ui/tokens.ts';
import { watchTicks } from '../../_live/quotes.ts';
import { browserFeed } from '../data/market.ts';
import type { Engine } from '../engine/engine.ts';

/**
 * Returns a second symbol's newest close at each bar of the first symbol. The second symbol's own bar times would add
 * bars between, and so shift every drawing.
 * @param times bar starts of the first symbol, ascending @returns no entries before the second symbol's first bar
 */
export function alignedCloses(
  times: readonly number[],
  candles: readonly Candle[],
): { time: number; value: number }[] {
  const points: { time: number; value: number }[] = [];
  let next = 0;
  for (const time of times) {
    while (next < candles.length && candles[next]!.time <= time) next++;
    if (next > 0) points.push({ time, value: candles[next - 1]!.close });
  }
  return points;
}

const MODE = { normal: 0, log: 1, percent: 2 } as const;
export type ScaleMode = keyof typeof MODE;

/** Sets the price axis to dollars, to a logarithmic scale, or to percent of the first visible bar. */
export function setScaleMode(engine: Engine, mode: ScaleMode): void {
  engine.chart.priceScale('right').applyOptions({ mode: MODE[mode] });
}

/**
 * Draws a second symbol over the bars, and follows its price.
 * @param bars of the first symbol
 * @returns a function that removes it
 * @throws like `CandleFeed.load`
 */
export async function addComparison(
  engine: Engine,
  symbol: string,
  interval: BarInterval,
  bars: readonly Candle[],
  signal: AbortSignal,
): Promise<() => void> {
  const candles = await browserFeed.load(symbol, interval, signal);
  signal.throwIfAborted();
  const line = engine.chart.addSeries(LineSeries, {
    color: xp.DEFAULT,
    lineWidth: 2,
    title: symbol,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  });
  const times = bars.map(({ time }) => time);
  line.setData(
    alignedCloses(times, candles).map((point) => ({ ...point, time: point.time as UTCTimestamp })),
  );
  let last = times.at(-1) ?? 0;
  const stop = watchTicks(symbol, ({ price }) => {
    last = Math.max(last, engine.bars.last()?.time ?? 0);
    line.update({ time: last as UTCTimestamp, value: Number(price) });
  });
  return () => {
    stop();
    if (!engine.isOver) engine.chart.removeSeries(line);
  };
}
