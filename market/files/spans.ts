/** When each bar of a file begins and ends. */
import { closeOf, createCalendar, dayOf, MINUTE_MS, newYorkMs } from '../calendar.ts';
import type { Hours } from '../market.ts';
import type { PriceRow } from './csv.ts';

/** A bar of the file on the replay's time line. `date`: its session as days since 1970-01-01. */
export type Span = { startMs: number; endMs: number; date: number; row: PriceRow };

/** A day's bar fills its session: the UTC day, or 09:30–16:00 in New York. */
export function dailySpans(rows: PriceRow[], hours: Hours): Span[] {
  const calendar = createCalendar(hours);
  return rows.map((row) => {
    const date = dayOf(row.atMs);
    // a file knows better than the rules whether there was trading
    const session = calendar.session(date) ?? { day: date, openMs: newYorkMs(date, 570), minutes: 390 };
    return { startMs: session.openMs, endMs: closeOf(session), date, row };
  });
}

/** Bars last as long as the commonest step between two of them, or until the next one. */
export function intradaySpans(rows: PriceRow[]): Span[] {
  const steps = new Map<number, number>();
  for (let i = 1; i < rows.length; i++) {
    const step = rows[i]!.atMs - rows[i - 1]!.atMs;
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const length = [...steps].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? MINUTE_MS;
  return rows.map((row, i) => ({
    startMs: row.atMs,
    endMs: Math.min(row.atMs + length, rows[i + 1]?.atMs ?? Number.POSITIVE_INFINITY),
    date: newYorkDay(row.atMs),
    row,
  }));
}

/** The date New York clocks show. */
function newYorkDay(ms: number): number {
  const guess = dayOf(ms);
  return ms < newYorkMs(guess, 0) ? guess - 1 : guess;
}
