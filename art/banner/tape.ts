import { rampAt } from '../color.ts';
import { path, rect, short } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const RIBBONS = 15;
const REACH = 52;
const WAVES = 1.6;
const GAP = 9;
/** Width of one cubic segment; its handles follow the wave's own slope. */
const SEGMENT = 80;

/** Ribbons of quotes that swell and narrow together, never quite in step. */
export const tape: BannerGenerator<object> = ({ ramp }) => {
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let i = 0; i < RIBBONS; i++) {
    const t = i / (RIBBONS - 1);
    body += path(ribbon(t), {
      fill: 'none',
      stroke: rampAt(ramp.slice(1), t),
      'stroke-width': 1.2 + 2.6 * t,
    });
  }
  return body;
};

function ribbon(t: number): string {
  const y = (x: number) => {
    const u = x / WIDTH;
    const swell = 0.5 + 0.5 * Math.sin(u * Math.PI * WAVES * 1.3 + 0.4);
    const lane = (t - 0.5) * GAP * RIBBONS * (0.25 + 0.95 * swell);
    return HEIGHT / 2 + lane + Math.sin(u * Math.PI * 2 * WAVES + t * 1.5) * REACH;
  };
  const slope = (x: number) => (y(x + 1) - y(x - 1)) / 2;
  const handle = SEGMENT / 3;
  let d = `M0 ${short(y(0))}`;
  for (let x = 0; x < WIDTH; x += SEGMENT) {
    const end = x + SEGMENT;
    d += `C${short(x + handle)} ${short(y(x) + slope(x) * handle)}`;
    d += ` ${short(end - handle)} ${short(y(end) - slope(end) * handle)} ${end} ${short(y(end))}`;
  }
  return d;
}
