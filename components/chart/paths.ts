/** Paths of the server's drawing of a chart. */

export type AtBar = (index: number) => number;
export type AtPrice = (price: number) => number;

/** Through the values at each bar; those that are not known are left out. */
export function valuesPath(values: readonly (number | null)[], x: AtBar, y: AtPrice): string {
  let d = '';
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    d += `${d === '' ? 'M' : 'L'}${tenth(x(i))} ${y(value)}`;
  }
  return d;
}

/** One decimal is a tenth of a pixel; more would only be bytes. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
