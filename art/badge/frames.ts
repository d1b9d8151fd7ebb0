import type { ItemRarity } from '#core/shop/catalogue.ts';
import type { Material } from '../material.ts';
import { area, disc, octagon, type Point, path, polar, polygon } from '../svg.ts';

export const BADGE_SIZE = 64;
const CENTRE = BADGE_SIZE / 2;

type Frame = (ramp: Material['ramp']) => string;

const rim = (color: string, width: number) => ({ stroke: color, 'stroke-width': width });

/** 32 points in and out of a circle: the seal. */
const seal = Array.from(
  { length: 32 },
  (_, k): Point => polar(CENTRE, CENTRE, k % 2 ? 27 : 31.5, (k * Math.PI) / 16),
);

/** Ring, hexagon, double octagon, shield, seal: the frame alone tells the rarity at 24 px. */
export const FRAMES: Record<ItemRarity, Frame> = {
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
