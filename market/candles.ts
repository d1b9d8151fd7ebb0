/** The bars of a chart with their label and age, from a cache that all readers share. */

import { type Cache, createCache } from '#core/cache.ts';
import { type CandlesAnswer, type CandlesQuery, MAX_BARS } from '#core/contract/market.ts';
import { INTERVAL_SECONDS, type Interval } from '#core/market/bars.ts';
import type { MarketLabel } from '#core/season/terms.ts';
import { type Calendar, closeOf, createCalendar, DAY_MS, dayOf, isoDate } from './calendar.ts';
import { type DatedCandle, type Market, marketLabel, type Problem } from './market.ts';

/** The range that a chart opens with: sessions for short intervals, calendar days for longer ones. */
const SESSIONS: Partial<Record<Interval, number>> = { '1m': 1, '5m': 5, '15m': 10 };
const DAYS: Partial<Record<Interval, number>> = { '1h': 60, '4h': 180, '1D': 365 };

/** Simulated and replayed prices change each second. The adapter of a provider has its own cache. */
const TTL_MS = 1000;

type Answer = Omit<CandlesAnswer, 'label' | 'stale'> & {
  label: MarketLabel;
  stale?: { ageSeconds: number; problem: Problem };
};
type Wording = { label(label: MarketLabel): string; problem(problem: Problem): string };

/** The bars are serialised once for all languages. */
export type CandlesBody = { answer: Answer; json(say: Wording): string; etag: string };

const caches = new WeakMap<Market, Cache<CandlesBody>>();

/**
 * Returns the bars of a symbol from a cache that all readers share. Without `from`: the interval's usual range up to
 * `to`, or up to now.
 * @param query.from epoch seconds @param query.to epoch seconds @throws UnknownSymbolError, MarketUnavailableError
 */
export function candlesFor(market: Market, query: CandlesQuery): Promise<CandlesBody> {
  let cache = caches.get(market);
  if (!cache) {
    // entries expire by the market's clock, which a replay may run faster
    cache = createCache({ ttlMs: TTL_MS, max: 200, now: market.now });
    caches.set(market, cache);
  }
  const { symbol, interval, from, to } = query;
  return cache.get(`${symbol} ${interval} ${from} ${to}`, async () => {
    const answer = await loadCandles(market, query);
    const { candles, label, stale, ...about } = answer;
    const bars = await inSlices(candles, (slice) => [JSON.stringify(slice).slice(1, -1)]);
    const tail = `,"candles":[${bars.join(',')}]}`;
    const write = (head: object) => JSON.stringify(head).slice(0, -1) + tail;
    // the tag omits `asOf`: responses that differ only in their time are equal
    const etag = `"${Bun.hash(write({ ...about, label, stale, asOf: 0 })).toString(36)}"`;
    const json: CandlesBody['json'] = (say) =>
      write({
        ...about,
        label: say.label(label),
        stale: stale && { ...stale, problem: say.problem(stale.problem) },
      });
    return { answer, json, etag };
  });
}

async function loadCandles(market: Market, { symbol, interval, from, to }: CandlesQuery): Promise<Answer> {
  const asOf = Math.floor(market.now() / 1000);
  const last = Math.min(to ?? asOf, asOf);
  const candles =
    from === undefined
      ? await usualStretch(market, symbol, interval, last)
      : await market.candles(
          symbol,
          interval,
          Math.max(from, last - MAX_BARS * INTERVAL_SECONDS[interval]),
          last,
        );
  return {
    symbol,
    interval,
    source: market.source,
    label: marketLabel(market),
    provisional: isForming(market, candles.at(-1), interval, asOf),
    asOf,
    ...staleOf(market, symbol, interval, asOf),
    candles: await inSlices(candles.slice(-MAX_BARS), (slice) => slice.map((c) => wireCandle(c, interval))),
  };
}

function wireCandle(c: DatedCandle, interval: Interval): CandlesAnswer['candles'][number] {
  const { time, open, high, low, close, volume } = c;
  const date =
    interval === '1D' ? isoDate(Math.floor((time * 1000) / DAY_MS)) : new Date(time * 1000).toISOString();
  return { time, date, open, high, low, close, volume };
}

/** Bars per slice, about a millisecond of work. */
const SLICE = 500;

/** Processes a long list in slices, and lets other requests run between them. */
async function inSlices<A, B>(all: readonly A[], work: (slice: readonly A[]) => readonly B[]): Promise<B[]> {
  const results: B[] = [];
  for (let from = 0; from < all.length; from += SLICE) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(...work(all.slice(from, from + SLICE)));
  }
  return results;
}

/** Returns age and cause of outdated bars; empty for current bars. */
function staleOf(market: Market, symbol: string, interval: Interval, asOf: number): Pick<Answer, 'stale'> {
  const staleness = market.staleness?.(symbol, interval);
  if (!staleness) return {};
  const ageSeconds = Math.max(0, asOf - Math.floor(staleness.sinceMs / 1000));
  return { stale: { ageSeconds, problem: staleness.problem } };
}

const sessionsOf = ({ capabilities }: Market) => createCalendar(capabilities.sessions ?? capabilities.hours);

/** Returns the bars of the interval's usual range. A range of sessions without any bar grows by up to 7 sessions. */
async function usualStretch(
  market: Market,
  symbol: string,
  interval: Interval,
  to: number,
): Promise<DatedCandle[]> {
  const calendar = sessionsOf(market);
  const days = DAYS[interval];
  for (let earlier = 0; ; earlier++) {
    const from = days
      ? (dayOf(to * 1000) - days) * (DAY_MS / 1000)
      : sessionsBack(calendar, to, SESSIONS[interval]! + earlier);
    const candles = await market.candles(symbol, interval, from, to);
    if (candles.length > 0 || days || earlier === 7) return candles;
  }
}

/** Returns when the session `count − 1` sessions before the session of `seconds` opened. Times are epoch seconds. */
function sessionsBack(calendar: Calendar, seconds: number, count: number): number {
  let session = calendar.latest(seconds * 1000);
  for (let i = 1; i < count && session; i++) session = calendar.previous(session.day) ?? session;
  return session ? session.openMs / 1000 : seconds - (count * DAY_MS) / 1000;
}

/**
 * True when the last bar may still change. A bar changes until its end. An intraday bar of a provider changes for one
 * bar length longer.
 */
function isForming(market: Market, bar: DatedCandle | undefined, interval: Interval, asOf: number): boolean {
  if (!bar) return false;
  const length = INTERVAL_SECONDS[interval];
  const session = sessionsOf(market).session(dayOf(bar.time * 1000));
  const sessionEnd = session ? closeOf(session) / 1000 : Number.POSITIVE_INFINITY;
  const end = Math.min(sessionEnd, bar.time + length);
  return asOf < (market.capabilities.provider && interval !== '1D' ? end + length : end);
}
