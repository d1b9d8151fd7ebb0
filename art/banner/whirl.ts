import { mix, rampAt } from '../color.ts';
import { area, type Point, polygon, pursuit, rect } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const TILES = 4;
const RINGS = 10;

/** Squares turning into each other, every other tile the other way round. */
export const whirl: BannerGenerator<object> = ({ ramp }) => {
  const size = WIDTH / TILES;
  const rings = pursuit(polygon(0, 0, size / Math.SQRT2, 4, Math.PI / 4), RINGS, 0.13);
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let tile = 0; tile < TILES; tile++) {
    rings.forEach((ring, k) => {
      const placed = ring.map(([x, y]): Point => [(tile % 2 ? -x : x) + size * (tile + 0.5), y + HEIGHT / 2]);
      const fill = k % 2 ? rampAt(ramp.slice(1), k / (RINGS - 1)) : mix(ramp[0], ramp[1], k / RINGS);
      body += area(placed, fill);
    });
  }
  return body;
};
