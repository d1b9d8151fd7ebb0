import type { Material } from './material.ts';
import {
  area,
  disc,
  mix,
  octagon,
  type Point,
  path,
  polar,
  polygon,
  pursuit,
  rampAt,
  readPoints,
  rect,
  ring,
  tag,
} from './svg.ts';

/** Side of a logo's square, px. */
export const LOGO_SIZE = 96;
const CENTRE = LOGO_SIZE / 2;

export function logoGround({ ramp }: Material): string {
  return (
    area(octagon(CENTRE, CENTRE, 52), mix(ramp[0], ramp[1], 0.6)) +
    area(octagon(CENTRE, CENTRE, 44), mix(ramp[0], ramp[1], 0.25))
  );
}

/** Geometric marks on a 96 grid around (48, 48). */
type Sigil = (material: Material) => string;
export type SigilName = keyof typeof SIGILS;

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

/** One facet of the left half: the index of its stop in the ramp, and its corners. */
type Facet = readonly [stop: 0 | 1 | 2 | 3 | 4, corners: string];
export type Face = keyof typeof FACES;

/** The left halves of ten animals. */
const FACES = {
  bull: [
    [4, '8,16 14,34 30,42 38,30 26,30 16,24'],
    [2, '12,46 30,42 30,54 20,54'],
    [3, '30,38 48,32 48,62 34,64 28,52'],
    [4, '38,34 48,30 48,46'],
    [0, '33,50 43,54 35,56'],
    [2, '34,64 48,60 48,86 40,84'],
    [1, '38,72 45,70 45,76 41,78'],
  ],
  bear: [
    [3, '14,20 26,16 34,26 24,36 14,32'],
    [1, '19,22 25,20 29,26 23,30'],
    [3, '24,34 36,24 48,26 48,60 30,66 20,50'],
    [4, '36,26 48,26 48,44'],
    [0, '31,45 38,44 38,50 33,51'],
    [4, '36,56 48,52 48,80 36,76 30,66'],
    [0, '41,58 48,58 48,66'],
    [2, '36,76 48,72 48,84'],
  ],
  owl: [
    [3, '14,12 34,26 48,30 48,50 22,44'],
    [2, '14,12 22,44 18,66 34,84 48,88 48,70 30,60'],
    [4, '24,36 34,30 44,36 46,48 40,56 28,56 22,48'],
    [0, '29,40 35,37 40,41 41,48 36,52 30,50 27,46'],
    [4, '33,43 36,42 37,46 34,47'],
    [4, '44,54 48,52 48,68'],
  ],
  fox: [
    [3, '10,12 34,28 20,46'],
    [1, '15,20 28,30 20,40'],
    [3, '20,46 34,28 48,32 48,60 40,58'],
    [4, '8,58 20,46 40,60 44,78'],
    [0, '29,48 38,52 32,54'],
    [2, '40,58 48,56 48,86 44,78'],
    [0, '44,78 48,78 48,86'],
  ],
  wolf: [
    [3, '16,8 34,30 22,42'],
    [1, '20,18 30,31 24,36'],
    [2, '22,42 34,30 48,26 48,44 36,48'],
    [4, '8,52 22,42 36,50 34,70'],
    [0, '27,45 37,49 31,52'],
    [3, '36,48 48,42 48,72 40,68'],
    [2, '34,70 40,66 48,72 48,88'],
    [0, '42,70 48,70 48,78'],
  ],
  ram: [
    [4, '34,22 18,18 6,30 6,50 16,62 28,60 32,50 26,44 22,50 16,46 16,36 24,32 34,34'],
    [3, '34,26 48,22 48,58 38,64 32,48'],
    [4, '40,24 48,22 48,42'],
    [0, '36,46 43,48 38,51'],
    [2, '38,64 48,56 48,86 42,80'],
    [0, '43,74 48,76 48,80'],
  ],
  hawk: [
    [2, '20,32 28,54 40,76 24,68 12,48'],
    [1, '28,54 42,60 48,94 36,84'],
    [3, '20,32 30,14 48,8 48,40 34,36'],
    [2, '20,32 34,36 47,44 44,58 28,54'],
    [4, '20,32 34,36 48,42 46,50 30,42'],
    [0, '29,43 44,50 38,55 31,51'],
    [4, '34,47 38,49 36,52'],
    [4, '44,50 48,46 48,80 41,62'],
    [1, '41,62 48,80 48,88 40,72'],
  ],
  stag: [
    [4, '38,34 26,26 22,8 26,8 29,18 34,12 37,14 32,22 42,30'],
    [4, '26,26 10,22 6,10 10,10 15,18 24,20'],
    [2, '16,36 34,38 32,46 22,44'],
    [3, '34,36 48,30 48,58 38,64 32,48'],
    [0, '36,46 43,48 38,51'],
    [2, '38,64 48,56 48,84 42,80'],
    [0, '43,76 48,74 48,84'],
  ],
  dragon: [
    [4, '10,6 26,22 38,26 30,36 16,30'],
    [3, '30,36 38,24 48,30 48,52 34,48'],
    [2, '6,36 30,36 34,48 18,50'],
    [1, '10,56 18,50 34,48 32,62'],
    [0, '33,40 43,44 35,46'],
    [3, '34,48 48,52 48,76 38,72 30,62'],
    [4, '42,40 48,34 48,58'],
    [0, '40,66 45,66 44,71'],
    [2, '38,72 48,74 48,92 36,80'],
  ],
  koi: [
    [2, '30,36 14,30 6,44 12,52 29,48'],
    [3, '48,8 48,66 36,58 28,44 32,24'],
    [4, '48,8 48,30 38,34 34,22'],
    [2, '36,58 48,66 48,78 43,74'],
    [4, '48,42 48,62 38,52 40,44'],
    [3, '43,74 48,76 48,82 40,88 22,94 32,80'],
    [0, '34,28 39,29 37,33'],
    [2, '32,24 24,18 25,16 34,21'],
  ],
} as const satisfies Record<string, readonly Facet[]>;

/** Draws an animal as cut stone: the left half as given, the right half mirrored and one tone darker. */
export function totem(material: Material, face: Face): string {
  const facets = FACES[face].map(([stop, corners]) => {
    const leftHalf = readPoints(corners);
    const right = leftHalf.map(([x, y]): Point => [LOGO_SIZE - x, y]);
    return area(leftHalf, material.ramp[stop]) + area(right, shaded(material, stop));
  });
  return tag('g', { transform: 'translate(48 48) scale(.82) translate(-48 -49)' }, facets.join(''));
}

function shaded({ ramp, shade }: Material, stop: Facet[0]): string {
  if (stop === 0) return ramp[0];
  return stop === 4 ? shade : mix(ramp[stop], ramp[stop - 1]!, 0.55);
}
