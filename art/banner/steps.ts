import { rampAt } from '../color.ts';
import { area, polygon, rect } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const STEPS = 13;
const BOTTOM = { x: 600, y: 134 };
const TWIST = 0.06;

/** The pit: octagonal steps down to one lit seat. */
export const stepsBanner: BannerGenerator<object> = ({ ramp }) => {
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let k = 0; k < STEPS; k++) {
    const t = k / (STEPS - 1);
    const radius = 640 * (1 - t) ** 1.35 + 20;
    const cx = WIDTH / 2 + (BOTTOM.x - WIDTH / 2) * t;
    const cy = HEIGHT / 2 + (BOTTOM.y - HEIGHT / 2) * t;
    body += area(polygon(cx, cy, radius, 8, Math.PI / 8 + k * TWIST), rampAt(ramp, t ** 1.9), {
      stroke: rampAt(ramp.slice(1), t),
      'stroke-width': 1.5,
    });
  }
  return body;
};
