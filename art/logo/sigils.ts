import { rampAt } from '../color.ts';
import type { Material } from '../material.ts';
import {
  area,
  disc,
  type Point,
  path,
  polar,
  polygon,
  pursuit,
  readPoints,
  rect,
  ring,
  tag,
} from '../svg.ts';

/** Geometric marks: one idea each, on a 96 grid around (48, 48). */
type Sigil = (material: Material) => string;
export type SigilName = keyof typeof SIGILS;

/** A polygon's rings turning inwards, light and ground in turn. */
function turned(ramp: Material['ramp'], corners: Point[], step: number, tone: (k: number) => string): string {
  return pursuit(corners, 9, step)
    .map((corner, k) => area(corner, k % 2 ? ramp[0] : tone(k)))
    .join('');
}

const SIGILS = {
  candles: ({ ramp }) => {
    const bodies = [
      [22, 34, 30, ramp[2]],
      [48, 18, 44, ramp[4]],
      [74, 40, 34, ramp[3]],
    ] as const;
    const candle = ([x, y, height, fill]: (typeof bodies)[number]) =>
      rect(x - 1.5, y - 8, 3, height + 18, fill) + rect(x - 9, y, 18, height, fill);
    return bodies.map(candle).join('') + rect(10, 82, 76, 3, ramp[3]);
  },
  turnedSquare: ({ ramp }) =>
    turned(ramp, polygon(48, 48, 54, 4, Math.PI / 4), 0.15, (k) => rampAt(ramp.slice(2), k / 8)),
  turnedTriangle: ({ ramp }) =>
    turned(ramp, polygon(48, 56, 48, 3, -Math.PI / 2), 0.13, (k) => rampAt(ramp.slice(1), 1 - k / 8)),
  compass: ({ ramp }) => {
    let points = ring(48, 48, 37, ramp[2], 3);
    for (let k = 0; k < 8; k++) {
      const angle = (k * Math.PI) / 4 - Math.PI / 2;
      const tip = polar(48, 48, k % 2 ? 22 : 42, angle);
      const side = (turn: number, fill: string) =>
        area([[48, 48], polar(48, 48, 10, angle + turn), tip], fill);
      points += side(-Math.PI / 4, ramp[k % 2 ? 3 : 4]) + side(Math.PI / 4, ramp[k % 2 ? 1 : 2]);
    }
    return points;
  },
  aperture: ({ ramp }) => {
    const third = Math.PI / 3;
    return Array.from({ length: 6 }, (_, k) => {
      const angle = k * third;
      const blade = [
        polar(48, 48, 38, angle),
        polar(48, 48, 38, angle + third),
        polar(48, 48, 13, angle + third + 0.5),
        polar(48, 48, 13, angle + 0.5),
      ];
      return area(blade, rampAt(ramp.slice(1), k / 5));
    }).join('');
  },
  prism: ({ ramp }) =>
    area(readPoints('48,12 48,58 12,76'), ramp[4]) +
    area(readPoints('48,12 84,76 48,58'), ramp[2]) +
    area(readPoints('12,76 48,58 84,76'), ramp[3]) +
    path('M0 42 30 50M66 50 96 40M68 54 96 52M70 58 96 64', { stroke: ramp[4], 'stroke-width': 2 }),
  linedSun: ({ ramp }) =>
    disc(48, 48, 32, ramp[4]) +
    disc(52, 46, 28, ramp[0]) +
    path('M4 48H92', { stroke: ramp[4], 'stroke-width': 3 }) +
    ring(48, 48, 40, ramp[2], 2),
  crown: ({ ramp, shade }) =>
    area(readPoints('12,30 30,50 48,18 48,76 20,76'), ramp[4]) +
    area(readPoints('84,30 66,50 48,18 48,76 76,76'), shade) +
    area(readPoints('48,40 58,54 48,68 38,54'), ramp[2]) +
    rect(20, 80, 56, 5, ramp[3]) +
    disc(48, 14, 5, ramp[3]) +
    disc(11, 26, 4, ramp[3]) +
    disc(85, 26, 4, ramp[3]),
} satisfies Record<string, Sigil>;

export function sigil(material: Material, name: SigilName): string {
  return tag('g', { transform: 'translate(48 48) scale(.76) translate(-48 -48)' }, SIGILS[name](material));
}
