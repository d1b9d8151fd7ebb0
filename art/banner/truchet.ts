import { chance, disc, path, rect, tag } from '../svg.ts';
import { type BannerGenerator, HEIGHT, WIDTH } from './canvas.ts';

const TILE = 60;

/** Quarter circles turned by chance: every path on the floor leads to another desk. */
export const truchet: BannerGenerator<{ seed: number }> = ({ ramp }, { seed }, id) => {
  const next = chance(seed);
  const h = TILE / 2;
  let paths = '';
  let desks = '';
  for (let y = 0; y < HEIGHT; y += TILE) {
    for (let x = 0; x < WIDTH; x += TILE) {
      paths +=
        next() > 0.5
          ? `M${x} ${y + h}a${h} ${h} 0 0 0 ${h}-${h}M${x + h} ${y + TILE}a${h} ${h} 0 0 1 ${h}-${h}`
          : `M${x + h} ${y}a${h} ${h} 0 0 0 ${h} ${h}M${x} ${y + h}a${h} ${h} 0 0 1 ${h} ${h}`;
      const desk = next();
      if (desk > 0.86) desks += disc(x, y, 11, ramp[4]);
      else if (desk < 0.14) desks += rect(x - 9, y - 9, 18, 18, ramp[3]);
    }
  }
  const stroke = (color: string, width: number) =>
    tag('use', { href: `#${id}-paths`, stroke: color, 'stroke-width': width });
  return (
    rect(0, 0, WIDTH, HEIGHT, ramp[0]) +
    tag('defs', {}, path(paths, { id: `${id}-paths` })) +
    tag('g', { fill: 'none' }, stroke(ramp[1], 30) + stroke(ramp[2], 16) + stroke(ramp[3], 2)) +
    desks
  );
};
