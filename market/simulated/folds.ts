/** Folds the trade prints of a company's session into bars. */
import { type Bar, foldBars } from '#core/market/bars.ts';
import { DAY_MS, type SessionTimes } from '../calendar.ts';
import type { CompanyDay } from './company-day.ts';
import type { Bytes, Ticks } from './minute.ts';

/** `bars`: the finished bars computed so far. `running`: the bar of the newest minutes, which still forms. */
export type Fold = { bars: Bar[]; running: { from: number; to: number; bar: Bar } | null };
export const makeFold = (): Fold => ({ bars: [], running: null });

/** Price units in a dollar: prices are in 1/10,000 $. */
export const FOLD_UNITS = 10_000;
/** Half a dollar, the lowest price. */
const FLOOR = 5_000;

/** Converts the log of a price in dollars to 1/10,000 $, rounded; at least half a dollar. */
export const priceOf = (log: number): number => Math.round(exactPriceOf(log));

/** Like `priceOf`, without rounding. */
export const exactPriceOf = (log: number): number => Math.max(FLOOR, FOLD_UNITS * Math.exp(log));

/** Returns the start of a minute's bar, epoch seconds. @param length minutes a bar, 0: a whole day */
export const barTime = (session: SessionTimes, minute: number, length: number): number =>
  length === 0 ? (session.day * DAY_MS) / 1000 : session.openMs / 1000 + (minute - (minute % length)) * 60;

/** Returns the bar of the minutes from `from` to before `to`, in dollars. */
export function foldMinutes(day: CompanyDay, from: number, to: number, time: number, bytes: Bytes): Bar {
  const { open, high, low, close } = day.bar(from, to, bytes);
  let volume = 0;
  for (let m = from; m < to; m++) volume += day.volumes[m]!;
  const dollars = (log: number) => priceOf(log) / FOLD_UNITS;
  return { time, open: dollars(open), high: dollars(high), low: dollars(low), close: dollars(close), volume };
}

/**
 * Extends a fold to the first `count` bars of a session.
 * @param length minutes a bar, 0: the whole session @param bytes noise of the session
 */
export function extendFold(fold: Fold, day: CompanyDay, length: number, count: number, bytes: Bytes): void {
  const { minutes } = day.session;
  const step = length || minutes;
  for (let n = fold.bars.length; n < count; n++) {
    const from = n * step;
    const to = Math.min(from + step, minutes);
    fold.bars.push(foldMinutes(day, from, to, barTime(day.session, from, length), bytes));
  }
}

/** Returns a forming bar of the minutes from `from` to before `to`. A later call folds only the new minutes. */
export function foldRunning(
  fold: Fold,
  day: CompanyDay,
  from: number,
  to: number,
  time: number,
  bytes: () => Bytes,
): Bar {
  const earlier = fold.running?.from === from && fold.running.to <= to ? fold.running : null;
  if (earlier?.to === to) return { ...earlier.bar };
  const newMinutes = foldMinutes(day, earlier?.to ?? from, to, time, bytes());
  const [bar] = earlier ? foldBars([earlier.bar, newMinutes], () => time) : [newMinutes];
  fold.running = { from, to, bar: bar! };
  return { ...bar! };
}

/** Adds a minute's trade prints up to `ms` to `start`, which it changes. @returns the bar; null without any print */
export function addTrades(start: Bar | null, time: number, ticks: Ticks, ms: number): Bar | null {
  let bar = start;
  const count = ticks.count(ms);
  for (let k = 0; k < count; k++) {
    const { price, size } = ticks.trade(k);
    const dollars = price / FOLD_UNITS;
    bar ??= { time, open: dollars, high: dollars, low: dollars, close: dollars, volume: 0 };
    bar.high = Math.max(bar.high, dollars);
    bar.low = Math.min(bar.low, dollars);
    bar.close = dollars;
    bar.volume += size;
  }
  return bar;
}
