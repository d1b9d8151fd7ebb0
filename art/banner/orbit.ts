import { disc, path, polar, rect, tag } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const CENTRE = { x: 560, y: 120 };
const RADIUS = 74;
const ORBITS = 7;

/** An eclipse with a line through it, and what circles around it. */
export const orbit: BannerGenerator<object> = ({ ramp }, _, id) => {
  const { x, y } = CENTRE;
  const stop = (offset: number, color: string) => tag('stop', { offset, 'stop-color': color });
  const glow = { id: `${id}-glow`, gradientUnits: 'userSpaceOnUse', cx: x, cy: y, r: 420 };
  let body = tag('radialGradient', glow, stop(0, ramp[2]) + stop(0.45, ramp[1]) + stop(1, ramp[0]));
  body += rect(0, 0, WIDTH, HEIGHT, `url(#${id}-glow)`);
  for (let k = ORBITS; k > 0; k--) {
    const distance = RADIUS + k * k * 6.5 + k * 10;
    body += disc(x, y, distance, 'none', { stroke: ramp[3], 'stroke-opacity': 0.75 - k * 0.08 });
    const [px, py] = polar(x, y, distance, k * 1.9 + 0.5);
    body += disc(px, py, 2 + (k % 3) * 1.8, k % 2 ? ramp[4] : ramp[3]);
  }
  return (
    body +
    path(`M0 ${y}H${WIDTH}`, { stroke: ramp[4], 'stroke-width': 1.5, 'stroke-opacity': 0.9 }) +
    disc(x, y, RADIUS + 5, ramp[4]) +
    disc(x + 7, y + 3, RADIUS, ramp[0]) +
    path(`M${x - RADIUS} ${y}H${x + RADIUS}`, {
      stroke: ramp[4],
      'stroke-width': 1.5,
      'stroke-opacity': 0.35,
    })
  );
};
