/** Divides a symbol's recorded bars into trade prints, and folds the prints up to an instant into bars. */
import type { Bar } from '#core/market/bars.ts';
import { priceE4 } from '#core/money/units.ts';
import { cut, type Stretch } from '#core/orders/meeting.ts';
import { closeOf, createCalendar, DAY_MS, dayOf, MINUTE_MS, newYorkDay, newYorkMs } from '../calendar.ts';
import type { Hours } from '../market.ts';
import type { PriceFile, PriceRow } from './csv.ts';

/** `tenths`: price in 1/10,000 $. */
type ReplayTick = { tenths: number; atMs: number; size: number };

/** Wall-clock ms between two trade prints. A bar has at least LEAST_TICKS, for its four prices. */
const TICK_WALL_MS = 500;
const LEAST_TICKS = 4;

const onLattice = (price: number) => Math.round(price * 10_000);

export class ReplaySeries {
  readonly symbol: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly #spans: Span[];
  readonly #daily: boolean;
  readonly #hours: Hours;
  readonly #stepMs: number;

  /** @param speed market ms per wall-clock ms */
  constructor(file: PriceFile, hours: Hours, speed: number) {
    this.symbol = file.symbol;
    this.#daily = file.daily;
    this.#hours = hours;
    this.#stepMs = TICK_WALL_MS * speed;
    this.#spans = file.daily ? dailySpans(file.rows, hours) : intradaySpans(file.rows);
    this.firstMs = this.#spans[0]!.startMs;
    this.lastMs = this.#spans.at(-1)!.endMs;
  }

  /** @returns null before the first trade print */
  tickAt(ms: number): ReplayTick | null {
    const span = this.#spans[this.#indexAt(ms)];
    return span ? this.#tick(span, this.#count(span, ms) - 1) : null;
  }

  /** True when a bar runs at `ms`, false between bars. */
  running(ms: number): boolean {
    const span = this.#spans[this.#indexAt(ms)];
    return span !== undefined && ms < span.endMs;
  }

