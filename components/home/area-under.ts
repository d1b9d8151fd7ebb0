/** Returns a filled path 90 wide and 24 high in whole units; its sides and bottom lie outside of the picture. */
export function areaUnder(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => [
    Math.round((i / (values.length - 1)) * 90),
    most === least ? 12 : Math.round(23 - ((value - least) / (most - least)) * 22),
  ]);
  const steps = points.map(([x = 0, y = 0], i) => {
    const [beforeX, beforeY] = points[i - 1] ?? [-2, 26];
    return `${x - beforeX!} ${y - beforeY!}`;
  });
  return `M-2 26l${steps.join(' ').replaceAll(' -', '-')}l2 0V26`;
}
