import { expect, test } from 'bun:test';
import { createTimeFormat } from './time-format.ts';

const secondsOf = (iso: string) => Date.parse(iso) / 1000;

test('a day is a session date, the same in every zone', () => {
  for (const zone of ['Asia/Jerusalem', 'America/New_York']) {
    expect(createTimeFormat('en', false, [], zone).full(secondsOf('2026-08-28T00:00:00Z'))).toBe(
      'Fri, 28 Aug 2026',
    );
  }
});

test('a shorter bar is told in the reader\u2019s zone, through summer time', () => {
  const { full, tick } = createTimeFormat('en', true, [], 'Asia/Jerusalem');
  expect(full(secondsOf('2026-08-28T13:35:00Z'))).toBe('28 Aug 2026, 16:35');
  expect(full(secondsOf('2026-12-28T13:35:00Z'))).toBe('28 Dec 2026, 15:35');
  expect(tick(secondsOf('2026-08-28T21:00:00Z'), 3)).toBe('00:00');
  expect(tick(secondsOf('2026-08-28T22:00:00Z'), 2)).toBe('29');
});

test('the axis of daily bars has the page\u2019s months, and numbers for days and years', () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug'];
  const { tick } = createTimeFormat('he', false, months);
  const time = secondsOf('2026-08-01T00:00:00Z');
  expect([0, 1, 2].map((weight) => tick(time, weight))).toEqual(['2026', 'Aug', '1']);
});

test('months of shorter bars are in the page\u2019s language', () => {
  expect(createTimeFormat('he', true, [], 'UTC').tick(secondsOf('2026-08-01T00:00:00Z'), 1)).toBe('אוג׳');
});
