import type { ItemRarity } from '#core/shop/catalogue.ts';
import type { Material } from './material.ts';
import { area, disc, mix, octagon, type Point, path, polar, polygon, readPoints, rect, ring } from './svg.ts';

export const BADGE_SIZE = 64;
const CENTRE = BADGE_SIZE / 2;

/** Draws a part of a badge on a grid of 64. */
type Draw = (ramp: Material['ramp']) => string;

const rim = (color: string, width: number) => ({ stroke: color, 'stroke-width': width });

const seal = Array.from(
  { length: 32 },
  (_, k): Point => polar(CENTRE, CENTRE, k % 2 ? 27 : 31.5, (k * Math.PI) / 16),
);

/** The frames: ring, hexagon, double octagon, shield, seal. At 24 px the frame alone tells the rarities apart. */
export const FRAMES: Record<ItemRarity, Draw> = {
  Basic: (ramp) => disc(CENTRE, CENTRE, 25, ramp[1], rim(ramp[3], 2.5)),
  Silver: (ramp) => area(polygon(CENTRE, CENTRE, 29, 6, Math.PI / 6), ramp[1], rim(ramp[3], 2.5)),
  Platinum: (ramp) =>
    area(octagon(CENTRE, CENTRE, 29), ramp[1], rim(ramp[3], 2.5)) +
    area(octagon(CENTRE, CENTRE, 24), ramp[0], rim(ramp[2], 1)),
  Clutch: (ramp) =>
    path('M32 2 60 14V36C60 50 46 58 32 63 18 58 4 50 4 36V14Z', { fill: ramp[2] }) +
    path('M32 7 55 17V36C55 47 44 54 32 58 20 54 9 47 9 36V17Z', { fill: ramp[0], ...rim(ramp[3], 1.5) }),
  Imperial: (ramp) => area(seal, ramp[4]) + disc(CENTRE, CENTRE, 24.5, ramp[1], rim(ramp[2], 2)),
};

export type GlyphName = keyof typeof GLYPHS;

const stroke = (d: string, color: string, width: number) =>
  path(d, { fill: 'none', stroke: color, 'stroke-width': width });

/** The drawings inside the frames. */
export const GLYPHS = {
  tick: (ramp) => stroke('M20 34 29 43 45 22', ramp[4], 5),
  chevrons: (ramp) =>
    [ramp[2], ramp[3], ramp[4]]
      .map((color, k) => stroke(`M20 ${44 - k * 9} 32 ${34 - k * 9} 44 ${44 - k * 9}`, color, 4.5))
      .join(''),
  shield: (ramp) =>
    path('M32 18 44 23V33C44 40 38 44 32 47 26 44 20 40 20 33V23Z', { fill: ramp[3] }) +
    stroke('M18 33H46', ramp[1], 4),
  target: (ramp) => ring(32, 32, 15, ramp[3], 3) + ring(32, 32, 8, ramp[4], 3) + disc(32, 32, 2.5, ramp[4]),
  moon: (ramp) =>
    path('M39 18A16 16 0 1 0 47 40 13 13 0 0 1 39 18Z', { fill: ramp[4] }) +
    path('M43 22l2 4 4 2-4 2-2 4-2-4-4-2 4-2Z', { fill: ramp[3] }),
  hourglass: (ramp) =>
    stroke('M21 17H43L32 32 43 47H21L32 32Z', ramp[3], 3) +
    path('M26 22H38L32 30ZM25 44 32 36 39 44Z', { fill: ramp[4] }),
  bolt: (ramp) =>
    area(readPoints('36,12 18,36 30,36 27,53 46,28 34,28'), ramp[4]) +
    area(readPoints('36,12 34,28 46,28 27,53 32,32'), ramp[3]),
  bothWays: (ramp) =>
    area(readPoints('19,20 45,20 32,34'), ramp[3]) +
    area(readPoints('19,47 45,47 32,33'), ramp[4]) +
    stroke('M12 33.5H52', ramp[0], 2.5),
  gem: (ramp) =>
    area(readPoints('22,20 42,20 50,29 32,50 14,29'), ramp[3]) +
    area(readPoints('22,20 32,29 14,29'), ramp[4]) +
    area(readPoints('42,20 50,29 32,29'), ramp[2]) +
    area(readPoints('32,29 50,29 32,50'), mix(ramp[2], ramp[3], 0.4)) +
    area(readPoints('22,20 42,20 32,29'), mix(ramp[3], '#ffffff', 0.65)),
  crown: (ramp) =>
    area(readPoints('17,25 25,34 32,19 39,34 47,25 44,43 20,43'), ramp[4]) + rect(20, 45, 24, 3.5, ramp[3]),
} satisfies Record<string, Draw>;
