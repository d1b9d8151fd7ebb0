/** A trader's equity over a season from fills and sampled prices, and its deepest fall (docs/decisions/052). Pure. */
import { add, type Cents, type PriceE4, type QuantityMicros, subtract } from '../money/units.ts';
import type { RulesVersion } from '../season/terms.ts';
import { type AuditFill, beginReplay, type Replayed, replayedEquity, replayFill } from '../trading/audit.ts';
import { type Ratio, splitPosition, splitPrice } from '../trading/split.ts';
import { renameOpen } from '../trading/symbol-change.ts';

/** The equity from `at` (epoch ms) to the next point, cents. */
export type EquityPoint = { at: number; equity: Cents };
/** The equity of a trader and of the leader; `leader` is null when the trader leads or nobody does. */
export type EquityCurves = {
  own: EquityPoint[];
  leader: { username: string; points: EquityPoint[] } | null;
};
/** The price of a symbol from `at` (epoch ms) to its next sample. */
export type PriceSample = { at: number; symbol: string; price: PriceE4 };
/**
 * A split of a held symbol, after the account's fill number `after` (from 1). `since`: shares that fills after
 * `effectiveAt` added (negative: removed). Times in epoch ms.
 */
export type SplitEvent = Ratio & {
  symbol: string;
  after: number;
  since: QuantityMicros;
  effectiveAt: number;
  appliedAt: number;
};

/** Cash that a dividend moved after fill number `after` (from 1). `at`: epoch ms. */
export type DividendEvent = { after: number; at: number; cash: Cents };

/** A rename of a symbol after fill number `after` (from 1). `at`: epoch ms. */
export type RenameEvent = { after: number; at: number; symbol: string; newSymbol: string };

const LEAST_SPACING_MS = 10_000;
const MOST_SPACING_MS = 900_000;

/** Returns the ms between two samples of prices: a 500th of the season's age, at least 10 s, at most a quarter of an hour. */
export const sampleSpacingMs = (ageMs: number): number =>
  Math.min(MOST_SPACING_MS, Math.max(LEAST_SPACING_MS, ageMs / 500));

/** The highest equity so far and the deepest fall from a high, cents. */
export type Fall = { high: Cents; deepest: Cents };

/** Returns the fall of a curve after one more point. @param fall so far; null at the beginning */
export function fallTo(fall: Fall | null, equity: Cents): Fall {
  if (!fall) return { high: equity, deepest: 0n };
  const high = equity > fall.high ? equity : fall.high;
  const depth = subtract(high, equity);
  if (depth > fall.deepest) return { high, deepest: depth };
  return { high, deepest: fall.deepest };
}

/**
 * A curve with more points is thinned to half of this number, so that memory does not grow with the number of fills.
 */
const MAX_POINTS = 4_000;

/** Collects the points of a curve; thinning them does not change the deepest fall. */
class Course {
  #points: EquityPoint[] = [];
  #fall: Fall | null = null;

