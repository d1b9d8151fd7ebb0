import { chance, type Point, points, polar, polygon, short } from './svg.ts';

/** Line drawings behind a theme's preview, as path data in a 320 × 180 frame. */

const times = (n: number, draw: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => draw(i)).join('');
const to = ([x, y]: Point) => `${short(x)} ${short(y)}`;

export const none = () => '';

export const scan = () => times(30, (i) => `M0 ${i * 6 + 3}H320`);

export const candle = (x: number, half: number) =>
  `M${x} 6V174M${x - half} 34h${2 * half}v104h-${2 * half}z` +
  `M${x - half + 8} 42h${2 * half - 16}v88h-${2 * half - 16}z`;

/** A floor that recedes to a horizon. */
export const horizon = () =>
  times(9, (i) => `M0 ${short(70 + 110 * (i / 8) ** 2)}H320`) +
  times(17, (i) => `M160 70L${-320 + i * 50} 180`);

export function rain(seed: number): string {
  const next = chance(seed);
  let d = '';
  for (let x = 6; x < 320; x += 10) {
    for (let y = -next() * 60; y < 180; ) {
      const length = 4 + next() * 22;
      d += `M${x} ${short(y)}v${short(length)}`;
      y += length + 4 + next() * 30;
    }
  }
  return d;
}

export const rays = (cx: number, cy: number, n: number) =>
  `${times(n, (i) => {
    const angle = (i / n) * 2 * Math.PI;
    return `M${to(polar(cx, cy, i % 2 ? 90 : 46, angle))}L${to(polar(cx, cy, 360, angle))}`;
  })}M${cx + 34} ${cy}a34 34 0 1 1-68 0 34 34 0 1 1 68 0`;

/** Rings that grow. @param wide ratio of width to height */
export const rings = (cx: number, cy: number, n: number, wide: number) =>
  times(n, (i) => {
    const ry = 16 + i * i * 2.2 + i * 10;
    const rx = ry * wide;
    const half = (sign: string) => `${short(rx)} ${short(ry)} 0 1 1 ${sign}${short(2 * rx)} 0`;
    return `M${short(cx + rx)} ${cy}a${half('-')} ${half('')}`;
  });

export const globe = (cx: number, cy: number, r: number) =>
  [1, 0.7, 0.36]
    .map(
      (k) => `M${cx} ${cy - r}a${short(r * k)} ${r} 0 1 1 0 ${2 * r} ${short(r * k)} ${r} 0 1 1 0-${2 * r}`,
    )
    .join('') +
  [-0.6, -0.25, 0.1, 0.45, 0.75]
    .map((k) => {
      const half = r * Math.sqrt(1 - k * k);
      return `M${short(cx - half)} ${short(cy + k * r)}h${short(2 * half)}`;
    })
    .join('');

export const crystal = (cx: number, cy: number) =>
  times(6, (i) => {
    const angle = (i * Math.PI) / 3;
    const corner = (r: number, turn = 0) => to(polar(cx, cy, r, angle + turn));
    const barbs = [28, 50, 72].map((r) => {
      const open = (0.28 * 50) / (r + 22);
      return `M${corner(r + 22, open)}L${corner(r)}L${corner(r + 22, -open)}`;
    });
    return `M${cx} ${cy}L${corner(96)}${barbs.join('')}`;
  });

/** Polygons that grow and turn. */
export const turningPolygons = (cx: number, cy: number, corners: number, twist: number) =>
  times(8, (k) => {
    const radius = 12 + k * k * 3.4 + k * 8;
    const ring = polygon(cx, cy, radius, corners, Math.PI / corners + k * twist);
    return `M${points(ring).replaceAll(' ', 'L')}z`;
  });

export function scales(size: number): string {
  let d = '';
  for (let y = 0, row = 0; y < 200; y += size / 2, row++) {
    for (let x = row % 2 ? 0 : -size / 2; x < 330; x += size) {
      d += `M${short(x)} ${short(y)}a${size / 2} ${size / 2} 0 0 0 ${size} 0`;
    }
  }
  return d;
}

export const claws = (n: number, gap: number, tilt: number) =>
  times(n, (i) => {
    const x = 200 - ((n - 1) * gap) / 2 + i * gap;
    return `M${x + tilt}-6Q${x + 12} 80 ${x - tilt} 186Q${x - 4} 80 ${x + tilt}-6`;
  });

export const waves = (n: number, height: number) =>
  times(n, (i) => {
    const swell = height * (0.5 + i / n);
    return `M-20 ${short(16 + (i * 170) / n)}q30-${short(swell)} 60 0${'t60 0'.repeat(5)}`;
  });

export const braid = (n: number) =>
  times(n, (i) => {
    const x = short(20 + (i * 300) / n);
    const strand = (side: number) => `M${x}-20q${side} 25 0 50${'t0 50'.repeat(3)}`;
    return strand(18) + strand(-18);
  });

export const flames = (n: number) =>
  times(4, (row) => {
    const foot = 180 - row * 26;
    const tongues = times(n, (i) => {
      const tip = `${short(((i + 0.5) * 340) / n - 10)} ${short(122 - row * 30 - (i % 3) * 16)}`;
      return `L${tip}L${short(((i + 1) * 340) / n - 10)} ${foot}`;
    });
    return `M-10 ${foot}${tongues}`;
  });

/** Three peaks, the middle one highest. */
export const heads = () =>
  [70, 160, 250]
    .map((x, i) =>
      [0, 14, 28, 42]
        .map((k) => `M${x - 58 + k} 180L${x} ${short((i === 1 ? 20 : 52) + k * 1.7)}L${x + 58 - k} 180`)
        .join(''),
    )
    .join('');

export const maze = () =>
  times(7, (k) => {
    const half = 10 + k * 13;
    const gap = [0, 60, 120, 30, 90, 40, 10][k]!;
    const [left, right] = [120 - half, 200 + half];
    const [top, bottom] = [90 - half, 90 + half];
    return `M${left + gap} ${top}H${right}V${bottom}H${left}V${top}h${Math.max(0, gap - 16)}`;
  });

export function bolts(seed: number): string {
  const next = chance(seed);
  let d = '';
  for (let k = 0; k < 6; k++) {
    let [x, y] = [30 + k * 54, -4];
    d += `M${x} ${y}`;
    while (y < 184) {
      const fall = 18 + next() * 26;
      x += (next() - 0.5) * 46;
      y += fall;
      d += `L${short(x)} ${short(y)}`;
      if (next() > 0.55) {
        d += `l${short((next() - 0.5) * 50)} ${short(16 + next() * 20)}M${short(x)} ${short(y)}`;
      }
    }
  }
  return d;
}
