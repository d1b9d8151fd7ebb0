/** A company's day as one-minute bars, and their fold into longer ones. */
import type { Bar } from '#core/bars.ts';
import { DAY_MS, type SessionTimes } from '../calendar.ts';
import type { Segment } from './bridge.ts';
import { type Stream, uniform, words } from './random.ts';
import { shapeOf } from './shape.ts';

/** Prices in cents. A minute opens where the one before it closed. */
export type DayBars = {
  open: number;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  volume: Int32Array;
};

/** Draws per minute: high, low, volume, unused. */
const WORDS = 4;
const BLOCKS_PER_DAY = 1440;

/**
 * The day's bars from its log prices. High and low are drawn as the extremes of a Brownian bridge from open to close;
 * volume follows the session's U, the size of the minute's move and what the last large move left behind, so it tells
 * nothing about minutes to come.
 */
export function makeDayBars(day: {
  openLog: number;
  log: Float64Array;
  /** Previous close, cents. */
  dayBefore: number;
  /** Whether the first trade may differ from the previous close. */
  overnight: boolean;
  sigma: number;
  usualSigma: number;
  usualVolume: number;
  floorCents: number;
  segments: readonly Segment[];
  stream: Stream;
  dayIndex: number;
}): DayBars {
  const minutes = day.log.length;
  const { share } = shapeOf(minutes);
  const cents = (log: number) => Math.max(day.floorCents, Math.round(100 * Math.exp(log)));
  const bars: DayBars = {
    open: day.overnight ? cents(day.openLog) : day.dayBefore,
    high: new Int32Array(minutes),
    low: new Int32Array(minutes),
    close: new Int32Array(minutes),
    volume: new Int32Array(minutes),
  };
  let random: Uint32Array = new Uint32Array();
  let next = 0;
  let open = bars.open;
  let openLog = day.openLog;
  let stir = day.overnight ? Math.min(4, Math.abs(Math.log(open / day.dayBefore)) / day.usualSigma) : 0;
  for (let m = 0; m < minutes; m++) {
    if (m === day.segments[next]?.minute)
      random = words(day.segments[next++]!.key, day.stream, day.dayIndex * BLOCKS_PER_DAY, minutes * WORDS);
    const log = day.log[m]!;
    const close = cents(log);
    const move = log - openLog;
    const variance = day.sigma * day.sigma * share[m]!;
    const reach = (word: number) =>
      (Math.sqrt(move * move - 2 * variance * Math.log(uniform(word) + 1e-10)) - Math.abs(move)) / 2;
    const top = Math.max(open, close);
    const bottom = Math.min(open, close);
    bars.close[m] = close;
    bars.high[m] = Math.round(top * (1 + reach(random[m * WORDS]!)));
    bars.low[m] = Math.max(
      day.floorCents,
      Math.round(bottom * (1 - Math.min(0.5, reach(random[m * WORDS + 1]!)))),
    );

    const size = Math.min(12, Math.abs(move) / (day.usualSigma * Math.sqrt(share[m]!)));
    const noise = 0.5 + uniform(random[m * WORDS + 2]!);
    bars.volume[m] = Math.max(
      200,
      Math.round(day.usualVolume * share[m]! * (0.3 + 0.7 * size + stir) * noise),
    );
    stir = Math.max(stir * 0.97, size > 6 ? size / 3 : 0);
    open = close;
    openLog = log;
  }
  return bars;
}

/**
 * The first `done` minutes of a day as bars of `length` minutes (0: one bar for all), counted from the opening.
 * Prices in dollars, times in epoch seconds; the day's bar stands at 00:00 UTC of its date.
 */
export function foldDay(bars: DayBars, session: SessionTimes, length: number, done: number): Bar[] {
  const out: Bar[] = [];
  const step = length || session.minutes;
  for (let from = 0; from < done; from += step) {
    const to = Math.min(from + step, done);
    let high = bars.high[from]!;
    let low = bars.low[from]!;
    let volume = 0;
    for (let m = from; m < to; m++) {
      if (bars.high[m]! > high) high = bars.high[m]!;
      if (bars.low[m]! < low) low = bars.low[m]!;
      volume += bars.volume[m]!;
    }
    out.push({
      time: length ? session.openMs / 1000 + from * 60 : (session.day * DAY_MS) / 1000,
      open: (from ? bars.close[from - 1]! : bars.open) / 100,
      high: high / 100,
      low: low / 100,
      close: bars.close[to - 1]! / 100,
      volume,
    });
  }
  return out;
}
