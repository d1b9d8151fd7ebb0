/**
 * Loads bars from FMP: final intraday bars once a day, daily bars every 6 hours, and every 15 minutes until FMP has
 * published the last session. Bars of the newest session are loaded every 15 seconds while they may change. The daily
 * bar of the running day comes from the quote.
 */

import { INTERVAL_SECONDS, type Interval } from '#core/market/bars.ts';
import { type Calendar, closeOf, DAY_MS, dayOf, HOUR_MS, isoDate, newYorkDay } from '../calendar.ts';
import { type DatedCandle, MarketUnavailableError, type Staleness } from '../market.ts';
import type { Time } from '../provider/request.ts';
import type { CachedAnswer, SwrCache } from '../provider/swr-cache.ts';
import { dailyCall, intradayCall } from './api.ts';
import type { FmpClient } from './client.ts';
import { dailyBars, intradayBars, type QuoteRow } from './rows.ts';

/** The first and last day, days since 1970 in New York. */
type Range = { from: number; to: number };

/** Bars that may still change are fresh for this long, ms. */
const TAIL_MS = 15_000;
const KEEP_MS = 7 * DAY_MS;
/** An answer without bars (an unknown symbol, or one listed today) is fresh for this long, ms. */
const FRESH_EMPTY_MS = 60_000;

type Deps = { client: FmpClient; cache: SwrCache; time: Time; calendar: Calendar };

function createStretches({ client, cache, time, calendar }: Deps) {
  async function fetchBars(
    symbol: string,
    interval: Interval,
    range: Range,
    isNew: boolean,
  ): Promise<DatedCandle[]> {
    const [from, to] = [isoDate(range.from), isoDate(range.to)];
    const generation = await client.generation(symbol);
    return interval === '1D'
      ? dailyBars(await client.ask(dailyCall(generation, symbol, from, to), symbol, isNew))
      : intradayBars(await client.ask(intradayCall(generation, symbol, interval, from, to), symbol, isNew));
  }

  /**
   * Returns when the bars of the newest session are final, epoch ms: intraday one bar length after the close, daily
   * an hour after it; 0 without a session.
   */
  function settledMs(interval: Interval, now: number): number {
    const session = calendar.latest(now);
    if (!session) return 0;
    return closeOf(session) + (interval === '1D' ? HOUR_MS : INTERVAL_SECONDS[interval] * 1000);
  }

  /**
   * Returns the bars of a range of days, fetched today, or on an earlier day during an outage.
   * @param name the range's name in the cache, the same every day
   */
  function stretch(
    symbol: string,
    interval: Interval,
    name: string,
    range: Range,
  ): Promise<CachedAnswer<DatedCandle[]>> {
    return cache.get(`bars:${symbol}:${interval}:${name}`, {
      keepMs: KEEP_MS,
      freshMs(bars, at) {
        const today = newYorkDay(time.now());
        if (bars.length === 0 && range.to >= today) return FRESH_EMPTY_MS;
        if (newYorkDay(at) !== today) return 0;
        if (interval !== '1D' || bars.length === 0) return DAY_MS;
        // the provider publishes a day's bar some time after the close: ask more often until then
        const last = calendar.previous(Math.min(dayOf(at), range.to + 1))?.day ?? 0;
        return bars.at(-1)!.time >= last * (DAY_MS / 1000) ? 6 * HOUR_MS : HOUR_MS / 4;
      },
      load: () => fetchBars(symbol, interval, range, true),
    });
  }

  /**
   * Returns the bars of the newest session. When their cache entry is missing or older than `closed`, first stores the
   * session's bars from `closed` as that entry.
   */
  function tail(
    symbol: string,
    interval: Interval,
    range: Range,
    closed: CachedAnswer<DatedCandle[]>,
  ): Promise<CachedAnswer<DatedCandle[]>> {
    const key = `tail:${symbol}:${interval}:${isoDate(range.from)}`;
    if ((cache.peek(key)?.at ?? 0) < closed.at) {
      const startS = range.from * (DAY_MS / 1000);
      cache.put(
        key,
        closed.value.filter((bar) => bar.time >= startS),
        closed.at,
      );
    }
    return cache.get(key, {
      keepMs: DAY_MS,
      freshMs: (_, at) => (at >= settledMs(interval, at) ? HOUR_MS : TAIL_MS),
      load: () => fetchBars(symbol, interval, range, false),
    });
  }

  return { settledMs, stretch, tail };
}