  /**
   * Returns the close of the session before the session at `ms`, in 1/10,000 $. Returns the first session's open during
   * that session, and 0 before that session.
   */
  previousClose(ms: number): number {
    const i = this.#indexAt(ms);
    if (i < 0) return 0;
    let previous = i;
    while (previous >= 0 && this.#spans[previous]!.date === this.#spans[i]!.date) previous--;
    const span = this.#spans[previous];
    return onLattice(span ? span.row.close : this.#spans[previous + 1]!.row.open);
  }

  /** Returns the volume of the last finished session; during the first session, its volume so far. */
  lastVolume(ms: number): number {
    const bars = this.bars(0, ms - 15 * DAY_MS, ms, ms);
    const running = this.running(ms) ? 1 : 0;
    return bars[bars.length - 1 - running]?.volume ?? bars.at(-1)?.volume ?? 0;
  }

  /**
   * Returns the bars of `minutes` minutes (0: whole days) that start from `fromMs` to `toMs`, as of `ms`. When the
   * file's bars have this length, a finished bar has exactly the file's numbers.
   */
  bars(minutes: number, fromMs: number, toMs: number, ms: number): Bar[] {
    const out: Bar[] = [];
    // bars that started more than a day earlier contribute to none of the returned bars
    const first = Math.max(0, this.#indexAt(fromMs - DAY_MS));
    for (let i = first; i < this.#spans.length; i++) {
      const span = this.#spans[i]!;
      if (span.startMs > Math.min(toMs + DAY_MS, ms)) break;
      for (const bar of this.#barsOf(span, minutes, ms)) {
        const last = out.at(-1);
        if (last?.time === bar.time) {
          last.high = Math.max(last.high, bar.high);
          last.low = Math.min(last.low, bar.low);
          last.close = bar.close;
          last.volume += bar.volume;
        } else out.push(bar);
      }
    }
    return out.filter((bar) => bar.time * 1000 >= fromMs && bar.time * 1000 <= toMs);
  }

  /** @returns null without a trade print after `fromMs` and up to `toMs` */
  newestBetween(fromMs: number, toMs: number): ReplayTick | null {
    const tick = this.tickAt(toMs);
    return tick && tick.atMs > fromMs ? tick : null;
  }

  /** Returns the path after `afterMs` and up to `upToMs`: straight lines between turning points. */
  path(afterMs: number, upToMs: number): Stretch[] {
    const out: Stretch[] = [];
    for (let i = Math.max(0, this.#indexAt(afterMs)); i < this.#spans.length; i++) {
      const span = this.#spans[i]!;
      if (span.startMs > upToMs) break;
      const knots = this.#knots(span).map(([k, price]) => ({
        ms: this.#tickMs(span, k),
        price: onLattice(price),
      }));
      for (const [n, { ms, price }] of knots.entries()) {
        const next = knots[n + 1];
        if (!next || next.ms <= afterMs || ms > upToMs) continue;
        const [from, to] = [priceE4(BigInt(price)), priceE4(BigInt(next.price))];
        const piece = cut({ fromMs: ms, from, toMs: next.ms, to }, afterMs, upToMs);
        if (piece) out.push(piece);
      }
    }
    return out;
  }

  #indexAt(ms: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.#spans[mid]!.startMs <= ms) low = mid + 1;
      else high = mid;
    }
    return low - 1;
  }

  #ticksIn(span: Span): number {
    return Math.max(LEAST_TICKS, Math.floor((span.endMs - span.startMs) / this.#stepMs));
  }

  #tickMs(span: Span, k: number): number {
    return span.startMs + Math.floor(((span.endMs - span.startMs) * k) / this.#ticksIn(span));
  }

  /** Counts the trade prints of a bar at or before `ms`: the k with tickMs(k) <= ms. */
  #count(span: Span, ms: number): number {
    const n = this.#ticksIn(span);
    const past = Math.ceil(((Math.floor(ms) + 1 - span.startMs) * n) / (span.endMs - span.startMs));
    return Math.min(n, Math.max(0, past));
  }

  #tick(span: Span, k: number): ReplayTick {
    const n = this.#ticksIn(span);
    const { volume } = span.row;
    return {
      tenths: this.#price(span, k),
      atMs: this.#tickMs(span, k),
      size: Math.floor((volume * (k + 1)) / n) - Math.floor((volume * k) / n),
    };
  }

  /** Turning points: open, the extreme away from the close, the other extreme, close. */
  #knots(span: Span): [k: number, price: number][] {
    const { open, high, low, close } = span.row;
    const last = this.#ticksIn(span) - 1;
    const [first, second] = close >= open ? [low, high] : [high, low];
    return [
      [0, open],
      [Math.round(last / 3), first],
      [Math.round((2 * last) / 3), second],
      [last, close],
    ];
  }

  #price(span: Span, k: number): number {
    const knots = this.#knots(span);
    const next = Math.max(
      1,
      knots.findIndex(([knot]) => knot >= k),
    );
    const [fromK, from] = knots[next - 1]!;
    const [toK, to] = knots[next]!;
    return onLattice(from + ((to - from) * (k - fromK)) / (toK - fromK));
  }

  /** Returns the bars of `minutes` minutes to which a bar of the file contributes. */
  #barsOf(span: Span, minutes: number, ms: number): Bar[] {
    const count = this.#count(span, ms);
    if (count === 0) return [];
    const { row } = span;
    const hasEnded = ms >= span.endMs;
    if (minutes === 0) return [this.#fold(span, 0, count, (span.date * DAY_MS) / 1000, hasEnded)];
    const length = minutes * MINUTE_MS;
    const anchor = this.#daily
      ? span.startMs
      : this.#hours === 'us'
        ? newYorkMs(span.date, 570)
        : dayOf(row.atMs) * DAY_MS;
    const bucket = (ms: number) => anchor + Math.floor((ms - anchor) / length) * length;
    if (span.endMs - span.startMs <= length)
      return [this.#fold(span, 0, count, bucket(span.startMs) / 1000, hasEnded)];
    const out: Bar[] = [];
    for (let from = 0; from < count; ) {
      const start = bucket(this.#tickMs(span, from));
      const to = Math.max(from + 1, Math.min(count, this.#count(span, start + length - 1)));
      out.push(this.#fold(span, from, to, start / 1000, false));
      from = to;
    }
    return out;
  }

  /** Folds the trade prints from `from` to before `to`. The extremes lie at the ends or at turning points. */
  #fold(span: Span, from: number, to: number, time: number, whole: boolean): Bar {
    if (whole) {
      const { open, high, low, close, volume } = span.row;
      return { time, open, high, low, close, volume };
    }
    const inside = this.#knots(span).filter(([k]) => k >= from && k < to);
    const prices = [
      this.#price(span, from),
      this.#price(span, to - 1),
      ...inside.map(([, p]) => onLattice(p)),
    ];
    const n = this.#ticksIn(span);
    return {
      time,
      open: prices[0]! / 10_000,
      high: Math.max(...prices) / 10_000,
      low: Math.min(...prices) / 10_000,
      close: prices[1]! / 10_000,
      volume: Math.floor((span.row.volume * to) / n) - Math.floor((span.row.volume * from) / n),
    };
  }
}

/** `date`: the session, days since 1970-01-01. */
type Span = { startMs: number; endMs: number; date: number; row: PriceRow };

/** A daily bar spans the UTC day, or the session in New York. */
function dailySpans(rows: PriceRow[], hours: Hours): Span[] {
  const calendar = createCalendar(hours);
  return rows.map((row) => {
    const date = dayOf(row.atMs);
    // a row on a holiday gets a session too, because the file proves that there was trading
    const session = calendar.session(date) ?? { day: date, openMs: newYorkMs(date, 570), minutes: 390 };
    return { startMs: session.openMs, endMs: closeOf(session), date, row };
  });
}

/** An intraday bar spans the most common step between two bars, but ends at the next bar. */
function intradaySpans(rows: PriceRow[]): Span[] {
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
