import { expect, test } from 'bun:test';
import { CompanyDay, volumesOf } from './company-day.ts';
import { type DayPath, shapeOf } from './course.ts';
import { PUBLIC_SEED, stream, tapeKey } from './random.ts';

/** Returns the volumes of a New York session. @param move returns the log move of a minute */
function volumes(move: (minute: number) => number): Float64Array {
  let log = 0;
  const still: DayPath = {
    open: 0,
    close: new Float64Array(390),
    sd: new Float64Array(390),
    jumps: [],
    stretches: [],
  };
  const path: DayPath = { ...still, close: Float64Array.from({ length: 390 }, (_, m) => (log += move(m))) };
  const session = { day: 20_000, openMs: 20_000 * 86_400_000, minutes: 390 };
  return new CompanyDay(
    session,
    Math.log(100),
    [
      { path, weight: 1 },
      { path: still, weight: 1 },
      { path: still, weight: 1 },
    ],
    null,
    (day) =>
      volumesOf(day, {
        sigma: 0.02,
        usualSigma: 0.02,
        usualVolume: 5e6,
        segments: [{ minute: 0, key: tapeKey(PUBLIC_SEED) }],
        stream: stream('test'),
        dayIndex: 100,
        gap: 0,
      }),
  ).volumes;
}

test('volume follows the U of a session', () => {
  const all = volumes(() => 0.001);
  const sum = (from: number, to: number) => all.slice(from, to).reduce((a, b) => a + b, 0);
  const total = sum(0, 390);
  expect(sum(0, 30) / total).toBeGreaterThan(0.12);
  expect(sum(360, 390) / total).toBeGreaterThan(0.12);
  expect(sum(180, 210) / total).toBeLessThan(0.08);
  expect(shapeOf(390).before[390]!).toBeCloseTo(1, 12);
});

test('a minute’s volume knows the moves before it and not its own', () => {
  const quiet = volumes(() => 0.0005);
  const shaken = volumes((m) => (m === 200 ? 0.05 : 0.0005));
  expect(shaken.slice(0, 201)).toEqual(quiet.slice(0, 201));
  for (let m = 201; m < 210; m++) expect(shaken[m]!).toBeGreaterThan(2 * quiet[m]!);
});
