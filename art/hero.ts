/** The three hero shapes, without the outer SVG element: square and triangle as pursuit curves, and concentric circles. */
import { points, polygon, pursuit, short } from './svg.ts';

export type HeroShape = 'square' | 'triangle' | 'circle';

/** The colour of each shape, by its meaning: progress, the market, stakes. */
const HEART: Record<HeroShape, string> = { square: '#93a9ff', triangle: '#46dcae', circle: '#f2c45a' };
const RINGS = 12;

/** Returns a ring's opacity, from 1 at the rim to 0.14 at the heart. */
const fade = (ring: number) => String(Math.round((1 - 0.86 * (ring / (RINGS - 1)) ** 0.8) * 100) / 100);

/** Draws a shape inside a 240 × 240 frame. @param heart fills the innermost ring with the shape's colour */
export function hero(kind: HeroShape, { heart = false }: { heart?: boolean } = {}): string {
  const color = HEART[kind];
  if (kind === 'circle') return circle(heart ? color : null);
  if (kind === 'square') {
    const rings = pursuit(polygon(120, 120, 127, 4, Math.PI / 4), RINGS, 0.12);
    return rings
      .map((ring, k) => {
        const filled =
          heart && k === RINGS - 1
            ? ` fill="${color}" stroke="${color}" stroke-opacity="1"`
            : ` stroke-opacity="${fade(k)}"`;
        return `<polygon points="${points(ring)}"${filled}/>`;
      })
      .join('');
  }
  const rings = pursuit(polygon(120, 138, 128, 3, -Math.PI / 2), RINGS - 1, 0.075);
  const lines = rings.map((ring, k) => `<polygon points="${points(ring)}" stroke-opacity="${fade(k)}"/>`);
  const inner = polygon(120, 138, 23, 3, -Math.PI / 2);
  return lines.join('') + (heart ? `<polygon points="${points(inner)}" fill="${color}" stroke="none"/>` : '');
}

function circle(color: string | null): string {
  let marks = '';
  for (let k = 0; k < RINGS; k++) {
    const radius = 104 * 0.868 ** k;
    const angle = (k * 11 * Math.PI) / 180;
    const reach = k === 0 ? 118 : radius;
    const dx = reach * Math.cos(angle);
    const dy = reach * Math.sin(angle);
    const filled =
      color && k === RINGS - 1 ? ` fill="${color}" stroke="${color}"` : ` stroke-opacity="${fade(k)}"`;
    const spoke = k === 0 ? '1' : String(Math.round(50 * Number(fade(k))) / 100);
    marks += `<circle cx="120" cy="120" r="${short(radius)}"${filled}/>`;
    marks += `<path d="M${short(120 - dx)} ${short(120 - dy)}L${short(120 + dx)} ${short(120 + dy)}" stroke-opacity="${spoke}"/>`;
  }
  return marks;
}
