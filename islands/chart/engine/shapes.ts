import { type DrawingKind, FIB_LEVELS } from '#core/market/drawings.ts';
import type { AxisPoint } from './bar-places.ts';

/** A drawing's two points as pixels. */
export type Outline = { kind: DrawingKind; a: AxisPoint; b: AxisPoint };
type Segment = readonly [AxisPoint, AxisPoint];
export type Grip = 'a' | 'b' | 'body';
/** Size of the pane with the bars, pixels. */
export type Extent = { width: number; height: number };

/** Returns a point outside the pane on the ray from `a` through `b`: `b` itself when it is far enough or equals `a`. */
function beyond(a: AxisPoint, b: AxisPoint, { width, height }: Extent): AxisPoint {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return b;
  const far = (width + height + Math.hypot(a.x, a.y)) / length;
  return far <= 1 ? b : { x: a.x + (b.x - a.x) * far, y: a.y + (b.y - a.y) * far };
}

/** Returns the y of a retracement level. @param share 0 at `b`, 1 at `a` */
export const fibY = ({ a, b }: Outline, share: number): number => b.y + (a.y - b.y) * share;

const level = (y: number, minX: number, maxX: number): Segment => [
  { x: minX, y },
  { x: maxX, y },
];

export function segmentsOf(shape: Outline, extent: Extent): Segment[] {
  const { kind, a, b } = shape;
  const [minX, maxX] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  switch (kind) {
    case 'line':
      return [[a, b]];
    case 'ray':
      return [[a, beyond(a, b, extent)]];
    case 'level':
      return [level(a.y, 0, extent.width)];
    case 'fib':
      return FIB_LEVELS.map((share) => level(fibY(shape, share), minX, maxX));
    case 'rect':
    case 'measure': {
      const [c, d] = [
        { x: b.x, y: a.y },
        { x: a.x, y: b.y },
      ];
      return [
        [a, c],
        [c, b],
        [b, d],
        [d, a],
      ];
    }
  }
}

/**
 * Returns the part of a drawing near the pointer: an anchor within 1.5 × `reach` px, else the body within `reach` px,
 * else null. A level has no anchors to grip.
 */
export function gripAt(p: AxisPoint, shape: Outline, extent: Extent, reach: number): Grip | null {
  const { kind, a, b } = shape;
  const toA = Math.hypot(p.x - a.x, p.y - a.y);
  const toB = Math.hypot(p.x - b.x, p.y - b.y);
  if (kind !== 'level' && Math.min(toA, toB) <= reach * 1.5) return toA <= toB ? 'a' : 'b';
  const isNear = segmentsOf(shape, extent).some(([from, to]) => distanceToSegment(p, from, to) <= reach);
  return isNear ? 'body' : null;
}

export function distanceToSegment(p: AxisPoint, a: AxisPoint, b: AxisPoint): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy));
}
