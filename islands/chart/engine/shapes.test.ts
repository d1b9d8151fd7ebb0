import { expect, test } from 'bun:test';
import type { DrawingKind } from '#core/market/drawings.ts';
import { distanceToSegment, gripAt, segmentsOf } from './shapes.ts';

const extent = { width: 400, height: 300 };
const shape = (kind: DrawingKind, [ax, ay, bx, by]: readonly [number, number, number, number]) => ({
  kind,
  a: { x: ax, y: ay },
  b: { x: bx, y: by },
});
const flat = [100, 100, 200, 100] as const;
const slope = [100, 100, 200, 200] as const;

test('an anchor comes before the body, and far away there is no grip', () => {
  const line = shape('line', [0, 0, 100, 0]);
  expect(gripAt({ x: 2, y: 2 }, line, extent, 6)).toBe('a');
  expect(gripAt({ x: 99, y: 1 }, line, extent, 6)).toBe('b');
  expect(gripAt({ x: 50, y: 5 }, line, extent, 6)).toBe('body');
  expect(gripAt({ x: 50, y: 9 }, line, extent, 6)).toBeNull();
});

test('a ray goes on past its second point, a line does not', () => {
  const far = { x: 250, y: 250 };
  expect(gripAt(far, shape('ray', slope), extent, 6)).toBe('body');
  expect(gripAt(far, shape('line', slope), extent, 6)).toBeNull();
  expect(gripAt({ x: 50, y: 50 }, shape('ray', slope), extent, 6)).toBeNull();
  const [, end] = segmentsOf(shape('ray', slope), extent)[0]!;
  expect(end.x).toBeGreaterThan(extent.width);
});

test('a level crosses the whole chart and has no ends', () => {
  const level = shape('level', [100, 100, 100, 100]);
  expect(gripAt({ x: 399, y: 103 }, level, extent, 6)).toBe('body');
  expect(gripAt({ x: 100, y: 100 }, level, extent, 6)).toBe('body');
});

test('a rectangle is held by its edges, not by what is in it', () => {
  const rect = shape('rect', slope);
  expect(gripAt({ x: 150, y: 101 }, rect, extent, 6)).toBe('body');
  expect(gripAt({ x: 150, y: 150 }, rect, extent, 6)).toBeNull();
});

test('Fibonacci: seven levels, nought at the second point', () => {
  const levels = segmentsOf(shape('fib', slope), extent).map(([from]) => from.y);
  [200, 176.4, 161.8, 150, 138.2, 121.4, 100].forEach((y, i) => {
    expect(levels[i]!).toBeCloseTo(y, 9);
  });
  expect(segmentsOf(shape('fib', flat), extent)).toHaveLength(7);
});

test('the distance is to the segment, not to its extension', () => {
  expect(distanceToSegment({ x: 5, y: 3 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(3);
  expect(distanceToSegment({ x: 13, y: 4 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(5);
  expect(distanceToSegment({ x: 3, y: 4 }, { x: 0, y: 0 }, { x: 0, y: 0 })).toBe(5);
});
