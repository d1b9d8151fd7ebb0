/**
 * Bars: closed ones fetched once a day, the newest every 15 seconds while they may change, the running day's made
 * from its quote.
 */

import type { Interval } from '#core/market/bars.ts';
import { type Calendar, DAY_MS, dayOf, isoDate } from '../calendar.ts';
import { type DatedCandle, MarketUnavailableError, type Staleness } from '../market.ts';
import type { CachedAnswer, SwrCache } from '../provider/swr-cache.ts';
import type { Time } from '../provider/time.ts';
import type { FmpClient } from './client.ts';
import type { QuoteRow } from './rows.ts';
import { createStretches, newYorkDay, type Range } from './stretches.ts';

export type FmpBars = { candles: DatedCandle[]; staleness: Staleness | null };

/** Calendar days fetched at once: what a chart opens with, and a week more for holidays. */
const LOOKBACK: Record<Interval, number> = { '1m': 12, '5m': 15, '15m': 24, '1h': 68, '4h': 188, '1D': 373 };
export function createHistory(deps: {
  client: FmpClient;
  cache: SwrCache;
  time: Time;
  /** The real sessions. */
  calendar: Calendar;
  newest(symbol: string): Promise<CachedAnswer<QuoteRow | null>>;
}) {
  const { time, calendar, newest } = deps;
  const { settledMs, stretch, tail } = createStretches(deps);

  async function intraday(symbol: string, interval: Interval, name: string, range: Range): Promise<FmpBars> {
    const now = time.now();
    const closed = await stretch(symbol, interval, name, range);
    const session = calendar.latest(now);
    if (closed.at >= settledMs(interval, now) || !session || closed.value.length === 0)
      return { candles: closed.value, staleness: stale(closed) };
    const newest = await tail(symbol, interval, session.day, range[1], closed);
    const first = newest.value[0]?.time ?? Number.POSITIVE_INFINITY;
    const candles = [...closed.value.filter((bar) => bar.time < first), ...newest.value];
    return { candles, staleness: stale(newest) };
  }

  async function daily(symbol: string, name: string, range: Range): Promise<FmpBars> {
    const closed = await stretch(symbol, '1D', name, range);
    const candles = [...closed.value];
    const session = calendar.latest(time.now());
    const last = candles.at(-1);
    if (!session || !last || last.time > session.day * (DAY_MS / 1000))
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
      // the chart is worth showing without its running day
      if (!(error instanceof MarketUnavailableError)) throw error;
      return { candles, staleness: { sinceMs: closed.at, problem: error.problem } };
    }
  }

  return {
    /**
     * Bars with from <= time <= to, ascending. @param from epoch seconds @param to epoch seconds
     * @throws MarketUnavailableError
     */
    async bars(symbol: string, interval: Interval, from: number, to: number): Promise<FmpBars> {
      const now = time.now();
      const today = newYorkDay(now);
      const usual = today - LOOKBACK[interval];
      const day = dayOf(from * 1000);
      // further back in steps, so that nearby questions share an answer
      const first = day >= usual ? usual : Math.floor(day / 30) * 30;
      const name = first === usual ? 'usual' : isoDate(first);
      const range: Range = [isoDate(first), isoDate(today)];
      const { candles, staleness } =
        interval === '1D' ? await daily(symbol, name, range) : await intraday(symbol, interval, name, range);
      const last = Math.min(to, Math.floor(now / 1000));
      return { candles: candles.filter((bar) => bar.time >= from && bar.time <= last), staleness };
    },
  };
}

const stale = ({ at, problem }: CachedAnswer<unknown>): Staleness | null =>
  problem === null ? null : { sinceMs: at, problem };

/** The running day from its quote; null when it does not tell enough, or is of an earlier day. */
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
