/** A trader's equity over a season, from fills and sampled prices, and its deepest fall (docs/decisions/052). Pure. */
import { type Cents, type PriceE4, type QuantityMicros, scale, subtract } from '../money/units.ts';
import type { RulesVersion } from '../season/rules-version.ts';
import { type AuditFill, beginReplay, replayedEquity, replayFill } from '../trading/audit.ts';
import { type Ratio, splitPosition } from '../trading/split.ts';

/** Equity from `at` (epoch ms) on. */
export type EquityPoint = { at: number; equity: Cents };
/** A trader's equity over a season beside the leader's, who is null when it is the trader or nobody leads. */
export type EquityCurves = {
  own: EquityPoint[];
  leader: { username: string; points: EquityPoint[] } | null;
};
/** A symbol's price from `at` (epoch ms) on. */
export type PriceSample = { at: number; symbol: string; price: PriceE4 };
/** A split of a held symbol, between the fill number `after` (counted from 1) and the next. Times in epoch ms. */
export type SplitEvent = Ratio & {
  symbol: string;
  after: number;
  since: QuantityMicros;
  effectiveAt: number;
  appliedAt: number;
};

const LEAST_SPACING_MS = 10_000;
const MOST_SPACING_MS = 900_000;

/** Between two samples of the prices: a 500th of the season's age, at least 10 s, at most a quarter of an hour. */
export const sampleSpacingMs = (ageMs: number): number =>
  Math.min(MOST_SPACING_MS, Math.max(LEAST_SPACING_MS, ageMs / 500));

/**
 * Equity after every fill and at every sample. Between them it stands; a symbol nobody sampled yet stands at its
 * newest fill.
 * @param season its start cash (cents), start (epoch ms) and the version of its rules
 * @param fills of one account, in order @param samples of the symbols it traded, oldest first
 * @param splits of what it held, in order
 */
export function equityCourse(
  { startCash, startedAt, version }: { startCash: Cents; startedAt: number; version: RulesVersion },
  fills: readonly AuditFill[],
  samples: readonly PriceSample[],
  splits: readonly SplitEvent[] = [],
): EquityPoint[] {
  const account = beginReplay(startCash, version);
  const prices = new Map<string, PriceE4>();
  const points: EquityPoint[] = [{ at: startedAt, equity: startCash }];
  const add = (at: number) => points.push({ at, equity: replayedEquity(account, prices) });
  let next = 0;
  /** Samples before `until`; those of one moment make one point. */
  const sampleUntil = (until: number) => {
    while (next < samples.length && samples[next]!.at < until) {
      const { at } = samples[next]!;
      let held = false;
      for (; next < samples.length && samples[next]!.at === at; next++) {
        const { symbol, price } = samples[next]!;
        // a price of new shares does not go with a number of old ones
        if (splits.some((s) => s.symbol === symbol && s.effectiveAt <= at && at < s.appliedAt)) continue;
        prices.set(symbol, price);
        held ||= account.open.has(symbol);
      }
      if (held) add(at);
    }
  };
  let split = 0;
  /** Splits before the fill number `count + 1`, if any. */
  const splitUntil = (count: number) => {
    for (; split < splits.length && splits[split]!.after <= count; split++) {
      const { symbol, since, appliedAt, numerator, denominator } = splits[split]!;
      sampleUntil(appliedAt);
      const open = account.open.get(symbol);
      if (open) open.position = splitPosition(open.position, { numerator, denominator }, since);
      const old = prices.get(symbol);
      if (old !== undefined) prices.set(symbol, scale(old, BigInt(denominator), BigInt(numerator)));
    }
  };
  fills.forEach((fill, count) => {
    splitUntil(count);
    sampleUntil(fill.at);
    const leg = replayFill(account, fill);
    if (typeof leg === 'string') throw new Error(`a fill of ${fill.symbol} ${leg}`);
    prices.set(fill.symbol, fill.price);
    add(fill.at);
  });
  splitUntil(fills.length);
  sampleUntil(Number.POSITIVE_INFINITY);
  return points;
}

/** The deepest fall from the highest equity so far; 0 for who never stood lower than before. */
export function maxDrawdown(points: readonly EquityPoint[]): Cents {
  let high = points[0]?.equity ?? 0n;
  let deepest: Cents = 0n;
  for (const { equity } of points) {
    if (equity > high) high = equity;
    const fall = subtract(high, equity);
    if (fall > deepest) deepest = fall;
  }
  return deepest;
}

/** What the equity was at `at`, epoch ms; the first of all before that. */
export function equityAt(points: readonly EquityPoint[], at: number): Cents {
  return (points.findLast((point) => point.at <= at) ?? points[0])?.equity ?? 0n;
}

/** At most `most` of the points for a picture: the last of every stretch of time, the first and the last always. */
export function thinned(points: readonly EquityPoint[], most: number): EquityPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length <= most) return [...points];
  const stretch = (last.at - first.at) / (most - 2) || 1;
  const indexOf = (point: EquityPoint) => Math.ceil((point.at - first.at) / stretch);
  return points.filter((point, i) => {
    const after = points[i + 1];
    return i === 0 || !after || indexOf(after) !== indexOf(point);
  });
}
