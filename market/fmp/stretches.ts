/** Bars as they are fetched: a stretch of closed days, and the newest session while it may change. */

import { INTERVAL_SECONDS, type Interval } from '#core/market/bars.ts';
import { type Calendar, closeOf, DAY_MS, dayOf, isoDate, newYorkMs } from '../calendar.ts';
import type { DatedCandle } from '../market.ts';
import type { CachedAnswer, SwrCache } from '../provider/swr-cache.ts';
import { dailyCall, intradayCall } from './api.ts';
import { dailyBars, intradayBars } from './bars.ts';
import type { FmpClient } from './client.ts';

/** First and last date, YYYY-MM-DD in New York. */
export type Range = [from: string, today: string];

/** A bar that may still change is asked for again after this. */
export const TAIL_MS = 15_000;
const HOUR_MS = 3_600_000;
const KEEP_MS = 7 * DAY_MS;
/** No bars yet: a symbol nobody knows, or one that was listed today. */
const FRESH_EMPTY_MS = 60_000;

export function createStretches(deps: { client: FmpClient; cache: SwrCache; calendar: Calendar }) {
  const { client, cache, calendar } = deps;

  async function fetchBars(
    symbol: string,
    interval: Interval,
    from: string,
    to: string,
    isNew: boolean,
  ): Promise<DatedCandle[]> {
    const generation = await client.generation(symbol);
    return interval === '1D'
      ? dailyBars(await client.ask(dailyCall(generation, symbol, from, to), symbol, isNew))
      : intradayBars(await client.ask(intradayCall(generation, symbol, interval, from, to), symbol, isNew));
  }

  /** When the bars of the session that runs or ran last have their final numbers: one bar after its close. */
  function settledMs(interval: Interval, now: number): number {
    const session = calendar.latest(now);
    if (!session) return 0;
    return closeOf(session) + (interval === '1D' ? HOUR_MS : INTERVAL_SECONDS[interval] * 1000);
  }

  /**
   * A stretch of days as it was when it was fetched: today, or, while the provider is away, on an earlier day.
   * @param name tells it from other stretches, and is the same every day
   */
  function stretch(
    symbol: string,
    interval: Interval,
    name: string,
    [from, today]: Range,
  ): Promise<CachedAnswer<DatedCandle[]>> {
    return cache.get(`bars:${symbol}:${interval}:${name}`, {
      keepMs: KEEP_MS,
      freshMs(bars, at) {
        if (bars.length === 0) return FRESH_EMPTY_MS;
        if (isoDate(newYorkDay(at)) !== today) return 0;
        if (interval !== '1D') return DAY_MS;
        // the provider has a finished day some time after its close
        const last = calendar.previous(dayOf(at))?.day ?? 0;
        return bars.at(-1)!.time >= last * (DAY_MS / 1000) ? 6 * HOUR_MS : HOUR_MS / 4;
      },
      load: () => fetchBars(symbol, interval, from, today, true),
    });
  }

  /** The bars of the newest session, at first those of the whole stretch. */
  function tail(
    symbol: string,
    interval: Interval,
    day: number,
    today: string,
    closed: CachedAnswer<DatedCandle[]>,
  ): Promise<CachedAnswer<DatedCandle[]>> {
    const from = isoDate(day);
    const key = `tail:${symbol}:${interval}:${from}`;
    if ((cache.peek(key)?.at ?? 0) < closed.at) {
      const startS = day * (DAY_MS / 1000);
      cache.put(
        key,
        closed.value.filter((bar) => bar.time >= startS),
        closed.at,
      );
    }
    return cache.get(key, {
      keepMs: DAY_MS,
      freshMs: (_, at) => (at >= settledMs(interval, at) ? HOUR_MS : TAIL_MS),
      load: () => fetchBars(symbol, interval, from, today, false),
    });
  }

  return { settledMs, stretch, tail };
}

/** The date New York's clocks show. */
export function newYorkDay(ms: number): number {
  const day = dayOf(ms);
  return ms < newYorkMs(day, 0) ? day - 1 : day;
}
