import type { Candle } from '#components/chart/types.ts';

/**
 * What a second symbol closed at on each bar of the first: the newest close that was known at the bar. Its own bars would
 * put moments between those of the first, and every drawing would move.
 * @param times bar starts of the first, ascending @returns none before the second's first bar
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
