/** The U of a session: how its variance and volume spread over the minutes, busy at both ends. */

export type DayShape = {
  /** Share of each minute; sums to 1. */
  share: Float64Array;
  /** Square root of each share: what a minute has of the session's standard deviation. */
  root: Float64Array;
  /** Share of all minutes before minute m. */
  before: Float64Array;
};

const shapes = new Map<number, DayShape>();

/** About 17% of a New York day falls in each of the first and last half hour, 5% in one around noon. */
export function shapeOf(minutes: number): DayShape {
  let shape = shapes.get(minutes);
  if (!shape) {
    const share = Float64Array.from({ length: minutes }, (_, m) => {
      const at = (m + 0.5) / minutes;
      return 1 + 4.5 * Math.exp(-at / 0.05) + 5 * Math.exp(-(1 - at) / 0.04);
    });
    const total = share.reduce((a, b) => a + b, 0);
    const before = new Float64Array(minutes + 1);
    for (let m = 0; m < minutes; m++) {
      share[m]! /= total;
      before[m + 1] = before[m]! + share[m]!;
    }
    shape = { share, root: share.map(Math.sqrt), before };
    shapes.set(minutes, shape);
  }
  return shape;
}
