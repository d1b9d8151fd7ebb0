import { mix } from '../color.ts';
import type { Material } from '../material.ts';
import { area, octagon } from '../svg.ts';

/** Logos are square, and stand in the house's octagon. */
export const LOGO_SIZE = 96;
const CENTRE = LOGO_SIZE / 2;

/** The octagon a logo stands in. */
export function logoGround({ ramp }: Material): string {
  return (
    area(octagon(CENTRE, CENTRE, 52), mix(ramp[0], ramp[1], 0.6)) +
    area(octagon(CENTRE, CENTRE, 44), mix(ramp[0], ramp[1], 0.25))
  );
}
