import { expect, test } from 'bun:test';
import { closeOf, createCalendar, DAY_MS, dayOf, nyseDay } from './calendar.ts';

const day = (iso: string) => dayOf(Date.parse(`${iso}T00:00:00Z`));
const us = createCalendar('us');

// nyse.com/markets/hours-calendars
const CLOSED: Record<number, string[]> = {
  2021: ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24'],
  2022: ['01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26'],
  2023: ['01-02', '01-16', '02-20', '04-07', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25'],
  2024: ['01-01', '01-15', '02-19', '03-29', '05-27', '06-19', '07-04', '09-02', '11-28', '12-25'],
  2025: ['01-01', '01-09', '01-20', '02-17', '04-18', '05-26', '06-19', '07-04', '09-01', '11-27', '12-25'],
  2026: ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25'],
  2027: ['01-01', '01-18', '02-15', '03-26', '05-31', '06-18', '07-05', '09-06', '11-25', '12-24'],
};
const HALF: Record<number, string[]> = {
  2021: ['11-26'],
  2022: ['11-25'],
  2023: ['07-03', '11-24'],
  2024: ['07-03', '11-29', '12-24'],
  2025: ['07-03', '11-28', '12-24'],
  2026: ['11-27', '12-24'],
  2027: ['11-26'],
};

for (const year of Object.keys(CLOSED).map(Number)) {
  test(`the NYSE year ${year}: exactly its holidays and half days`, () => {
    const closed: string[] = [];
    const half: string[] = [];
    for (let d = day(`${year}-01-01`); d < day(`${year + 1}-01-01`); d++) {
      const date = new Date(d * DAY_MS);
      const kind = nyseDay(d);
      const weekend = date.getUTCDay() % 6 === 0;
      if (weekend) expect(kind).toBe('closed');
      else if (kind === 'closed') closed.push(date.toISOString().slice(5, 10));
      else if (kind === 'half') half.push(date.toISOString().slice(5, 10));
    }
    expect(closed).toEqual(CLOSED[year]!);
    expect(half).toEqual(HALF[year]!);
  });
}

test('the opening bell is 09:30 in New York, on both sides of each clock change', () => {
  const open = (iso: string) => new Date(us.session(day(iso))!.openMs).toISOString().slice(11, 16);
  expect(open('2026-03-06')).toBe('14:30');
  expect(open('2026-03-09')).toBe('13:30'); // summer time began on the 8th
  expect(open('2026-10-30')).toBe('13:30');
  expect(open('2026-11-02')).toBe('14:30');
});

test('session(): open, closed overnight, over a weekend and after a half day', () => {
  const stateAt = (iso: string) => us.state(Date.parse(iso));
  const ms = (iso: string) => Date.parse(iso);
  expect(stateAt('2026-11-20T14:29:59Z')).toEqual({
    open: false,
    opensAt: ms('2026-11-20T14:30:00Z'),
    closesAt: null,
  });
  expect(stateAt('2026-11-20T14:30:00Z')).toEqual({
    open: true,
    opensAt: null,
    closesAt: ms('2026-11-20T21:00:00Z'),
  });
  expect(stateAt('2026-11-20T21:00:00Z')).toEqual({
    open: false,
    opensAt: ms('2026-11-23T14:30:00Z'),
    closesAt: null,
  });
  expect(stateAt('2026-11-27T18:00:00Z')).toEqual({
    open: false,
    opensAt: ms('2026-11-30T14:30:00Z'),
    closesAt: null,
  });
  expect(us.session(day('2026-11-27'))!.minutes).toBe(210);
  expect(stateAt('2026-11-26T15:00:00Z').open).toBe(false);
});

test('always: every UTC day is one session, the weekend too', () => {
  const always = createCalendar('always');
  const saturday = always.latest(Date.parse('2026-11-21T23:59:59.999Z'))!;
  expect(saturday).toEqual({
    day: day('2026-11-21'),
    openMs: Date.parse('2026-11-21T00:00:00Z'),
    minutes: 1440,
  });
  expect(closeOf(saturday)).toBe(always.session(saturday.day + 1)!.openMs);
  expect(always.state(saturday.openMs)).toEqual({ open: true, opensAt: null, closesAt: null });
});
