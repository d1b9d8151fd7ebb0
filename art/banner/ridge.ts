import { mix, rampAt } from '../color.ts';
import { area, chance, disc, gradient, linePath, type Point, path, rect } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

type Options = {
  seed: number;
  /** How much higher the right end stands than the left, px. */
  climb: number;
  sun: { x: number; y: number; r: number };
};

const LAYERS = 5;

/** Seeded walks stacked into mountains, under a lined sun. */
export const ridge: BannerGenerator<Options> = ({ ramp }, { seed, climb, sun }, id) => {
  const next = chance(seed);
  const haze = mix(ramp[1], ramp[2], 0.45);
  let body = gradient(`${id}-sky`, ramp[0], haze) + rect(0, 0, WIDTH, HEIGHT, `url(#${id}-sky)`);
  body += disc(sun.x, sun.y, sun.r, ramp[4]);
  body += path(`M${sun.x - sun.r * 1.7} ${sun.y}H${sun.x + sun.r * 1.7}`, {
    stroke: ramp[4],
    'stroke-width': 2.5,
  });
  body += path(`M${sun.x - sun.r} ${sun.y}H${sun.x + sun.r}`, { stroke: haze, 'stroke-width': 3 });
  for (let layer = 0; layer < LAYERS; layer++) {
    const t = layer / (LAYERS - 1);
    const walk = layerOf(next, layer, t, climb);
    const fill = rampAt([ramp[2], mix(ramp[1], ramp[2], 0.35), ramp[1], ramp[0]], t);
    body += area([[0, HEIGHT], ...walk, [WIDTH, HEIGHT]], fill);
    body += linePath(walk, rampAt([ramp[4], ramp[3], ramp[2], ramp[1]], t), 2 - t);
  }
  return body;
};

function layerOf(next: () => number, layer: number, t: number, climb: number): Point[] {
  const steps = 14 + layer * 5;
  let level = 0;
  return Array.from({ length: steps + 1 }, (_, i) => {
    level = (level + (next() - 0.5) * 2) * 0.86;
    const slope = climb * (i / steps - 0.5) * (1.15 - t * 0.5);
    return [(i * WIDTH) / steps, 96 + layer * 30 + level * (26 - layer * 2) - slope] as const;
  });
}
