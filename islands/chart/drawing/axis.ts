/**
 * Moments and bar positions. Trend lines are kept by time, bars are drawn by index; the two meet here. Indices
 * are fractional: a daily line seen on five-minute bars ends between two of them. Past either end of the data
 * the axis goes on at the bar's own length, so a line can point into the future without whitespace bars.
 */

/**
 * @param times bar starts, epoch seconds, ascending @param step bar length in seconds
 * @returns fractional bar index of the moment; below 0 or above the last index outside the data
 */
export function indexOfTime(times: readonly number[], time: number, step: number): number {
  const last = times.length - 1;
  if (last < 0) return 0;
  const first = times[0]!;
  const newest = times[last]!;
  if (time <= first) return (time - first) / step;
  if (time >= newest) return last + (time - newest) / step;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  const from = times[low]!;
  return low + (time - from) / (times[high]! - from);
}

/** The inverse of `indexOfTime`: epoch seconds at a fractional bar index. */
export function timeOfIndex(times: readonly number[], index: number, step: number): number {
  const last = times.length - 1;
  if (last < 0) return 0;
  if (index <= 0) return times[0]! + index * step;
  if (index >= last) return times[last]! + (index - last) * step;
  const low = Math.floor(index);
  const from = times[low]!;
  const to = times[low + 1] ?? from;
  return from + (index - low) * (to - from);
}

export type AxisPoint = { x: number; y: number };

/** Distance in pixels from a point to a segment (not to the endless line through it). */
export function distanceToSegment(p: AxisPoint, a: AxisPoint, b: AxisPoint): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy));
}