  add(at: number, equity: Cents): void {
    this.#fall = fallTo(this.#fall, equity);
    this.#points.push({ at, equity });
    if (this.#points.length > MAX_POINTS) this.#points = thinned(this.#points, MAX_POINTS / 2);
  }

  result = (): EquityCourse => ({ points: this.#points, fall: this.#fall! });
}

/** Equity over time, oldest first, with at least the first and the last point, and its deepest fall. */
export type EquityCourse = { points: EquityPoint[]; fall: Fall };

/**
 * Builds the curve of an account's equity, with a point after every fill and dividend, and at every sample of a held
 * symbol. A symbol without a sample has the price of its newest fill.
 * @param season its start cash (cents), start (epoch ms) and the version of its rules
 * @param samples of the symbols the account traded, oldest first
 * @param splits of the account's positions, in order @param dividends likewise @param renames of the season
 */
export class CourseBuilder {
  readonly #account: Replayed;
  readonly #prices = new Map<string, PriceE4>();
  readonly #course = new Course();
  readonly #samples: readonly PriceSample[];
  readonly #splits: readonly SplitEvent[];
  readonly #dividends: readonly DividendEvent[];
  readonly #renames: readonly RenameEvent[];
  #fills = 0;
  #nextSample = 0;
  #nextSplit = 0;
  #nextDividend = 0;
  #nextRename = 0;

  constructor(
    { startCash, startedAt, version }: { startCash: Cents; startedAt: number; version: RulesVersion },
    samples: readonly PriceSample[],
    splits: readonly SplitEvent[] = [],
    dividends: readonly DividendEvent[] = [],
    renames: readonly RenameEvent[] = [],
  ) {
    this.#account = beginReplay(startCash, version);
    this.#samples = samples;
    this.#splits = splits;
    this.#dividends = dividends;
    this.#renames = renames;
    this.#course.add(startedAt, startCash);
  }

  /** Adds the next fill of the account. @throws Error for a fill that cannot follow */
  add(fill: AuditFill): void {
    this.#eventsUntil(this.#fills);
    this.#sampleUntil(fill.at);
    const replayed = replayFill(this.#account, fill);
    if (typeof replayed === 'string') throw new Error(`a fill of ${fill.symbol} ${replayed}`);
    this.#prices.set(fill.symbol, fill.price);
    this.#addPoint(fill.at);
    this.#fills += 1;
  }

  /** Applies the samples after the last fill and returns the curve. */
  end(): EquityCourse {
    this.#eventsUntil(this.#fills);
    this.#sampleUntil(Number.POSITIVE_INFINITY);
    return this.#course.result();
  }

  #addPoint(at: number): void {
    this.#course.add(at, replayedEquity(this.#account, this.#prices));
  }

  /** Applies the samples before `until`, epoch ms; samples of one instant make one point. */
  #sampleUntil(until: number): void {
    const samples = this.#samples;
    while (this.#nextSample < samples.length && samples[this.#nextSample]!.at < until) {
      const { at } = samples[this.#nextSample]!;
      let isHeld = false;
      for (; samples[this.#nextSample]?.at === at; this.#nextSample++) {
        const { symbol, price } = samples[this.#nextSample]!;
        // between a split's effect and its application, prices are of new shares and quantities of old ones
        if (this.#splits.some((s) => s.symbol === symbol && s.effectiveAt <= at && at < s.appliedAt))
          continue;
        this.#prices.set(symbol, price);
        isHeld ||= this.#account.open.has(symbol);
      }
      if (isHeld) this.#addPoint(at);
    }
  }

  /**
   * Applies the events before fill number `count + 1`. A rename follows the splits of its old symbol and precedes the splits of its new
   * symbol.
   */
  #eventsUntil(count: number): void {
    for (; (this.#renames[this.#nextRename]?.after ?? Infinity) <= count; this.#nextRename++) {
      const rename = this.#renames[this.#nextRename]!;
      this.#splitUntil(count, rename.at);
      this.#sampleUntil(rename.at);
      if (!renameOpen(this.#account.open, rename)) continue;
      const price = this.#prices.get(rename.symbol);
      if (price !== undefined) this.#prices.set(rename.newSymbol, price);
    }
    this.#splitUntil(count);
    this.#payUntil(count);
  }

  #payUntil(count: number): void {
    for (; (this.#dividends[this.#nextDividend]?.after ?? Infinity) <= count; this.#nextDividend++) {
      const { at, cash } = this.#dividends[this.#nextDividend]!;
      this.#sampleUntil(at);
      this.#account.cash = add(this.#account.cash, cash);
      this.#addPoint(at);
    }
  }

  /** Applies the next splits with `after` up to `count` and `appliedAt` before `until`, epoch ms. */
  #splitUntil(count: number, until = Number.POSITIVE_INFINITY): void {
    for (; (this.#splits[this.#nextSplit]?.after ?? Number.POSITIVE_INFINITY) <= count; this.#nextSplit++) {
      const { symbol, since, appliedAt, ...ratio } = this.#splits[this.#nextSplit]!;
      if (appliedAt >= until) return;
      this.#sampleUntil(appliedAt);
      const open = this.#account.open.get(symbol);
      if (open) open.position = splitPosition(open.position, ratio, since);
      const price = this.#prices.get(symbol);
      if (price !== undefined) this.#prices.set(symbol, splitPrice(price, ratio));
    }
  }
}

/** The fewest points of a curve that a page draws; for a shorter curve the page shows a sentence. */
export const LEAST_CURVE_POINTS = 10;
/** The least height of a drawn range, as a share of its middle, so that a change of cents looks flat. */
const LEAST_RANGE = 0.005;

/** Returns the range of the values, widened to at least ±0.25 % around its middle. */
export function curveRange(values: readonly number[]): { least: number; most: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = (least + most) / 2;
  const half = Math.max(most - least, middle * LEAST_RANGE || 1) / 2;
  return { least: middle - half, most: middle + half };
}

/**
 * Returns the equity at an instant, epoch ms: before the first point the equity of the first point, without points 0.
 */
export function equityAt(points: readonly EquityPoint[], at: number): Cents {
  return (points.findLast((point) => point.at <= at) ?? points[0])?.equity ?? 0n;
}

/** Returns at most `most` points for a chart: the first and the last point, and the last point of each of `most - 2` equal periods. */
export function thinned(points: readonly EquityPoint[], most: number): EquityPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length <= most) return [...points];
  const stretch = (last.at - first.at) / (most - 2) || 1;
  const indexOf = (point: EquityPoint) => Math.ceil((point.at - first.at) / stretch);
  return points.filter((point, i) => {
    const next = points[i + 1];
    return i === 0 || !next || indexOf(next) !== indexOf(point);
  });
}
