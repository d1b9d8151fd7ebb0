import { rampAt } from '../color.ts';
import { area, disc, polar, rect } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const WEDGES = 28;
const CENTRE = [480, 250] as const;
const RADIUS = 96;
const HORIZON = 214;

/** Light fanning out of a bell that rises over the floor. */
export const fan: BannerGenerator<object> = ({ ramp }) => {
  const [cx, cy] = CENTRE;
  let body = rect(0, 0, WIDTH, HEIGHT, ramp[0]);
  for (let i = 0; i < WEDGES; i++) {
    const from = Math.PI + (i * Math.PI) / WEDGES;
    const to = from + Math.PI / WEDGES / 2;
    const near = 1 - Math.abs(i + 0.25 - WEDGES / 2) / (WEDGES / 2);
    const fill = rampAt(ramp.slice(0, 3), near);
    body += area([CENTRE, polar(cx, cy, 720, from), polar(cx, cy, 720, to)], fill);
  }
  for (let k = 0; k < 4; k++) body += disc(cx, cy, RADIUS + 54 - k * 18, rampAt(ramp, (k + 1) / 4));
  return body + rect(0, HORIZON, WIDTH, 3, ramp[4]) + rect(0, HORIZON + 3, WIDTH, 23, ramp[0]);
};
