import { expect, test } from 'bun:test';
import { entryClosesAt, frozenSince, isEntryClosed, OPEN_ENTRY } from './entry.ts';

const START = new Date('2026-12-01T08:00:00Z');
const running = { startedAt: START, endedAt: null };
const threeDays = { entryDays: 3, entryUntil: null };
const CLOSES = START.getTime() + 3 * 86_400_000;

test('entry closes never, some days after the start, or at a moment', () => {
  expect(entryClosesAt({ ...OPEN_ENTRY, ...running })).toBeNull();
  expect(entryClosesAt({ ...threeDays, ...running })).toBe(CLOSES);
  expect(entryClosesAt({ ...threeDays, startedAt: null })).toBeNull();
  expect(entryClosesAt({ entryDays: 0, entryUntil: 5, startedAt: null })).toBe(5);
});

test('it is closed from that millisecond on, until the season ends', () => {
  const isClosed = (now: number, endedAt: Date | null = null) =>
    isEntryClosed({ ...threeDays, startedAt: START, endedAt }, now);
  expect([CLOSES - 1, CLOSES, CLOSES + 1000].map((now) => isClosed(now))).toEqual([false, true, true]);
  expect(isClosed(CLOSES, new Date(CLOSES))).toBe(false);
  expect(isEntryClosed({ ...OPEN_ENTRY, ...running }, Number.MAX_SAFE_INTEGER)).toBe(false);
});

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
