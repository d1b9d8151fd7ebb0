import { expect, test } from 'bun:test';
import { drawingsOf, seedDrawings } from './store.ts';

test('the stored drawings of the page are there once, however often its panel tries to wake', () => {
  const line = { kind: 'line', a: { time: 1, price: 2 }, b: { time: 3, price: 4 } } as const;
  const stored = { drawings: [line], averages: [], studies: [] };
  seedDrawings('AAPL', stored);
  seedDrawings('AAPL', stored);
  expect(drawingsOf('AAPL').list).toHaveLength(1);
});
