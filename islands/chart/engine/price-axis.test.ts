import { expect, test } from 'bun:test';
import { belowHead, withLines } from './price-axis.ts';

const RANGE = { minValue: 100, maxValue: 200 };
/** The prices take up half of the height, with a quarter above and below. */
const MARGINS = { top: 0.25, bottom: 0.25 };

test('a line in the margins widens the range, one further away does not', () => {
  expect(withLines(RANGE, [150], MARGINS)).toEqual(RANGE);
  expect(withLines(RANGE, [249], MARGINS)).toEqual({ minValue: 100, maxValue: 249 });
  expect(withLines(RANGE, [51], MARGINS)).toEqual({ minValue: 51, maxValue: 200 });
  expect(withLines(RANGE, [251, 49], MARGINS)).toEqual(RANGE);
});

test('a line that the widened range brings into the margins widens it further', () => {
  expect(withLines(RANGE, [240, 300], MARGINS)).toEqual({ minValue: 100, maxValue: 300 });
});

test('prices stay below the texts above them and keep 30% of the height', () => {
  expect(belowHead(MARGINS, 0.1)).toEqual(MARGINS);
  expect(belowHead({ top: 0.14, bottom: 0.24 }, 0.2)).toEqual({ top: 0.2, bottom: 0.24 });
  expect(belowHead({ top: 0.14, bottom: 0.24 }, 0.9).top).toBeCloseTo(0.46);
});
