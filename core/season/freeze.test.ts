import { expect, test } from 'bun:test';
import { frozenSince } from './freeze.ts';

const HOUR = 3_600_000;
const END = 100 * HOUR;

test('the table is frozen from so many hours before the planned end on', () => {
  const since = (now: number, frozenHours = 24, endsAt: number | null = END) =>
    frozenSince({ frozenHours, endsAt }, now);
  expect([76 * HOUR - 1, 76 * HOUR, END, END + 1].map((now) => since(now))).toEqual([
    null,
    ...Array.from({ length: 3 }, () => 76 * HOUR),
  ]);
  expect([since(END, 0), since(END, 24, null)]).toEqual([null, null]);
});