type FmpBars = { candles: DatedCandle[]; staleness: Staleness | null };

/** Calendar days per request: the range that a chart opens with, plus a week for holidays. */
const LOOKBACK: Record<Interval, number> = { '1m': 12, '5m': 15, '15m': 24, '1h': 68, '4h': 188, '1D': 373 };
export function createHistory(
  deps: Deps & { newest(symbol: string): Promise<CachedAnswer<QuoteRow | null>> },
) {
  const { time, calendar, newest } = deps;
  const { settledMs, stretch, tail } = createStretches(deps);

  async function intraday(symbol: string, interval: Interval, name: string, range: Range): Promise<FmpBars> {
    const now = time.now();
    const closed = await stretch(symbol, interval, name, range);
    const session = calendar.latest(now);
    const isWhole = !session || session.day > range.to || closed.at >= settledMs(interval, now);
    if (isWhole || closed.value.length === 0) return { candles: closed.value, staleness: stale(closed) };
    const newest = await tail(symbol, interval, { from: session.day, to: range.to }, closed);
    const first = newest.value[0]?.time ?? Number.POSITIVE_INFINITY;
    const candles = [...closed.value.filter((bar) => bar.time < first), ...newest.value];
    return { candles, staleness: stale(newest) };
  }

  async function daily(symbol: string, name: string, range: Range): Promise<FmpBars> {
    const closed = await stretch(symbol, '1D', name, range);
    const candles = [...closed.value];
    const session = calendar.latest(time.now());
    const last = candles.at(-1);
    if (!session || session.day > range.to || !last || last.time > session.day * (DAY_MS / 1000))
      return { candles, staleness: stale(closed) };
    const isRunning = time.now() < settledMs('1D', time.now());
    if (last.time === session.day * (DAY_MS / 1000) && !isRunning)
      return { candles, staleness: stale(closed) };
    try {
      const quote = await newest(symbol);
      const bar = dayBar(quote.value, session.day, session.openMs);
      if (bar?.time === last.time) candles.pop();
      if (bar) candles.push(bar);
      return { candles, staleness: stale(closed) ?? stale(quote) };
    } catch (error) {
      // without a quote the bars lack only the running day
      if (!(error instanceof MarketUnavailableError)) throw error;
      return { candles, staleness: { sinceMs: closed.at, problem: error.problem } };
    }
  }

  return {
    /**
     * Returns the bars with from <= time <= to, ascending.
     * @param from epoch seconds @param to epoch seconds @throws MarketUnavailableError
     */
    async bars(symbol: string, interval: Interval, from: number, to: number): Promise<FmpBars> {
      const now = time.now();
      const today = newYorkDay(now);
      const usual: Range = { from: today - LOOKBACK[interval], to: today };
      const isUsual = dayOf(from * 1000) >= usual.from;
      const range = isUsual ? usual : blocksOf(from, to, today);
      const ends = range.to === today ? '' : `:${isoDate(range.to)}`;
      const name = isUsual ? 'usual' : `${isoDate(range.from)}${ends}`;
      const { candles, staleness } =
        interval === '1D' ? await daily(symbol, name, range) : await intraday(symbol, interval, name, range);
      const last = Math.min(to, Math.floor(now / 1000));
      return { candles: candles.filter((bar) => bar.time >= from && bar.time <= last), staleness };
    },
  };
}

/** Returns the days of whole blocks of 30 days, so that similar requests share a cache entry. Epoch seconds. */
function blocksOf(from: number, to: number, today: number): Range {
  const first = Math.floor(dayOf(from * 1000) / 30) * 30;
  const last = Math.floor(dayOf(to * 1000) / 30) * 30 + 29;
  return { from: first, to: Math.min(last, today) };
}

const stale = ({ at, problem }: CachedAnswer<unknown>): Staleness | null =>
  problem === null ? null : { sinceMs: at, problem };

/** @returns null when the quote was made before the session opened (`openMs`), or lacks a figure other than volume */
function dayBar(quote: QuoteRow | null, day: number, openMs: number): DatedCandle | null {
  if (!quote || quote.madeMs === null || quote.madeMs < openMs) return null;
  const { open, high, low, volume } = quote;
  if (open === null || high === null || low === null || open <= 0 || low <= 0) return null;
  const close = Number(quote.price);
  return {
    time: day * (DAY_MS / 1000),
    open,
    high: Math.max(open, high, close),
    low: Math.min(open, low, close),
    close,
    volume: volume ?? 0,
  };
}
