import { octagon, points } from '#art/svg.ts';

const RINGS = [170, 226, 292, 370, 458, 558, 680];

/** The pit around the emblem: seven hairline octagons, one static picture. */
export function PitBackdrop() {
  return (
    <svg className="pit" viewBox="-700 -700 1400 1400" fill="none" stroke="var(--pit)" aria-hidden="true">
      {RINGS.map((radius) => (
        <polygon key={radius} points={points(octagon(0, 0, radius))} />
      ))}
    </svg>
  );
}
