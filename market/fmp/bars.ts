/** FMP's bars, in both shapes, as ours: oldest first, epoch seconds, checked. */
import { DAY_MS, dayOf, newYorkMs } from '../calendar.ts';
import { type DatedCandle, MarketUnavailableError, type Problem } from '../market.ts';
import { listOf } from './client.ts';
import { numberOf } from './rows.ts';

const FIELDS = ['open', 'high', 'low', 'close', 'volume'] as const;

const invalid = (key: Problem['key']) => new MarketUnavailableError(key, { trouble: 'shape' });

/**
 * Bars of a day or less; `date` is New York's wall clock without an offset.
 * @throws MarketUnavailableError 'UNAVAILABLE.intradayList' | 'UNAVAILABLE.intraday'
 */
export function intradayBars(answer: unknown): DatedCandle[] {
  const rows = listOf(answer, invalid('UNAVAILABLE.intradayList'));
  return tidy(
    rows.map((row) => {
      const time = newYorkSeconds(row.date);
      const bar = time === null ? null : readBar(row, time);
      if (!bar) throw invalid('UNAVAILABLE.intraday');
      return bar;
    }),
  );
}

/**
 * Days: v3's `{symbol, historical: [...]}` or stable's flat list.
 * @throws MarketUnavailableError 'UNAVAILABLE.historical' | 'UNAVAILABLE.daily'
 */
export function dailyBars(answer: unknown): DatedCandle[] {
  const isNest = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  const nest = isNest ? (answer as Record<string, unknown>) : null;
  // v3 knows a ticker without history as {}
  if (nest && Object.keys(nest).length === 0) return [];
  const rows = listOf(nest ? nest.historical : answer, invalid('UNAVAILABLE.historical'));
  return tidy(
    rows.map((row) => {
      const time = daySeconds(row.date);
      const bar = time === null ? null : readBar(row, time);
      if (!bar) throw invalid('UNAVAILABLE.daily');
      return bar;
    }),
  );
}

/** Null when a number is missing. */
function readBar(row: Record<string, unknown>, time: number): DatedCandle | null {
  const values = FIELDS.map((field) => numberOf(row[field]));
  if (values.some((value) => value === null)) return null;
  const [open, high, low, close, volume] = values as [number, number, number, number, number];
  return { time, open, high, low, close, volume };
}

/** Oldest first, one bar a time (the first of the answer, which is the newest), impossible bars left out. */
function tidy(bars: DatedCandle[]): DatedCandle[] {
  const byTime = new Map<number, DatedCandle>();
  for (const bar of bars) if (isPossible(bar) && !byTime.has(bar.time)) byTime.set(bar.time, bar);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

const isPossible = ({ open, high, low, close, volume }: DatedCandle): boolean =>
  low > 0 && volume >= 0 && low <= Math.min(open, close) && high >= Math.max(open, close);

const STAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** "2026-11-20 15:55:00" in New York as epoch seconds; null when it is no such time. */
function newYorkSeconds(text: unknown): number | null {
  const match = typeof text === 'string' ? STAMP.exec(text) : null;
  const day = match ? daySeconds(match[1]) : null;
  if (!match || day === null) return null;
  const [hour, minute, second] = [match[2], match[3], match[4] ?? '0'].map(Number) as [
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  return newYorkMs(dayOf(day * 1000), hour * 60 + minute) / 1000 + second;
}

/** "2026-11-20", or with a time behind it, as 00:00 UTC in epoch seconds; null when there is no such date. */
function daySeconds(text: unknown): number | null {
  const date = typeof text === 'string' ? /^\d{4}-\d{2}-\d{2}(?=$|[ T])/.exec(text)?.[0] : undefined;
  const ms = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null;
  return Math.floor(ms / DAY_MS) * (DAY_MS / 1000);
}
