import { expect, test } from 'bun:test';
import { indexOfTime } from './bar-places.ts';
import { timeOfIndex } from './projection.ts';

const DAY = 86_400;
// Friday, Monday, Tuesday: a weekend lies between the first two bars.
const times = [0, 3 * DAY, 4 * DAY];

test('a bar start is its own index', () => {
  expect(times.map((t) => indexOfTime(times, t, DAY))).toEqual([0, 1, 2]);
});

test('a moment between two bars is a fraction of the gap between them', () => {
  expect(indexOfTime(times, 1.5 * DAY, DAY)).toBe(0.5);
});

test('outside the data the index continues at the bar’s length', () => {
  expect(indexOfTime(times, 7 * DAY, DAY)).toBe(5);
  expect(indexOfTime(times, -2 * DAY, DAY)).toBe(-2);
});

test('time and index are inverse everywhere', () => {
  for (const index of [-3.25, 0, 0.4, 1, 1.75, 2, 9.5]) {
    expect(indexOfTime(times, timeOfIndex(times, index, DAY), DAY)).toBeCloseTo(index, 9);
  }
});

test('a line drawn on daily bars keeps its place when the same days are shown by the hour', () => {
  const hours = times.flatMap((day) => Array.from({ length: 7 }, (_, h) => day + (14 + h) * 3600));
  const index = indexOfTime(hours, 3 * DAY + 16 * 3600, 3600);
  expect(hours[index]).toBe(3 * DAY + 16 * 3600);
});

test('without data nothing throws', () => {
  expect(indexOfTime([], 5, DAY)).toBe(0);
  expect(timeOfIndex([], 5, DAY)).toBe(0);
});
