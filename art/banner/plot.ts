import { chance, type Point, path, area as polygonArea, linePath as polyline, rect } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const CELL = 24;

/** A price drawn on graph paper. */
export const plot: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }) => {
  const next = chance(seed);
  const rows = Array.from({ length: HEIGHT / CELL - 1 }, (_, i) => `M0 ${(i + 1) * CELL}H${WIDTH}`);
  const columns = Array.from({ length: WIDTH / CELL - 1 }, (_, i) => `M${(i + 1) * CELL} 0V${HEIGHT}`);
  const heavy = columns.filter((_, i) => (i + 1) % 5 === 0).join('');
  const price: Point[] = [];
  let level = 7;
  for (let x = 0; x <= WIDTH; x += CELL * 2) {
    price.push([x, level * CELL]);
    level = Math.max(1, Math.min(9, level + Math.round((next() - 0.54) * 4)));
  }
  const corners = price.filter((_, i) => i % 2 === 0);
  return (
    rect(0, 0, WIDTH, HEIGHT, ramp[0]) +
    path(columns.join('') + rows.join(''), { stroke: ramp[1], 'stroke-opacity': 0.55 }) +
    path(`${heavy}M0 ${CELL * 5}H${WIDTH}`, { stroke: ramp[2], 'stroke-opacity': 0.5 }) +
    polygonArea([[0, HEIGHT], ...price, [WIDTH, HEIGHT]], ramp[1], { 'fill-opacity': 0.55 }) +
    polyline(price, ramp[4], 2.5) +
    corners
      .map(([x, y]) => rect(x - 4, y - 4, 8, 8, ramp[0], { stroke: ramp[4], 'stroke-width': 2 }))
      .join('')
  );
};
